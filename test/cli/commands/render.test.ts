import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, test } from 'node:test';
import { checkout, fixture } from '../../checkout.js';
import { runCli } from '../run-cli.js';

const cwd = fixture('cli/hooks');
const request = readFileSync(`${cwd}/request.json`, 'utf8');

const hello = `${checkout}examples/hello-world`;
const sample = ['--controller', `${hello}/controller.yaml`, '--parent', `${hello}/sample.yaml`];

/** The answer of hello-world if that many Pods are observed. */
const greeting = (pods: number) => {
  const command = ['echo', 'Hello, Kubernetes!'];
  const spec = { restartPolicy: 'OnFailure', containers: [{ name: 'hello', image: 'busybox:1.37.0', command }] };
  const pod = { apiVersion: 'v1', kind: 'Pod', metadata: { name: 'hello-kubernetes' }, spec };
  return `${JSON.stringify({ status: { pods }, children: [pod] }, undefined, 2)}\n`;
};

const pretty = `{
  "status": {
    "who": "you"
  },
  "children": [
    {
      "apiVersion": "v1",
      "kind": "Pod",
      "metadata": {
        "name": "hello"
      },
      "spec": {}
    }
  ]
}
`;

interface Row {
  readonly name: string;
  readonly argv: readonly string[];
  readonly stdin?: string;
  readonly code: number;
  readonly stdout?: string;
  /** Exact; only the first line if a stack follows. */
  readonly stderr?: string | { readonly first: string };
}

const rows: Row[] = [
  {
    name: 'a request from a file',
    argv: ['answers.ts', 'request.json'],
    code: 0,
    stdout: pretty,
    stderr: 'answers: asked by you\n',
  },
  {
    name: 'a request in YAML',
    argv: ['answers.ts', 'request.yaml'],
    code: 0,
    stdout: pretty,
    stderr: 'answers: asked by you\n',
  },
  {
    name: 'a request from stdin',
    argv: ['answers.ts', '-'],
    stdin: request,
    code: 0,
    stdout: pretty,
    stderr: 'answers: asked by you\n',
  },
  {
    name: 'a request from stdin if no file is named',
    argv: ['answers.ts'],
    stdin: request,
    code: 0,
    stdout: pretty,
    stderr: 'answers: asked by you\n',
  },
  {
    name: 'an answer in YAML',
    argv: ['answers.ts', 'request.json', '-o', 'yaml'],
    code: 0,
    stdout:
      'status:\n  who: you\nchildren:\n  - apiVersion: v1\n    kind: Pod\n    metadata:\n      name: hello\n    spec: {}\n',
    stderr: 'answers: asked by you\n',
  },
  {
    name: 'a hook under another name',
    argv: ['pods/sync=answers.ts', 'request.json'],
    code: 0,
    stdout: pretty,
    stderr: 'pods/sync: asked by you\n',
  },
  {
    name: 'a Jsonnet hook with an external variable',
    argv: ['plain.jsonnet', 'request.json', '-V', 'greeting=hi'],
    code: 0,
    stdout: '{\n  "children": [],\n  "status": {\n    "greeting": "hi",\n    "who": "you"\n  }\n}\n',
    stderr: '',
  },
  {
    name: 'a warning goes to stderr',
    argv: ['warns.ts', 'request.json', '-o', 'yaml'],
    code: 0,
    stdout:
      'status: {}\nchildren:\n  - apiVersion: v1\n    kind: Pod\n    metadata:\n      name: hello\n      uid: u-1\n',
    stderr:
      'warning: children[0].metadata.uid is set by the cluster, and sending it back causes endless updates: leave it out\n',
  },
  {
    name: 'a warning is an error if the contract is strict',
    argv: ['warns.ts', 'request.json', '--strict'],
    code: 4,
    stdout: '',
    stderr:
      'InvalidResponse: hook warns: children[0].metadata.uid is set by the cluster, and sending it back causes endless updates: leave it out\n',
  },
  {
    name: 'a rule that is lowered, for this hook and for another one',
    argv: [
      'wrong.ts',
      'request.json',
      '--rule',
      'wrong:missing-name=warn',
      '--rule',
      'other:missing-name=off',
      '-o',
      'yaml',
    ],
    code: 0,
    stdout: 'status: {}\nchildren:\n  - apiVersion: v1\n    kind: Pod\n    metadata: {}\n',
    stderr: "warning: children[0].metadata.name is missing: set it to a string derived from the parent's name\n",
  },
  {
    name: 'a rule that is raised',
    argv: ['warns.ts', 'request.json', '--rule=observed-field=error'],
    code: 4,
    stdout: '',
    stderr:
      'InvalidResponse: hook warns: children[0].metadata.uid is set by the cluster, and sending it back causes endless updates: leave it out\n',
  },
  {
    name: 'rules that make no sense',
    argv: ['warns.ts', 'request.json', '--rule', 'obsreved-field=off', '--rule', 'not-json=off', '--rule', 'x'],
    code: 2,
    stdout: '',
    stderr:
      "hookd: --rule: there is no rule 'obsreved-field'; did you mean observed-field?\n" +
      'hookd: --rule: the rule not-json cannot be set to off: there would be nothing to send\n' +
      "hookd: --rule: 'x' is not of the form NAME=LEVEL or HOOK:NAME=LEVEL, where LEVEL is off, warn or error\n",
  },
  {
    name: 'a customize request to a hook for sync',
    argv: ['answers.ts'],
    stdin: JSON.stringify({ controller: JSON.parse(request).controller, parent: JSON.parse(request).parent }),
    code: 0,
    stdout: pretty,
    stderr:
      'answers: asked by you\n' +
      'warning: status is a field that Metacontroller does not know in the answer to a customize request: known are relatedResources\n' +
      'warning: children is a field that Metacontroller does not know in the answer to a customize request: known are relatedResources\n',
  },
  {
    name: 'an answer with the time',
    argv: ['../hooks-that-differ/time.ts', 'request.json', '--strict'],
    code: 4,
    stdout: '',
    stderr:
      'InvalidResponse: children[0].metadata.annotations.at differs in a second evaluation of the same request, so Metacontroller would make changes at every sync\n',
  },
  {
    name: 'an answer that a counter changes; what the hook prints is shown once',
    argv: ['../hooks-that-differ/counter.ts', 'request.json', '-o', 'yaml'],
    code: 0,
    stdout: 'status: {}\nchildren: []\n',
    stderr:
      'counter: call 1\n' +
      'warning: status.calls differs in a second evaluation of the same request, so Metacontroller would make changes at every sync\n',
  },
  {
    name: 'a hook that answers only once',
    argv: ['../hooks-that-differ/second-fails.ts', 'request.json', '-o', 'yaml'],
    code: 0,
    stdout: 'status: {}\nchildren: []\n',
    stderr:
      'warning: a second evaluation of the same request failed: hook second-fails: Error: once only (second-fails.ts:3)\n',
  },
  {
    name: 'integers that need more digits than a number has',
    argv: ['long-integer.jsonnet'],
    stdin: request.replace('"who": "you"', '"id": 1152921504606846977'),
    code: 0,
    stdout:
      '{\n  "children": [],\n  "status": {\n    "id": 1152921504606846977,\n    "power": 2305843009213693952\n  }\n}\n',
    stderr: '',
  },
  {
    name: 'the same in YAML',
    argv: ['long-integer.jsonnet', '-o', 'yaml'],
    stdin: request.replace('"who": "you"', '"id": 123456789012345678901'),
    code: 0,
    stdout: 'children: []\nstatus:\n  id: 123456789012345678901\n  power: 2305843009213693952\n',
    stderr: '',
  },
  {
    name: 'a hook that throws',
    argv: ['throws.ts', 'request.json'],
    code: 3,
    stdout: '',
    stderr: { first: 'HookFailed: hook throws: Error: no luck (throws.ts:2)' },
  },
  {
    name: 'a hook that wants to be called later',
    argv: ['later.ts', 'request.json'],
    code: 3,
    stdout: '',
    stderr: 'RetryLater: hook later: the database is not there yet (call it again in 7 s)\n',
  },
  {
    name: 'a hook that does not end',
    argv: ['endless.ts', 'request.json', '--timeout', '200ms'],
    code: 3,
    stdout: '',
    stderr: 'DeadlineExceeded: hook endless: did not end within 0.2 s (--timeout) and was stopped\n',
  },
  {
    name: 'an answer that Metacontroller cannot act on',
    argv: ['wrong.ts', 'request.json'],
    code: 4,
    stdout: '',
    stderr:
      "InvalidResponse: hook wrong: children[0].metadata.name is missing: set it to a string derived from the parent's name\n",
  },
  {
    name: 'a hook that cannot be loaded',
    argv: ['../broken/broken.ts', 'request.json'],
    code: 3,
    stdout: '',
    stderr:
      'HookLoadFailed: hook broken: broken.ts must export a function by default, but its default export is an object\n',
  },
  {
    name: 'a request that is not one of Metacontroller',
    argv: ['answers.ts'],
    stdin: '{}',
    code: 2,
    stdout: '',
    stderr: {
      first:
        'InvalidRequest: controller is missing: a Metacontroller request carries the CompositeController or DecoratorController it comes from',
    },
  },
  {
    name: 'a request that is neither JSON nor YAML',
    argv: ['answers.ts'],
    stdin: '{"a": ',
    code: 2,
    stdout: '',
    stderr: { first: 'hookd: stdin is neither JSON nor YAML: Flow map must end with a } at line 1, column 7:' },
  },
  {
    name: 'no request',
    argv: ['answers.ts'],
    stdin: ' \n',
    code: 2,
    stdout: '',
    stderr: 'hookd: stdin is empty; it should hold a request\n',
  },
  {
    name: 'a request file that is not there',
    argv: ['answers.ts', 'nowhere.json'],
    code: 2,
    stdout: '',
    stderr: `hookd: cannot read ${cwd}/nowhere.json (ENOENT)\n`,
  },
  {
    name: 'an object instead of a request',
    argv: ['answers.ts', `${hello}/sample.yaml`],
    code: 2,
    stdout: '',
    stderr: `hookd: ${hello}/sample.yaml holds a HelloWorld and not a request; make a request from it with --controller controller.yaml --parent ${hello}/sample.yaml\n`,
  },
  {
    name: 'a controller instead of a request',
    argv: ['answers.ts', `${hello}/controller.yaml`],
    code: 2,
    stdout: '',
    stderr: `hookd: ${hello}/controller.yaml holds a CompositeController and not a request; make a request from it with --controller ${hello}/controller.yaml --parent sample.yaml\n`,
  },
  {
    name: 'several requests',
    argv: ['answers.ts'],
    stdin: 'a: 1\n---\nb: 2\n',
    code: 2,
    stdout: '',
    stderr: 'hookd: stdin holds several documents, but a request is one\n',
  },
  {
    name: 'a request from a controller and a parent',
    argv: [`${hello}/sync.ts`, ...sample],
    code: 0,
    stdout: greeting(0),
    stderr: '',
  },
  {
    name: 'a request from a controller, a parent and what exists',
    argv: [`${hello}/sync.ts`, ...sample, '--observed', 'observed.yaml'],
    code: 0,
    stdout: greeting(1),
    stderr: '',
  },
  {
    name: 'a finalize request of a controller without that hook',
    argv: [`${hello}/sync.ts`, ...sample, '--finalizing'],
    code: 2,
    stdout: '',
    stderr: 'hookd: the controller hello-world declares no finalize hook\n',
  },
  {
    name: 'a request from a parent alone',
    argv: ['answers.ts', '--parent', `${hello}/sample.yaml`],
    code: 2,
    stdout: '',
    stderr: 'hookd: a request is made from --controller FILE and --parent FILE, and both are needed\n',
  },
  {
    name: 'a request and the parts of one',
    argv: ['answers.ts', 'request.json', ...sample],
    code: 2,
    stdout: '',
    stderr: 'hookd: give either the request request.json or the parts of one (--parent), not both\n',
  },
  {
    name: 'a controller file without a controller',
    argv: ['answers.ts', '--controller', `${hello}/crd.yaml`, '--parent', `${hello}/sample.yaml`],
    code: 2,
    stdout: '',
    stderr: `hookd: ${hello}/crd.yaml holds 0 controllers, but one is needed\n`,
  },
  {
    name: 'a hook file that is not there',
    argv: ['nowhere.ts', 'request.json'],
    code: 2,
    stdout: '',
    stderr: `hookd: There is no file or directory "nowhere.ts" (looked for ${cwd}/nowhere.ts)\n`,
  },
  {
    name: 'a directory of several hooks',
    argv: ['.', 'request.json'],
    code: 2,
    stdout: '',
    stderr: 'hookd: . holds 8 hooks; name one file\n',
  },
  {
    name: 'no hook',
    argv: [],
    code: 2,
    stdout: '',
    stderr: 'hookd: hook is missing; write hookd render <hook> [request]\n',
  },
];

describe('hookd render', () => {
  for (const { name, argv, stdin, code, stdout, stderr } of rows) {
    test(name, async () => {
      const result = await runCli(['render', ...argv], { cwd, ...(stdin === undefined ? {} : { stdin }) });
      const shown = typeof stderr === 'object' ? { first: result.stderr.split('\n')[0] } : result.stderr;
      assert.deepEqual({ code: result.code, stdout: result.stdout, stderr: shown }, { code, stdout, stderr });
    });
  }

  test('at a terminal it says that it waits for the request', async () => {
    const { stderr } = await runCli(['render', 'answers.ts'], { cwd, stdin: request, isTTY: true });
    assert.equal(stderr, 'reading the request from the terminal; end it with Ctrl-D\nanswers: asked by you\n');
  });

  test('an error names the place in the hook where it was thrown', async () => {
    const { stderr } = await runCli(['render', 'throws.ts', 'request.json'], { cwd });
    assert.match(stderr, new RegExp(`\\nError: no luck\\n +at throws \\(${cwd}/throws\\.ts:2:9\\)\\n`));
  });
});

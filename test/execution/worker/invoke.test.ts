import assert from 'node:assert/strict';
import { test } from 'node:test';
import { HookdError } from '../../../src/errors.js';
import type { Call } from '../../../src/execution/outcome.js';
import { invoke } from '../../../src/execution/worker/invoke.js';
import type { Hook, HookAnswer, HookCall } from '../../../src/hooks/hook.js';
import type { Json } from '../../../src/json/json.js';
import { checkAnswer, type RuleSettings, readRequest } from '../../../src/protocol/index.js';
import { bytesOf, compositeSync, thingFacts } from '../requests.js';

interface FakeHook {
  readonly answer?: Partial<HookAnswer>;
  readonly call?: (call: HookCall) => unknown;
  readonly nodejsStyle?: boolean;
  readonly digest?: string;
}

function fake({ answer = {}, call, nodejsStyle = false, digest }: FakeHook): Hook {
  const usual: HookAnswer = {
    status: 200,
    headers: {},
    body: { status: {}, children: [] },
    pure: false,
    alreadyJson: false,
    ...answer,
  };
  return {
    spec: { name: 'sync', file: '/hooks/sync.ts', language: 'script' },
    nodejsStyle,
    digest,
    call: async (given) => (call === undefined ? usual : { ...usual, body: call(given) }),
  };
}

function callOf(body: unknown, more: Partial<Call> = {}): Call {
  return { hook: 'sync', body: bytesOf(body), http: { method: 'POST', url: '/sync', headers: {} }, ...more };
}

/** The outcome without the one value that differs from run to run. */
async function outcomeOf(hook: FakeHook, call: Call, strict = false, rules: RuleSettings = {}) {
  const { evaluationSeconds, ...outcome } = await invoke(fake(hook), call, { strict, rules, maxAnswerBytes: 1_000 });
  assert.ok(evaluationSeconds === undefined || evaluationSeconds >= 0);
  return 'body' in outcome ? { ...outcome, body: Buffer.from(outcome.body).toString() } : outcome;
}

/** The parent's spec, for hooks that answer what the test put there. */
function specOf(request: Json): unknown {
  return (request as { parent: { spec: unknown } }).parent.spec;
}

const pod = { apiVersion: 'v1', kind: 'Pod', metadata: { name: 'a' } };
const withEtag = compositeSync({ etag: true });
const etagFacts = { ...thingFacts, etag: true };
const emptyAnswer = '{"status":{},"children":[]}';
const json = { 'content-type': 'application/json' };

const outcomes: { name: string; hook?: FakeHook; call: Call; strict?: boolean; expected: object }[] = [
  {
    name: 'a good answer',
    hook: { answer: { body: { status: { a: 1 }, children: [pod], resyncAfterSeconds: 2.5 } } },
    call: callOf(compositeSync()),
    expected: {
      ok: true,
      request: thingFacts,
      desired: 1,
      warnings: [],
      status: 200,
      headers: json,
      body: JSON.stringify({ status: { a: 1 }, children: [pod], resyncAfterSeconds: 2.5 }),
    },
  },
  {
    name: 'integers of the request that no double holds',
    hook: { call: ({ request }) => specOf(request) },
    call: callOf(
      JSON.stringify(compositeSync()).replace(
        '"spec":{}',
        '"spec":{"status":{"n":1152921504606846977,"m":9223372036854775807,"e":1e30},"children":[]}',
      ),
    ),
    expected: {
      ok: true,
      request: thingFacts,
      desired: 0,
      warnings: [],
      status: 200,
      headers: json,
      body: '{"status":{"n":1152921504606846977,"m":9223372036854775807,"e":1000000000000000019884624838656},"children":[]}',
    },
  },
  {
    name: 'integers of the request that cannot be told from each other',
    hook: { call: ({ request }) => specOf(request) },
    call: callOf(
      JSON.stringify(compositeSync()).replace(
        '"spec":{}',
        '"spec":{"status":{"n":9007199254740993,"m":9007199254740992},"children":[]}',
      ),
    ),
    expected: {
      ok: true,
      request: thingFacts,
      desired: 0,
      warnings: [
        {
          rule: 'integer-loss',
          path: 'status.n',
          message:
            'status.n is an integer of the request that JavaScript rounds (beyond 2^53): leave it out or send a string',
        },
        {
          rule: 'integer-loss',
          path: 'status.m',
          message:
            'status.m is an integer of the request that JavaScript rounds (beyond 2^53): leave it out or send a string',
        },
      ],
      status: 200,
      headers: json,
      body: '{"status":{"n":9007199254740992,"m":9007199254740992},"children":[]}',
    },
  },
  {
    name: 'keys that only look special',
    hook: { call: ({ request }) => specOf(request) },
    call: callOf(
      JSON.stringify(compositeSync()).replace(
        '"spec":{}',
        '"spec":{"status":{"__proto__":{"2":1,"1":2}},"children":[]}',
      ),
    ),
    expected: {
      ok: true,
      request: thingFacts,
      desired: 0,
      warnings: [],
      status: 200,
      headers: json,
      body: '{"status":{"__proto__":{"1":2,"2":1}},"children":[]}',
    },
  },
  {
    name: 'no JSON',
    call: callOf('{"controller": {\n  "secret": hunter2\n}}'),
    expected: {
      ok: false,
      warnings: [],
      code: 'InvalidJson',
      message: 'the body is not JSON: line 2 column 13: expected a value',
    },
  },
  {
    name: 'nothing',
    call: callOf(''),
    expected: { ok: false, warnings: [], code: 'InvalidJson', message: 'the body is empty' },
  },
  {
    name: 'no UTF-8',
    call: { ...callOf(''), body: new Uint8Array([0x22, 0xff, 0x22]) },
    expected: { ok: false, warnings: [], code: 'InvalidJson', message: 'the body is not UTF-8' },
  },
  {
    name: 'nesting of 100,000 levels',
    call: callOf('['.repeat(100_000) + ']'.repeat(100_000)),
    expected: {
      ok: false,
      warnings: [],
      code: 'InvalidJson',
      message: 'the body is nested deeper than 10000 levels',
    },
  },
  {
    name: 'nesting of 100,000 levels inside a good request',
    call: callOf(
      JSON.stringify(compositeSync()).replace('"spec":{}', `"spec":${'{"a":'.repeat(100_000)}1${'}'.repeat(100_000)}`),
    ),
    expected: {
      ok: false,
      warnings: [],
      code: 'InvalidJson',
      message: 'the body is nested deeper than 10000 levels',
    },
  },
  {
    name: 'brackets in strings do not nest',
    call: callOf({ ...compositeSync(), note: '[{"\\'.repeat(50_000) }),
    expected: {
      ok: true,
      request: thingFacts,
      desired: 0,
      warnings: [],
      status: 200,
      headers: json,
      body: emptyAnswer,
    },
  },
  {
    name: 'no request of Metacontroller',
    call: callOf('[1]'),
    expected: {
      ok: false,
      warnings: [],
      code: 'InvalidRequest',
      message: 'the request is an array, but must be an object with controller and parent',
    },
  },
  {
    name: 'an error of the hook',
    hook: {
      call: () => {
        throw new HookdError('HookFailed', 'Error: no (sync.ts:1)', { trace: 'Error: no\n    at sync.ts:1' });
      },
    },
    call: callOf(compositeSync()),
    expected: {
      ok: false,
      request: thingFacts,
      warnings: [],
      code: 'HookFailed',
      message: 'hook sync: Error: no (sync.ts:1)',
      trace: 'Error: no\n    at sync.ts:1',
    },
  },
  {
    name: 'a hook that wants to be called later',
    hook: {
      call: () => {
        throw new HookdError('RetryLater', 'not yet', { retryAfterSeconds: 7 });
      },
    },
    call: callOf(withEtag),
    expected: {
      ok: false,
      request: etagFacts,
      warnings: [],
      code: 'RetryLater',
      message: 'hook sync: not yet',
      retryAfterSeconds: 7,
    },
  },
  {
    name: 'the digest of a pure hook',
    hook: { digest: 'd1', answer: { pure: true } },
    call: callOf(withEtag),
    expected: {
      ok: true,
      request: etagFacts,
      desired: 0,
      warnings: [],
      digest: 'd1',
      status: 200,
      headers: json,
      body: emptyAnswer,
    },
  },
  {
    name: 'no digest for an answer of a pure hook that did something impure',
    hook: { digest: 'd1' },
    call: callOf(withEtag),
    expected: {
      ok: true,
      request: etagFacts,
      desired: 0,
      warnings: [],
      status: 200,
      headers: json,
      body: emptyAnswer,
    },
  },
  {
    name: 'a nodejs-server hook chooses status and headers',
    hook: { nodejsStyle: true, answer: { status: 404, headers: { 'x-a': 'b' }, body: 'not here' } },
    call: callOf('', { http: { method: 'GET', url: '/sync/a', headers: {} } }),
    expected: {
      ok: true,
      warnings: [],
      status: 404,
      headers: { 'content-type': 'text/plain; charset=utf-8', 'x-a': 'b' },
      body: 'not here',
    },
  },
  {
    name: 'a hook for sync that fails in a customize request',
    hook: {
      call() {
        throw new HookdError('HookFailed', 'no children');
      },
    },
    call: callOf({ controller: compositeSync().controller, parent: compositeSync().parent }),
    expected: {
      ok: false,
      request: { ...thingFacts, kind: 'composite-customize', observed: 0 },
      warnings: [],
      code: 'HookFailed',
      message: 'hook sync: in a customize request: no children',
    },
  },
  {
    name: 'a nodejs-server hook gets text that is no JSON as it is',
    hook: { nodejsStyle: true, call: ({ request }) => ({ request }) },
    call: callOf('a=b'),
    expected: { ok: true, warnings: [], status: 200, headers: json, body: '{"request":"a=b"}' },
  },
  {
    name: 'a nodejs-server hook does not get broken JSON that was declared as JSON',
    hook: { nodejsStyle: true },
    call: callOf('{', { http: { method: 'POST', url: '/', headers: { 'content-type': 'application/json' } } }),
    expected: {
      ok: false,
      warnings: [],
      code: 'InvalidJson',
      message: 'the body is not JSON: it ends too early, at line 1 column 2',
    },
  },
  {
    name: 'what a nodejs-server hook answers with another status is not',
    hook: { nodejsStyle: true, answer: { status: 202, body: { children: 5 } } },
    call: callOf(compositeSync()),
    expected: { ok: true, request: thingFacts, warnings: [], status: 202, headers: json, body: '{"children":5}' },
  },
  {
    name: 'what a nodejs-server hook answers with another status and JSON cannot carry',
    hook: { nodejsStyle: true, answer: { status: 202, body: { big: 1n } } },
    call: callOf(compositeSync()),
    expected: {
      ok: false,
      request: thingFacts,
      warnings: [],
      code: 'InvalidResponse',
      message: 'hook sync: the body cannot be written as JSON: Do not know how to serialize a BigInt',
    },
  },
  {
    name: 'values that JSON drops or rewrites are warnings, an optional field that is undefined is none',
    hook: { answer: { body: { status: { since: new Date(0), pods: new Map() }, children: [], events: undefined } } },
    call: callOf(compositeSync()),
    expected: {
      ok: true,
      request: thingFacts,
      desired: 0,
      warnings: [
        {
          rule: 'date-value',
          path: 'status.since',
          message:
            'status.since is a Date, which is sent with milliseconds: return a string such as 2024-01-01T00:00:00Z',
        },
        {
          rule: 'dropped-value',
          path: 'status.pods',
          message: 'status.pods is a Map, which JSON sends as {}: return Object.fromEntries(map)',
        },
      ],
      status: 200,
      headers: json,
      body: '{"status":{"since":"1970-01-01T00:00:00.000Z","pods":{}},"children":[]}',
    },
  },
];

for (const { name, hook = {}, call, strict, expected } of outcomes) {
  test(name, async () => assert.deepEqual(await outcomeOf(hook, call, strict), expected));
}

/** The sentences themselves are the protocol room's; here it matters which of them go where. */
const refused = [
  {
    name: 'an answer that would be refused',
    hook: { answer: { body: { status: {}, children: [pod, { ...pod, metadata: {} }, { ...pod, kind: 5 }] } } },
    checked: { status: {}, children: [pod, { ...pod, metadata: {} }, { ...pod, kind: 5 }] },
    found: 2,
  },
  {
    name: 'what a nodejs-server hook answers to Metacontroller with 200, here as JSON text',
    hook: { nodejsStyle: true, answer: { body: '{"status": {}, "children": 5}' } },
    checked: { status: {}, children: 5 },
    found: 1,
  },
  {
    name: 'a warning, where the mode is strict',
    hook: { answer: { body: { children: [] } } },
    checked: { children: [] },
    strict: true,
    found: 1,
  },
];

for (const { name, hook, checked, strict = false, found } of refused) {
  test(`is refused: ${name}`, async () => {
    const body = compositeSync();
    const { request, facts } = readRequest(body);
    const { errors, desired } = checkAnswer(request, facts, checked, { strict });
    assert.equal(errors.length, found);
    assert.deepEqual(await outcomeOf(hook, callOf(body), strict), {
      ok: false,
      request: thingFacts,
      desired,
      warnings: [],
      code: 'InvalidResponse',
      message: `hook sync: ${errors[0]?.message}${found > 1 ? ` (and ${found - 1} more)` : ''}`,
      trace: errors.map(({ message }) => message).join('\n'),
    });
  });
}

test('warnings go out beside a good answer', async () => {
  const body = compositeSync();
  const { request, facts } = readRequest(body);
  const { warnings } = checkAnswer(request, facts, { children: [] }, { strict: false });
  assert.equal(warnings.length, 1);
  const outcome = await outcomeOf({ answer: { body: { children: [] } } }, callOf(body));
  assert.deepEqual([outcome.ok, outcome.warnings], [true, warnings]);
});

const levels: { name: string; rules?: RuleSettings; expected: string }[] = [
  { name: 'by default', expected: 'InvalidResponse' },
  { name: 'by the name of the rule', rules: { 'other-namespace': 'warn' }, expected: 'other-namespace' },
  { name: 'for this hook', rules: { 'sync:other-namespace': 'warn' }, expected: 'other-namespace' },
  { name: 'for another hook', rules: { 'other:other-namespace': 'warn' }, expected: 'InvalidResponse' },
];

for (const { name, rules = {}, expected } of levels) {
  test(`the level of a rule is chosen ${name}`, async () => {
    const body = { status: {}, children: [{ ...pod, metadata: { name: 'a', namespace: 'elsewhere' } }] };
    const outcome = await outcomeOf({ answer: { body } }, callOf(compositeSync()), false, rules);
    assert.equal(outcome.ok ? outcome.warnings.map(({ rule }) => rule).join() : outcome.code, expected);
  });
}

for (const nodejsStyle of [false, true]) {
  test(`null for children is ${nodejsStyle ? 'a warning' : 'an error'} ${nodejsStyle ? 'in' : 'outside of'} nodejs-server style`, async () => {
    const request = compositeSync();
    (request as { children: unknown }).children = { 'Pod.v1': { a: pod } };
    const outcome = await outcomeOf({ nodejsStyle, answer: { body: { status: {}, children: null } } }, callOf(request));
    assert.deepEqual(
      outcome.ok ? outcome.warnings.map(({ rule }) => rule) : outcome.code,
      nodejsStyle ? ['null-children'] : 'InvalidResponse',
    );
  });
}

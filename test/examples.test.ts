import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { after, before, test } from 'node:test';
import { promisify } from 'node:util';
import { checkout } from './checkout.js';
import { hookdBin, type RunningHookd, runHookd } from './running-hookd.js';

const examples = `${checkout}examples/`;

// biome-ignore lint/suspicious/noExplicitAny: recorded JSON, which the cases below change at will
const json = (path: string): any => JSON.parse(readFileSync(join(examples, path), 'utf8'));

/** Each hook file of the examples, served under its own name as the READMEs show it. */
const hooks = ['hello-world/sync.ts', 'hello-world/sync.jsonnet', 'useless-controller/sync.jsonnet'] as const;

const route = (hook: string) => hook.replace('.', '-');

let server: RunningHookd;

before(async () => {
  server = await runHookd(['serve', ...hooks.map((hook) => `${route(hook)}=${join(examples, hook)}`)]);
});

after(async () => {
  assert.equal(await server.stop(), 0);
});

async function call(hook: string, request: unknown): Promise<unknown> {
  const reply = await fetch(`${server.url}/${route(hook)}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(request),
  });
  const body = await reply.text();
  assert.equal(reply.status, 200, body);
  assert.equal(reply.headers.get('content-type'), 'application/json');
  return JSON.parse(body);
}

for (const hook of hooks) {
  test(`${hook} answers the recorded request as expected`, async () => {
    const [folder] = hook.split('/');
    assert.deepEqual(await call(hook, json(`${folder}/request.json`)), json(`${folder}/expected.json`));
  });
}

const render = async (hook: string) => {
  const request = join(examples, dirname(hook), 'request.json');
  const { stdout } = await promisify(execFile)(process.execPath, [hookdBin, 'render', join(examples, hook), request]);
  return stdout;
};

for (const hook of ['hello-world/sync.ts', 'useless-controller/sync.jsonnet']) {
  test(`${hook}: render prints expected.json, so that diff finds nothing`, async () => {
    assert.equal(await render(hook), readFileSync(join(examples, dirname(hook), 'expected.json'), 'utf8'));
  });
}

test('eval prints answers that differ in the order of their keys alike', async () => {
  const sorted = async (file: string) => (await promisify(execFile)(process.execPath, [hookdBin, 'eval', file])).stdout;
  const folder = mkdtempSync(join(tmpdir(), 'hookd-'));
  const rendered = join(folder, 'rendered.json');
  writeFileSync(rendered, await render('hello-world/sync.jsonnet'));
  assert.equal(await sorted(rendered), await sorted(join(examples, 'hello-world/expected.json')));
  rmSync(folder, { recursive: true });
});

const hello = (parent: object, pods: object) => ({
  ...json('hello-world/request.json'),
  parent: { apiVersion: 'example.com/v1', kind: 'HelloWorld', ...parent },
  children: { 'Pod.v1': pods },
});

const greetings = [
  { name: 'nobody is named', spec: {}, says: 'Hello, World!' },
  { name: 'there is no spec', spec: undefined, says: 'Hello, World!' },
  { name: 'the name holds quotes', spec: { who: '"$(rm)"' }, says: 'Hello, "$(rm)"!' },
] as const;

for (const hook of ['hello-world/sync.ts', 'hello-world/sync.jsonnet']) {
  for (const { name, spec, says } of greetings) {
    test(`${hook} greets if ${name}`, async () => {
      const answer = await call(hook, hello({ metadata: { name: 'a', namespace: 'default', uid: '1' }, spec }, {}));
      assert.deepEqual(answer, {
        status: { pods: 0 },
        children: [
          {
            apiVersion: 'v1',
            kind: 'Pod',
            metadata: { name: 'a' },
            spec: {
              restartPolicy: 'OnFailure',
              containers: [{ name: 'hello', image: 'busybox:1.37.0', command: ['echo', says] }],
            },
          },
        ],
      });
    });
  }
}

const readiness = [
  { name: 'there is no Deployment yet', change: () => ({}), ready: false },
  {
    name: 'the Deployment has no status yet',
    change: ({ status: _, ...deployment }: Record<string, unknown>) => ({ 'default/useless-example': deployment }),
    ready: false,
  },
  {
    name: 'its Pod is not ready',
    change: (deployment: Record<string, unknown>) => ({
      'default/useless-example': {
        ...deployment,
        status: { observedGeneration: 1, replicas: 1, unavailableReplicas: 1 },
      },
    }),
    ready: false,
  },
  {
    name: 'only the Deployment of the name before is ready',
    change: (deployment: Record<string, unknown>) => ({
      'default/useless-before': {
        ...deployment,
        metadata: { ...(deployment.metadata as object), name: 'useless-before' },
      },
    }),
    ready: false,
  },
  {
    name: 'the Deployment is ready',
    change: (deployment: object) => ({ 'default/useless-example': deployment }),
    ready: true,
  },
];

for (const { name, change, ready } of readiness) {
  test(`useless-controller/sync.jsonnet: ready is ${ready} if ${name}`, async () => {
    const request = json('useless-controller/request.json');
    const expected = json('useless-controller/expected.json');
    const children = change(request.children['Deployment.apps/v1']['default/useless-example']);
    const answer = await call('useless-controller/sync.jsonnet', {
      ...request,
      children: { 'Deployment.apps/v1': children },
    });
    assert.deepEqual(answer, { ...expected, status: { observedGeneration: 2, ready } });
  });
}

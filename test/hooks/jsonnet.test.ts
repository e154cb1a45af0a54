import assert from 'node:assert/strict';
import { basename } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { HookdError } from '../../src/errors.js';
import type { HookConfig } from '../../src/hooks/config.js';
import type { Hook } from '../../src/hooks/hook.js';
import { HookLoader } from '../../src/hooks/loader.js';
import type { Json } from '../../src/jsonnet/engine.js';

const directory = fileURLToPath(new URL('../../../test/data/jsonnet-hooks/', import.meta.url));
const request: Json = { parent: { spec: { who: 'World' } } };
const plain: HookConfig = {
  engine: 'libjsonnet',
  jpath: [],
  extVars: {},
  tlas: {},
  maxStack: 500,
  maxTrace: 20,
  strict: false,
};

function load(file: string, config: Partial<HookConfig> = {}): Promise<Hook> {
  const loader = new HookLoader({ ...plain, ...config }, () => {});
  return loader.load({ name: basename(file, '.jsonnet'), file: directory + file, language: 'jsonnet' });
}

async function call(file: string, config?: Partial<HookConfig>, body = request) {
  const hook = await load(file, config);
  return hook.call({ request: body, http: { method: 'POST', url: '/', headers: {} } });
}

const answers: { name: string; file: string; config?: Partial<HookConfig>; body: unknown }[] = [
  {
    name: 'imports relative to the importing file, and a missing one that is never used',
    file: 'answers.jsonnet',
    body: { status: { greeting: 'Hello, World!' } },
  },
  {
    name: 'library directories from the last to the first',
    file: 'library.jsonnet',
    config: { jpath: [`${directory}lib-a`, `${directory}lib-b`] },
    body: { where: 'b', only: 'only a' },
  },
  {
    name: 'external variables and top-level arguments',
    file: 'flags.jsonnet',
    config: {
      extVars: { cluster: { kind: 'str', value: '1+1' }, sum: { kind: 'code', value: '1+1' } },
      tlas: { replicas: { kind: 'code', value: '2+1' } },
    },
    body: { replicas: 3, image: 'none', cluster: '1+1', sum: 2 },
  },
];

for (const { name, file, config, body } of answers) {
  test(`answers: ${name}`, async () => {
    assert.deepEqual(await call(file, config), { status: 200, headers: {}, body, pure: true });
  });
}

const failures = [
  {
    name: 'a runtime error',
    file: 'fails.jsonnet',
    expected: ['HookFailed', 'RUNTIME ERROR: spec.who is missing (fails.jsonnet:2:52)'],
  },
  {
    name: 'a file that is no function',
    file: 'no-function.jsonnet',
    expected: [
      'HookLoadFailed',
      'the file must be a function of the request, as in function(request) { … }, but its value is of type object',
    ],
  },
  {
    name: 'a function of something else',
    file: 'other-parameter.jsonnet',
    expected: ['HookFailed', 'RUNTIME ERROR: function has no parameter request'],
  },
  {
    name: 'a static error',
    file: 'static-error.jsonnet',
    expected: ['HookLoadFailed', 'STATIC ERROR: Unknown variable: unknown (static-error.jsonnet:2:11)'],
  },
  {
    name: 'a syntax error',
    file: 'syntax-error.jsonnet',
    expected: ['HookLoadFailed', 'STATIC ERROR: unexpected: "," while parsing terminal (syntax-error.jsonnet:2:11)'],
  },
  {
    name: 'a missing import',
    file: 'missing-import.jsonnet',
    expected: [
      'HookFailed',
      'RUNTIME ERROR: couldn\'t open import "not-there.libsonnet": no match locally or in the Jsonnet library paths. (missing-import.jsonnet:1:26)',
    ],
  },
  {
    name: 'a missing file',
    file: 'nowhere.jsonnet',
    expected: [
      'HookLoadFailed',
      `couldn't open import "${directory}nowhere.jsonnet": looked for ${directory}nowhere.jsonnet`,
    ],
  },
];

for (const { name, file, expected } of failures) {
  test(`fails: ${name}`, async () => {
    await assert.rejects(call(file, {}, { parent: { spec: {} } }), (error) => {
      assert.ok(error instanceof HookdError);
      assert.deepEqual([error.code, error.message], expected);
      return true;
    });
  });
}

test('a failure leaves nothing behind: the same hook answers the next request', async () => {
  const hook = await load('fails.jsonnet');
  const http = { method: 'POST', url: '/', headers: {} };
  await assert.rejects(hook.call({ request: { parent: { spec: {} } }, http }), { code: 'HookFailed' });
  const answer = { status: 200, headers: {}, body: { status: 'World' }, pure: true };
  assert.deepEqual(await hook.call({ request, http }), answer);
});

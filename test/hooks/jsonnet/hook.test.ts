import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { test } from 'node:test';
import { HookdError } from '../../../src/errors.js';
import { defaultHookConfig, type HookConfig } from '../../../src/hooks/config.js';
import type { Hook } from '../../../src/hooks/hook.js';
import { HookLoader } from '../../../src/hooks/loader.js';
import type { Json } from '../../../src/json/json.js';
import { engineNames } from '../../../src/jsonnet/engine.js';
import { createLibjsonnetEngine } from '../../../src/jsonnet/libjsonnet.js';
import { fixture } from '../../checkout.js';
import { missingEngines } from '../../missing-engines.js';

const directory = fixture('hooks/jsonnet/');
const request: Json = { parent: { spec: { who: 'World' } } };

function load(file: string, config: Partial<HookConfig> = {}): Promise<Hook> {
  const loader = new HookLoader({ ...defaultHookConfig, ...config }, () => {});
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
    name: 'library directories from the first to the last',
    file: 'library.jsonnet',
    config: { searchPath: [`${directory}lib-b`, `${directory}lib-a`] },
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

for (const engine of engineNames) {
  test(`${engine}: an object is the answer to every request, which a note says`, {
    skip: missingEngines[engine] ?? false,
  }, async () => {
    const hook = await load('object.jsonnet', { engine });
    assert.equal(hook.note, 'it is an object and not a function of the request, so every request gets the same answer');
    const { body } = await hook.call({ request, http: { method: 'POST', url: '/', headers: {} } });
    assert.deepEqual(body, { status: {}, children: [] });
    assert.equal((await load('answers.jsonnet', { engine })).note, undefined);
  });

  for (const { name, file, config, body } of answers) {
    test(`${engine} answers: ${name}`, { skip: missingEngines[engine] ?? false }, async () => {
      assert.deepEqual(await call(file, { ...config, engine }), {
        status: 200,
        headers: {},
        body,
        pure: true,
        alreadyJson: true,
      });
    });
  }
}

const failures: { name: string; file: string; code: string; expected: string; libjsonnet?: string }[] = [
  {
    name: 'a runtime error',
    file: 'fails.jsonnet',
    code: 'HookFailed',
    expected: 'RUNTIME ERROR: spec.who is missing (fails.jsonnet:2:52)',
  },
  {
    name: 'an error inside of the standard library',
    file: 'fails-in-std.jsonnet',
    code: 'HookFailed',
    expected: 'RUNTIME ERROR: expected string but arr[0] was number (fails-in-std.jsonnet:2:11)',
  },
  {
    name: 'a file that is not a function',
    file: 'no-function.jsonnet',
    code: 'HookLoadFailed',
    expected:
      'the file must be a function of the request, as in function(request) { … }, but its value is of type array',
  },
  {
    name: 'a function of something else',
    file: 'other-parameter.jsonnet',
    code: 'HookLoadFailed',
    expected:
      'other-parameter.jsonnet:1:1: the function takes req, but hooks get the request as request: write function(request)',
  },
  {
    name: 'a function of something else in another file',
    file: 'imports-other-parameter.jsonnet',
    code: 'HookFailed',
    expected: 'RUNTIME ERROR: function has no parameter request',
  },
  {
    name: 'a function of more than the request',
    file: 'more-parameters.jsonnet',
    code: 'HookLoadFailed',
    expected:
      'more-parameters.jsonnet:2:1: the function needs the argument cluster: give it with --tla-str cluster=VALUE',
  },
  {
    name: 'a static error',
    file: 'static-error.jsonnet',
    code: 'HookLoadFailed',
    expected: 'STATIC ERROR: Unknown variable: unknown (static-error.jsonnet:2:11)',
  },
  {
    name: 'a syntax error',
    file: 'syntax-error.jsonnet',
    code: 'HookLoadFailed',
    expected: 'STATIC ERROR: Unexpected: "," while parsing terminal (syntax-error.jsonnet:2:11)',
    libjsonnet: 'STATIC ERROR: unexpected: "," while parsing terminal (syntax-error.jsonnet:2:11)',
  },
  {
    name: 'a missing import',
    file: 'missing-import.jsonnet',
    code: 'HookFailed',
    expected: `RUNTIME ERROR: couldn't open import "not-there.libsonnet": looked for ${directory}not-there.libsonnet (missing-import.jsonnet:1:26)`,
    libjsonnet:
      'RUNTIME ERROR: couldn\'t open import "not-there.libsonnet": no match locally or in the Jsonnet library paths. (missing-import.jsonnet:1:26)',
  },
  {
    name: 'a missing file',
    file: 'nowhere.jsonnet',
    code: 'HookLoadFailed',
    expected: `couldn't open import "${directory}nowhere.jsonnet": looked for ${directory}nowhere.jsonnet`,
  },
];

for (const engine of engineNames) {
  for (const { name, file, code, expected, libjsonnet = expected } of failures) {
    test(`${engine} fails: ${name}`, { skip: missingEngines[engine] ?? false }, async () => {
      await assert.rejects(call(file, { engine }, { parent: { spec: {} } }), (error) => {
        assert.ok(error instanceof HookdError);
        assert.deepEqual([error.code, error.message], [code, engine === 'js' ? expected : libjsonnet]);
        return true;
      });
    });
  }
}

for (const engine of engineNames) {
  test(`${engine}: a failure leaves nothing behind`, { skip: missingEngines[engine] ?? false }, async () => {
    const hook = await load('fails.jsonnet', { engine });
    const http = { method: 'POST', url: '/', headers: {} };
    const answer = { status: 200, headers: {}, body: { status: 'World' }, pure: true, alreadyJson: true };
    for (let turn = 0; turn < 3; turn++) {
      await assert.rejects(hook.call({ request: { parent: { spec: {} } }, http }), { code: 'HookFailed' });
      assert.deepEqual(await hook.call({ request, http }), answer);
    }
  });

  test(`${engine}: retryLater in a library, each time`, { skip: missingEngines[engine] ?? false }, async () => {
    const hook = await load('later-in-library.jsonnet', { engine });
    const http = { method: 'POST', url: '/', headers: {} };
    const later = { code: 'RetryLater', retryAfterSeconds: 4, message: 'in a library' };
    for (let turn = 0; turn < 3; turn++) {
      await assert.rejects(hook.call({ request, http }), later);
      const answer = await hook.call({ request: { parent: { spec: { who: '' } } }, http });
      assert.deepEqual(answer, { status: 200, headers: {}, body: { status: 1 }, pure: true, alreadyJson: true });
    }
  });

  test(`${engine}: retryLater`, { skip: missingEngines[engine] ?? false }, async () => {
    await assert.rejects(call('later.jsonnet', { engine }), {
      code: 'RetryLater',
      retryAfterSeconds: 3,
      message: 'the volume is not there yet',
    });
  });
}

test('an import that changes while hookd runs changes no answer that may be remembered', async () => {
  for (const engine of engineNames) {
    if (missingEngines[engine] !== undefined) continue;
    const folder = mkdtempSync(join(tmpdir(), 'hookd-imports-'));
    writeFileSync(join(folder, 'sync.jsonnet'), "function(request) { version: import 'version.libsonnet' }");
    writeFileSync(join(folder, 'version.libsonnet'), '1');
    const loader = new HookLoader({ ...defaultHookConfig, engine }, () => {});
    const hook = await loader.load({ name: 'sync', file: join(folder, 'sync.jsonnet'), language: 'jsonnet' });
    const versions: unknown[] = [];
    for (const version of [1, 2]) {
      writeFileSync(join(folder, 'version.libsonnet'), String(version));
      const { body } = await hook.call({ request, http: { method: 'POST', url: '/', headers: {} } });
      versions.push((body as { version: number }).version);
    }
    // Without a digest nothing is remembered.
    if (hook.digest !== undefined) assert.deepEqual(versions, [1, 1], engine);
    assert.equal(hook.digest === undefined, engine === 'libjsonnet');
    rmSync(folder, { recursive: true });
  }
});

test('libjsonnet says where kubecfg.libsonnet is', { skip: missingEngines.libjsonnet ?? false }, async () => {
  await assert.rejects(call('imports-kubecfg.jsonnet', { engine: 'libjsonnet' }), {
    code: 'HookFailed',
    message:
      'RUNTIME ERROR: couldn\'t open import "kubecfg.libsonnet": no match locally or in the Jsonnet library paths. The engine libjsonnet imports only files; use the engine js for URLs and for kubecfg.libsonnet. (imports-kubecfg.jsonnet:1:17)',
  });
});

test('libjsonnet says what its natives cannot take', { skip: missingEngines.libjsonnet ?? false }, async () => {
  await assert.rejects(call('native-object.jsonnet', { engine: 'libjsonnet' }), {
    code: 'HookFailed',
    message:
      'RUNTIME ERROR: with the engine libjsonnet a native takes only strings, numbers, booleans and null; use the engine js to pass arrays and objects. (native-object.jsonnet:1:29)',
  });
});

test('libjsonnet that is not installed says how to get it', () => {
  const options = { importer: { read: () => assert.fail('nothing is read') } };
  const load = () => assert.fail('Cannot find package');
  assert.throws(() => createLibjsonnetEngine(options, load), {
    name: 'EngineUnavailableError',
    message:
      'the Jsonnet engine libjsonnet is not installed: run `npm install @hanazuki/node-jsonnet`, which needs CMake and a C++17 compiler, or use the engine js',
  });
});

import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { describe, test } from 'node:test';
import { serverSettings } from '../src/cli/config/server-settings.js';
import { resolveOptions } from '../src/cli/options/resolve.js';
import { optionsOf } from '../src/cli/options/table.js';
import { defaultSettings } from '../src/hook-server.js';
import { defaultUrlImportConfig } from '../src/imports/index.js';
import * as hookd from '../src/index.js';
import { createHookServer, type HookServerSettings } from '../src/index.js';
import { defaultNativesConfig } from '../src/natives/index.js';
import { parseListenAddress } from '../src/server/address.js';
import { fixture } from './checkout.js';

const body = readFileSync(`${fixture('cli/hooks')}/request.json`, 'utf8');

describe('createHookServer', () => {
  test('gives a server that does not listen before listen()', async () => {
    const lines: string[] = [];
    await using server = await createHookServer({
      paths: ['pods=answers.ts'],
      cwd: fixture('cli/hooks'),
      listenAddress: '127.0.0.1:0',
      workers: 1,
      log: { write: (line) => lines.push(line) },
    });
    assert.equal(server.address, undefined);
    await server.listen();
    const response = await fetch(`http://${server.address}/pods`, {
      method: 'POST',
      body,
      headers: { 'Content-Type': 'application/json' },
    });
    assert.equal(response.status, 200);
    assert.match(lines.join(''), /"msg":"hook served"/);
  });

  const hooks = { paths: ['pods=answers.ts'], cwd: fixture('cli/hooks') };
  const refused: readonly { name: string; settings: HookServerSettings; message: string }[] = [
    {
      name: 'a path that is not there',
      settings: { paths: ['nowhere.ts'], cwd: '/' },
      message: 'There is no file or directory "nowhere.ts" (looked for /nowhere.ts)',
    },
    {
      name: 'an address that is none',
      settings: { ...hooks, listenAddress: '8080' },
      message: "listenAddress: '8080' is not an address to listen on; write :8080, host:8080, [::1]:8080 or unix:/path",
    },
    {
      name: 'an admin address that is none',
      settings: { ...hooks, adminListenAddress: 'unix:' },
      message: "adminListenAddress: 'unix:' names no socket; write unix:/path/to/socket",
    },
    {
      name: 'values that the compiler would refuse',
      settings: { ...hooks, timeoutSeconds: 'soon', workers: 0, maxStack: Number.NaN } as unknown as HookServerSettings,
      message:
        'timeoutSeconds must be a number of at least 0.001, but it is "soon"\n' +
        'workers must be a number of at least 1, but it is 0\n' +
        'maxStack must be a number of at least 1, but it is NaN',
    },
    {
      name: 'a setting that does not exist',
      settings: { ...hooks, port: 80 } as HookServerSettings,
      message: 'createHookServer has no setting port',
    },
  ];
  for (const { name, settings, message } of refused) {
    test(`refuses ${name}`, async () => {
      await assert.rejects(createHookServer(settings), { name: 'UsageError', message });
    });
  }

  test('has the defaults of hookd serve without flags', async () => {
    const options = resolveOptions(optionsOf.serve, {}, {});
    const settings = await serverSettings(['a.ts'], options, { env: {}, cwd: '.', stdout: { write() {} } }, false);
    const { listenAddress, natives, urls, log, paths, ...others } = settings;
    const {
      listenAddress: preset,
      natives: _natives,
      urls: _urls,
      log: _log,
      paths: _paths,
      ...defaults
    } = defaultSettings;
    assert.deepEqual(others, defaults);
    assert.deepEqual(listenAddress, parseListenAddress(preset as string));
    assert.deepEqual({ ...defaultNativesConfig, ...natives }, defaultNativesConfig);
    assert.deepEqual({ ...defaultUrlImportConfig, ...urls }, defaultUrlImportConfig);
  });
});

test('hookd gives no more than its public surface', () => {
  assert.deepEqual(Object.keys(hookd), [
    'HookdError',
    'RetryLater',
    'UsageError',
    'attachment',
    'attachmentsOf',
    'child',
    'childrenOf',
    'createHookServer',
    'errorTable',
    'relatedObject',
    'relatedOf',
  ]);
});

test('importing hookd does not load the server', () => {
  const code = `await import(${JSON.stringify(new URL('../src/index.js', import.meta.url).href)});
    const { createRequire } = await import('node:module');
    console.log(Object.keys(createRequire(import.meta.url).cache).filter((file) => /node_modules/.test(file)).length);`;
  const { stdout } = spawnSync(process.execPath, ['--input-type=module', '-e', code], { encoding: 'utf8' });
  assert.equal(stdout, '0\n');
});

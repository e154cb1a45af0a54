import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { describe, test } from 'node:test';
import * as hookd from '../../src/index.js';
import { createHookServer } from '../../src/index.js';
import { fixture } from '../checkout.js';

const body = readFileSync(`${fixture('cli/hooks')}/request.json`, 'utf8');

describe('createHookServer', () => {
  test('gives a server that listens when it is told to', async () => {
    const lines: string[] = [];
    await using server = await createHookServer({
      paths: ['pods=answers.ts'],
      cwd: fixture('cli/hooks'),
      listenAddr: '127.0.0.1:0',
      workers: '1',
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

  const refused = [
    {
      name: 'a path that is not there',
      input: { paths: ['nowhere.ts'], cwd: '/' },
      message: 'There is no file or directory "nowhere.ts" (looked for /nowhere.ts)',
    },
    {
      name: 'a setting that makes no sense',
      input: { paths: ['.'], timeout: 'soon' },
      message: "--timeout: 'soon' is no duration; write 10s, 500ms or 1m30s",
    },
    {
      name: 'a setting that does not exist',
      input: { paths: ['.'], port: '80' },
      message: 'createHookServer knows no port',
    },
  ];
  for (const { name, input, message } of refused) {
    test(`refuses ${name}`, async () => {
      await assert.rejects(createHookServer(input), { name: 'UsageError', message });
    });
  }
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
  const code = `await import(${JSON.stringify(new URL('../../src/index.js', import.meta.url).href)});
    const { createRequire } = await import('node:module');
    console.log(Object.keys(createRequire(import.meta.url).cache).filter((file) => /node_modules/.test(file)).length);`;
  const { stdout } = spawnSync(process.execPath, ['--input-type=module', '-e', code], { encoding: 'utf8' });
  assert.equal(stdout, '0\n');
});

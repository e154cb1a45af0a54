import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { request } from 'node:http';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { checkout } from '../checkout.js';
import { hookdBin } from '../running-hookd.js';

const example = `${checkout}examples/hello-world/`;
const body = readFileSync(`${example}request.json`);

test('with few descriptors, idle connections leave some for workers and callers', async (context) => {
  const folder = mkdtempSync(join(tmpdir(), 'hookd-'));
  const socketPath = join(folder, 'hookd.sock');
  const args = ['serve', `quick=${example}sync.jsonnet`, `--listen-addr=unix:${socketPath}`, '--shutdown-delay=0s'];
  const limited = ['-c', 'ulimit -n 130 && exec "$@"', 'sh', process.execPath, hookdBin, ...args, '--log-level=silent'];
  const hookd = spawn('sh', limited, { stdio: ['ignore', 'ignore', 'inherit'] });
  context.after(() => {
    hookd.kill('SIGKILL');
    rmSync(folder, { recursive: true });
  });

  const headers = { 'content-type': 'application/json' };
  const call = async (): Promise<number | undefined> => {
    const sent = request({ socketPath, path: '/quick', method: 'POST', headers, agent: false });
    const [reply] = await once(sent.end(body), 'response');
    return reply.resume().statusCode;
  };
  const untilServed = async () => {
    while ((await call().catch(() => undefined)) !== 200) await sleep(50);
  };
  const workers = () =>
    readFileSync(`/proc/${hookd.pid}/task/${hookd.pid}/children`, 'utf8').split(' ').filter(Boolean);

  await untilServed();
  const idle = Array.from({ length: 300 }, () => connect(socketPath).on('error', () => {}));
  for (let round = 0; round < 3; round++) {
    for (const worker of workers()) process.kill(Number(worker), 'SIGKILL');
    await untilServed(); // a call to a worker that was just killed may fail
    const statuses = await Promise.all(Array.from({ length: 20 }, call));
    assert.deepEqual(statuses, new Array(20).fill(200));
  }
  for (const socket of idle) socket.destroy();
  hookd.kill('SIGTERM');
  assert.deepEqual(await once(hookd, 'exit'), [0, null]);
});

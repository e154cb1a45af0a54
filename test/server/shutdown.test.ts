import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { type IncomingMessage, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { fixture } from '../checkout.js';
import { hookdBin } from '../running-hookd.js';

/** A request of Metacontroller whose parent has `spec.n`. */
const body = (n: number) =>
  JSON.stringify({
    controller: {
      apiVersion: 'metacontroller.k8s.io/v1alpha1',
      kind: 'CompositeController',
      metadata: { name: 'numbers' },
      spec: { parentResource: { apiVersion: 'example.com/v1', resource: 'numbers' }, hooks: {} },
    },
    parent: { apiVersion: 'example.com/v1', kind: 'Number', metadata: { name: 'one', namespace: 'a' }, spec: { n } },
    children: {},
    related: {},
    finalizing: false,
  });

describe('a shutdown while nobody reads the log', () => {
  let folder: string;
  let socketPath: string;
  let hookd: ChildProcess;

  before(async () => {
    folder = mkdtempSync(join(tmpdir(), 'hookd-'));
    socketPath = join(folder, 'hookd.sock');
    const args = ['serve', fixture('server/shutdown'), `--listen-addr=unix:${socketPath}`, '--shutdown-delay=3s'];
    // Its output is a pipe that this process never reads.
    hookd = spawn(process.execPath, [hookdBin, ...args, '--timeout=60s', '--shutdown-timeout=60s', '--workers=3'], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    while (!(await call('quick', 0).then(text, () => undefined))) await sleep(50);
  });

  after(() => {
    hookd.kill('SIGKILL');
    rmSync(folder, { recursive: true });
  });

  /** Sends a request and resolves with the head of its reply. */
  const call = async (hook: string, n: number): Promise<IncomingMessage> => {
    const sent = request({
      socketPath,
      path: `/${hook}`,
      method: 'POST',
      headers: { 'content-type': 'application/json' },
    });
    const [reply] = (await once(sent.end(body(n)), 'response')) as [IncomingMessage];
    return reply;
  };

  /** Reads the rest of a reply; rejects if it is cut off. */
  const text = async (reply: IncomingMessage): Promise<string> => {
    let text = '';
    for await (const chunk of reply) text += chunk;
    return text;
  };

  /**
   * Calls a hook over and over until a reply says that the server is stopping, as a load balancer does that watches its
   * backends. Returns what came back wrong.
   */
  const keepCalling = async (): Promise<string[]> => {
    const wrong: string[] = [];
    for (let n = 0; ; n++) {
      try {
        const reply = await call('quick', n);
        const [status, answer] = [reply.statusCode, await text(reply)];
        if (status !== 200 || answer !== `{"children":[],"status":{"n":${n}}}`) wrong.push(`${status} ${answer}`);
        if (reply.headers.connection === 'close') return wrong;
      } catch (error) {
        return [...wrong, String(error)];
      }
    }
  };

  test('loses no request, although callers read slowly, and ends', async () => {
    // More than the log may hold back, so lines are dropped.
    for (let n = 0; n < 120; n++) assert.equal((await call('talks', n)).resume().statusCode, 200);
    const metrics = async () => {
      const reply = request({ socketPath, path: '/metrics' }).end();
      return text(((await once(reply, 'response')) as [IncomingMessage])[0]);
    };
    assert.match(await metrics(), /^hookd_log_lines_dropped_total [1-9]/m);

    const slow = Array.from({ length: 5 }, (_, n) => call('slow', n));
    const large = JSON.stringify({ status: { text: 'x'.repeat(8_000_000) }, children: [] });
    const unread = await Promise.all(Array.from({ length: 3 }, (_, n) => call('large', n)));
    const callers = Array.from({ length: 4 }, keepCalling);
    hookd.kill('SIGTERM');
    const ended = once(hookd, 'exit');
    await sleep(4000);
    for (const reply of await Promise.all(unread.map(text)))
      assert.ok(reply === large, `${reply.length} bytes: ${reply.slice(0, 200)}`);
    for (const reply of await Promise.all(slow)) {
      assert.deepEqual([reply.statusCode, await text(reply)], [200, '{"status":{"slow":true},"children":[]}']);
    }
    assert.deepEqual((await Promise.all(callers)).flat(), []);
    assert.deepEqual(await ended, [0, null]);
  });
});

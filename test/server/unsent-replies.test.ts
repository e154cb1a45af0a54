import assert from 'node:assert/strict';
import { beforeEach, describe, mock, test } from 'node:test';
import { UnsentReplies } from '../../src/server/unsent-replies.js';
import { Log } from '../../src/telemetry/log.js';
import { answered } from './fake-executor.js';
import { eventually, post, TestServer } from './test-server.js';

describe('replies that nobody reads', () => {
  let closed: string[];
  let logged: unknown[];
  let log: Log;
  const caller = (name: string) => ({ destroy: () => void closed.push(name) });
  const limits = { timeoutSeconds: 3, maxBytes: 1000 };

  beforeEach((context) => {
    closed = [];
    logged = [];
    const destination = { write: (line: string) => void logged.push((JSON.parse(line) as { error: string }).error) };
    log = new Log({ level: 'info', destination });
    mock.timers.enable({ apis: ['setInterval'] });
    (context as { after(done: () => void): void }).after(() => mock.timers.reset());
  });

  test('are given up after the time for reading them', () => {
    const unsent = new UnsentReplies(limits, log);
    unsent.add(caller('slow'), 500);
    unsent.add(caller('other'), 400)();
    mock.timers.tick(3_000);
    assert.deepEqual([closed, unsent.bytes], [[], 500]);
    mock.timers.tick(1_000);
    assert.deepEqual([closed, unsent.bytes], [['slow'], 0]);
    assert.deepEqual(logged, ['the caller did not read its reply of 500 bytes within 3 s']);
  });

  test('are given up earlier if they take up too much memory, the oldest first', () => {
    const unsent = new UnsentReplies(limits, log);
    unsent.add(caller('first'), 600);
    mock.timers.tick(1_000);
    unsent.add(caller('second'), 600);
    assert.deepEqual(closed, []);
    mock.timers.tick(1_000);
    assert.deepEqual([closed, unsent.bytes], [['first'], 600]);
    assert.deepEqual(logged, [
      'the caller did not read its reply of 600 bytes while 1000 bytes of replies were unread',
    ]);
  });

  test('a reply that is read in time is left alone, however large', () => {
    const unsent = new UnsentReplies(limits, log);
    const sent = unsent.add(caller('fast'), 5000);
    mock.timers.tick(1_000);
    sent();
    mock.timers.tick(10_000);
    assert.deepEqual([closed, unsent.bytes], [[], 0]);
  });
});

test('a connection whose reply is not read is closed', async () => {
  const answer = answered(undefined, { body: new Uint8Array(16 * 1024 * 1024).fill(97) });
  await using test = await TestServer.start({ sync: () => answer }, { bodyTimeoutSeconds: 1 });
  const connection = test.connect();
  connection.socket.pause();
  connection.write(post('/sync').repeat(2)); // the second reply waits behind the first
  await eventually(() => test.server.inFlight === 2);
  await eventually(() => test.server.inFlight === 0);
  assert.deepEqual(
    new Set(test.logged('connection closed').map(({ code, error }) => [code, error].join(': '))),
    new Set(['ReplyUnread: the caller did not read its reply of 16777216 bytes within 1 s']),
  );
  connection.socket.destroy();
});

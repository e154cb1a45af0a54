import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, test } from 'node:test';
import type { Outcome } from '../../src/execution/outcome.js';
import { createApp } from '../../src/server/app.js';
import { Log } from '../../src/telemetry/log.js';
import { Metrics } from '../../src/telemetry/metrics.js';
import { answered, echo, FakeExecutor, Gate } from './fake-executor.js';
import { eventually, post, TestServer } from './test-server.js';

describe('draining', () => {
  const drain = { reason: 'SIGTERM', delaySeconds: 0, timeoutSeconds: 10 };

  test('is not ready but serves on during the delay, until it is closed', async () => {
    await using test = await TestServer.start({ sync: echo });
    const drained = test.server.drain({ ...drain, delaySeconds: 600 });
    const ready = await fetch(test.url('/readyz'));
    assert.deepEqual([ready.status, await ready.text()], [503, 'not ready\nstopping\n']);
    assert.equal(ready.headers.get('connection'), 'close');
    assert.equal((await fetch(test.url('/livez'))).status, 200);
    const served = await test.post('/sync', '{"a":1}');
    assert.deepEqual([served.status, await served.text()], [200, '{"a":1}']);
    assert.equal(served.headers.get('connection'), 'close');
    await test.server.close();
    assert.equal(await drained, 0);
    assert.equal(test.executor.stops, 1);
    await assert.rejects(test.post('/sync', '{}'));
  });

  test('finishes the requests that run, refuses those that come late, then closes', async () => {
    const gate = new Gate();
    await using test = await TestServer.start({ slow: gate.hook, sync: echo });
    const running = test.connect();
    const idle = test.connect();
    idle.write(post('/sync'));
    await idle.until(/\{\}$/);
    running.write(post('/slow'));
    const half = test.connect();
    half.write('POST /sync HTTP/1.1\r\nHost: a\r\nContent-Length: 2\r\n\r\n{');
    await eventually(() => test.server.inFlight === 2);

    const drained = test.server.drain(drain);
    await idle.closed;
    await eventually(() => test.logged('draining').length === 1);
    await assert.rejects(test.post('/sync', '{}'), 'a new connection is refused');
    running.write(post('/sync')); // behind the one that runs, on the same connection
    half.write('}');
    await half.until(/200 OK\r\n.*\r\nConnection: close\r\n.*\{\}$/s);
    gate.open();
    await running.until(/\{"late":true\}/);
    assert.match(running.received, /^HTTP\/1\.1 200 OK\r\n/);
    assert.equal(await drained, 0);
    await running.closed;
    assert.deepEqual(
      test.lines
        .filter(({ msg }) => msg !== 'request')
        .map(({ msg, inFlight, abandoned }) => ({ msg, inFlight, abandoned })),
      [
        { msg: 'listening', inFlight: undefined, abandoned: undefined },
        { msg: 'shutdown started', inFlight: undefined, abandoned: undefined },
        { msg: 'draining', inFlight: 2, abandoned: undefined },
        { msg: 'stopped', inFlight: undefined, abandoned: undefined },
      ],
    );
  });

  test('takes requests on connections that it accepted before', async () => {
    await using test = await TestServer.start({ sync: echo });
    const early = test.connect();
    early.write(post('/sync'));
    await early.until(/\{\}$/);
    const drained = test.server.drain({ ...drain, lastCallSeconds: 600 });
    // Nobody new can connect, so the listener is closed and requests are still taken.
    while (await fetch(test.url('/livez')).then(Boolean, () => false));
    early.write(post('/sync', '{"a":1}'));
    await early.until(/\r\nConnection: close\r\n.*\{"a":1\}$/s);
    await early.closed;
    await test.server.close();
    assert.equal(await drained, 0);
  });

  test('a late request on an open connection is answered that the server stops', async () => {
    const gate = new Gate();
    await using test = await TestServer.start({ slow: gate.hook, sync: echo });
    const running = test.connect();
    running.write(post('/slow'));
    const late = test.connect();
    late.write('POST /sync HTTP/1.1\r\nHost: a\r\n'); // its head is not complete yet, so it does not count as a request
    await eventually(() => test.server.inFlight === 1);
    const drained = test.server.drain(drain);
    await eventually(() => test.logged('draining').length === 1);
    late.write('X-Request-Id: r-1\r\nContent-Length: 2\r\n\r\n{}');
    await late.until(/shutting down$/);
    assert.match(late.received, /^HTTP\/1\.1 503 Service Unavailable\r\n/);
    assert.match(late.received, /\r\nRetry-After: 1\r\n/);
    assert.match(late.received, /\r\nConnection: close\r\n/);
    assert.ok(late.received.endsWith('\r\n\r\nStopping: the server is shutting down'));
    gate.open();
    assert.equal(await drained, 0);
    await running.until(/\{"late":true\}$/);
  });

  test('sends replies to their end, however slowly they are read', async () => {
    const answer = answered(undefined, { body: new Uint8Array(8 * 1024 * 1024).fill(97) });
    await using test = await TestServer.start({ sync: () => answer });
    const slow = test.connect();
    slow.socket.pause();
    slow.write(post('/sync'));
    await eventually(() => test.logged('request').length === 1);
    const drained = test.server.drain(drain);
    await eventually(() => test.logged('draining').length === 1);
    slow.socket.resume();
    await slow.closed;
    assert.equal(slow.received.length - slow.received.indexOf('\r\n\r\n') - 4, answer.body.length);
    assert.equal(await drained, 0);
    assert.deepEqual(
      test.logged('draining').map(({ inFlight }) => inFlight),
      [1],
    );
  });

  test('gives up on requests that do not end in time, and logs how many', async () => {
    await using test = await TestServer.start({ stuck: () => new Promise<Outcome>(() => {}) });
    const stuck = test.connect();
    stuck.write(post('/stuck'));
    await eventually(() => test.server.inFlight === 1);
    assert.equal(await test.server.drain({ ...drain, timeoutSeconds: 0.05 }), 1);
    await stuck.closed;
    assert.equal(stuck.received, '');
    assert.deepEqual(
      test.logged('stopped with unfinished requests').map(({ level, abandoned }) => ({ level, abandoned })),
      [{ level: 'error', abandoned: 1 }],
    );
  });

  test('the admin port answers until the end', async () => {
    const gate = new Gate();
    await using test = await TestServer.start(
      { slow: gate.hook },
      { adminListenAddress: { kind: 'tcp', host: '127.0.0.1', port: 0 } },
    );
    const running = test.post('/slow', '{}');
    await eventually(() => test.server.inFlight === 1);
    const drained = test.server.drain(drain);
    await eventually(() => test.logged('draining').length === 1);
    const admin = `http://${test.server.adminAddress}`;
    assert.equal((await fetch(`${admin}/readyz`)).status, 503);
    assert.match(await (await fetch(`${admin}/metrics`)).text(), /^hookd_requests_in_flight 1$/m);
    gate.open();
    assert.equal((await running).status, 200);
    assert.equal(await drained, 0);
    await assert.rejects(fetch(`${admin}/readyz`));
  });

  test('closing ends everything at once, and only once', async () => {
    const test = await TestServer.start({ stuck: () => new Promise<Outcome>(() => {}) });
    const stuck = test.connect();
    stuck.write(post('/stuck'));
    await eventually(() => test.server.inFlight === 1);
    await Promise.all([test.server.close(), test.server.close()]);
    await stuck.closed;
    assert.equal(test.executor.stops, 1);
  });
});

test('an app can be mounted where somebody else listens', async () => {
  const executor = new FakeExecutor({ sync: echo });
  const app = createApp(
    {
      hooks: await executor.start(),
      executor,
      log: new Log({ level: 'silent', destination: { write: () => {} } }),
      metrics: new Metrics({ version: '0.0.0' }),
    },
    { maxRequestBytes: 1024, bodyTimeoutSeconds: 10, probes: false },
  );
  const server = createServer(app).listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  try {
    const { port } = server.address() as AddressInfo;
    const response = await fetch(`http://127.0.0.1:${port}/sync`, {
      method: 'POST',
      body: '{"a":1}',
      headers: { 'Content-Type': 'application/json' },
    });
    assert.deepEqual([response.status, await response.text()], [200, '{"a":1}']);
    assert.equal((await fetch(`http://127.0.0.1:${port}/livez`)).status, 404);
  } finally {
    server.closeAllConnections();
    server.close();
  }
});

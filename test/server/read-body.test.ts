import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { BodyBudget } from '../../src/server/read-body.js';
import { echo, Gate } from './fake-executor.js';
import { eventually, TestServer } from './test-server.js';

const MiB = 1024 * 1024;

/** A body without a declared length, sent in chunks of 1 MiB. */
function stream(megabytes: number): ReadableStream {
  let left = megabytes;
  return new ReadableStream({
    pull(controller) {
      if (left-- > 0) controller.enqueue(new Uint8Array(MiB).fill(97));
      else controller.close();
    },
  });
}

const tooLarge = 'RequestTooLarge: the request body is larger than 32 MiB; raise --max-request-bytes if it has to be';

describe('bodies within the limit', () => {
  const bodies = [
    { name: 'nothing', send: () => '', size: 0 },
    { name: 'a few bytes', send: () => '{"ä":"🎉"}', size: 13 },
    { name: 'many packets', send: () => new Uint8Array(5 * MiB).fill(97), size: 5 * MiB },
    { name: 'exactly the limit', send: () => new Uint8Array(32 * MiB).fill(97), size: 32 * MiB },
    { name: 'exactly the limit, in chunks', send: () => stream(32), size: 32 * MiB },
  ];
  for (const { name, send, size } of bodies) {
    test(`${name}: the hook gets every byte, in a buffer of its own`, async () => {
      await using test = await TestServer.start({ sync: echo });
      const response = await test.post('/sync', send());
      assert.equal(response.status, 200);
      assert.equal((await response.arrayBuffer()).byteLength, size);
      assert.equal(test.executor.calls[0]?.body.buffer.byteLength, size);
    });
  }
});

describe('bodies beyond the limit', () => {
  for (const { name, send } of [
    { name: 'declared: 33 MiB', send: () => new Uint8Array(33 * MiB).fill(97) },
    { name: 'in chunks: 33 MiB', send: () => stream(33) },
  ]) {
    test(`${name} is answered, and the hook is not called`, async () => {
      await using test = await TestServer.start({ sync: echo });
      const response = await test.post('/sync', send(), { 'X-Request-Id': 'r-1' });
      assert.equal(response.status, 413);
      assert.equal(await response.text(), tooLarge);
      assert.equal(response.headers.get('connection'), 'close');
      assert.deepEqual(test.executor.calls, []);
      assert.equal((await test.post('/sync', '{}')).status, 200);
    });
  }

  test('a declared one is answered before any of it is sent', async () => {
    await using test = await TestServer.start({ sync: echo });
    const connection = test.connect();
    connection.write(`POST /sync HTTP/1.1\r\nHost: a\r\nX-Request-Id: r-1\r\nContent-Length: ${33 * MiB}\r\n\r\n`);
    await connection.until(/raise --max-request-bytes if it has to be$/);
    assert.match(connection.received, /^HTTP\/1\.1 413 Payload Too Large\r\n/);
    connection.socket.destroy();
  });

  test('a caller that sends everything before it reads gets the answer too, not a reset', async () => {
    await using test = await TestServer.start({ sync: echo });
    const connection = test.connect();
    connection.socket.pause();
    connection.write(`POST /sync HTTP/1.1\r\nHost: a\r\nX-Request-Id: r-1\r\nContent-Length: ${33 * MiB}\r\n\r\n`);
    for (let sent = 0; sent < 33; sent++) {
      await new Promise((resolve) => connection.socket.write(Buffer.alloc(MiB, 'a'), resolve));
    }
    connection.socket.resume();
    await connection.closed;
    assert.match(connection.received, /^HTTP\/1\.1 413 Payload Too Large\r\n/);
    assert.ok(connection.received.endsWith(tooLarge), connection.received);
  });

  test('the limit in the message is the one that is set', async () => {
    await using test = await TestServer.start({ sync: echo }, { maxRequestBytes: 1500 });
    const response = await test.post('/sync', 'a'.repeat(1501), { 'X-Request-Id': 'r-1' });
    assert.equal(
      await response.text(),
      'RequestTooLarge: the request body is larger than 1500 bytes; raise --max-request-bytes if it has to be',
    );
  });

  test('an endless body to a path without a hook costs the connection', async () => {
    await using test = await TestServer.start({ sync: echo });
    const connection = test.connect();
    connection.write('POST /nothing HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n1\r\na\r\n');
    await connection.until(/RouteNotFound/);
    assert.match(connection.received, /\r\nConnection: close\r\n/);
    connection.write('0\r\n\r\n');
    await connection.closed;
  });
});

describe('many large bodies at once', () => {
  const half = (size: number) =>
    `POST /sync HTTP/1.1\r\nHost: a\r\nContent-Length: ${size}\r\n\r\n${'a'.repeat(size / 2)}`;

  test('large bodies beyond what a container can hold are answered 503, small ones are served', async () => {
    await using test = await TestServer.start({ sync: echo }, { maxRequestBytes: 1000 });
    const large = 'a'.repeat(900);
    const held = Array.from({ length: 14 }, () => test.connect()); // 500 bytes each, and 7,000 are allowed
    for (const connection of held) connection.write(half(1000));
    await eventually(() => test.server.inFlight === 14);
    // The bytes of the last one may still be on their way; once a request is refused, all are counted.
    let response = await test.post('/sync', large);
    while (response.status === 200) response = await test.post('/sync', large);
    assert.equal(response.status, 503);
    assert.equal(response.headers.get('retry-after'), '1');
    assert.equal(
      await response.text(),
      'QueueFull: request bodies already take up the 7000 bytes set aside for them; try again later',
    );
    assert.equal((await test.post('/sync', '{}')).status, 200);
    for (const connection of held.slice(0, 2)) connection.socket.destroy();
    await eventually(() => test.server.inFlight === 12);
    assert.equal((await test.post('/sync', large)).status, 200);
    held[2]?.write('a'.repeat(500));
    await held[2]?.until(/ 200 OK/);
    for (const connection of held) connection.socket.destroy();
    await eventually(() => test.server.inFlight === 0);
    // Everything was given back, so as many bytes fit again.
    for (let round = 0; round < 20; round++) assert.equal((await test.post('/sync', large)).status, 200);
  });

  test('the reserve of small bodies is limited too', () => {
    const budget = new BodyBudget(3200);
    for (let count = 0; count < 7; count++) budget.take(3200, 3200);
    assert.throws(() => budget.take(101, 101), { code: 'QueueFull' });
    for (let count = 0; count < 32; count++) budget.take(100, 100);
    assert.throws(() => budget.take(1, 1), {
      code: 'QueueFull',
      message: 'request bodies already take up the 25 KiB set aside for them; try again later',
    });
    budget.give(100);
    budget.take(100, 100);
    assert.equal(budget.held, 8 * 3200);
  });
});

describe('Expect: 100-continue', () => {
  const head = (path: string, length: number) =>
    `POST ${path} HTTP/1.1\r\nHost: a\r\nExpect: 100-continue\r\nContent-Length: ${length}\r\n\r\n`;

  test('the body is asked for, then answered', async () => {
    await using test = await TestServer.start({ sync: echo });
    const connection = test.connect();
    connection.write(head('/sync', 2));
    await connection.until(/^HTTP\/1\.1 100 Continue\r\n\r\n$/);
    connection.write('{}');
    await connection.until(/HTTP\/1\.1 200 OK\r\n.*\r\n\r\n\{\}$/s);
    connection.socket.destroy();
  });

  const refused = [
    { name: 'a body that is too large', head: head('/sync', 33 * MiB), status: '413 Payload Too Large' },
    { name: 'a path without a hook', head: head('/nothing', 2), status: '404 Not Found' },
  ];
  for (const { name, head, status } of refused) {
    test(`${name} is refused before the body is sent`, async () => {
      await using test = await TestServer.start({ sync: echo });
      const connection = test.connect();
      connection.write(head);
      await connection.until(/\r\n\r\n\w+: .+$/);
      assert.ok(connection.received.startsWith(`HTTP/1.1 ${status}\r\n`), connection.received);
      connection.socket.destroy();
    });
  }
});

describe('callers that are slow or go away', () => {
  test('a body that is cut off is logged, and nothing is left behind', async () => {
    await using test = await TestServer.start({ sync: echo });
    const connection = test.connect();
    connection.write('POST /sync HTTP/1.1\r\nHost: a\r\nX-Request-Id: r-1\r\nContent-Length: 100\r\n\r\n{"a":');
    await eventually(() => test.server.inFlight === 1);
    connection.socket.destroy();
    await eventually(() => test.logged('request').length === 1);
    const [line] = test.logged('request');
    assert.deepEqual(
      { status: line?.status, hook: line?.hook, level: line?.level, requestId: line?.requestId },
      { status: 499, hook: 'sync', level: 'info', requestId: 'r-1' },
    );
    await eventually(() => test.server.inFlight === 0);
    assert.deepEqual(test.executor.calls, []);
    assert.equal((await test.post('/sync', '{}')).status, 200);
  });

  test('if a caller goes away while its hook runs, the executor is told, and it is logged', async () => {
    const { promise, resolve } = newPromise();
    await using test = await TestServer.start({
      sync: async (call, signal) => {
        signal?.addEventListener('abort', () => resolve());
        await promise;
        return echo(call, signal);
      },
    });
    const connection = test.connect();
    connection.write('POST /sync HTTP/1.1\r\nHost: a\r\nContent-Length: 2\r\n\r\n{}');
    await eventually(() => test.executor.running === 1);
    connection.socket.destroy();
    await eventually(() => test.logged('request').length === 1);
    assert.equal(test.logged('request')[0]?.status, 499);
    assert.equal(test.server.inFlight, 0);
  });

  test('a call whose caller has gone is in flight for the metrics until it ends, and not for a shutdown', async () => {
    const gate = new Gate();
    await using test = await TestServer.start({ sync: gate.hook });
    const metric = async () =>
      /^hookd_requests_in_flight (.*)$/m.exec(await (await fetch(test.url('/metrics'))).text())?.[1];
    const connection = test.connect();
    connection.write('POST /sync HTTP/1.1\r\nHost: a\r\nContent-Length: 2\r\n\r\n{}');
    await eventually(() => test.executor.running === 1);
    connection.socket.destroy();
    await eventually(() => test.server.inFlight === 0);
    assert.equal(await metric(), '1');
    gate.open();
    await eventually(() => test.executor.running === 0);
    assert.equal(await metric(), '0');
  });

  test('a body that comes too slowly is answered 408 and costs the connection', async () => {
    await using test = await TestServer.start({ sync: echo }, { bodyTimeoutSeconds: 0.05 });
    const connection = test.connect();
    connection.write('POST /sync HTTP/1.1\r\nHost: a\r\nX-Request-Id: r-1\r\nContent-Length: 100000\r\n\r\n{"a":');
    await connection.until(/did not arrive within 0\.05 s$/);
    assert.match(connection.received, /^HTTP\/1\.1 408 Request Timeout\r\n/);
    assert.match(connection.received, /\r\nConnection: close\r\n/);
    assert.ok(connection.received.endsWith('\r\n\r\nRequestTimeout: the request body did not arrive within 0.05 s'));
    connection.socket.destroy();
    await eventually(() => test.server.inFlight === 0);
    assert.deepEqual(test.executor.calls, []);
  });

  test('headers that come too slowly are answered 408 and cost the connection', async () => {
    await using test = await TestServer.start({ sync: echo }, { headTimeoutSeconds: 0.05 });
    const connection = test.connect();
    connection.write('POST /sync HTTP/1.1\r\nHost: a\r\nX-Slow: ');
    await connection.closed;
    assert.match(connection.received, /^HTTP\/1\.1 408 Request Timeout\r\n/);
    assert.ok(connection.received.endsWith('\r\n\r\nRequestTimeout: the request did not arrive in time\n'));
    assert.deepEqual(
      test.logged('connection closed').map(({ code, error, level }) => ({ code, error, level })),
      [{ code: '408', error: 'RequestTimeout: the request did not arrive in time', level: 'warn' }],
    );
  });

  test('bytes that are not HTTP are answered 400, and other callers do not notice', async () => {
    await using test = await TestServer.start({ sync: echo });
    const connection = test.connect();
    connection.write('\u0016\u0003\u0001 this is no HTTP\r\n\r\n');
    await connection.closed;
    assert.match(connection.received, /^HTTP\/1\.1 400 Bad Request\r\n/);
    assert.ok(connection.received.endsWith('\r\n\r\nInvalidRequest: this is not an HTTP request\n'));
    assert.equal((await test.post('/sync', '{}')).status, 200);
  });

  test('headers that are too long are answered 431', async () => {
    await using test = await TestServer.start({ sync: echo });
    const connection = test.connect();
    connection.write(`POST /sync HTTP/1.1\r\nHost: a\r\nX-Long: ${'x'.repeat(20_000)}\r\n\r\n`);
    await connection.closed;
    assert.match(connection.received, /^HTTP\/1\.1 431 Request Header Fields Too Large\r\n/);
  });
});

function newPromise(): { promise: Promise<void>; resolve: () => void } {
  let resolve = () => {};
  const promise = new Promise<void>((done) => {
    resolve = done;
  });
  return { promise, resolve };
}

import assert from 'node:assert/strict';
import { existsSync, mkdtempSync, renameSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { type AddressInfo, connect, createServer as createTcpServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import type { Outcome } from '../../src/execution/outcome.js';
import { formatListenAddress, parseListenAddress } from '../../src/server/address.js';
import { ListenError } from '../../src/server/listener.js';
import { answered, echo, loaded } from './fake-executor.js';
import { Connection, eventually, TestServer } from './test-server.js';

/** A hook that answers when it is told to. */
class Gate {
  #open: () => void = () => {};
  readonly #opened = new Promise<void>((resolve) => {
    this.#open = resolve;
  });
  readonly hook = async (): Promise<Outcome> => {
    await this.#opened;
    return answered({ late: true });
  };

  open(): void {
    this.#open();
  }
}

const post = (path: string, body = '{}') =>
  `POST ${path} HTTP/1.1\r\nHost: a\r\nContent-Length: ${body.length}\r\n\r\n${body}`;

describe('listen addresses', () => {
  const rows = [
    { text: ':8080', address: { kind: 'tcp', host: undefined, port: 8080 } },
    { text: 'localhost:0', address: { kind: 'tcp', host: 'localhost', port: 0 } },
    { text: '127.0.0.1:65535', address: { kind: 'tcp', host: '127.0.0.1', port: 65535 } },
    { text: '[::1]:80', address: { kind: 'tcp', host: '::1', port: 80 } },
    { text: 'unix:/run/hookd.sock', address: { kind: 'unix', path: '/run/hookd.sock' } },
  ] as const;
  for (const { text, address } of rows) {
    test(text, () => {
      assert.deepEqual(parseListenAddress(text), address);
      assert.equal(formatListenAddress(address), text);
    });
  }
  for (const text of ['', '8080', 'host', ':', ':65536', ':-1', ':http', 'a:b:80', '::1:80', '[::1]']) {
    test(`'${text}' is none`, () => {
      assert.throws(() => parseListenAddress(text), {
        name: 'UsageError',
        message: `'${text}' is no address to listen on; write :8080, host:8080, [::1]:8080 or unix:/path`,
      });
    });
  }
  test('unix: without a path', () => {
    assert.throws(() => parseListenAddress('unix:'), {
      name: 'UsageError',
      message: "'unix:' names no socket; write unix:/path/to/socket",
    });
  });
});

describe('listening', () => {
  test('tells the port it was given', async () => {
    await using test = await TestServer.start({ sync: echo });
    assert.match(test.server.address ?? '', /^127\.0\.0\.1:[1-9]\d*$/);
    assert.deepEqual(
      test.logged('listening').map(({ address, level }) => ({ address, level })),
      [{ address: test.server.address, level: 'info' }],
    );
  });

  test('a port in use', async () => {
    const other = createTcpServer().listen(0, '127.0.0.1');
    await new Promise((resolve) => other.once('listening', resolve));
    const { port } = other.address() as AddressInfo;
    try {
      await assert.rejects(
        TestServer.start({ sync: echo }, { listenAddress: { kind: 'tcp', host: '127.0.0.1', port } }),
        new ListenError(
          `cannot listen on 127.0.0.1:${port}: something else already listens there; stop it or choose another address with --listen-addr`,
        ),
      );
    } finally {
      other.close();
    }
  });

  test('an admin port in use leaves nothing open', async () => {
    const other = createTcpServer().listen(0, '127.0.0.1');
    await new Promise((resolve) => other.once('listening', resolve));
    const { port } = other.address() as AddressInfo;
    const path = join(mkdtempSync(join(tmpdir(), 'hookd-')), 'hookd.sock');
    try {
      await assert.rejects(
        TestServer.start(
          { sync: echo },
          {
            listenAddress: { kind: 'unix', path },
            adminListenAddress: { kind: 'tcp', host: '127.0.0.1', port },
          },
        ),
        { name: 'ListenError' },
      );
      assert.equal(existsSync(path), false);
    } finally {
      other.close();
    }
  });

  test('an address of another machine', async () => {
    await assert.rejects(
      TestServer.start({ sync: echo }, { listenAddress: { kind: 'tcp', host: '192.0.2.1', port: 0 } }),
      new ListenError('cannot listen on 192.0.2.1:0: this machine has no such address'),
    );
  });
});

describe('unix sockets', () => {
  const directory = () => mkdtempSync(join(tmpdir(), 'hookd-'));
  const start = (path: string) => TestServer.start({ sync: echo }, { listenAddress: { kind: 'unix', path } });

  test('serve hooks, and are gone with the server', async () => {
    const path = join(directory(), 'hookd.sock');
    {
      await using test = await start(path);
      assert.equal(test.server.address, `unix:${path}`);
      const connection = new Connection(connect(path));
      connection.write(post('/sync'));
      await connection.until(/^HTTP\/1\.1 200 OK\r\n.*\{\}$/s);
      connection.socket.destroy();
    }
    assert.equal(existsSync(path), false);
  });

  test('a socket that a killed server left behind is replaced', async () => {
    const path = join(directory(), 'hookd.sock');
    await leaveSocket(path);
    await using test = await start(path);
    assert.equal(test.server.address, `unix:${path}`);
  });

  test('a socket somebody listens on is left alone', async () => {
    const path = join(directory(), 'hookd.sock');
    await using first = await start(path);
    await assert.rejects(start(path), { name: 'ListenError' });
    const connection = new Connection(connect(path));
    connection.write(post('/sync'));
    await connection.until(/ 200 OK/);
    connection.socket.destroy();
    assert.equal(first.executor.calls.length, 1);
  });

  test('a file that is no socket is left alone', async () => {
    const path = join(directory(), 'notes.txt');
    writeFileSync(path, 'notes');
    await assert.rejects(start(path), { name: 'ListenError' });
    assert.equal(existsSync(path), true);
  });

  test('a directory that does not exist', async () => {
    const path = join(directory(), 'nowhere', 'hookd.sock');
    await assert.rejects(
      start(path),
      new ListenError(`cannot listen on unix:${path}: its directory does not exist or cannot be written`),
    );
  });
});

/** Makes a socket file that nobody listens on: moved, so that its server does not remove it. */
async function leaveSocket(path: string): Promise<void> {
  const server = createTcpServer().listen(`${path}.first`);
  await new Promise((resolve) => server.once('listening', resolve));
  renameSync(`${path}.first`, path);
  await new Promise((resolve) => server.close(resolve));
  assert.equal(existsSync(path), true);
}

describe('connections', () => {
  test('one serves many requests, also after an error', async () => {
    await using test = await TestServer.start({ sync: echo });
    const connection = test.connect();
    for (const [path, body, answer] of [
      ['/sync', '{"a":1}', /200 OK\r\n.*\r\n\r\n\{"a":1\}$/s],
      ['/nothing', '{"b":2}', /404 Not Found\r\n.*RouteNotFound: .*\n$/s],
      ['/sync', '{"c":3}', /200 OK\r\n.*\r\n\r\n\{"c":3\}$/s],
    ] as const) {
      connection.received = '';
      connection.write(post(path, body));
      await connection.until(answer);
      assert.match(connection.received, /\r\nConnection: keep-alive\r\nKeep-Alive: timeout=120\r\n/);
    }
    connection.socket.destroy();
  });

  test('requests sent at once are answered in their order, whichever hook ends first', async () => {
    const gate = new Gate();
    await using test = await TestServer.start({ slow: gate.hook, fast: echo });
    const connection = test.connect();
    connection.write(post('/slow') + post('/fast', '"second"') + post('/fast', '"third"'));
    await eventually(() => test.executor.calls.length === 3);
    assert.equal(connection.received, '');
    gate.open();
    await connection.until(/"third"$/);
    assert.deepEqual(connection.received.match(/\{"late":true\}|"second"|"third"/g), [
      '{"late":true}',
      '"second"',
      '"third"',
    ]);
    connection.socket.destroy();
  });

  test('a caller that goes away leaves nothing behind of the requests that wait for their turn', async () => {
    const gate = new Gate();
    await using test = await TestServer.start({ slow: gate.hook });
    const connection = test.connect();
    connection.write(post('/slow').repeat(20));
    await eventually(() => test.server.inFlight === 20);
    connection.socket.destroy();
    await eventually(() => test.server.inFlight === 0);
    gate.open();
    await eventually(() => test.logged('request').length === 20);
    assert.deepEqual(new Set(test.logged('request').map(({ status }) => status)), new Set([499]));
  });

  test('a request whose body is in the packet of the next one keeps to its own bytes', async () => {
    await using test = await TestServer.start({ sync: echo });
    const connection = test.connect();
    connection.write(post('/sync', '"first"') + post('/sync', '"second"'));
    await connection.until(/"second"$/);
    assert.deepEqual(
      test.executor.calls.map(({ body }) => [new TextDecoder().decode(body), body.buffer.byteLength]),
      [
        ['"first"', 7],
        ['"second"', 8],
      ],
    );
    connection.socket.destroy();
  });
});

describe('probes', () => {
  const plain = 'text/plain; charset=utf-8';

  test('answer beside the hooks, and are neither logged nor counted', async () => {
    await using test = await TestServer.start({ sync: echo });
    for (const path of ['/livez', '/readyz', '/readyz?verbose']) {
      const response = await fetch(test.url(path));
      assert.equal(response.status, 200);
      assert.equal(response.headers.get('content-type'), plain);
      assert.equal(response.headers.get('cache-control'), 'no-store');
      assert.equal(await response.text(), 'ok\n');
    }
    const head = await fetch(test.url('/livez'), { method: 'HEAD' });
    assert.deepEqual([head.status, head.headers.get('content-length'), await head.text()], [200, '3', '']);
    const post = await fetch(test.url('/readyz'), { method: 'POST' });
    assert.deepEqual(
      [post.status, post.headers.get('allow'), await post.text()],
      [405, 'GET, HEAD', 'MethodNotAllowed: /readyz is read with GET\n'],
    );
    assert.deepEqual(test.logged('request'), []);
    assert.doesNotMatch(await (await fetch(test.url('/metrics'))).text(), /hookd_requests_total\{/);
  });

  test('have their own port where that is asked for', async () => {
    await using test = await TestServer.start(
      { sync: echo },
      { adminListenAddress: { kind: 'tcp', host: '127.0.0.1', port: 0 } },
    );
    for (const path of ['/livez', '/readyz', '/metrics']) {
      assert.equal((await fetch(test.url(path))).status, 404, path);
      assert.equal((await fetch(`http://${test.server.adminAddress}${path}`)).status, 200, path);
    }
    const hook = await fetch(`http://${test.server.adminAddress}/sync`, { method: 'POST', body: '{}' });
    assert.deepEqual(
      [hook.status, await hook.text()],
      [404, 'RouteNotFound: here are only /livez, /readyz, /metrics\n'],
    );
    assert.deepEqual(
      test.logged('listening for probes and metrics').map(({ address }) => address),
      [test.server.adminAddress],
    );
  });

  const error = { code: 'HookLoadFailed', message: 'broken' } as const;
  const rows = [
    { name: 'no hook is broken', hooks: [loaded('a'), loaded('b')], status: 200, text: 'ok\n' },
    {
      name: 'one of two is broken: the other is served',
      hooks: [loaded('a', { error }), loaded('b')],
      status: 200,
      text: 'ok\nhook a cannot be loaded, see the log\n',
    },
    {
      name: 'all are broken: a rollout must not replace what works',
      hooks: [loaded('a', { error }), loaded('b', { error })],
      status: 503,
      text: 'not ready\nhook a cannot be loaded, see the log\nhook b cannot be loaded, see the log\n',
    },
  ];
  for (const { name, hooks, status, text } of rows) {
    test(`readiness when ${name}`, async () => {
      await using test = await TestServer.start({}, { hooks });
      const response = await fetch(test.url('/readyz'));
      assert.deepEqual([response.status, await response.text()], [status, text]);
      assert.equal((await fetch(test.url('/livez'))).status, 200);
    });
  }
});

describe('draining', () => {
  const drain = { reason: 'SIGTERM', delaySeconds: 0, timeoutSeconds: 10 };

  test('serves on during the delay, not ready, and lets go of connections', async () => {
    await using test = await TestServer.start({ sync: echo });
    const drained = test.server.drain({ ...drain, delaySeconds: 0.3 });
    const ready = await fetch(test.url('/readyz'));
    assert.deepEqual([ready.status, await ready.text()], [503, 'not ready\nstopping\n']);
    assert.equal(ready.headers.get('connection'), 'close');
    assert.equal((await fetch(test.url('/livez'))).status, 200);
    const served = await test.post('/sync', '{"a":1}');
    assert.deepEqual([served.status, await served.text()], [200, '{"a":1}']);
    assert.equal(served.headers.get('connection'), 'close');
    assert.equal(await drained, 0);
    assert.equal(test.executor.stops, 1);
    await assert.rejects(test.post('/sync', '{}'));
  });

  test('finishes what runs, refuses what comes late, then closes', async () => {
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
    await eventually(() => test.logged('no longer accepting, finishing what runs').length === 1);
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
        { msg: 'stopping: not ready any more, still serving', inFlight: undefined, abandoned: undefined },
        { msg: 'no longer accepting, finishing what runs', inFlight: 2, abandoned: undefined },
        { msg: 'stopped', inFlight: undefined, abandoned: undefined },
      ],
    );
  });

  test('a late request on an open connection is told that the server stops', async () => {
    const gate = new Gate();
    await using test = await TestServer.start({ slow: gate.hook, sync: echo });
    const running = test.connect();
    running.write(post('/slow'));
    const late = test.connect();
    late.write('POST /sync HTTP/1.1\r\nHost: a\r\n'); // its head is not complete yet, so it is no request
    await eventually(() => test.server.inFlight === 1);
    const drained = test.server.drain(drain);
    await eventually(() => test.logged('no longer accepting, finishing what runs').length === 1);
    late.write('X-Request-Id: r-1\r\nContent-Length: 2\r\n\r\n{}');
    await late.until(/\(request r-1\)\n$/);
    assert.match(late.received, /^HTTP\/1\.1 503 Service Unavailable\r\n/);
    assert.match(late.received, /\r\nRetry-After: 1\r\n/);
    assert.match(late.received, /\r\nConnection: close\r\n/);
    assert.ok(late.received.endsWith('\r\n\r\nStopping: the server is shutting down (request r-1)\n'));
    gate.open();
    assert.equal(await drained, 0);
    await running.until(/\{"late":true\}$/);
  });

  test('gives up on what does not end in time, and says so', async () => {
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
    await eventually(() => test.logged('no longer accepting, finishing what runs').length === 1);
    const admin = `http://${test.server.adminAddress}`;
    assert.equal((await fetch(`${admin}/readyz`)).status, 503);
    assert.match(await (await fetch(`${admin}/metrics`)).text(), /^hookd_requests_in_flight 1$/m);
    gate.open();
    assert.equal((await running).status, 200);
    assert.equal(await drained, 0);
    await assert.rejects(fetch(`${admin}/readyz`));
  });

  test('closing ends at once, and twice is once', async () => {
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
  const { createApp } = await import('../../src/server/app.js');
  const { FakeExecutor } = await import('./fake-executor.js');
  const { Log } = await import('../../src/telemetry/log.js');
  const { Metrics } = await import('../../src/telemetry/metrics.js');
  const executor = new FakeExecutor({ sync: echo });
  const app = createApp({
    hooks: await executor.start(),
    executor,
    log: new Log({ level: 'silent', destination: { write: () => {} } }),
    metrics: new Metrics({ version: '0.0.0' }),
    options: { maxRequestBytes: 1024, bodyTimeoutSeconds: 10, probes: false },
  });
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

import assert from 'node:assert/strict';
import { existsSync, mkdtempSync, renameSync, writeFileSync } from 'node:fs';
import { type AddressInfo, connect, createServer as createTcpServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { ListenError } from '../../src/errors.js';
import { echo, Gate } from './fake-executor.js';
import { Connection, eventually, post, TestServer } from './test-server.js';

describe('listening', () => {
  test('logs the port that the system chose', async () => {
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

  test('serve hooks, and are removed when the server closes', async () => {
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

  test('a file that is not a socket is left alone', async () => {
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
  test('one serves many requests, even after an error', async () => {
    await using test = await TestServer.start({ sync: echo });
    const connection = test.connect();
    for (const [path, body, answer] of [
      ['/sync', '{"a":1}', /200 OK\r\n.*\r\n\r\n\{"a":1\}$/s],
      ['/nothing', '{"b":2}', /404 Not Found\r\n.*RouteNotFound: no hook is served at \/nothing; served are \/sync$/s],
      ['/sync', '{"c":3}', /200 OK\r\n.*\r\n\r\n\{"c":3\}$/s],
    ] as const) {
      connection.received = '';
      connection.write(post(path, body));
      await connection.until(answer);
      assert.match(connection.received, /\r\nConnection: keep-alive\r\nKeep-Alive: timeout=120\r\n/);
    }
    connection.socket.destroy();
  });

  test('requests sent together are answered in order, whichever hook ends first', async () => {
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

  test('if a caller goes away, nothing is left of its requests that waited for their turn', async () => {
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

  test('a body that shares a packet with the next request has only its own bytes', async () => {
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

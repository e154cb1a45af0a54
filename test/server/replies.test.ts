import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Outcome } from '../../src/execution/outcome.js';
import { answered, echo, failed, loaded } from './fake-executor.js';
import { TestServer } from './test-server.js';

interface Row {
  readonly name: string;
  readonly path?: string;
  readonly init?: RequestInit;
  /** What the hook `sync` gives. */
  readonly outcome?: Outcome;
  readonly status: number;
  readonly body: string;
  readonly headers?: Readonly<Record<string, string | null>>;
}

const json = { 'Content-Type': 'application/json' };
const id = { 'X-Request-Id': 'r-1' };
const text = 'text/plain; charset=utf-8';

const rows: Row[] = [
  {
    name: 'an answer is sent as it is',
    outcome: answered({ children: [] }),
    status: 200,
    body: '{"children":[]}',
    headers: { 'content-type': 'application/json', 'content-length': '15', 'x-request-id': 'r-1', etag: null },
  },
  {
    name: 'an answer keeps its ETag',
    outcome: answered({}, { headers: { ...json, ETag: '"a"' } }),
    status: 200,
    body: '{}',
    headers: { etag: '"a"' },
  },
  {
    name: 'not modified has no body',
    outcome: answered(undefined, { status: 304, headers: { ETag: '"a"' }, body: new Uint8Array() }),
    status: 304,
    body: '',
    headers: { etag: '"a"', 'content-length': null, 'content-type': null },
  },
  {
    name: 'an unknown path; somebody at this machine is told the others',
    path: '/snyc',
    status: 404,
    body: 'RouteNotFound: no hook is served at /snyc; served are /sync',
    headers: { 'content-type': text, 'x-request-id': 'r-1', 'x-powered-by': null, etag: null },
  },
  {
    name: 'the root is not a hook',
    path: '/',
    status: 404,
    body: 'RouteNotFound: no hook is served at /; served are /sync',
  },
  {
    name: 'a path below a hook is not the hook',
    path: '/sync/below',
    status: 404,
    body: 'RouteNotFound: no hook is served at /sync/below; served are /sync',
  },
  {
    name: 'a broken escape in the path',
    path: '/%zz',
    status: 404,
    body: 'RouteNotFound: no hook is served at /%zz; served are /sync',
  },
  {
    name: 'a path that is the name of a property of every object',
    path: '/__proto__',
    status: 404,
    body: 'RouteNotFound: no hook is served at /__proto__; served are /sync',
  },
  {
    name: 'GET',
    init: { method: 'GET', body: null },
    status: 405,
    body: 'MethodNotAllowed: hook /sync is called with POST, not GET',
    headers: { allow: 'POST', 'content-type': text },
  },
  {
    name: 'PUT',
    init: { method: 'PUT' },
    status: 405,
    body: 'MethodNotAllowed: hook /sync is called with POST, not PUT',
    headers: { allow: 'POST' },
  },
  {
    name: 'a body declared as text',
    init: { headers: { ...id, 'Content-Type': 'text/plain' } },
    status: 415,
    body: "UnsupportedMediaType: the request body is declared as 'text/plain'; send Content-Type: application/json",
  },
  {
    name: 'a body in Latin-1',
    init: { headers: { ...id, 'Content-Type': 'application/json; charset=iso-8859-1' } },
    status: 415,
    body: "UnsupportedMediaType: the request body is declared as 'application/json; charset=iso-8859-1'; send it as UTF-8",
  },
  {
    name: 'a compressed body',
    init: { headers: { ...id, ...json, 'Content-Encoding': 'gzip' } },
    status: 415,
    body: "UnsupportedMediaType: the request body is encoded as 'gzip'; send it without Content-Encoding",
  },
  {
    name: 'a body that is not JSON',
    outcome: failed('InvalidJson', 'the request body is not JSON: unexpected end'),
    status: 400,
    body: 'InvalidJson: the request body is not JSON: unexpected end',
  },
  {
    name: 'a failed hook is answered with its message, not its trace',
    outcome: failed('HookFailed', 'hook sync: no such field', { trace: 'secret/path/sync.jsonnet:1' }),
    status: 500,
    body: 'HookFailed: hook sync: no such field',
    headers: { 'retry-after': null },
  },
  {
    name: 'a message of several lines becomes one',
    outcome: failed('HookFailed', 'hook sync:\n  one\r\n\ttwo\u0000\u001b[31mthree\u2028four'),
    status: 500,
    body: 'HookFailed: hook sync: one two [31mthree four',
  },
  {
    name: 'a long message is cut to what an Event holds',
    outcome: failed('HookFailed', 'x'.repeat(5000)),
    status: 500,
    body: `HookFailed: ${'x'.repeat(800)}…`,
  },
  {
    name: 'a hook that asks to be called later',
    outcome: failed('RetryLater', 'not yet', { retryAfterSeconds: 2.1 }),
    status: 429,
    body: 'RetryLater: not yet',
    headers: { 'retry-after': '3' },
  },
  {
    name: 'a retry after 0 s becomes one after 1 s',
    outcome: failed('RetryLater', 'not yet', { retryAfterSeconds: 0 }),
    status: 429,
    body: 'RetryLater: not yet',
    headers: { 'retry-after': '1' },
  },
  {
    name: 'a full queue',
    outcome: failed('QueueFull', '100 requests are waiting'),
    status: 503,
    body: 'QueueFull: 100 requests are waiting',
    headers: { 'retry-after': '1' },
  },
  {
    name: 'a deadline',
    outcome: failed('DeadlineExceeded', 'hook sync did not end within 10 s'),
    status: 504,
    body: 'DeadlineExceeded: hook sync did not end within 10 s',
  },
];

describe('replies', () => {
  for (const row of rows) {
    test(row.name, async () => {
      await using test = await TestServer.start({ sync: () => row.outcome ?? answered({}) });
      const response = await fetch(test.url(row.path ?? '/sync'), {
        method: 'POST',
        body: '{}',
        headers: { ...json, ...id },
        ...row.init,
      });
      assert.equal(response.status, row.status);
      assert.equal(await response.text(), row.body);
      for (const [name, value] of Object.entries(row.headers ?? {})) {
        assert.equal(response.headers.get(name), value, name);
      }
    });
  }
});

describe('content types that are accepted', () => {
  const types = [
    { name: 'JSON', type: 'application/json' },
    { name: 'JSON with a charset', type: 'application/json; charset=utf-8' },
    { name: 'JSON with a quoted charset', type: 'application/json;charset="UTF-8"' },
    { name: 'capital letters', type: 'Application/JSON' },
    { name: 'a type that ends in +json', type: 'application/vnd.api+json' },
    { name: 'what curl --data declares', type: 'application/x-www-form-urlencoded' },
    { name: 'none at all', type: undefined },
  ];
  for (const { name, type } of types) {
    test(name, async () => {
      await using test = await TestServer.start({ sync: echo });
      const connection = test.connect();
      connection.write('POST /sync HTTP/1.1\r\nHost: a\r\nConnection: close\r\nContent-Length: 2\r\n');
      connection.write(`${type === undefined ? '' : `Content-Type: ${type}\r\n`}\r\n{}`);
      await connection.closed;
      assert.match(connection.received, /^HTTP\/1\.1 200 OK\r\n.*\r\n\r\n\{\}$/s);
    });
  }
});

describe('request ids', () => {
  const sent = [
    { name: 'a sane one is kept', header: 'abc-1.2:3/4+5=6@7', kept: true },
    { name: 'one with spaces is replaced', header: 'a b', kept: false },
    { name: 'one with markup is replaced', header: '<b>', kept: false },
    { name: 'one that is too long is replaced', header: 'x'.repeat(129), kept: false },
  ];
  for (const { name, header, kept } of sent) {
    test(name, async () => {
      await using test = await TestServer.start({ sync: echo });
      const response = await test.post('/sync', '{}', { 'X-Request-Id': header });
      const given = response.headers.get('x-request-id') ?? '';
      if (kept) assert.equal(given, header);
      else assert.match(given, /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/);
      assert.deepEqual(
        test.logged('request').map((line) => line.requestId),
        [given],
      );
    });
  }
});

describe('routes', () => {
  const hooks = [
    loaded('sync'),
    loaded('a/b'),
    loaded('with space'),
    loaded('raw', { nodejsStyle: true }),
    loaded('raw/own', { nodejsStyle: false }),
    loaded('deep/raw', { nodejsStyle: true }),
  ];
  const rows = [
    { name: 'a name', path: '/sync', hook: 'sync' },
    { name: 'a query is not part of it', path: '/sync?timeout=10s', hook: 'sync' },
    { name: 'a slash at the end', path: '/sync/', hook: 'sync' },
    { name: 'a name with a slash', path: '/a/b', hook: 'a/b' },
    { name: 'an escaped name', path: '/with%20space', hook: 'with space' },
    { name: 'below a nodejs-style hook', path: '/raw/x/y?z=1', hook: 'raw' },
    { name: 'a hook of its own below a nodejs-style one', path: '/raw/own', hook: 'raw/own' },
    { name: 'below a hook below a nodejs-style one', path: '/raw/own/x', hook: 'raw' },
    { name: 'below a nodejs-style hook with a slash', path: '/deep/raw/x', hook: 'deep/raw' },
    { name: 'above a nodejs-style hook', path: '/deep', hook: undefined },
    { name: 'half of a name', path: '/a', hook: undefined },
    { name: 'a name that only starts the same', path: '/rawer/x', hook: undefined },
    { name: 'another case', path: '/Sync', hook: undefined },
  ];
  for (const { name, path, hook } of rows) {
    test(name, async () => {
      const fakes = Object.fromEntries(hooks.map(({ name }) => [name, () => answered(name)]));
      await using test = await TestServer.start(fakes, { hooks });
      const response = await test.post(path, '{}');
      const body = await response.text();
      if (hook === undefined) assert.equal(response.status, 404);
      else assert.equal(body, JSON.stringify(hook));
    });
  }

  test('a target that is a whole URL, as proxies send it', async () => {
    await using test = await TestServer.start({ sync: echo });
    const connection = test.connect();
    connection.write('POST http://hooks.example/sync?a HTTP/1.1\r\nHost: a\r\nConnection: close\r\n');
    connection.write('Content-Length: 2\r\n\r\n{}');
    await connection.closed;
    assert.match(connection.received, /^HTTP\/1\.1 200 OK\r\n/);
  });
});

describe('hooks in nodejs-server style', () => {
  const hooks = [loaded('raw', { nodejsStyle: true, language: 'script' })];

  test('get method, target and headers, whatever the content type', async () => {
    await using test = await TestServer.start({ raw: () => answered('ok') }, { hooks });
    const response = await fetch(test.url('/raw/a/b?c=1'), {
      method: 'PUT',
      body: 'text',
      headers: { 'X-Own': 'yes' },
    });
    assert.equal(response.status, 200);
    const [call] = test.executor.calls;
    assert.equal(call?.http.method, 'PUT');
    assert.equal(call?.http.url, '/raw/a/b?c=1');
    assert.equal(call?.http.headers['x-own'], 'yes');
    assert.equal(new TextDecoder().decode(call?.body), 'text');
  });

  test('choose status and headers, but not those of the connection', async () => {
    const headers = { 'X-Own': 'yes', 'content-length': '1', 'Transfer-Encoding': 'chunked', Connection: 'close' };
    await using test = await TestServer.start({ raw: () => answered('long', { status: 202, headers }) }, { hooks });
    const response = await test.post('/raw', '{}');
    assert.equal(response.status, 202);
    assert.equal(response.headers.get('x-own'), 'yes');
    assert.equal(response.headers.get('content-length'), '6');
    assert.equal(response.headers.get('connection'), 'keep-alive');
    assert.equal(await response.text(), '"long"');
  });

  const impossible: { name: string; status: number; headers: Record<string, string>; found: string }[] = [
    { name: 'a status that does not exist', status: 42, headers: {}, found: 'status 42' },
    { name: 'an informational status', status: 101, headers: {}, found: 'status 101' },
    {
      name: 'a header with a line break',
      status: 200,
      headers: { 'X-Own': 'a\r\nb' },
      found: 'Invalid character in header content ["X-Own"]',
    },
    {
      name: 'an impossible header name',
      status: 200,
      headers: { 'a b': 'c' },
      found: 'Header name must be a valid HTTP token ["a b"]',
    },
  ];
  for (const { name, status, headers, found } of impossible) {
    test(`${name} is an invalid answer`, async () => {
      await using test = await TestServer.start({ raw: () => answered('x', { status, headers }) }, { hooks });
      const response = await test.post('/raw', '{}', { 'X-Request-Id': 'r-1' });
      assert.equal(response.status, 500);
      assert.equal(await response.text(), `InvalidResponse: the hook's status or headers cannot be sent: ${found}`);
      assert.equal(response.headers.get('x-own'), null);
    });
  }
});

describe('traces in the log', () => {
  const rows = [
    { name: 'are logged if they say more than the message', trace: 'boom\n  at a.ts:1', logged: 'boom\n  at a.ts:1' },
    { name: 'are left out if they say the same', trace: 'boom', logged: undefined },
    { name: 'are left out if there is none', trace: undefined, logged: undefined },
  ];
  for (const { name, trace, logged } of rows) {
    test(name, async () => {
      const outcome = failed('HookFailed', 'hook sync: boom', trace === undefined ? {} : { trace });
      await using test = await TestServer.start({ sync: () => outcome });
      await test.post('/sync', '{}');
      assert.deepEqual(
        test.logged('request').map((line) => line.trace),
        [logged],
      );
    });
  }
});

test('a defect in the executor is answered and logged, and the next request is served', async () => {
  let calls = 0;
  await using test = await TestServer.start({
    sync: () => {
      calls++;
      if (calls === 1) throw new Error('unforeseen');
      return answered({});
    },
  });
  const response = await test.post('/sync', '{}', { 'X-Request-Id': 'r-1' });
  assert.equal(response.status, 500);
  assert.equal(await response.text(), 'Internal: a defect in hookd, see its log');
  assert.deepEqual(
    test.logged('defect in hookd').map(({ error, requestId }) => ({ error, requestId })),
    [{ error: 'unforeseen', requestId: 'r-1' }],
  );
  assert.equal((await test.post('/sync', '{}')).status, 200);
});

test('headers have one spelling, and none is sent twice', async () => {
  const headers = {
    'content-type': 'application/json',
    etag: '"a"',
    'x-request-id': 'from the hook',
    'x-other': 'b',
  };
  const outcome = answered({}, { headers });
  await using server = await TestServer.start(
    { sync: () => outcome },
    { hooks: [loaded('sync', { nodejsStyle: true })] },
  );
  const connection = server.connect();
  connection.write(
    'POST /sync HTTP/1.1\r\nHost: a\r\nX-Request-Id: r-1\r\nContent-Length: 2\r\nConnection: close\r\n\r\n{}',
  );
  await connection.closed;
  assert.deepEqual(connection.received.replace(/^Date: .*$/m, 'Date: now').split('\r\n'), [
    'HTTP/1.1 200 OK',
    'Content-Type: application/json',
    'ETag: "a"',
    'X-Request-Id: r-1',
    'X-Other: b',
    'Content-Length: 2',
    'Date: now',
    'Connection: close',
    '',
    '{}',
  ]);
});

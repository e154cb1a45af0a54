import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { LogFormat, LogLevel } from '../../src/telemetry/levels.js';
import { Log, type RequestLine } from '../../src/telemetry/log.js';
import { prettyStream } from '../../src/telemetry/pretty.js';

/** Returns what a log wrote, with the time of day replaced by T. */
function written(format: LogFormat, level: LogLevel, write: (log: Log) => void): string {
  const written: string[] = [];
  const lines = { write: (line: string) => void written.push(line) };
  write(new Log({ level, destination: format === 'pretty' ? prettyStream(lines, false) : lines }));
  return written
    .join('')
    .replace(/"time":"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z"/g, '"time":"T"')
    .replace(/^\[\d\d:\d\d:\d\d\.\d{3}\]/gm, '[T]');
}

const served: RequestLine = {
  hook: 'sync',
  method: 'POST',
  path: '/sync',
  status: 200,
  seconds: 0.0123456,
  requestId: 'r-1',
  call: 'composite-sync',
  parent: { kind: 'HelloWorld', namespace: 'default', name: 'you' },
  observed: 0,
  desired: 1,
  evaluationSeconds: 0.0001,
  cache: 'miss',
};

const missing: RequestLine = {
  hook: undefined,
  method: 'GET',
  path: '/nothing',
  status: 404,
  seconds: 0,
  requestId: 'r-1',
  code: 'RouteNotFound',
  message: 'no hook',
};

// What the lines of these two requests hold, before and after the field that a row is about.
const servedFields = {
  level: 'info',
  hook: 'sync',
  status: 200,
  ms: 12.346,
  evaluationMs: 0.1,
  cache: 'miss',
  call: 'composite-sync',
};
const counts = { observed: 0, desired: 1, requestId: 'r-1', msg: 'request' };
const missingFields = { level: 'warn', method: 'GET' };
const noHook = { code: 'RouteNotFound', error: 'no hook', requestId: 'r-1', msg: 'request' };

/** The fields of a JSON line in their order; the time comes after the level. */
type Fields = Readonly<Record<string, unknown>>;

const jsonLine = ({ level, ...fields }: Fields) => `${JSON.stringify({ level, time: 'T', ...fields })}\n`;

const rows: { name: string; write: (log: Log) => void; json: Fields[]; pretty: string }[] = [
  {
    name: 'a hook is served',
    write: (log) => log.hookServed('sync', '/hooks/sync.ts'),
    json: [{ level: 'info', hook: 'sync', route: '/sync', file: '/hooks/sync.ts', msg: 'hook served' }],
    pretty: '[T] INFO: serving /sync from /hooks/sync.ts\n',
  },
  {
    name: 'a hook that cannot be loaded, with its trace',
    write: (log) => log.hookBroken('sync', '/hooks/sync.ts', 'no default export', 'Error: no\n    at sync.ts:1'),
    json: [
      {
        level: 'error',
        hook: 'sync',
        route: '/sync',
        file: '/hooks/sync.ts',
        error: 'no default export',
        trace: 'Error: no\n    at sync.ts:1',
        msg: 'hook cannot be loaded',
      },
    ],
    pretty:
      '[T] ERROR: cannot load /sync from /hooks/sync.ts: no default export\n    Error: no\n        at sync.ts:1\n',
  },
  {
    name: 'listening',
    write: (log) => {
      log.listening('hooks', ':8080');
      log.listening('admin', ':9090');
    },
    json: [
      { level: 'info', address: ':8080', msg: 'listening' },
      { level: 'info', address: ':9090', msg: 'listening for probes and metrics' },
    ],
    pretty:
      '[T] INFO: listening on http://localhost:8080 and all other addresses of this machine\n[T] INFO: listening for probes and metrics address=:9090\n',
  },
  {
    name: 'a request that was answered',
    write: (log) => log.request(served),
    json: [
      {
        level: 'info',
        hook: 'sync',
        status: 200,
        ms: 12.346,
        evaluationMs: 0.1,
        cache: 'miss',
        call: 'composite-sync',
        parent: { kind: 'HelloWorld', namespace: 'default', name: 'you' },
        observed: 0,
        desired: 1,
        requestId: 'r-1',
        msg: 'request',
      },
    ],
    pretty: '[T] INFO: /sync 200 12.346 ms composite-sync HelloWorld default/you children 0→1\n',
  },
  {
    name: 'a request of a parent without a namespace, answered from memory',
    write: (log) => log.request({ ...served, parent: { kind: 'Zone', namespace: undefined, name: 'a' }, cache: 'hit' }),
    json: [
      {
        level: 'info',
        hook: 'sync',
        status: 200,
        ms: 12.346,
        evaluationMs: 0.1,
        cache: 'hit',
        call: 'composite-sync',
        parent: { kind: 'Zone', name: 'a' },
        observed: 0,
        desired: 1,
        requestId: 'r-1',
        msg: 'request',
      },
    ],
    pretty: '[T] INFO: /sync 200 12.346 ms composite-sync Zone a children 0→1 from memory\n',
  },
  {
    name: 'a hook that failed, with its trace',
    write: (log) =>
      log.request({
        hook: 'sync',
        method: 'POST',
        path: '/sync',
        status: 500,
        seconds: 0.001,
        requestId: 'r-1',
        code: 'HookFailed',
        message: 'hook sync: boom',
        trace: 'RUNTIME ERROR: boom\n\tsync.jsonnet:1:2-3',
      }),
    json: [
      {
        level: 'error',
        hook: 'sync',
        status: 500,
        ms: 1,
        code: 'HookFailed',
        error: 'hook sync: boom',
        trace: 'RUNTIME ERROR: boom\n\tsync.jsonnet:1:2-3',
        requestId: 'r-1',
        msg: 'request',
      },
    ],
    pretty:
      '[T] ERROR: /sync 500 1 ms HookFailed: hook sync: boom (request r-1)\n    RUNTIME ERROR: boom\n    \tsync.jsonnet:1:2-3\n',
  },
  {
    name: 'a request without a hook is logged with its method and path',
    write: (log) =>
      log.request({
        hook: undefined,
        method: 'GET',
        path: '/favicon.ico',
        status: 404,
        seconds: 0,
        requestId: 'r-1',
        code: 'RouteNotFound',
        message: 'no hook is served at /favicon.ico',
      }),
    json: [
      {
        level: 'warn',
        method: 'GET',
        path: '/favicon.ico',
        status: 404,
        ms: 0,
        code: 'RouteNotFound',
        error: 'no hook is served at /favicon.ico',
        requestId: 'r-1',
        msg: 'request',
      },
    ],
    pretty: '[T] WARN: GET /favicon.ico 404 0 ms RouteNotFound: no hook is served at /favicon.ico (request r-1)\n',
  },
  {
    name: 'a request that tries to send commands to the terminal',
    write: (log) =>
      log.request({
        hook: 'sync',
        method: 'POST',
        path: '/sync',
        status: 200,
        seconds: 0,
        requestId: 'r-1',
        parent: { kind: 'A', namespace: undefined, name: '\u001b[2J\u0007\u009b1m' },
      }),
    json: [
      {
        level: 'info',
        hook: 'sync',
        status: 200,
        ms: 0,
        parent: { kind: 'A', name: '\ufffd[2J\ufffd\ufffd1m' },
        requestId: 'r-1',
        msg: 'request',
      },
    ],
    pretty: '[T] INFO: /sync 200 0 ms A \ufffd[2J\ufffd\ufffd1m\n',
  },
  {
    name: 'a request that tries to forge a line, and to turn the direction of writing',
    write: (log) => {
      log.request({ ...missing, path: '/a\n[12:00:00.000] INFO: all is well' });
      log.request({ ...served, parent: { kind: 'A', namespace: 'a\tb', name: 'x\u202ey\u2028z' } });
    },
    json: [
      { ...missingFields, path: '/a\ufffd[12:00:00.000] INFO: all is well', status: 404, ms: 0, ...noHook },
      { ...servedFields, parent: { kind: 'A', namespace: 'a\ufffdb', name: 'x\ufffdy\ufffdz' }, ...counts },
    ],
    pretty:
      '[T] WARN: GET /a\ufffd[12:00:00.000] INFO: all is well 404 0 ms RouteNotFound: no hook (request r-1)\n' +
      '[T] INFO: /sync 200 12.346 ms composite-sync A a\ufffdb/x\ufffdy\ufffdz children 0→1\n',
  },
  {
    name: 'names and texts that are too long',
    write: (log) => {
      log.request({ ...served, parent: { kind: 'A', namespace: undefined, name: 'n'.repeat(3_000_000) } });
      log.hookOutput('sync', 'info', 'o'.repeat(3_000_000));
    },
    json: [
      { ...servedFields, parent: { kind: 'A', name: `${'n'.repeat(253)}…` }, ...counts },
      { level: 'info', hook: 'sync', output: `${'o'.repeat(16_000)}…`, msg: 'hook output' },
    ],
    pretty:
      `[T] INFO: /sync 200 12.346 ms composite-sync A ${'n'.repeat(253)}… children 0→1\n` +
      `[T] INFO: sync: ${'o'.repeat(16_000)}…\n`,
  },
  {
    name: 'a warning about an answer',
    write: (log) =>
      log.contractWarning({
        hook: 'sync',
        requestId: 'r-1',
        rule: 'null-field',
        path: 'children[0].spec',
        message: 'is null',
      }),
    json: [
      {
        level: 'warn',
        hook: 'sync',
        rule: 'null-field',
        path: 'children[0].spec',
        warning: 'is null',
        requestId: 'r-1',
        msg: 'answer warning',
      },
    ],
    pretty: '[T] WARN: /sync null-field: is null (request r-1)\n',
  },
  {
    name: 'text that a hook writes keeps its level',
    write: (log) => {
      log.hookOutput('sync', 'info', 'TRACE: sync.jsonnet:3 seen');
      log.hookOutput('sync', 'error', 'two\nlines');
    },
    json: [
      { level: 'info', hook: 'sync', output: 'TRACE: sync.jsonnet:3 seen', msg: 'hook output' },
      { level: 'error', hook: 'sync', output: 'two\nlines', msg: 'hook output' },
    ],
    pretty: '[T] INFO: sync: TRACE: sync.jsonnet:3 seen\n[T] ERROR: sync: two\n    lines\n',
  },
  {
    name: 'workers: ended when idle, and because of a hook',
    write: (log) => {
      log.workerStarted(1);
      log.workerStopped(1, 'idle');
      log.workerStopped(2, 'deadline');
    },
    json: [
      { level: 'debug', worker: 1, msg: 'worker started' },
      { level: 'debug', worker: 1, reason: 'idle', msg: 'worker stopped' },
      { level: 'warn', worker: 2, reason: 'deadline', msg: 'worker replaced' },
    ],
    pretty:
      '[T] DEBUG: worker started worker=1\n[T] DEBUG: worker stopped worker=1 reason=idle\n[T] WARN: worker replaced worker=2 reason=deadline\n',
  },
  {
    name: 'the shutdown',
    write: (log) => {
      log.stopping('SIGTERM', 5);
      log.draining(2, 20);
      log.stopped(0);
      log.stopped(1);
    },
    json: [
      { level: 'info', reason: 'SIGTERM', delaySeconds: 5, msg: 'shutdown started' },
      { level: 'info', inFlight: 2, timeoutSeconds: 20, msg: 'draining' },
      { level: 'info', msg: 'stopped' },
      { level: 'error', abandoned: 1, msg: 'stopped with unfinished requests' },
    ],
    pretty:
      '[T] INFO: SIGTERM: shutting down; requests are still served for 5 s\n[T] INFO: no new connections are accepted; waiting up to 20 s for 2 requests\n[T] INFO: stopped\n[T] ERROR: stopped with unfinished requests abandoned=1\n',
  },
  {
    name: 'a connection that made no request',
    write: (log) => log.connectionError('400', 'InvalidRequest: this is not an HTTP request'),
    json: [
      { level: 'warn', code: '400', error: 'InvalidRequest: this is not an HTTP request', msg: 'connection closed' },
    ],
    pretty: '[T] WARN: connection closed code=400 error=InvalidRequest: this is not an HTTP request\n',
  },
  {
    name: 'a defect that is not an Error',
    write: (log) => log.defect('text', 'r-1'),
    json: [{ level: 'error', requestId: 'r-1', error: 'text', msg: 'defect in hookd' }],
    pretty: '[T] ERROR: defect in hookd requestId=r-1 error=text\n',
  },
];

describe('log lines', () => {
  for (const { name, write, json, pretty } of rows) {
    test(`${name}, as JSON`, () => assert.equal(written('json', 'debug', write), json.map(jsonLine).join('')));
    test(`${name}, on a terminal`, () => assert.equal(written('pretty', 'debug', write), pretty));
  }
});

describe('levels of requests', () => {
  const statuses = [
    { status: 200, level: 'info' },
    { status: 304, level: 'info' },
    { status: 400, level: 'warn' },
    { status: 413, level: 'warn' },
    { status: 429, level: 'info' },
    { status: 499, level: 'info' },
    { status: 500, level: 'error' },
    { status: 503, level: 'error' },
    { status: 504, level: 'error' },
  ];
  for (const { status, level } of statuses) {
    test(`${status} is logged as ${level}`, () => {
      const line = written('json', 'debug', (log) => log.request({ ...served, status }));
      assert.equal(JSON.parse(line).level, level);
    });
  }

  test('below the level nothing is written', () => {
    assert.equal(
      written('json', 'warn', (log) => log.request(served)),
      '',
    );
    assert.equal(
      written('json', 'silent', (log) => log.request({ ...served, status: 500 })),
      '',
    );
  });
});

test('colours if they are asked for', () => {
  const lines: string[] = [];
  const destination = prettyStream({ write: (line) => void lines.push(line) }, true);
  new Log({ level: 'info', destination }).stopped(0);
  assert.ok(lines.join('').includes('\u001b[32mINFO\u001b[39m'), lines.join(''));
});

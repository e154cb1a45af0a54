import assert from 'node:assert/strict';
import { existsSync, mkdtempSync, readFileSync } from 'node:fs';
import { request } from 'node:http';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { checkout, fixture } from '../../checkout.js';
import { CliRun } from '../run-cli.js';

const quick = ['-l', '127.0.0.1:0', '--shutdown-delay', '0'];
const body = readFileSync(`${fixture('cli/hooks')}/request.json`, 'utf8');

/** A server in this process; it is stopped with the test, however that ends. */
async function serve(argv: readonly string[], options: { env?: Record<string, string>; cwd?: string } = {}) {
  const run = new CliRun(argv, options);
  const { address } = await run.logged('listening');
  return {
    run,
    post: (path: string, text = body) =>
      fetch(`http://${address}${path}`, {
        method: 'POST',
        body: text,
        headers: { 'Content-Type': 'application/json' },
      }),
    get: (path: string) => fetch(`http://${address}${path}`),
    stop: () => {
      run.events.emit('SIGTERM');
      return run.ended;
    },
    [Symbol.asyncDispose]: async () => {
      run.events.emit('SIGTERM');
      await run.ended;
    },
  };
}

describe('hookd serve', () => {
  test('serves the examples as the documentation says, and ends with 0', async () => {
    const useless = `${checkout}examples/useless-controller/`;
    const hello = `${checkout}examples/hello-world/`;
    await using server = await serve(['serve', `${useless}sync.jsonnet`, `hello=${hello}sync.ts`, ...quick]);
    for (const [path, example] of [
      ['/sync', useless],
      ['/hello', hello],
    ] as const) {
      const response = await server.post(path, readFileSync(`${example}request.json`, 'utf8'));
      assert.equal(response.status, 200);
      assert.deepEqual(await response.json(), JSON.parse(readFileSync(`${example}expected.json`, 'utf8')));
    }
    assert.equal((await server.get('/readyz')).status, 200);
    assert.match(await (await server.get('/metrics')).text(), /^hookd_requests_total\{hook="hello",code="200"\} 1$/m);
    assert.equal(await server.stop(), 0);
    const logged = server.run.lines.map(({ msg, hook, file, status, parent, observed, desired, reason }) =>
      JSON.parse(JSON.stringify({ msg, hook, file, status, parent, observed, desired, reason })),
    );
    assert.deepEqual(logged, [
      { msg: 'hook served', hook: 'sync', file: `${useless}sync.jsonnet` },
      { msg: 'hook served', hook: 'hello', file: `${hello}sync.ts` },
      { msg: 'listening' },
      {
        msg: 'request',
        hook: 'sync',
        status: 200,
        parent: { kind: 'UselessPod', namespace: 'default', name: 'do-nothing' },
        observed: 1,
        desired: 1,
      },
      {
        msg: 'request',
        hook: 'hello',
        status: 200,
        parent: { kind: 'HelloWorld', namespace: 'default', name: 'hello-kubernetes' },
        observed: 1,
        desired: 1,
      },
      { msg: 'shutdown started', reason: 'SIGTERM' },
      { msg: 'draining' },
      { msg: 'stopped' },
    ]);
    assert.equal(server.run.stderr, '');
    assert.equal(server.run.events.listenerCount('SIGTERM'), 0);
  });

  test('curl --data, as in the issue: a form type, and the line breaks taken out', async () => {
    await using server = await serve(['serve', `${fixture('cli/hooks')}/answers.ts`, ...quick]);
    const { address } = await server.run.logged('listening');
    const response = await fetch(`http://${address}/answers`, {
      method: 'POST',
      body: body.replaceAll('\n', ''),
      headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
    });
    assert.equal(response.status, 200);
    assert.equal(await server.stop(), 0);
  });

  test('no body, no Authorization header and no query is ever logged', async () => {
    await using server = await serve([
      'serve',
      fixture('cli/hooks'),
      '--log-level',
      'debug',
      '-V',
      'greeting=hi',
      ...quick,
    ]);
    const { address } = await server.run.logged('listening');
    for (const hook of ['answers', 'warns', 'throws', 'later', 'wrong', 'plain', 'nothing']) {
      const response = await fetch(`http://${address}/${hook}?token=s3cret-query`, {
        method: 'POST',
        body,
        headers: {
          'Content-Type': 'application/json',
          Authorization: 'Bearer s3cret-token',
          Cookie: 'a=s3cret-cookie',
        },
      });
      await response.arrayBuffer();
    }
    await server.post('/answers', '{"s3cret":');
    await server.post('/answers', '{"password": "s3cret"}');
    assert.equal(await server.stop(), 0);
    assert.equal(server.run.lines.filter(({ msg }) => msg === 'request').length, 9);
    assert.doesNotMatch(server.run.stdout + server.run.stderr, /s3cret/);
  });

  test('what hooks write, and warnings, are logged with the name of the hook', async () => {
    await using server = await serve(['serve', fixture('cli/hooks'), ...quick]);
    await server.post('/answers');
    await server.post('/warns');
    const output = await server.run.logged('hook output');
    assert.deepEqual([output.hook, output.output, output.level], ['answers', 'asked by you', 'info']);
    const warning = await server.run.logged('answer warning');
    assert.deepEqual(
      [warning.hook, warning.rule, warning.path, warning.level],
      ['warns', 'observed-field', 'children[0].metadata.uid', 'warn'],
    );
    assert.match(
      await (await server.get('/metrics')).text(),
      /^hookd_contract_warnings_total\{hook="warns",rule="observed-field"\} 1$/m,
    );
    assert.equal(await server.stop(), 0);
  });

  test('an endless hook is stopped at its deadline, which the log and the metrics show', async () => {
    await using server = await serve(['serve', fixture('cli/hooks'), '--timeout', '4s', ...quick]);
    const response = await server.post('/endless');
    assert.equal(response.status, 504);
    assert.match(
      await response.text(),
      /^DeadlineExceeded: hook endless: did not end within 4 s \(--timeout\) and was stopped$/,
    );
    assert.equal((await server.run.logged('worker replaced')).reason, 'deadline');
    assert.match(await (await server.get('/metrics')).text(), /^hookd_worker_restarts_total\{reason="deadline"\} 1$/m);
    assert.equal((await server.post('/answers')).status, 200);
    assert.equal(await server.stop(), 0);
  });

  test('a hook that does not load is logged, and the others are served', async () => {
    await using server = await serve(['serve', fixture('cli/broken'), ...quick]);
    const broken = await server.run.logged('hook cannot be loaded');
    assert.deepEqual(
      [broken.hook, broken.error],
      ['broken', 'broken.ts must export a function by default, but its default export is an object'],
    );
    const response = await server.post('/broken');
    assert.equal(response.status, 500);
    assert.match(await response.text(), /^HookLoadFailed: hook broken: broken\.ts must export a function by default/);
    assert.equal((await server.post('/fine')).status, 200);
    assert.equal(await (await server.get('/readyz')).text(), 'ok\nhook broken cannot be loaded, see the log\n');
    assert.equal(await server.stop(), 0);
  });

  test('without paths it serves the working directory, with imports relative to that, as jsonnetd', async () => {
    await using server = await serve(['serve', ...quick], {
      cwd: fixture('cli/hooks'),
      env: { HOOKD_EXT_STR: 'greeting=hi' },
    });
    const response = await server.post('/plain');
    assert.deepEqual(await response.json(), { children: [], status: { greeting: 'hi', who: 'you' } });
    assert.equal(await server.stop(), 0);
  });

  test('kubecfg httpd: --alpha, directories in the route, KUBECFG_ variables, flags about the cluster', async () => {
    const flags = [
      '-v',
      '-v',
      '--kubeconfig',
      '/root/.kube/config',
      '-n',
      'default',
      '--insecure-skip-tls-verify=true',
    ];
    const files = ['cli/hooks/plain.jsonnet', 'hooks/jsonnet/lib.libsonnet'];
    await using server = await serve([...flags, 'httpd', '--alpha', ...files, '-V', 'greeting'], {
      cwd: fixture(''),
      env: { KUBECFG_LISTEN_ADDR: '127.0.0.1:0', greeting: 'hi', HOOKD_SHUTDOWN_DELAY: '0' },
    });
    assert.equal(
      server.run.stderr,
      'hookd: warning: --kubeconfig, --namespace, --verbose, --insecure-skip-tls-verify ignored, since hookd does not talk to the cluster\n',
    );
    assert.equal((await server.post('/cli/hooks/plain')).status, 200);
    assert.equal((await server.post('/plain')).status, 404);
    assert.equal(await server.stop(), 0);
  });

  test('a Unix socket', async () => {
    const path = join(mkdtempSync(join(tmpdir(), 'hookd-')), 'hookd.sock');
    await using server = await serve(['serve', fixture('cli/broken'), '-l', `unix:${path}`, '--shutdown-delay', '0']);
    const status = await new Promise((resolve, reject) => {
      const headers = { 'Content-Type': 'application/json' };
      request({ socketPath: path, path: '/fine', method: 'POST', headers }, (response) => resolve(response.statusCode))
        .once('error', reject)
        .end(body);
    });
    assert.equal(status, 200);
    assert.equal(await server.stop(), 0);
    assert.equal(existsSync(path), false);
  });

  test('a port in use: exit code 1 and one sentence', async () => {
    const other = createServer().listen(0, '127.0.0.1');
    await new Promise((resolve) => other.once('listening', resolve));
    const { port } = other.address() as AddressInfo;
    const run = new CliRun(['serve', fixture('cli/broken'), '-l', `127.0.0.1:${port}`]);
    assert.equal(await run.ended, 1);
    assert.equal(
      run.stderr,
      `hookd: cannot listen on 127.0.0.1:${port}: something else already listens there; stop it or choose another address with --listen-addr\n`,
    );
    other.close();
  });

  test('a hook named like a probe is refused alone, and served if the probes are elsewhere', async () => {
    const hooks = [`livez=${fixture('cli/broken')}/fine.ts`, `${fixture('cli/broken')}/fine.ts`];
    await using server = await serve(['serve', ...hooks, ...quick]);
    const { level, reason } = await server.run.logged('file not served');
    assert.equal(level, 'error');
    assert.match(String(reason), /fine\.ts is not served: hookd answers \/livez itself; /);
    assert.equal((await server.post('/fine')).status, 200);
    assert.equal(await (await server.get('/livez')).text(), 'ok\n');
    await using other = await serve(['serve', ...hooks, ...quick, '--admin-listen-addr', '127.0.0.1:0']);
    assert.equal((await other.post('/livez')).status, 200);
    assert.equal(await other.stop(), 0);
    assert.equal(await server.stop(), 0);
  });

  test('helpers of a directory are named in the log', async () => {
    await using server = await serve(['serve', fixture('hooks/route-helpers'), ...quick]);
    assert.deepEqual(
      server.run.lines.filter(({ msg }) => msg === 'file not served').map(({ level, reason }) => [level, reason]),
      ['labels', 'shape'].map((name) => [
        'info',
        `${fixture('hooks/route-helpers')}/${name}.ts is not served: sync.ts imports it; if it is a hook, name it, as in ${name}=${fixture('hooks/route-helpers')}/${name}.ts`,
      ]),
    );
    assert.equal((await server.post('/labels')).status, 404);
    assert.equal(await server.stop(), 0);
  });

  test('at a terminal it shows a link, and how to call a hook', async () => {
    const run = new CliRun(['serve', fixture('cli/broken'), ...quick], { isTTY: true, env: { NO_COLOR: '1' } });
    while (!run.stdout.includes('try it:')) await new Promise((resolve) => setTimeout(resolve, 5));
    run.events.emit('SIGTERM');
    assert.equal(await run.ended, 0);
    const link = /listening on (http:\/\/127\.0\.0\.1:\d+)\n/.exec(run.stdout)?.[1];
    const call = `curl -H 'Content-Type: application/json' --data-binary @request.json ${link}/fine`;
    assert.ok(run.stdout.includes(`\ntry it: ${call}\n`), run.stdout);
  });

  for (const signal of ['SIGINT', 'SIGHUP']) {
    test(`${signal} does not wait for load balancers`, async () => {
      await using server = await serve(['serve', fixture('cli/broken'), '-l', '127.0.0.1:0', '--shutdown-delay', '1h']);
      server.run.events.emit(signal);
      assert.equal(await server.run.ended, 0);
      assert.equal((await server.run.logged('shutdown started')).reason, signal);
    });
  }

  test('an error that nothing caught is logged as a defect, and the server goes on', async () => {
    await using server = await serve(['serve', fixture('cli/broken'), ...quick]);
    server.run.events.emit('uncaughtException', new Error('lost'));
    const { error, level } = await server.run.logged('defect in hookd');
    assert.deepEqual([error, level], ['lost', 'error']);
    assert.equal((await server.post('/fine')).status, 200);
    assert.equal(await server.stop(), 0);
    assert.equal(server.run.events.listenerCount('uncaughtException'), 0);
  });

  for (const [signal, code] of [
    ['SIGTERM', 143],
    ['SIGINT', 130],
    ['SIGHUP', 129],
  ] as const) {
    test(`a second signal, ${signal}, ends at once with ${code}`, async () => {
      // Long enough to be sure that the delay did not end, and short enough, since the test leaves it running.
      await using server = await serve(['serve', fixture('cli/broken'), '-l', '127.0.0.1:0', '--shutdown-delay', '3s']);
      server.run.events.emit('SIGTERM');
      await server.run.logged('shutdown started');
      server.run.events.emit(signal);
      assert.equal(await server.run.ended, code);
      assert.equal(
        server.run.lines.some(({ msg }) => msg === 'stopped'),
        false,
      );
    });
  }
});

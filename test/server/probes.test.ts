import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { echo, loaded } from './fake-executor.js';
import { TestServer } from './test-server.js';

describe('probes', () => {
  const plain = 'text/plain; charset=utf-8';

  test('are answered on the address of the hooks, and are neither logged nor counted', async () => {
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

  test('have their own port if that is asked for', async () => {
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
      [404, 'RouteNotFound: only /livez, /readyz, /metrics are served here\n'],
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

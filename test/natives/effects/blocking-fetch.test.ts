import assert from 'node:assert/strict';
import { once } from 'node:events';
import { after, suite, test } from 'node:test';
import { Worker } from 'node:worker_threads';
import { createBlockingFetch } from '../../../src/natives/index.js';
import { startLoopbackServer } from '../loopback-server.js';

suite('the blocking fetch', async () => {
  const server = await startLoopbackServer({
    'GET /a': { status: 201, headers: { 'X-Name': 'v', 'Set-Cookie': 'c' }, body: 'text' },
    'HEAD /a': { status: 200, headers: { 'content-length': '99999' } },
    'GET /silent': { status: 200, silent: true },
  });
  after(() => server.stop());
  const limits = { timeoutMs: 60_000, maxBytes: 100 };

  test('gives status, headers in lower case, and body', () => {
    const reply = createBlockingFetch()({ url: `${server.origin}/a`, method: 'GET', ...limits });
    const { 'x-name': name, 'set-cookie': cookie } = reply.headers;
    assert.deepEqual(
      { status: reply.status, name, cookie, body: Buffer.from(reply.body).toString() },
      { status: 201, name: 'v', cookie: 'c', body: 'text' },
    );
  });

  test('reads no body after HEAD, whatever length it declares', () => {
    const reply = createBlockingFetch()({ url: `${server.origin}/a`, method: 'HEAD', ...limits });
    assert.deepEqual([reply.status, reply.body.length], [200, 0]);
  });

  test('goes through a proxy if one is given', () => {
    const proxied = createBlockingFetch({ httpProxy: 'http://127.0.0.1:1' });
    assert.throws(() => proxied({ url: `${server.origin}/a`, method: 'GET', ...limits }), {
      message: `${server.origin}/a: connect ECONNREFUSED 127.0.0.1:1`,
    });
    const direct = createBlockingFetch({ httpProxy: 'http://127.0.0.1:1', noProxy: '127.0.0.1' });
    assert.equal(direct({ url: `${server.origin}/a`, method: 'GET', ...limits }).status, 201);
  });

  test('a worker that waits for an answer can be terminated', async () => {
    const module = JSON.stringify(new URL('../../../src/natives/index.js', import.meta.url).href);
    const request = JSON.stringify({ url: `${server.origin}/silent`, method: 'GET', timeoutMs: 600_000, maxBytes: 1 });
    await server.requests();
    const worker = new Worker(
      `import(${module}).then(({ createBlockingFetch }) => createBlockingFetch()(${request}))`,
      { eval: true },
    );
    await once(worker, 'online');
    while ((await server.requests()).length === 0) await new Promise((done) => setTimeout(done, 20));
    assert.equal(await worker.terminate(), 1);
  });
});

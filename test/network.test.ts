import assert from 'node:assert/strict';
import { after, before, suite, test } from 'node:test';
import { fixture } from './checkout.js';
import { type LoopbackServer, startLoopbackServer } from './natives/loopback-server.js';
import { type RunningHookd, runHookd } from './running-hookd.js';

const hooks = fixture('natives/network/');
const digest = `sha256:${'ab'.repeat(32)}`;

function request(spec: object): string {
  return JSON.stringify({
    controller: {
      apiVersion: 'metacontroller.k8s.io/v1alpha1',
      kind: 'CompositeController',
      metadata: { name: 'jobs' },
      spec: {
        parentResource: { apiVersion: 'example.com/v1', resource: 'jobs' },
        childResources: [{ apiVersion: 'v1', resource: 'pods' }],
        generateSelector: true,
        hooks: { sync: { webhook: { url: 'http://hooks/sync', etag: { enabled: true } } } },
      },
    },
    parent: { apiVersion: 'example.com/v1', kind: 'Job', metadata: { name: 'a', namespace: 'default' }, spec },
    children: { 'Pod.v1': {} },
    related: {},
    finalizing: false,
  });
}

suite('hooks that reach the network, and those that must not', () => {
  let server: LoopbackServer;
  let hookd: RunningHookd;
  const call = (route: string, spec: object) =>
    fetch(`${hookd.url}/${route}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: request(spec),
    });

  before(async () => {
    server = await startLoopbackServer({
      'GET /lib/remote.libsonnet': { status: 200, body: "import 'name.libsonnet'" },
      'GET /lib/name.libsonnet': { status: 200, body: "{ name: 'far away' }" },
      'HEAD /v2/app/manifests/v1': { status: 200, headers: { 'docker-content-digest': digest } },
    });
    const args = ['sync.jsonnet', 'elsewhere.jsonnet', '-U', `${server.origin}/lib`, '-V', `registry=${server.host}`];
    const images = ['--resolve-images', 'registry', '--resolve-images-error', 'error'];
    hookd = await runHookd(['httpd', ...args, ...images, '--workers', '1'], { cwd: hooks });
  });
  after(async () => {
    await hookd?.stop();
    await server?.stop();
  });

  test('a library below -U and a digest from a registry, each fetched once for many calls', async () => {
    await server.requests();
    for (let round = 0; round < 3; round++) {
      const response = await call('sync', { image: 'app:v1' });
      const text = await response.text();
      assert.equal(response.status, 200, text);
      assert.deepEqual(JSON.parse(text), {
        status: { from: 'far away' },
        children: [
          {
            apiVersion: 'v1',
            kind: 'Pod',
            metadata: { name: 'a' },
            spec: { containers: [{ name: 'main', image: `${server.host}/app@${digest}` }] },
          },
        ],
      });
    }
    const requests = await server.requests();
    assert.deepEqual(
      requests.filter((line) => line.startsWith('HEAD')),
      ['HEAD /v2/app/manifests/v1'],
    );
    assert.equal(new Set(requests).size, requests.length, requests.join());
  });

  test('a registry without the image is an error that says so', async () => {
    const response = await call('sync', { image: 'app:v2' });
    assert.equal(response.status, 500);
    assert.match(
      await response.text(),
      new RegExp(`resolveImage: the registry ${server.host} gave no digest for app:v2: there is no such image`),
    );
  });

  test('a hook that wants to be called later is answered 429, with the seconds rounded up', async () => {
    const response = await call('sync', { wait: 1.5 });
    assert.deepEqual([response.status, response.headers.get('retry-after')], [429, '2']);
    assert.match(await response.text(), /the database is not there yet/);
  });

  test('an import from an origin that is not allowed names the flag', async () => {
    const response = await call('elsewhere', {});
    assert.equal(response.status, 500);
    assert.match(
      await response.text(),
      /the origin http:\/\/127\.0\.0\.1:1 is not allowed; start hookd with --allow-import-origin http:\/\/127\.0\.0\.1:1/,
    );
  });
});

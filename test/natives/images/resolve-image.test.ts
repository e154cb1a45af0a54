import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { after, suite, test } from 'node:test';
import { createBlockingFetch } from '../../../src/natives/index.js';
import { type LoopbackServer, type Route, startLoopbackServer } from '../loopback-server.js';
import { callNative, nativeOf } from '../natives.js';

const digest = `sha256:${'0123456789abcdef'.repeat(4)}`;

const names: readonly { name: string; image: string; full: string }[] = [
  { name: 'a short name', image: 'busybox', full: 'docker.io/library/busybox:latest' },
  { name: 'a tag', image: 'busybox:1.36', full: 'docker.io/library/busybox:1.36' },
  { name: 'a user', image: 'bitnami/mysql:8', full: 'docker.io/bitnami/mysql:8' },
  { name: 'docker.io', image: 'docker.io/busybox', full: 'docker.io/library/busybox:latest' },
  { name: 'index.docker.io', image: 'index.docker.io/a/b', full: 'docker.io/a/b:latest' },
  { name: 'a registry', image: 'quay.io/a/b/c:v1', full: 'quay.io/a/b/c:v1' },
  { name: 'a registry with a port', image: 'registry:5000/a', full: 'registry:5000/a:latest' },
  { name: 'localhost', image: 'localhost/a', full: 'localhost/a:latest' },
  { name: 'an IPv6 registry', image: '[::1]:5000/a', full: '[::1]:5000/a:latest' },
  { name: 'a digest', image: `busybox@${digest}`, full: `docker.io/library/busybox@${digest}` },
  { name: 'a tag and a digest', image: `a/b:1@${digest}`, full: `docker.io/a/b@${digest}` },
];

suite('resolveImage without a registry gives the name in full', () => {
  for (const { name, image, full } of names) {
    test(name, () => assert.equal(callNative('resolveImage', image), full));
  }
});

const shape = 'it must be [registry/]repository[:tag][@digest]';
const wrongNames: readonly { name: string; image: string; reason: string }[] = [
  { name: 'nothing', image: '', reason: shape },
  { name: 'upper case', image: 'a/BusyBox', reason: 'the repository must be in lower case' },
  { name: 'a blank', image: 'busy box', reason: shape },
  { name: 'a broken tag', image: 'busybox:', reason: shape },
  { name: 'an id', image: 'a'.repeat(64), reason: '64 hexadecimal characters are an image id' },
  {
    name: 'a short digest',
    image: `a@sha256:${'a'.repeat(40)}`,
    reason: 'a sha256 digest has 64 hexadecimal characters',
  },
  { name: 'a path upwards', image: 'localhost/../../v2/secret', reason: shape },
  { name: 'a broken host', image: 'a_b.c/d', reason: '"a_b.c" is not a host' },
  { name: 'a URL', image: 'https://quay.io/a', reason: '"https:" is not a host' },
];

suite('resolveImage refuses what is not a name', () => {
  for (const { name, image, reason } of wrongNames) {
    test(name, () =>
      assert.throws(() => callNative('resolveImage', image), {
        message: `resolveImage: ${JSON.stringify(image)} is not an image name: ${reason}`,
      }),
    );
  }
});

const manifest = '{"schemaVersion":2}';
const found: Route = { status: 200, headers: { 'docker-content-digest': digest } };
const bearer = 'Bearer realm="{origin}/token",service="registry.test",scope="repository:team/private:pull"';

const routes: Record<string, Route> = {
  'HEAD /v2/team/app/manifests/v1': found,
  'HEAD /v2/team/private/manifests/v1': {
    ...found,
    authorization: 'Bearer let-me-in',
    otherwise: { status: 401, headers: { 'www-authenticate': bearer } },
  },
  'GET /token?service=registry.test&scope=repository%3Ateam%2Fprivate%3Apull': {
    status: 200,
    body: '{"token":"let-me-in"}',
  },
  'HEAD /v2/team/guarded/manifests/v1': {
    ...found,
    authorization: 'Basic dXNlcjpwYXNz',
    otherwise: { status: 401, headers: { 'www-authenticate': 'Basic realm="x"' } },
  },
  'HEAD /v2/team/account/manifests/v1': {
    ...found,
    authorization: 'Bearer for-user',
    otherwise: { status: 401, headers: { 'www-authenticate': 'Bearer realm="{origin}/account"' } },
  },
  'GET /account?scope=repository%3Ateam%2Faccount%3Apull': {
    status: 200,
    body: '{"access_token":"for-user"}',
    authorization: 'Basic dXNlcjpwYXNz',
  },
  'HEAD /v2/team/old/manifests/v1': { status: 200 },
  'GET /v2/team/old/manifests/v1': { status: 200, body: manifest },
  'HEAD /v2/team/broken/manifests/v1': { status: 500 },
  'HEAD /v2/team/lying/manifests/v1': { status: 200, headers: { 'docker-content-digest': 'x' } },
  'HEAD /v2/team/moved/manifests/v1': { status: 307, headers: { location: '{origin}/elsewhere' } },
  'HEAD /v2/team/silent/manifests/v1': { status: 200, silent: true },
  'HEAD /v2/team/stingy/manifests/v1': {
    status: 401,
    headers: { 'www-authenticate': 'Bearer realm="{origin}/no-token"' },
  },
  'GET /no-token?scope=repository%3Ateam%2Fstingy%3Apull': { status: 200, body: '[]' },
  ...Object.fromEntries(
    [
      ['metadata', 'http://169.254.169.254/latest/meta-data'],
      ['cluster', 'http://kubernetes.default.svc/api'],
      ['other-name', 'http://localhost.example.com/token'],
    ].map(([name, realm]): [string, Route] => [
      `HEAD /v2/team/${name}/manifests/v1`,
      { status: 401, headers: { 'www-authenticate': `Bearer realm="${realm}"` } },
    ]),
  ),
  'HEAD /v2/team/nowhere/manifests/v1': {
    status: 401,
    headers: { 'www-authenticate': 'Bearer realm="file:///etc/passwd"' },
  },
};

suite('resolveImage with a registry', async () => {
  const registry: LoopbackServer = await startLoopbackServer(routes);
  after(() => registry.stop());
  const fetch = createBlockingFetch();
  const config = { resolveImages: 'registry', resolveImagesError: 'error', registryTimeoutSeconds: 60 } as const;

  const digests: readonly { name: string; image: string; digest?: string; requests: string[]; auth?: true }[] = [
    { name: 'the digest behind a tag', image: 'team/app:v1', requests: ['HEAD /v2/team/app/manifests/v1'] },
    {
      name: 'a bearer token',
      image: 'team/private:v1',
      requests: [
        'HEAD /v2/team/private/manifests/v1',
        'GET /token?service=registry.test&scope=repository%3Ateam%2Fprivate%3Apull',
        'HEAD /v2/team/private/manifests/v1',
      ],
    },
    {
      name: 'a user name and password',
      image: 'team/guarded:v1',
      auth: true,
      requests: ['HEAD /v2/team/guarded/manifests/v1', 'HEAD /v2/team/guarded/manifests/v1'],
    },
    {
      name: 'a bearer token for a user',
      image: 'team/account:v1',
      auth: true,
      requests: [
        'HEAD /v2/team/account/manifests/v1',
        'GET /account?scope=repository%3Ateam%2Faccount%3Apull',
        'HEAD /v2/team/account/manifests/v1',
      ],
    },
    {
      name: 'a registry that names no digest',
      image: 'team/old:v1',
      digest: `sha256:${createHash('sha256').update(manifest).digest('hex')}`,
      requests: ['HEAD /v2/team/old/manifests/v1', 'GET /v2/team/old/manifests/v1'],
    },
    { name: 'a digest is not looked up', image: `team/app:v1@${digest}`, requests: [] },
  ];
  for (const row of digests) {
    test(row.name, async () => {
      await registry.requests();
      const registryAuths: Record<string, string> = row.auth ? { [registry.host]: 'dXNlcjpwYXNz' } : {};
      const native = nativeOf('resolveImage', { ...config, registryAuths }, { fetch });
      const path = row.image.replace(/[:@].*/, '');
      assert.equal(native.call(`${registry.host}/${row.image}`), `${registry.host}/${path}@${row.digest ?? digest}`);
      assert.deepEqual(await registry.requests(), row.requests);
    });
  }

  const errors: readonly { name: string; image: string; seconds?: number; reason: string }[] = [
    { name: 'no such image', image: 'team/none:v1', reason: 'there is no such image' },
    { name: 'a registry in trouble', image: 'team/broken:v1', reason: 'it answered 500' },
    { name: 'a redirect', image: 'team/moved:v1', reason: 'it answered 307' },
    { name: 'a digest that is none', image: 'team/lying:v1', reason: 'its digest is malformed' },
    { name: 'no credentials', image: 'team/guarded:v1', reason: 'it does not let us read this image' },
    { name: 'no token', image: 'team/stingy:v1', reason: '{host} gives no token' },
    ...[
      ['metadata', 'http://169.254.169.254'],
      ['cluster', 'http://kubernetes.default.svc'],
      ['other-name', 'http://localhost.example.com'],
    ].map(([name, origin]) => ({
      name: `a token from ${origin}`,
      image: `team/${name}:v1`,
      reason: `it sends us to ${origin} for a token, which is neither HTTPS nor the registry itself`,
    })),
    { name: 'a token from a file', image: 'team/nowhere:v1', reason: 'it does not say where to get a token' },
    {
      name: 'a registry that does not answer',
      image: 'team/silent:v1',
      seconds: 0.15,
      reason: 'http://{host}/v2/team/silent/manifests/v1: no answer within 150 ms',
    },
  ];
  for (const { name, image, seconds = 60, reason } of errors) {
    test(`${name} is an error`, () => {
      const now = () => 0;
      const native = nativeOf('resolveImage', { ...config, registryTimeoutSeconds: seconds }, { fetch, now });
      assert.throws(() => native.call(`${registry.host}/${image}`), {
        message: `resolveImage: the registry ${registry.host} gave no digest for ${image}: ${reason.replace('{host}', registry.host)}`,
      });
    });
  }

  test('with ignore the name keeps its tag', () => {
    const native = nativeOf('resolveImage', { ...config, resolveImagesError: 'ignore' }, { fetch });
    assert.equal(native.call(`${registry.host}/team/none`), `${registry.host}/team/none:latest`);
  });

  test('with warn there is a line in the log, too', () => {
    const lines: string[] = [];
    const warn = (line: string) => lines.push(line);
    const native = nativeOf('resolveImage', { ...config, resolveImagesError: 'warn' }, { fetch, warn });
    const name = `${registry.host}/team/none:v2`;
    assert.equal(native.call(name), name);
    assert.deepEqual(lines, [
      `resolveImage keeps ${name} as it is: the registry ${registry.host} gave no digest for team/none:v2: there is no such image`,
    ]);
  });

  test('a name that is none is an error with ignore, too', () => {
    const native = nativeOf('resolveImage', { ...config, resolveImagesError: 'ignore' }, { fetch });
    assert.throws(() => native.call('A'), {
      message: 'resolveImage: "A" is not an image name: the repository must be in lower case',
    });
  });

  test('a digest is believed for a minute, an error for ten seconds', async () => {
    let now = 0;
    const native = nativeOf('resolveImage', { ...config, resolveImagesError: 'ignore' }, { fetch, now: () => now });
    const ask = async (image: string, at: number): Promise<number> => {
      now = at;
      await registry.requests();
      native.call(`${registry.host}/${image}`);
      return (await registry.requests()).length;
    };
    assert.equal(await ask('team/app:v1', 0), 1);
    assert.equal(await ask('team/app:v1', 59_999), 0);
    assert.equal(await ask('team/app:v1', 60_000), 1);
    assert.equal(await ask('team/broken:v1', 60_000), 1);
    assert.equal(await ask('team/broken:v1', 69_999), 0);
    assert.equal(await ask('team/broken:v1', 70_000), 1);
  });

  test('a registry that is not there is an error', () => {
    const native = nativeOf('resolveImage', config, { fetch });
    assert.throws(() => native.call('127.0.0.1:1/a'), {
      message:
        'resolveImage: the registry 127.0.0.1:1 gave no digest for a:latest: http://127.0.0.1:1/v2/a/manifests/latest: connect ECONNREFUSED 127.0.0.1:1',
    });
  });
});

import assert from 'node:assert/strict';
import { after, suite, test } from 'node:test';
import { createUrlImporter } from '../../src/imports/index.js';
import type { ImportedFile } from '../../src/jsonnet/index.js';
import { createBlockingFetch } from '../../src/natives/index.js';
import { startLoopbackServer } from '../natives/loopback-server.js';

const main = '/hooks/sync.jsonnet';

function textOf(file: ImportedFile | undefined): [path: string, text: string] | undefined {
  return file && [file.path, Buffer.from(file.content).toString('utf8')];
}

suite('imports over HTTP', async () => {
  const elsewhere = await startLoopbackServer({ 'GET /far.libsonnet': { status: 200, body: '{far: 1}' } });
  const server = await startLoopbackServer({
    'GET /lib/a.libsonnet': { status: 200, body: "import 'b.libsonnet'" },
    'GET /lib/b.libsonnet': { status: 200, body: '{b: 1}' },
    'GET /other/c.libsonnet': { status: 200, body: '{c: 1}' },
    'GET /moved': { status: 302, headers: { location: '/lib/b.libsonnet' } },
    'GET /away': { status: 302, headers: { location: `${elsewhere.origin}/far.libsonnet` } },
    'GET /to-a-file': { status: 302, headers: { location: 'file:///etc/passwd' } },
    'GET /round': { status: 302, headers: { location: '/round' } },
    'GET /broken': { status: 500 },
    'GET /large': { status: 200, body: 'x'.repeat(2000) },
    'GET /exact': { status: 200, body: 'x'.repeat(1000) },
    'GET /silent': { status: 200, silent: true },
  });
  after(() => Promise.all([server.stop(), elsewhere.stop()]));
  const fetch = createBlockingFetch();
  const allowed = { allowedOrigins: [server.origin], timeoutSeconds: 60 };

  test('a file is fetched once and kept', async () => {
    await server.requests();
    const importer = createUrlImporter(allowed, fetch);
    const url = `${server.origin}/lib/b.libsonnet`;
    assert.deepEqual(textOf(importer.resolve(main, url)), [url, '{b: 1}']);
    assert.equal(importer.resolve(main, url), importer.resolve('/another/hook.jsonnet', `${url}#part`));
    assert.deepEqual(await server.requests(), ['GET /lib/b.libsonnet']);
  });

  test('an import in a fetched file is looked for next to it', () => {
    const importer = createUrlImporter(allowed, fetch);
    const from = `${server.origin}/lib/a.libsonnet`;
    const path = `${server.origin}/lib/b.libsonnet`;
    assert.deepEqual(textOf(importer.resolve(from, 'b.libsonnet')), [path, '{b: 1}']);
    assert.deepEqual(textOf(importer.resolve(from, '../other/c.libsonnet')), [
      `${server.origin}/other/c.libsonnet`,
      '{c: 1}',
    ]);
  });

  test('what is not next to it is left to the directories, and asked for once', async () => {
    await server.requests();
    const importer = createUrlImporter(allowed, fetch);
    const from = `${server.origin}/lib/a.libsonnet`;
    assert.equal(importer.resolve(from, 'kubecfg.libsonnet'), undefined);
    assert.equal(importer.resolve(from, 'kubecfg.libsonnet'), undefined);
    assert.deepEqual(await server.requests(), ['GET /lib/kubecfg.libsonnet']);
  });

  test('paths of files are left to the directories', () => {
    const importer = createUrlImporter({}, assert.fail as never);
    for (const target of ['a.libsonnet', '../a.libsonnet', '/a/b.libsonnet', 'internal:///kubecfg.libsonnet']) {
      assert.equal(importer.resolve(main, target), undefined);
    }
    assert.equal(importer.resolve('https://example.com/a', 'internal:///kubecfg.libsonnet'), undefined);
    assert.equal(importer.search('a.libsonnet'), undefined);
  });

  test('base URLs are searched from the first to the last, and are allowed themselves', async () => {
    await server.requests();
    const jurls = [`${server.origin}/lib`, `${server.origin}/other/`];
    const importer = createUrlImporter({ jurls }, fetch);
    assert.deepEqual(textOf(importer.search('c.libsonnet')), [`${server.origin}/other/c.libsonnet`, '{c: 1}']);
    assert.equal(importer.search('none.libsonnet'), undefined);
    assert.deepEqual(await server.requests(), [
      'GET /lib/c.libsonnet',
      'GET /other/c.libsonnet',
      'GET /lib/none.libsonnet',
      'GET /other/none.libsonnet',
    ]);
    const url = `${server.origin}/lib/b.libsonnet`;
    assert.deepEqual(textOf(importer.resolve(main, url)), [url, '{b: 1}']);
  });

  test('a redirect within the allowed origins is followed', () => {
    const importer = createUrlImporter(allowed, fetch);
    assert.deepEqual(textOf(importer.resolve(main, `${server.origin}/moved`)), [`${server.origin}/moved`, '{b: 1}']);
    const both = createUrlImporter({ allowedOrigins: [server.origin, elsewhere.origin] }, fetch);
    assert.deepEqual(textOf(both.resolve(main, `${server.origin}/away`)), [`${server.origin}/away`, '{far: 1}']);
  });

  const wrong: readonly { name: string; target: string; seconds?: number; reason: string }[] = [
    {
      name: 'an origin that is not allowed',
      target: 'https://example.com/a.libsonnet',
      reason:
        'the origin https://example.com is not allowed; start hookd with --allow-import-origin https://example.com if you trust it',
    },
    {
      name: 'the same host by another scheme',
      target: `https://${server.host}/lib/b.libsonnet`,
      reason: `the origin https://${server.host} is not allowed; start hookd with --allow-import-origin https://${server.host} if you trust it`,
    },
    {
      name: 'an allowed origin as the user name of another',
      target: `http://${server.host}@example.com/a`,
      reason:
        'the origin http://example.com is not allowed; start hookd with --allow-import-origin http://example.com if you trust it',
    },
    {
      name: 'a redirect to another origin',
      target: '{origin}/away',
      reason: `the origin {origin} redirects to ${elsewhere.origin}, which is not allowed; start hookd with --allow-import-origin ${elsewhere.origin} if you trust it`,
    },
    {
      name: 'a redirect to a file',
      target: '{origin}/to-a-file',
      reason: 'the origin {origin} redirects to file:///etc/passwd, which is not allowed',
    },
    { name: 'redirects without end', target: '{origin}/round', reason: '{origin}/round redirects more than 5 times' },
    { name: 'a file that is not there', target: '{origin}/none', reason: 'there is no such file (404)' },
    { name: 'a server in trouble', target: '{origin}/broken', reason: '{origin}/broken answered 500' },
    { name: 'a large file', target: '{origin}/large', reason: '{origin}/large: more than 1000 bytes' },
    {
      name: 'a silent server',
      target: '{origin}/silent',
      seconds: 0.2,
      reason: '{origin}/silent: no answer within 200 ms',
    },
    { name: 'not a URL', target: 'https://', reason: 'it is not a valid URL' },
    {
      name: 'oci://',
      target: 'oci://ghcr.io/a/b',
      reason:
        'hookd does not import from OCI registries; put the files into the image or a volume, and name their folder with -J',
    },
    { name: 'data:', target: 'data:,{}', reason: 'hookd does not import data: URLs; put the code into a file' },
    {
      name: 'binary://',
      target: 'binary://a.tgz',
      reason: "binary:// is a deprecated form of kubecfg; write importbin './file' instead",
    },
    { name: 'file://', target: 'file:///a', reason: 'hookd does not import file:// URLs; write the path alone' },
    {
      name: 'kustomize+https://',
      target: 'kustomize+https://a/b',
      reason: 'hookd does not render kustomizations; render them beforehand',
    },
  ];
  for (const { name, target, seconds = 60, reason } of wrong) {
    test(`${name} is an error`, () => {
      const importer = createUrlImporter({ ...allowed, timeoutSeconds: seconds, maxBytes: 1000 }, fetch);
      const here = (text: string) => text.replaceAll('{origin}', server.origin);
      assert.throws(() => importer.resolve(main, here(target)), {
        message: `cannot import ${JSON.stringify(here(target))}: ${here(reason)}`,
      });
    });
  }

  test('a file of just the allowed size', () => {
    const importer = createUrlImporter({ ...allowed, maxBytes: 1000 }, fetch);
    assert.equal(importer.resolve(main, `${server.origin}/exact`)?.content.length, 1000);
  });

  test('a server that was silent is asked again', () => {
    const asked: string[] = [];
    const importer = createUrlImporter(allowed, (request) => {
      asked.push(request.url);
      return fetch({ ...request, timeoutMs: request.url.endsWith('/silent') ? 100 : 60_000 });
    });
    for (let time = 0; time < 2; time++) {
      assert.throws(() => importer.resolve(main, `${server.origin}/silent`), { message: /no answer within 100 ms$/ });
    }
    assert.deepEqual(asked, Array(2).fill(`${server.origin}/silent`));
    assert.equal(importer.resolve(main, `${server.origin}/lib/b.libsonnet`)?.content.length, 6);
  });

  for (const flag of ['allowedOrigins', 'jurls'] as const) {
    test(`${flag} must be http(s) URLs`, () => {
      const what = flag === 'jurls' ? 'library URL' : 'allowed origin';
      assert.throws(() => createUrlImporter({ [flag]: ['ftp://a/'] }, fetch), {
        message: `the ${what} "ftp://a/" is not an http(s) URL: write it as https://example.com/lib`,
      });
    });
  }
});

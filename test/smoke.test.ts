import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { after, before, test } from 'node:test';
import { promisify } from 'node:util';
import { checkout } from './checkout.js';
import { runHookd } from './running-hookd.js';

const run = promisify(execFile);
const example = join(checkout, 'examples/hello-world');

/** Without the variables that `npm test` sets for its children: the npm started here works on another package. */
const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => !/^npm_/i.test(name)));

/** A folder in which somebody installs hookd; no folder above it belongs to this checkout. */
let folder: string;
let packed: { filename: string; unpackedSize: number; files: { path: string }[] };

before(async () => {
  folder = mkdtempSync(join(tmpdir(), 'hookd-smoke-'));
  // Without scripts: the build that runs this test is the one to pack.
  const pack = await run('npm', ['pack', '--json', '--ignore-scripts', '--pack-destination', folder], {
    cwd: checkout,
    env,
  });
  packed = JSON.parse(pack.stdout)[0];
  writeFileSync(join(folder, 'package.json'), '{"private": true, "type": "module"}');
  // Without optional dependencies: hookd must work if the addon was not built.
  const flags = ['--omit=optional', '--ignore-scripts', '--prefer-offline', '--no-audit', '--no-fund'];
  await run('npm', ['install', ...flags, join(folder, packed.filename)], { cwd: folder, env });
});

after(() => rmSync(folder, { recursive: true, force: true }));

test('the package holds what is run and read, and nothing else', () => {
  const paths = packed.files.map((file) => file.path);
  for (const path of [
    'package.json',
    'README.md',
    'LICENSE',
    'CHANGELOG.md',
    'bin/hookd.js',
    'dist/src/index.js',
    'dist/src/index.d.ts',
    'dist/src/jsonnet/index.js',
    'dist/src/jsonnet/index.d.ts',
    'docs/migrating.md',
    'examples/hello-world/sync.ts',
    'examples/useless-controller/sync.jsonnet',
  ])
    assert.ok(paths.includes(path), `${path} is missing`);
  const known =
    /^(package\.json|LICENSE|[A-Z]+\.md|bin\/|docs\/|examples\/|deploy\/|src\/.*README\.md|dist\/src\/.*(\.js|\.d\.ts|\.libsonnet)$)/;
  assert.deepEqual(
    paths.filter((path) => !known.test(path)),
    [],
  );
});

test('the pages of the package link only to what the package holds', () => {
  const paths = packed.files.map((file) => file.path);
  const missing = paths
    .filter((path) => path.endsWith('.md'))
    .flatMap((page) => {
      const links = readFileSync(join(checkout, page), 'utf8').matchAll(/\]\((?!https?:)([^)#]+)(?:#[^)]*)?\)/g);
      return [...links].map(([, link]) => ({ page, target: join(dirname(page), link as string) }));
    })
    .filter(({ target }) => !paths.some((path) => path === target || path.startsWith(`${target}/`)));
  assert.deepEqual(missing, []);
});

test('the installed command serves a TypeScript and a Jsonnet hook', async (t) => {
  for (const file of ['sync.ts', 'sync.jsonnet']) copyFileSync(join(example, file), join(folder, file));
  const server = await runHookd(['serve', 'typescript=sync.ts', 'jsonnet=sync.jsonnet'], {
    bin: join(folder, 'node_modules/metacontroller-hookd/bin/hookd.js'),
    cwd: folder,
    env,
  });
  t.after(server.stop);
  const expected = JSON.parse(readFileSync(join(example, 'expected.json'), 'utf8'));
  for (const route of ['typescript', 'jsonnet']) {
    const reply = await fetch(`${server.url}/${route}`, {
      method: 'POST',
      body: readFileSync(join(example, 'request.json')),
      headers: { 'content-type': 'application/json' },
    });
    assert.deepEqual([reply.status, await reply.json()], [200, expected]);
  }
  assert.equal(await server.stop(), 0);
});

test('the installed command renders the recorded request', async () => {
  const bin = join(folder, 'node_modules/.bin/hookd');
  const args = ['render', join(example, 'sync.jsonnet'), join(example, 'request.json')];
  const { stdout } = await run(bin, args, { cwd: folder, env });
  assert.deepEqual(JSON.parse(stdout), JSON.parse(readFileSync(join(example, 'expected.json'), 'utf8')));
});

test('the package and its part metacontroller-hookd/jsonnet can be imported', async () => {
  const program = `
    import * as hookd from 'metacontroller-hookd';
    import * as jsonnet from 'metacontroller-hookd/jsonnet';
    process.stdout.write(JSON.stringify([typeof hookd.createHookServer, typeof jsonnet.load]));
  `;
  const { stdout } = await run(process.execPath, ['--input-type=module', '--eval', program], { cwd: folder, env });
  assert.deepEqual(JSON.parse(stdout), ['function', 'function']);
});

test('a hook is type checked with the types of the package', async () => {
  const tsc = join(checkout, 'node_modules/typescript/bin/tsc');
  const check = (file: string) =>
    run(
      process.execPath,
      [tsc, '--noEmit', '--strict', '--skipLibCheck', '--module', 'nodenext', '--target', 'es2023', file],
      {
        cwd: folder,
        env,
      },
    );
  copyFileSync(join(example, 'sync.ts'), join(folder, 'sync.ts'));
  await check('sync.ts');
  const wrong = readFileSync(join(example, 'sync.ts'), 'utf8').replace('spec?.who', 'spec?.whom');
  writeFileSync(join(folder, 'wrong.ts'), wrong);
  await assert.rejects(check('wrong.ts'), { stdout: /Property 'whom' does not exist on type/ });
});

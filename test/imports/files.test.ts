import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, suite, test } from 'node:test';
import { defaultHookConfig, type HookConfig } from '../../src/hooks/config.js';
import { hookDigest } from '../../src/hooks/jsonnet/digest.js';
import { createUrlImporter, FileImporter } from '../../src/imports/index.js';
import { fixture } from '../checkout.js';

const directory = fixture('hooks/jsonnet/');
const urls = createUrlImporter({});
const config = defaultHookConfig;

function importer() {
  return new FileImporter({ searchPath: [`${directory}lib-b`, `${directory}lib-a`], urls });
}

const found = [
  { name: 'next to the importing file', target: 'lib.libsonnet', path: 'lib.libsonnet' },
  { name: 'below the importing file', target: 'nested/word.json', path: 'nested/word.json' },
  { name: 'in the first library directory', target: 'where.libsonnet', path: 'lib-b/where.libsonnet' },
  { name: 'in the last library directory', target: 'only-a.libsonnet', path: 'lib-a/only-a.libsonnet' },
  { name: 'by an absolute path', target: `${directory}fails.jsonnet`, path: 'fails.jsonnet' },
];

for (const { name, target, path } of found) {
  test(`finds a file ${name}`, () => {
    assert.equal(importer().read(`${directory}answers.jsonnet`, target).path, directory + path);
  });
}

test('what is found from a relative path has a relative path, as in go-jsonnet', () => {
  const relative = new FileImporter({ searchPath: ['lib-b', `${directory}lib-a`], urls, cwd: directory });
  const targets = ['lib.libsonnet', './nested/../lib.libsonnet', 'where.libsonnet', 'only-a.libsonnet'];
  assert.deepEqual(
    targets.map((target) => relative.read('./answers.jsonnet', target).path),
    ['lib.libsonnet', 'lib.libsonnet', 'lib-b/where.libsonnet', `${directory}lib-a/only-a.libsonnet`],
  );
});

const missing = [
  {
    name: 'a file that is nowhere',
    target: 'x.libsonnet',
    expected: `couldn't open import "x.libsonnet": looked for ${directory}x.libsonnet, ${directory}lib-b/x.libsonnet, ${directory}lib-a/x.libsonnet`,
  },
  {
    name: 'a directory',
    target: `${directory}nested`,
    expected: `couldn't open import "${directory}nested": looked for ${directory}nested`,
  },
  {
    name: 'below a file',
    target: `${directory}lib.libsonnet/x`,
    expected: `couldn't open import "${directory}lib.libsonnet/x": looked for ${directory}lib.libsonnet/x`,
  },
];

for (const { name, target, expected } of missing) {
  test(`says where it looked: ${name}`, () => {
    assert.throws(() => importer().read(`${directory}answers.jsonnet`, target), { message: expected });
  });
}

suite('files that hooks must not import', () => {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'hookd-imports-')));
  after(() => rmSync(folder, { recursive: true }));
  symlinkSync('/proc/self/environ', join(folder, 'link'));
  symlinkSync('/proc/self', join(folder, 'directory'));
  execFileSync('mkfifo', [join(folder, 'pipe')]);
  writeFileSync(join(folder, 'plain'), 'text');
  symlinkSync(join(folder, 'plain'), join(folder, 'fine'));

  const closed = (path: string, directory: string) =>
    `couldn't open import ${path}: hooks must not import from ${directory}; --allow-import-dir names exceptions`;
  const rows: readonly { name: string; target: string; searchPath?: readonly string[]; message: string }[] = [
    { name: 'the environment', target: '/proc/self/environ', message: closed('/proc/self/environ', '/proc') },
    {
      name: 'the environment by a path that goes up',
      target: `${'../'.repeat(20)}proc/self/environ`,
      message: closed('/proc/self/environ', '/proc'),
    },
    { name: 'a link to the environment', target: 'link', message: closed(join(folder, 'link'), '/proc') },
    {
      name: 'a file below a linked directory',
      target: 'directory/environ',
      message: closed(join(folder, 'directory/environ'), '/proc'),
    },
    {
      name: 'a file of a library directory there',
      target: 'environ',
      searchPath: ['/proc/self'],
      message: closed('/proc/self/environ', '/proc'),
    },
    { name: 'a device', target: '/dev/zero', message: closed('/dev/zero', '/dev') },
    {
      name: 'the token of the service account, even if there is none',
      target: '/var/run/secrets/kubernetes.io/serviceaccount/token',
      message: closed('/var/run/secrets/kubernetes.io/serviceaccount/token', '/var/run/secrets'),
    },
    { name: 'a pipe', target: 'pipe', message: `couldn't open import ${join(folder, 'pipe')}: it is not a file` },
  ];
  for (const { name, target, searchPath = [], message } of rows) {
    test(name, () => {
      const files = new FileImporter({ searchPath, urls });
      assert.throws(() => files.read(join(folder, 'hook.jsonnet'), target), { message });
      assert.throws(() => files.readLocal(join(folder, 'hook.jsonnet'), target), { message });
    });
  }

  test('all other files are open, through links and outside of the folder, too', () => {
    const files = new FileImporter({ searchPath: [], urls });
    assert.equal(Buffer.from(files.read(join(folder, 'a/hook.jsonnet'), '../fine').content).toString(), 'text');
    assert.equal(
      files.read(join(folder, 'hook.jsonnet'), `${directory}lib.libsonnet`).path,
      `${directory}lib.libsonnet`,
    );
  });

  test('directories that are allowed are open, and no others', () => {
    const files = new FileImporter({ searchPath: [], urls, allowedDirectories: ['/proc/self'] });
    assert.ok(files.read(join(folder, 'hook.jsonnet'), '/proc/self/status').content.length > 0);
    assert.ok(files.read(join(folder, 'hook.jsonnet'), 'directory/status').content.length > 0);
    assert.throws(() => files.read(folder, '/proc/1/status'), { message: closed('/proc/1/status', '/proc') });
  });
});

/** Digests of a hook in a folder of its own, before and after a change; both may have variables of their own. */
function digests(
  change: (folder: string) => void,
  changed: HookConfig = config,
  variables: (folder: string) => Partial<HookConfig> = () => ({}),
): [string, string] {
  const folder = mkdtempSync(join(tmpdir(), 'hookd-digest-'));
  const digest = (used: HookConfig) => {
    const fresh = new FileImporter({ searchPath: used.searchPath, urls });
    const hook = fresh.read(folder, join(folder, 'hook.jsonnet'));
    return hookDigest(hook.path, hook.content, { ...used, ...variables(folder) }, fresh) as string;
  };
  try {
    writeFileSync(join(folder, 'hook.jsonnet'), 'function(request) (import \'a.libsonnet\') + (importstr "b.txt")');
    writeFileSync(join(folder, 'a.libsonnet'), "local later = import 'later.libsonnet'; import 'hook.jsonnet'");
    writeFileSync(join(folder, 'b.txt'), 'text');
    writeFileSync(join(folder, 'variable.jsonnet'), "import 'variable.libsonnet'");
    writeFileSync(join(folder, 'variable.libsonnet'), '1');
    const before = digest(config);
    change(folder);
    return [before, digest(changed)];
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** A variable as `--ext-code-file` or `--tla-code-file` gives it. */
const fromFile = (folder: string) => ({
  a: { kind: 'code' as const, value: `import @'${join(folder, 'variable.jsonnet')}'` },
});

const changes: {
  name: string;
  change?: (folder: string) => void;
  config?: HookConfig;
  variables?: (folder: string) => Partial<HookConfig>;
  same?: boolean;
}[] = [
  { name: 'nothing', same: true },
  { name: 'a file that is not imported', same: true, change: (folder) => writeFileSync(join(folder, 'c'), '') },
  { name: 'the hook', change: (folder) => writeFileSync(join(folder, 'hook.jsonnet'), 'function(request) {}') },
  { name: 'an import', change: (folder) => writeFileSync(join(folder, 'a.libsonnet'), '{}') },
  { name: 'an imported text', change: (folder) => writeFileSync(join(folder, 'b.txt'), 'other') },
  { name: 'a missing import that appears', change: (folder) => writeFileSync(join(folder, 'later.libsonnet'), '1') },
  { name: 'the engine', config: { ...config, engine: 'libjsonnet' } },
  { name: 'an external variable', config: { ...config, extVars: { a: { kind: 'str', value: 'b' } } } },
  { name: 'the strictness', config: { ...config, strict: true } },
  {
    name: 'the file of an external variable',
    variables: (folder) => ({ extVars: fromFile(folder) }),
    change: (folder) => writeFileSync(join(folder, 'variable.jsonnet'), '2'),
  },
  {
    name: 'what the file of a top-level argument imports',
    variables: (folder) => ({ tlas: fromFile(folder) }),
    change: (folder) => writeFileSync(join(folder, 'variable.libsonnet'), '2'),
  },
];

for (const { name, change = () => {}, config: changed, variables, same = false } of changes) {
  test(`the digest ${same ? 'stays with' : 'changes with'} ${name}`, () => {
    const [before, after] = digests(change, changed, variables);
    assert.match(before, /^[0-9a-f]{64}$/);
    assert.equal(before === after, same);
  });
}

import assert from 'node:assert/strict';
import { relative } from 'node:path';
import { test } from 'node:test';
import { UsageError } from '../../src/errors.js';
import { findHooks, searchHooks } from '../../src/hooks/find-hooks.js';
import { fixture } from '../checkout.js';

const cwd = fixture('hooks/');

const routes = [
  {
    name: 'a file is served under its basename',
    args: ['route-directory/sync.jsonnet'],
    expected: [['sync', 'route-directory/sync.jsonnet', 'jsonnet']],
  },
  {
    name: 'a file is served under another name, which may hold slashes',
    args: ['pods=route-directory/sync.jsonnet', 'a/b.c=route-directory/finalize.ts', '/c=route-directory/old.cjs'],
    expected: [
      ['pods', 'route-directory/sync.jsonnet', 'jsonnet'],
      ['a/b.c', 'route-directory/finalize.ts', 'script'],
      ['c', 'route-directory/old.cjs', 'script'],
    ],
  },
  {
    name: 'a directory stands for each hook file directly in it',
    args: ['route-directory'],
    expected: [
      ['customize', 'route-directory/customize.mjs', 'script'],
      ['finalize', 'route-directory/finalize.ts', 'script'],
      ['old', 'route-directory/old.cjs', 'script'],
      ['plain', 'route-directory/plain.js', 'script'],
      ['sync', 'route-directory/sync.jsonnet', 'jsonnet'],
      ['typed', 'route-directory/typed.mts', 'script'],
    ],
  },
  {
    name: 'a ConfigMap volume is a directory of symlinks',
    args: ['route-configmap/'],
    expected: [['sync', 'route-configmap/sync.jsonnet', 'jsonnet']],
  },
  {
    name: 'a hook named twice under one name is one hook',
    args: ['route-configmap', './route-configmap/sync.jsonnet'],
    expected: [['sync', 'route-configmap/sync.jsonnet', 'jsonnet']],
  },
  {
    name: 'a library is a hook if it is named',
    args: ['route-directory/lib.libsonnet'],
    expected: [['lib', 'route-directory/lib.libsonnet', 'jsonnet']],
  },
  {
    name: 'a file may be served under two names',
    args: ['route-configmap/sync.jsonnet', 'again=route-configmap/sync.jsonnet'],
    expected: [
      ['sync', 'route-configmap/sync.jsonnet', 'jsonnet'],
      ['again', 'route-configmap/sync.jsonnet', 'jsonnet'],
    ],
  },
  {
    name: 'a path that holds an equals sign is found as it is',
    args: ['x=route-odd-names/a=b.ts'],
    expected: [['x', 'route-odd-names/a=b.ts', 'script']],
  },
  {
    name: 'kubecfg keeps the directories',
    kubecfg: true,
    args: ['./route-clash/a/sync.jsonnet', 'route-clash/b/sync.jsonnet'],
    expected: [
      ['route-clash/a/sync', 'route-clash/a/sync.jsonnet', 'jsonnet'],
      ['route-clash/b/sync', 'route-clash/b/sync.jsonnet', 'jsonnet'],
    ],
  },
];

for (const { name, args, expected, kubecfg = false } of routes) {
  test(name, () => {
    const found = findHooks(args, { cwd, kubecfg });
    assert.deepEqual(
      found.map((spec) => [spec.name, relative(cwd, spec.file), spec.language]),
      expected,
    );
  });
}

test('a hook whose name hookd answers itself leaves the others as they are', () => {
  const args = ['route-configmap', 'livez=route-configmap/sync.jsonnet'];
  const { specs, ...found } = searchHooks(args, { cwd, reserved: ['/livez'] });
  assert.deepEqual(
    specs.map((spec) => spec.name),
    ['sync'],
  );
  assert.deepEqual(found, {
    problems: [],
    refused: [
      'route-configmap/sync.jsonnet is not served: hookd answers /livez itself; give the hook another name, as in route-configmap-livez=route-configmap/sync.jsonnet, or serve /livez of hookd elsewhere with --admin-listen-addr',
    ],
    leftOut: [],
  });
});

test('helpers of a directory are left out, unless they are named', () => {
  const { specs, ...found } = searchHooks(['route-helpers', 'shape=route-helpers/shape.ts'], { cwd });
  assert.deepEqual(
    specs.map((spec) => [spec.name, relative(cwd, spec.file)]),
    [
      ['commented', 'route-helpers/commented.ts'],
      ['finalize', 'route-helpers/finalize.ts'],
      ['old', 'route-helpers/old.js'],
      ['older', 'route-helpers/older.js'],
      ['sync', 'route-helpers/sync.ts'],
      ['typed', 'route-helpers/typed.ts'],
      ['shape', 'route-helpers/shape.ts'],
    ],
  );
  assert.deepEqual(found, {
    problems: [],
    refused: [],
    leftOut: [
      'route-helpers/labels.ts is not served: sync.ts imports it; if it is a hook, name it, as in labels=route-helpers/labels.ts',
      'route-helpers/shape.ts is not served: sync.ts imports it; if it is a hook, name it, as in shape=route-helpers/shape.ts',
    ],
  });
});

const problems = [
  { name: 'no arguments', args: [], expected: ['No hooks were given; name hook files or directories that hold them'] },
  {
    name: 'two hooks on one route, with the way out',
    args: ['route-clash/a', 'route-clash/b'],
    expected: [
      'Two hooks would be served at /sync: route-clash/a/sync.jsonnet and route-clash/b/sync.jsonnet; give one of them a name, for instance b-sync=route-clash/b/sync.jsonnet',
      'Two hooks would be served at /sync: route-clash/a/sync.jsonnet and route-clash/b/sync.ts; give one of them a name, for instance b-sync=route-clash/b/sync.ts',
    ],
  },
  {
    name: 'every problem is reported at once',
    args: ['nowhere/sync.jsonnet', 'route-directory/notes.md', 'route-empty', 'x=route-directory', 'y='],
    expected: [
      `There is no file or directory "nowhere/sync.jsonnet" (looked for ${cwd}nowhere/sync.jsonnet)`,
      'route-directory/notes.md is not a hook file: its extension is not one of .jsonnet .ts .mts .js .mjs .cjs',
      'There is no hook file (.jsonnet .ts .mts .js .mjs .cjs) in the directory route-empty',
      'x=route-directory names a directory; only a file can be given a name, as in name=route-directory/file.jsonnet',
      `There is no file or directory "" (looked for ${cwd.slice(0, -1)})`,
    ],
  },
  {
    name: 'names that cannot be routes',
    reserved: ['/livez', '/readyz', '/metrics'],
    args: ['route-odd-names', 'a//b=route-directory/sync.jsonnet', 'a/../b=route-directory/sync.jsonnet'],
    expected: [
      'route-odd-names/gone.ts is a symlink to a file that does not exist',
      'route-odd-names/a=b.ts cannot be served at "/a=b": a route cannot hold "=", only letters, digits and . _ ~ -; give it another name, as in name=route-odd-names/a=b.ts',
      'route-odd-names/two words.ts cannot be served at "/two words": a route cannot hold " ", only letters, digits and . _ ~ -; give it another name, as in name=route-odd-names/two words.ts',
      'route-directory/sync.jsonnet cannot be served at "/a//b": a segment of the path is ""; give it another name, as in name=route-directory/sync.jsonnet',
      'route-directory/sync.jsonnet cannot be served at "/a/../b": a segment of the path is ".."; give it another name, as in name=route-directory/sync.jsonnet',
      'route-odd-names/metrics.ts is not served: hookd answers /metrics itself; give the hook another name, as in route-odd-names-metrics=route-odd-names/metrics.ts, or serve /metrics of hookd elsewhere with --admin-listen-addr',
    ],
  },
  {
    name: 'nothing but a name that hookd answers itself',
    reserved: ['/livez'],
    args: ['livez=route-directory/sync.jsonnet'],
    expected: [
      'route-directory/sync.jsonnet is not served: hookd answers /livez itself; give the hook another name, as in route-directory-livez=route-directory/sync.jsonnet, or serve /livez of hookd elsewhere with --admin-listen-addr',
    ],
  },
  {
    name: 'a directory that holds only helpers',
    args: ['route-helpers/only'],
    expected: [
      'There is no hook file (.jsonnet .ts .mts .js .mjs .cjs) in the directory route-helpers/only',
      'route-helpers/only/labels.ts is not served: it has no default export; if it is a hook, name it, as in labels=route-helpers/only/labels.ts',
    ],
  },
  {
    name: 'a path above the working directory is not a route of kubecfg',
    kubecfg: true,
    cwd: `${cwd}route-clash/a`,
    args: ['../b/sync.jsonnet'],
    expected: [
      '../b/sync.jsonnet cannot be served at "/../b/sync": a segment of the path is ".."; give it another name, as in name=../b/sync.jsonnet',
    ],
  },
];

for (const { name, args, expected, ...options } of problems) {
  test(name, () => {
    assert.throws(
      () => findHooks(args, { cwd, ...options }),
      (error) => {
        assert.ok(error instanceof UsageError);
        assert.deepEqual(error.problems, expected);
        return true;
      },
    );
  });
}

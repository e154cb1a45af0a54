import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { type LintWorld, lint, topLevelFunction } from '../../../src/jsonnet/syntax/lint.js';

const files: Readonly<Record<string, string>> = {
  'lib.libsonnet': '{\n  size: std.lenght([]),\n  again: import "lib.libsonnet",\n}',
  'text.txt': 'std.lenght(',
  'broken.libsonnet': '{ a: unknown }',
};

const world: LintWorld = {
  read(_from, target) {
    if (target.startsWith('https:')) return undefined;
    const text = files[target];
    if (text === undefined) throw new Error(`couldn't open import "${target}"`);
    return { path: target, content: new TextEncoder().encode(text) };
  },
  std: ['length', 'native', 'extVar', 'type'],
  natives: ['parseJson'],
  extVars: ['cluster'],
};

describe('what a text shows without an evaluation', () => {
  const rows = [
    {
      name: 'nothing wrong',
      source: "std.length([]) + std.extVar('cluster') + std.native('parseJson')('1')",
      found: [],
    },
    {
      name: 'a member of std, in code that never runs',
      source: 'if false then\n  std.lenght([])',
      found: ['main:2:7: std has no lenght (did you mean length?)'],
    },
    { name: 'a member of another std', source: 'local std = { lenght: 1 }; std.lenght', found: [] },
    {
      name: 'a computed member, which is left alone',
      source: "std['lenght']",
      found: [],
    },
    { name: 'a member that is asked for', source: "if std.objectHas(std, 'trim') then std.trim", found: [] },
    { name: 'a member that is asked for with in', source: "if 'trim' in std then std.trim", found: [] },
    {
      name: 'a comprehension over a member',
      source: '[x for x in std.rnage(1, 2)]',
      found: ['main:1:17: std has no rnage'],
    },
    {
      name: 'a native',
      source: "std.native('parseJsn')",
      found: ['main:1:1: there is no native parseJsn (did you mean parseJson?)'],
    },
    {
      name: 'an external variable',
      source: "{ a: [std.extVar('zone')] }",
      found: ['main:1:7: the external variable zone is not set; set it with -V zone=VALUE'],
    },
    { name: 'a computed name', source: "std.native('a' + 'b') + std.extVar(std.type(1))", found: [] },
    {
      name: 'imports that do not resolve',
      source: "[import 'a', importstr 'b', importbin 'c', import 'https://d', importstr 'text.txt']",
      found: [
        'main:1:2: couldn\'t open import "a"',
        'main:1:14: couldn\'t open import "b"',
        'main:1:29: couldn\'t open import "c"',
      ],
    },
    {
      name: 'an imported file, which imports itself',
      source: "import 'lib.libsonnet'",
      found: ['lib.libsonnet:2:13: std has no lenght (did you mean length?)'],
    },
    {
      name: 'a static error of an imported file',
      source: "{ a: import 'broken.libsonnet' }",
      found: ['broken.libsonnet:1:6: Unknown variable: unknown'],
    },
    {
      name: 'a long sum',
      source: `${'1 + '.repeat(5_000)}std.lenght`,
      found: ['main:1:20005: std has no lenght (did you mean length?)'],
    },
  ];
  for (const { name, source, found } of rows) {
    test(name, () => {
      const shown = lint(world, 'main', source).map((one) => `${one.file}:${one.line}:${one.column}: ${one.message}`);
      assert.deepEqual(shown, found);
    });
  }
});

describe('the function that a program is', () => {
  const rows = [
    { name: 'a function', source: 'function(request) {}', params: ['request'] },
    {
      name: 'behind locals and asserts',
      source: 'local a = 1; assert true; (function(request, b=a) {})',
      params: ['request', 'b'],
    },
    { name: 'none', source: '{}', params: undefined },
    { name: 'one that the text does not show', source: "import 'lib.libsonnet'", params: undefined },
  ];
  for (const { name, source, params } of rows) {
    test(name, () => {
      const written = topLevelFunction({ path: 'main', text: source });
      assert.deepEqual(
        written?.params.map((param) => param.name),
        params,
      );
    });
  }
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { importClosure } from '../../../src/jsonnet/index.js';
import { memoryImporter } from '../importers.js';

function closure(files: Record<string, string>, source: string): string[] {
  const decoder = new TextDecoder();
  return importClosure(memoryImporter(files), 'main.jsonnet', source).map(({ path, content }) =>
    content === undefined ? `${path}: missing` : `${path}: ${decoder.decode(content)}`,
  );
}

const rows: readonly { name: string; files: Record<string, string>; source: string; list: readonly string[] }[] = [
  { name: 'nothing', files: {}, source: '{ a: 1 }', list: [] },
  {
    name: 'files of files, each once, in the order of the texts',
    files: {
      'b.libsonnet': `import 'lib/d.libsonnet'`,
      'c.libsonnet': `[import 'b.libsonnet', import 'lib/d.libsonnet']`,
      'lib/d.libsonnet': `import 'e.json'`,
      'lib/e.json': '{}',
    },
    source: `if false then import 'c.libsonnet' else import 'b.libsonnet'`,
    list: [
      `c.libsonnet: [import 'b.libsonnet', import 'lib/d.libsonnet']`,
      `b.libsonnet: import 'lib/d.libsonnet'`,
      `lib/d.libsonnet: import 'e.json'`,
      'lib/e.json: {}',
    ],
  },
  {
    name: 'texts and bytes, which import nothing',
    files: { 'a.txt': `import 'b.libsonnet'`, 'b.libsonnet': '1' },
    source: `[importstr 'a.txt', importbin 'a.txt']`,
    list: [`a.txt: import 'b.libsonnet'`],
  },
  {
    name: 'a text that is a program too',
    files: { 'a.libsonnet': `import 'b.libsonnet'`, 'b.libsonnet': '1' },
    source: `[importstr 'a.libsonnet', import 'a.libsonnet']`,
    list: [`a.libsonnet: import 'b.libsonnet'`, 'b.libsonnet: 1'],
  },
  {
    name: 'missing files, for each that asks for them',
    files: { 'a.libsonnet': `import 'gone'` },
    source: `[import 'gone', import 'a.libsonnet']`,
    list: ['gone: missing', `a.libsonnet: import 'gone'`, 'gone: missing'],
  },
  {
    name: 'a file that does not parse',
    files: { 'a.libsonnet': `import 'b' )` },
    source: `import 'a.libsonnet'`,
    list: [`a.libsonnet: import 'b' )`],
  },
  { name: 'a program that does not parse', files: {}, source: `import 'a' )`, list: [] },
  {
    name: 'a program that imports itself',
    files: { 'main.jsonnet': `import 'main.jsonnet'` },
    source: `import 'main.jsonnet'`,
    list: [`main.jsonnet: import 'main.jsonnet'`],
  },
];

for (const row of rows) test(`lists ${row.name}`, () => assert.deepEqual(closure(row.files, row.source), row.list));

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { run } from '../semantics/table.js';
import { checkRows } from './rows.js';

const double = { name: 'double', params: ['x'], pure: true, call: (x: unknown) => (x as number) * 2 };

checkRows('environment', [
  {
    name: 'external variables',
    code: '[std.extVar("s"), std.extVar(x="c") + { b: 2 }]',
    options: { extVars: { s: { kind: 'str', value: '1 + 1' }, c: { kind: 'code', value: '{ a: 1 + 1 }' } } },
    value: ['1 + 1', { a: 2, b: 2 }],
  },
  { name: 'an unknown external variable', code: 'std.extVar("x")', error: 'Undefined external variable: x' },
  { name: 'extVar of a number', code: 'std.extVar(1)', error: 'Unexpected type number, expected string' },
  {
    name: 'natives',
    code: '[std.native("double")(21), std.native(name="double")(x=2)]',
    options: { natives: [double] },
    value: [42, 4],
  },
  { name: 'an unknown native is null', code: 'std.native("nope")', value: null },
  {
    name: 'calling an unknown native names it',
    code: 'std.native("doubel")(1)',
    options: { natives: [double] },
    error: 'There is no native function doubel (did you mean double?); there are: double',
  },
  {
    name: 'calling an unknown native without any natives',
    code: 'std.native(name="nope")(1)',
    error: 'There is no native function nope; there are: none',
  },
  { name: 'thisFile', code: 'std.thisFile', value: 'main.jsonnet' },
  {
    name: 'resolvePath',
    code: '[std.resolvePath("a/b/c", "d"), std.resolvePath("a", "d"), std.resolvePath("/a", "d"), std.resolvePath(f="a/b/", r="../d")]',
    value: ['a/b/d', 'd', '/d', 'a/b/../d'],
  },
  {
    name: 'resolvePath of a number',
    code: 'std.resolvePath("a", 1)',
    error: 'Unexpected type number, expected string',
  },
  { name: 'trace gives its second argument', code: 'std.trace("text", { a: 1 })', value: { a: 1 } },
  { name: 'trace of a number', code: 'std.trace(1, 2)', error: 'Unexpected type number, expected string' },
]);

test('environment: trace writes the message with the place of the call', async () => {
  const lines: string[] = [];
  const options = { trace: (line: string) => lines.push(line) };
  const outcome = await run({
    program: 'local f(x) = std.trace("f " + x, x);\n[f(1),\n std.trace(rest=2, str="two")]',
    options,
  });
  assert.deepEqual(outcome, { text: '[\n   1,\n   2\n]' });
  assert.deepEqual(lines, ['TRACE: main.jsonnet:1 f 1', 'TRACE: main.jsonnet:3 two']);
});

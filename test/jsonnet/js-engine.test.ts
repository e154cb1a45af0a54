import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Json } from '../../src/json/json.js';
import {
  createJsEngine,
  type ExternalValues,
  JsonnetError,
  load,
  type NativeFunction,
} from '../../src/jsonnet/index.js';
import { memoryImporter } from './importers.js';

const tlas: ExternalValues = { name: { kind: 'str', value: '1 + 1' }, list: { kind: 'code', value: '[1 + 1]' } };

const calls: readonly {
  name: string;
  program: string;
  args: Record<string, Json>;
  tlas?: ExternalValues;
  value?: Json;
  error?: string;
}[] = [
  { name: 'a function', program: 'function(request) request.a + 1', args: { request: { a: 1 } }, value: 2 },
  { name: 'a function of several', program: 'function(a, b=10) [a, b]', args: { a: 1 }, value: [1, 10] },
  {
    name: 'a function whose parameters all have defaults',
    program: 'function(a=1, b=a + 1) [a, b]',
    args: {},
    value: [1, 2],
  },
  {
    name: 'a function with arguments of the engine',
    program: 'function(name, list, request) [name, list, request]',
    args: { request: null },
    tlas,
    value: ['1 + 1', [2], null],
  },
  {
    name: 'a function whose own arguments win',
    program: 'function(name, list) [name, list]',
    args: { name: 'own' },
    tlas,
    value: ['own', [2]],
  },
  {
    name: 'a value, which takes no notice of arguments',
    program: '{ a: 1 }',
    args: { request: 1 },
    tlas,
    value: { a: 1 },
  },
  {
    name: 'a function without the argument it needs',
    program: 'function(request) 1',
    args: {},
    error: 'Missing argument: request',
  },
  {
    name: 'a function with an argument it does not know',
    program: 'function(req) 1',
    args: { request: 1 },
    error: 'function has no parameter request',
  },
  {
    name: 'a function that gives a function',
    program: 'function() function(x) x',
    args: {},
    error: "couldn't manifest function as JSON",
  },
  {
    name: 'a request that passes through',
    program: 'function(request) { same: request, part: request.list[1], sum: request.list + [3] }',
    args: { request: { '10': 1, '2': 2, list: [1, { a: [] }] } },
    value: { part: { a: [] }, same: { '10': 1, '2': 2, list: [1, { a: [] }] }, sum: [1, { a: [] }, 3] },
  },
  {
    name: 'keys that JavaScript objects are careless with',
    program:
      'function(request) { names: std.objectFields(request), proto: request.__proto__, missing: std.get(request, "toString", "none") }',
    args: { request: JSON.parse('{"__proto__": 1, "b": 2, "10": 3, "9": 4}') },
    value: { names: ['10', '9', '__proto__', 'b'], proto: 1, missing: 'none' },
  },
];

for (const row of calls) {
  test(`calls ${row.name}`, () => {
    const program = createJsEngine({ importer: memoryImporter(), tlas: row.tlas ?? {} }).load('t', row.program);
    if (row.error === undefined) assert.deepEqual(program.call(row.args), { value: row.value, pure: true });
    else assert.throws(() => program.call(row.args), { name: 'JsonnetError', message: row.error });
  });
}

test('an answer may hold a field called __proto__', () => {
  const { value } = load('t', `{ ['__proto__']: { polluted: true }, a: 1 }`).call({});
  assert.equal(JSON.stringify(value), '{"__proto__":{"polluted":true},"a":1}');
  assert.equal(({} as { polluted?: boolean }).polluted, undefined);
});

test('an object of the request that was not touched is not copied', () => {
  const request = { parent: { spec: { a: [1, 2, 3] } }, children: {} };
  const { value } = load('t', 'function(request) { parent: request.parent, children: [request.parent.spec] }').call({
    request,
  });
  const { parent, children } = value as { parent: unknown; children: unknown[] };
  assert.equal(parent, request.parent);
  assert.equal(children[0], request.parent.spec);
});

const printed: readonly { name: string; program: string; string?: boolean; text?: string; error?: string }[] = [
  {
    name: 'an object',
    program: `{ b: [1, 'x', null, true], a: { c: {} , d: [] }, h:: 1 }`,
    text: '{\n   "a": {\n      "c": { },\n      "d": [ ]\n   },\n   "b": [\n      1,\n      "x",\n      null,\n      true\n   ]\n}\n',
  },
  { name: 'a scalar', program: '1.5', text: '1.5\n' },
  {
    name: 'numbers in full',
    program: '[1e20, 0.1 + 0.2, -0, 1e-7, 0.5]',
    text: '[\n   100000000000000000000,\n   0.30000000000000004,\n   -0,\n   9.9999999999999995e-08,\n   0.5\n]\n',
  },
  { name: 'a function, called', program: 'function(a=1) a', text: '1\n' },
  { name: 'a string as it is', program: `'a\nb'`, string: true, text: 'a\nb\n' },
  { name: 'a string as JSON', program: `'a\nb'`, text: '"a\\nb"\n' },
  { name: 'a value that is not a string', program: '[1]', string: true, error: 'expected string result, got: array' },
];

for (const row of printed) {
  test(`prints ${row.name}`, () => {
    const program = load('t', row.program);
    const options = row.string === undefined ? {} : { string: row.string };
    if (row.error === undefined) assert.equal(program.manifest(options), row.text);
    else assert.throws(() => program.manifest(options), { name: 'JsonnetError', message: row.error });
  });
}

test('loads a program without an importer, as long as it imports nothing', () => {
  const program = load('t', `function(request) if request then import 'x' else 1`);
  assert.equal(program.call({ request: false }).value, 1);
  assert.throws(() => program.call({ request: true }), {
    message: `couldn't open import "x": the program was loaded without an importer`,
  });
});

const natives: readonly NativeFunction[] = [
  { name: 'add', params: ['a', 'b'], pure: true, call: (a, b) => (a as number) + (b as number) },
  { name: 'echo', params: ['value'], pure: true, call: (value) => value },
  { name: 'nested', params: ['code'], pure: true, call: (code) => load('nested', code as string).call({}).value },
];

const nativeRows: readonly { name: string; program: string; value?: Json; error?: string }[] = [
  {
    name: 'by position and by name',
    program: `local add = std.native('add'); [add(1, 2), add(b=3, a=4)]`,
    value: [3, 7],
  },
  { name: 'with all of a value', program: `std.native('echo')({ a: [1 + 1], h:: 1, assert true })`, value: { a: [2] } },
  { name: 'that are not there', program: `std.native('other') == null`, value: true },
  { name: 'without an argument', program: `std.native('add')(1)`, error: 'Missing argument: b' },
  {
    name: 'with one too many',
    program: `std.native('add')(1, 2, 3)`,
    error: 'function expected 2 positional argument(s), but got 3',
  },
  { name: 'with a function', program: `std.native('echo')(function() 1)`, error: "couldn't manifest function as JSON" },
  {
    name: 'that evaluate themselves',
    program: `[std.native('nested')('local f(n) = if n == 0 then [] else [f(n - 1)]; f(3)'), 1]`,
    value: [[[[[]]]], 1],
  },
  { name: 'that fail inside', program: `std.native('nested')('error "inside"')`, error: 'inside' },
];

for (const row of nativeRows) {
  test(`natives ${row.name}`, () => {
    const program = createJsEngine({ importer: memoryImporter(), natives }).load('t', row.program);
    if (row.error === undefined) assert.deepEqual(program.call({}).value, row.value);
    else assert.throws(() => program.call({}), { message: row.error });
  });
}

test('an evaluation inside another leaves its stack alone', () => {
  const program = createJsEngine({ importer: memoryImporter(), natives }).load(
    't',
    `local f(n) = if n == 0 then std.native('nested')('1 + {}') else f(n - 1); f(2)`,
  );
  assert.throws(
    () => program.call({}),
    (error: unknown) => {
      assert.ok(error instanceof JsonnetError);
      assert.equal(error.describe(), 'RUNTIME ERROR: Unexpected type object, expected number\n\tnested:1:1-7\t$');
      return true;
    },
  );
});

test('maxStack is the number of nested calls', () => {
  const source = 'local f(n) = if n == 0 then 0 else 1 + f(n - 1); function(n) f(n)';
  const deep = createJsEngine({ importer: memoryImporter(), maxStack: 100 }).load('t', source);
  assert.equal(deep.call({ n: 98 }).value, 98);
  assert.throws(() => deep.call({ n: 101 }), { message: 'max stack frames exceeded.' });
  assert.equal(deep.call({ n: 98 }).value, 98);
});

test('tailstrict calls at the end of a function use no stack', () => {
  const source = `
    local count(n, sum) = if n == 0 then sum else assert n > 0; local next = n - 1; count(next, sum + n) tailstrict;
    local even(n) = if n == 0 then true else odd(n - 1) tailstrict, odd(n) = if n == 0 then false else even(n - 1) tailstrict;
    [count(200000, 0), even(100001)]`;
  assert.deepEqual(load('t', source).call({}).value, [20000100000, false]);
});

test('tailstrict calls elsewhere do not count', () => {
  const source = 'local f(n) = if n == 0 then 0 else 1 + f(n - 1) tailstrict; f(600)';
  assert.equal(load('t', source).call({}).value, 600);
});

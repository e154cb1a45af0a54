import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Json } from '../../../src/json/json.js';
import { createJsEngine, load } from '../../../src/jsonnet/index.js';
import { memoryImporter } from '../importers.js';

/** The value of a program, and how often it called `std.native('count')(x)`, which gives x. */
function counted(source: string): { value: Json; calls: Json[] } {
  const calls: Json[] = [];
  const count = {
    name: 'count',
    params: ['x'],
    pure: true,
    call(x: Json) {
      calls.push(x);
      return x;
    },
  };
  const engine = createJsEngine({ importer: memoryImporter(), natives: [count] });
  return { value: engine.load('t', `local count = std.native('count'); ${source}`).call({}).value, calls };
}

const once: readonly { name: string; source: string; value: Json; calls: readonly Json[] }[] = [
  {
    name: 'a field',
    source: `local o = { a: count('a') }; [o.a, o.a, o]`,
    value: ['a', 'a', { a: 'a' }],
    calls: ['a'],
  },
  {
    name: 'a field of each object it is in',
    source: `local o = { a: count(self.b), b: 1 }; [o.a, (o { b: 2 }).a, o.a]`,
    value: [1, 2, 1],
    calls: [1, 2],
  },
  {
    name: 'an object local, for each object and layer',
    source: `local o = { local x = count('x'), a: x, b: x }; [o, o { c: 1 }]`,
    value: [
      { a: 'x', b: 'x' },
      { a: 'x', b: 'x', c: 1 },
    ],
    calls: ['x', 'x'],
  },
  {
    name: 'a field of super, for each layer',
    source: `{ a: count(1) } + { a: super.a + super.a, b: super.a } + { a: super.a + super.a }`,
    value: { a: 4, b: 1 },
    calls: [1],
  },
  {
    name: 'the parts of a sum of fields',
    source: `local o = { a: [count(1)] } + { a+: [count(2)] } + { a+: [count(3)] }; [o.a, o.a]`,
    value: [
      [1, 2, 3],
      [1, 2, 3],
    ],
    calls: [1, 2, 3],
  },
  {
    name: 'an assert',
    source: `local o = { assert count(true), a: 1, b: 2 }; [o.a, o.b, o]`,
    value: [1, 2, { a: 1, b: 2 }],
    calls: [true],
  },
  {
    name: 'a computed name, for each object expression',
    source: `local o = { [count('a')]: 1 }; [o.a, o + o]`,
    value: [1, { a: 1 }],
    calls: ['a'],
  },
  {
    name: 'a local of a comprehension, for each element',
    source: `local o = { local y = count(x), [x]: y + y for x in ['a', 'b'] }; [o.a, o.b, o.a]`,
    value: ['aa', 'bb', 'aa'],
    calls: ['a', 'b'],
  },
  {
    name: 'an array element, an argument, a default and a local',
    source: `local f(x, y=count('y')) = local z = count('z'); [x, y, z, x, y, z]; local a = [count('e')]; f(a[0])`,
    value: ['e', 'y', 'z', 'e', 'y', 'z'],
    calls: ['e', 'y', 'z'],
  },
  {
    name: 'what nobody looks at',
    source: `local o = { a: count('a'), b:: count('b'), local c = count('c') }; [std.length(o), std.objectFieldsAll(o), 'a' in o]`,
    value: [1, ['a', 'b'], true],
    calls: [],
  },
];

for (const row of once) {
  test(`evaluates once: ${row.name}`, () =>
    assert.deepEqual(counted(row.source), { value: row.value, calls: row.calls }));
}

/** A fold that adds `n` layers to `{ a: 0, h:: 0 }`. The source of the layer may use `acc` and `i`. */
const fold = (n: number, layer: string, use: string) =>
  `local o = std.foldl(function(acc, i) acc + ${layer}, std.range(1, ${n}), { a: 0, h:: 0 }); ${use}`;

// Sums of many layers have no index at first, those of few always have one. Both must give the same.
const sums: readonly { name: string; layer: string; use: string; value(n: number): Json }[] = [
  {
    name: 'a field of each layer',
    layer: `{ ['k' + i]: i }`,
    use: `[o.k1, o.k7, o['k' + (std.length(o) - 1)], 'k8' in o, 'k0' in o, std.length(o)]`,
    value: (n) => [1, 7, n, true, false, n + 1],
  },
  { name: 'the same field in each layer', layer: '{ a: i }', use: '[o.a, o]', value: (n) => [n, { a: n }] },
  { name: 'a field that adds to the one below', layer: '{ a+: 1 }', use: '[o.a, o]', value: (n) => [n, { a: n }] },
  {
    name: 'visibility from far below',
    layer: `{ h: i, ['k' + i % 2]:: i }`,
    use: `[std.objectFields(o), std.objectHas(o, 'h'), std.objectHas(o, 'k1'), std.objectHasAll(o, 'h'), o.h]`,
    value: (n) => [['a'], false, false, true, n],
  },
  { name: 'self of all layers', layer: '{ b: self.a + self.c, c: i }', use: 'o.b', value: (n) => n },
  {
    name: 'super of the layer',
    layer: `{ b: [i, super.a, 'c' in super], c:: 1 }`,
    use: 'o',
    value: (n) => ({ a: 0, b: [n, 0, true] }),
  },
  { name: 'locals of the layer', layer: '{ local me = i, b: me + self.a }', use: 'o.b', value: (n) => n },
  {
    name: 'the object before',
    layer: `{ n: std.get(acc, 'n', 0), m: std.length(acc), last: i }`,
    use: '[o.n, o.m, o.last]',
    value: (n) => [0, 4, n],
  },
  {
    name: 'more layers below and above',
    layer: '{ b: i }',
    use: '[({ z: 1, a: 5 } + o) { c: super.b + self.z }, (o + o).b]',
    value: (n) => [{ a: 0, b: n, c: n + 1, z: 1 }, n],
  },
  {
    name: 'asserts of each layer, the highest first',
    layer: '{ assert self.a < 5, assert i > 0 }',
    use: '[o.a, o { a: 4 }]',
    value: () => [0, { a: 4 }],
  },
];

for (const row of sums) {
  test(`sums of many layers: ${row.name}`, () => {
    for (const n of [8, 200])
      assert.deepEqual(load('t', fold(n, row.layer, row.use)).call({}).value, row.value(n), `${n} layers`);
  });
}

test('a value found before a sum of many layers has its index is kept', () => {
  const { value, calls } = counted(fold(200, `{ ['k' + i]: count(i) }`, '[o.k1, o.k200, std.length(o), o.k1, o.k200]'));
  assert.deepEqual({ value, calls }, { value: [1, 200, 201, 1, 200], calls: [1, 200] });
});

test('parsed JSON as a layer', () => {
  const request = JSON.parse('{"b": {"x": 1, "__proto__": 2}, "a": [1], "__proto__": {"p": 3}}');
  const program = load(
    't',
    `function(request) [request { c: self.b.x + super.b.x, a+: [2] }, { b:: 1, c: self.a } + request, (request { b+: { y: self.x } }).b, request.b + request.b { x: 5 }]`,
  );
  assert.equal(
    JSON.stringify(program.call({ request }).value),
    '[{"__proto__":{"p":3},"a":[1,2],"b":{"x":1,"__proto__":2},"c":2},{"__proto__":{"p":3},"a":[1],"c":[1]},{"__proto__":2,"x":1,"y":1},{"__proto__":2,"x":5}]',
  );
  assert.equal(JSON.stringify(request), '{"b":{"x":1,"__proto__":2},"a":[1],"__proto__":{"p":3}}');
});

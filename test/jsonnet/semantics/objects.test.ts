import { testRows } from './table.js';

// Object asserts run at the first field access or at manifestation, with the final self.
testRows([
  {
    name: 'an assert sees the final self and fails for what a later layer made wrong',
    program: `{ assert self.x > 0 : 'x is not positive', x: 1 } { x: -1 }`,
    error: 'RUNTIME ERROR: x is not positive',
  },
  {
    name: 'an assert sees the final self and holds for what a later layer made right',
    program: `{ assert self.x > 0, x: -1 } { x: 1 }`,
    value: { x: 1 },
  },
  {
    name: 'an assert without a message',
    program: '{ assert self.x, x: false }',
    error: 'RUNTIME ERROR: Object assertion failed.',
  },
  {
    name: 'names, length and membership run no asserts',
    program: `local o = { assert false : 'ran', a: 1, b:: 2 };
      [std.objectFields(o), std.objectFieldsAll(o), std.length(o), 'a' in o, 'c' in o, std.objectHas(o, 'b'), std.objectHasAll(o, 'b')]`,
    value: [['a'], ['a', 'b'], 1, true, false, false, true],
  },
  { name: 'a field access runs the asserts', program: `{ assert false : 'ran', a: 1 }.a`, error: 'RUNTIME ERROR: ran' },
  {
    name: 'the assert of the derived layer runs first',
    program: `({ assert false : 'base', a: 1 } + { assert false : 'derived' }).a`,
    error: 'RUNTIME ERROR: derived',
  },
  {
    name: 'the asserts of one layer run in the order of the text',
    program: `{ assert true : 'zero', assert false : 'first', assert false : 'second' }`,
    error: 'RUNTIME ERROR: first',
  },
  {
    name: 'equality runs the asserts when it comes to the values of fields',
    program: `{ assert false : 'ran', a: 1 } == { a: 2 }`,
    error: 'RUNTIME ERROR: ran',
  },
  {
    name: 'equality runs no assert when the names already differ',
    program: `[{ assert false : 'ran', a: 1 } == { b: 1 }, { assert false : 'ran' } == {}]`,
    value: [false, true],
  },
  {
    name: 'an assert may read the fields it guards',
    program: `local o = { assert self.a + self.b == 3 : 'sum', a: 1, b: 3 - self.a }; [o.a, o.b]`,
    value: [1, 2],
  },
  {
    name: 'reading super of another object does not run asserts of it alone, but those of self',
    program: `({ assert self.ok : 'not ok', a: 1, ok: false } + { b: super.a, ok: true }).b`,
    value: 1,
  },
  {
    name: 'a field that the library passes on runs the asserts, even if it needs no evaluation',
    program: `std.objectValues({ assert false : 'ran', a: 1 })`,
    error: 'RUNTIME ERROR: ran',
  },
  {
    name: 'the library runs no assert for fields it hands on and nobody looks at',
    program: `local o = { assert false : 'ran', a: 1 }; [std.length(std.objectValues(o)), std.length(std.objectKeysValues(o)), std.length(std.mapWithKey(function(k, v) v, o)), std.objectKeysValues(o)[0].key]`,
    value: [1, 1, 1, 'a'],
  },
  {
    name: 'the asserts of an object nobody looks at do not run',
    program: `{ hidden:: { assert false }, list: std.length([{ assert false }]), b: 1 }`,
    value: { b: 1, list: 1 },
  },
  {
    name: 'objects inside the value have their own asserts',
    program: `{ a: { assert false : 'inner' } }`,
    error: 'RUNTIME ERROR: inner',
  },
  {
    name: 'an assert with a message that is not a string',
    program: `{ assert false : { why: 1 } }`,
    error: 'RUNTIME ERROR: {"why": 1}',
  },
  {
    name: 'an assert condition that is not a boolean',
    program: `{ assert 1, a: 2 }`,
    error: 'RUNTIME ERROR: Unexpected type number, expected boolean',
  },
]);

// self is bound late. super is self below the layer it is written in. $ is the outermost object of the text.
testRows([
  {
    name: 'self is the whole object a layer ends up in',
    program: `{ a: self.b, b: 1 } { b: 2 }`,
    value: { a: 2, b: 2 },
  },
  {
    name: 'super is what is below the layer of the text, with self still the whole',
    program: `local base = { x: 1, y: self.x * 10 }; local mid = { x: 2, y: super.y + 1 }; local top = { x: 3, y: super.y + 2 }; base + mid + top`,
    value: { x: 3, y: 33 },
  },
  {
    name: 'the same layer twice has two different supers',
    program: `local add = { n: super.n + 1 }; { n: 0 } + add + add + add`,
    value: { n: 3 },
  },
  {
    name: 'layers group from either side alike',
    program: `local a = { v: 'a' }, b = { v: super.v + 'b' }, c = { v: super.v + 'c' }; [(a + b) + c, a + (b + c)]`,
    value: [{ v: 'abc' }, { v: 'abc' }],
  },
  {
    name: 'in super, and super with a computed name',
    program: `{ a: 1 } + { b: ['a' in super, 'b' in super, 'c' in super, super['a']], a: if 'a' in super then 'over' else 'new' }`,
    value: { a: 'over', b: [true, false, false, 1] },
  },
  { name: 'in super without a super', program: `{ a: 'b' in super }`, value: { a: false } },
  {
    name: 'super of an object inside is that of the inner one',
    program: `{ a: { b: 1 } } + { a+: { b: super.b + 1, c: self.b } }`,
    value: { a: { b: 2, c: 2 } },
  },
  {
    name: 'dollar is the outermost object of the text, also from another layer',
    program: `{ name: 'base', inner: { deeper: { name: 'inner', got: $.name } } } + { name: 'top' }`,
    value: { inner: { deeper: { got: 'top', name: 'inner' } }, name: 'top' },
  },
  {
    name: 'dollar of an object in a function of the outer one',
    program: `{ n: 1, f(x):: { n: 2, sum: $.n + self.n + x }, r: self.f(10) }`,
    value: { n: 1, r: { n: 2, sum: 13 } },
  },
  {
    name: 'object locals exist once per object and layer and see the final self',
    program: `local layer = { local me = self, local n = me.x * 2, x: 1, y: n }; [layer, layer { x: 5 }, layer { y: super.y + 1 }]`,
    value: [
      { x: 1, y: 2 },
      { x: 5, y: 10 },
      { x: 1, y: 3 },
    ],
  },
  {
    name: 'object locals see each other and super',
    program: `{ x: 1 } + { local a = b + 1, local b = super.x, x: a }`,
    value: { x: 2 },
  },
  {
    name: 'a method sees self and its own object local',
    program: `local o = { local k = self.k2, k2: 3, times(n):: n * k }; [o.times(2), (o { k2: 10 }).times(2)]`,
    value: [6, 20],
  },
  {
    name: 'missing fields of super',
    program: `({ a: 1 } + { b: super.c }).b`,
    error: 'RUNTIME ERROR: Field does not exist: c',
  },
  {
    name: 'super without a super',
    program: `{ a: super.a }.a`,
    error: 'RUNTIME ERROR: Attempt to use super when there is no super class.',
  },
  {
    name: 'self outside of an object',
    program: '1 + self.a',
    error: "main.jsonnet:1:5-9 Can't use self outside of an object.",
  },
  {
    name: 'super outside of an object',
    program: '[super.a]',
    error: "main.jsonnet:1:2-7 Can't use super outside of an object.",
  },
  {
    name: 'dollar outside of an object',
    program: '$.a',
    error: 'main.jsonnet:1:1-2 No top-level object found.',
  },
]);

// `:` inherits visibility, `::` hides, `:::` shows.
testRows([
  { name: 'the three separators alone', program: `[{ a: 1 }, { a:: 1 }, { a::: 1 }]`, value: [{ a: 1 }, {}, { a: 1 }] },
  {
    name: 'each separator over each other',
    program: `local over = [{ a: 2 }, { a:: 2 }, { a::: 2 }], under = [{ a: 1 }, { a:: 1 }, { a::: 1 }];
      [[std.objectFields(u + o) for o in over] for u in under]`,
    value: [
      [['a'], [], ['a']],
      [[], [], ['a']],
      [['a'], [], ['a']],
    ],
  },
  {
    name: 'visibility comes through several layers that inherit',
    program: `{ h:: 1, s: 1 } + { h: 2, s: 2 } + { h: 3, s: 3 }`,
    value: { s: 3 },
  },
  {
    name: '+: keeps the visibility, +:: and +::: change it',
    program: `local o = { a:: [1] }; [o { a+: [2] }, (o { a+: [2] }).a, o { a+::: [2] }, { a: [1] } { a+:: [2] }, { a: [1] } { a+: [2] }]`,
    value: [{}, [1, 2], { a: [1, 2] }, {}, { a: [1, 2] }],
  },
  {
    name: '+: without a super field is just the value',
    program: `{ a+: 1, b+: { c+: [2] } }`,
    value: { a: 1, b: { c: [2] } },
  },
  {
    name: '+: of a value that does not depend on the missing super',
    program: `({ x: 1 } + { a+: { n: $.x } }).a`,
    value: { n: 1 },
  },
  {
    name: '+: adds what + adds: numbers, strings, arrays, objects',
    program: `{ n: 1, s: 'a', l: [1], o: { x: 1 }, t: 1 } + { n+: 2, s+: 'b', l+: [2], o+: { y: 2 }, t+: 'x' }`,
    value: { l: [1, 2], n: 3, o: { x: 1, y: 2 }, s: 'ab', t: '1x' },
  },
  {
    name: 'hidden fields exist for everything except manifestation and equality',
    program: `local o = { h:: 1, v: self.h }; [o, o.h, std.objectHasAll(o, 'h'), 'h' in o, o == { v: 1 }, std.length(o)]`,
    value: [{ v: 1 }, 1, true, true, true, 1],
  },
  { name: 'methods are hidden only when written so', program: `{ f(x):: x, g: self.f(1) }`, value: { g: 1 } },
  {
    name: 'a visible method cannot be printed',
    program: `{ f(x): x }`,
    error: "RUNTIME ERROR: couldn't manifest function as JSON",
  },
]);

// Computed names.
testRows([
  {
    name: 'a computed name of null drops the field',
    program: `{ [null]: error 'never', [if true then 'a']: 1, [if false then 'b']: 2 }`,
    value: { a: 1 },
  },
  {
    name: 'a duplicate computed name is an error at run time',
    program: `{ a: 1, ['a' + '']: 2 }`,
    error: 'RUNTIME ERROR: Duplicate field name: "a"',
  },
  {
    name: 'a duplicate computed name in code that never runs is none',
    program: `if true then 1 else { a: 1, ['a']: 2 }`,
    value: 1,
  },
  {
    name: 'a duplicate literal name is a static error, however it is quoted',
    program: `if true then 1 else { a: 1, 'a': 2 }`,
    error: 'main.jsonnet:1:29-32 Duplicate field: a',
  },
  {
    name: 'a duplicate name from an object comprehension',
    program: `{ [x]: 1 for x in ['a', 'b', 'a'] }`,
    error: 'RUNTIME ERROR: Duplicate field name: "a"',
  },
  {
    name: 'a name that is not a string',
    program: `{ [1 + 1]: 1 }`,
    error: 'RUNTIME ERROR: Field name must be string, got number',
  },
  {
    name: 'a computed name sees what is around the object',
    program: `local a = 'x'; { a: 'y', local b = 'z', [a]: self.a + b }`,
    value: { a: 'y', x: 'yz' },
  },
  {
    name: 'a computed name does not see the locals of its object',
    program: `{ local a = 'x', [a]: 1 }`,
    error: 'main.jsonnet:1:19-20 Unknown variable: a',
  },
  {
    name: 'a computed name does not see self',
    program: `{ a: 'x', [self.a]: 1 }`,
    error: "main.jsonnet:1:12-16 Can't use self outside of an object.",
  },
  {
    name: 'a computed name sees the self of the object around',
    program: `{ name: 'x', inner: { [self.name2]: $.name }, name2:: 'y' } + { name2:: 'z' }`,
    value: { inner: { z: 'x' }, name: 'x' },
  },
  {
    name: 'dollar in a computed name is the object around, and the locals of a comprehension see each field variable',
    program: `{ p: 'k', o: { [$.p + x]: { local y = x, v: y } for x in ['1', '2'] } }`,
    value: { o: { k1: { v: '1' }, k2: { v: '2' } }, p: 'k' },
  },
  {
    name: 'an object comprehension has a self of its own',
    program: `{ [x]: if x == 'a' then 1 else self.a + 1 for x in ['a', 'b'] }`,
    value: { a: 1, b: 2 },
  },
  {
    name: 'an object comprehension with locals before and after the field',
    program: `{ local p = x + '!', [x]: p + q, local q = '?' for x in ['a'] }`,
    value: { a: 'a!?' },
  },
  {
    name: 'an object comprehension that inherits',
    program: `{ a: [1], c: 3 } + { [x]+: [2] for x in ['a', 'b'] }`,
    value: { a: [1, 2], b: [2], c: 3 },
  },
]);

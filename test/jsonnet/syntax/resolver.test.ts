import assert from 'node:assert/strict';
import { test } from 'node:test';
import { JsonnetError } from '../../../src/jsonnet/error.js';
import { load } from '../../../src/jsonnet/index.js';

// These errors are found when a program is loaded; nothing is evaluated.
const errors: readonly { name: string; text: string; error: string }[] = [
  { name: 'an unknown variable', text: '{ a: x }', error: 't:1:6-7 Unknown variable: x' },
  {
    name: 'an unknown variable in a branch that never runs',
    text: 'if false then nowhere else 1',
    error: 't:1:15-22 Unknown variable: nowhere',
  },
  {
    name: 'an unknown variable that is like a known one',
    text: 'local replicas = 1; [replcias]',
    error: 't:1:22-30 Unknown variable: replcias (did you mean replicas?)',
  },
  { name: 'std misspelt', text: 'sdt.length([])', error: 't:1:1-4 Unknown variable: sdt (did you mean std?)' },
  { name: 'a local after the end of its scope', text: '[(local a = 1; a), a]', error: 't:1:20-21 Unknown variable: a' },
  { name: 'a parameter outside of its function', text: '[function(a) a, a]', error: 't:1:17-18 Unknown variable: a' },
  {
    name: 'a variable of a comprehension outside of it',
    text: '[[a for a in []], a]',
    error: 't:1:19-20 Unknown variable: a',
  },
  {
    name: 'a variable of a comprehension in its own source',
    text: '[a for a in a]',
    error: 't:1:13-14 Unknown variable: a',
  },
  {
    name: 'a later variable of a comprehension',
    text: '[1 for a in b for b in []]',
    error: 't:1:13-14 Unknown variable: b',
  },
  {
    name: 'an object local in a computed name',
    text: '{ local a = 1, [a]: 2 }',
    error: 't:1:17-18 Unknown variable: a',
  },
  {
    name: 'an object local outside of the object',
    text: '[{ local a = 1 }, a]',
    error: 't:1:19-20 Unknown variable: a',
  },
  { name: 'self outside of an object', text: '1 + self', error: "t:1:5-9 Can't use self outside of an object." },
  { name: 'self in a computed name', text: '{ [self.a]: 1 }', error: "t:1:4-8 Can't use self outside of an object." },
  { name: 'super outside of an object', text: 'super.a', error: "t:1:1-6 Can't use super outside of an object." },
  {
    name: 'in super outside of an object',
    text: "'a' in super",
    error: "t:1:1-13 Can't use super outside of an object.",
  },
  { name: 'dollar outside of an object', text: '[$]', error: 't:1:2-3 No top-level object found.' },
  { name: 'a place after characters of two units', text: "local x = '😀'; y", error: 't:1:16-17 Unknown variable: y' },
  {
    name: 'a place over several lines',
    text: '{\n  a:: 1,\n  b: nowhere,\n}',
    error: 't:3:6-13 Unknown variable: nowhere',
  },
];

for (const row of errors) {
  test(`does not load ${row.name}`, () => {
    assert.throws(
      () => load('t', row.text),
      (error: unknown) => {
        assert.ok(error instanceof JsonnetError);
        assert.equal(error.kind, 'static');
        assert.equal(error.describe(), row.error);
        return true;
      },
    );
  });
}

// Each name is looked up at its depth and slot.
const rows: readonly { name: string; text: string; value: unknown }[] = [
  {
    name: 'locals hide outer ones',
    text: 'local a = 1; [a, (local a = 2; [a, (local a = a0, a0 = 3; a)]), a]',
    value: [1, [2, 3], 1],
  },
  {
    name: 'locals see each other in any order',
    text: 'local a = b + 1, b = c + 1, c = 1; [a, b, c]',
    value: [3, 2, 1],
  },
  {
    name: 'a parameter hides a local, a default sees the parameters',
    text: 'local a = 1, f(b=a + 1, a=10) = [a, b]; [f(), f(5), f(a=3)]',
    value: [
      [10, 11],
      [10, 5],
      [3, 4],
    ],
  },
  {
    name: 'names of functions in functions in functions',
    text: 'local f(a) = function(b) local c = a + b; function(d) [a, b, c, d]; f(1)(2)(3)',
    value: [1, 2, 3, 3],
  },
  {
    name: 'each call has its own locals',
    text: 'local f(a) = local b = a * 10; function() [a, b]; local g = f(1), h = f(2); [g(), h(), g()]',
    value: [
      [1, 10],
      [2, 20],
      [1, 10],
    ],
  },
  {
    name: 'each element has its own locals',
    text: '[f() for f in [local y = x * 2; function() [x, y] for x in [1, 2, 3]]]',
    value: [
      [1, 2],
      [2, 4],
      [3, 6],
    ],
  },
  {
    name: 'comprehensions in comprehensions',
    text: '[[[x, y, z] for z in [x + y]] for x in [1, 2] for y in [x * 10] if y > x]',
    value: [[[1, 10, 11]], [[2, 20, 22]]],
  },
  {
    name: 'an object that needs no frame, between those that do',
    text: 'local f(a) = { b: { c: { local d = a, e: { f: [a, d] } } } }; f(7).b.c.e.f',
    value: [7, 7],
  },
  {
    name: 'locals in fields of objects made again',
    text: 'local o = { a: local x = self.n; function() x, n: 1 }; local p = o { n: 2 }; [o.a(), p.a(), o.a()]',
    value: [1, 2, 1],
  },
  {
    name: 'self of nested objects, and dollar',
    text: '{ n: 1, a: { n: 2, b: [self.n, $.n, { n: 3, c: [self.n, $.n] }] } }.a.b',
    value: [2, 1, { n: 3, c: [3, 1] }],
  },
  {
    name: 'dollar in a function of the outermost object',
    text: '{ n: 1, f(x):: [x, $.n, self.n] }.f(5)',
    value: [5, 1, 1],
  },
  {
    name: 'self in a computed name is that of the object around it',
    text: "{ k: 'key', o: { [self2.k]: 1 for self2 in [$] } }.o",
    value: { key: 1 },
  },
  {
    name: 'std as a name of the program',
    text: 'local std = { length(x): 42 }; [std.length([]), (function(std) std)(7)]',
    value: [42, 7],
  },
  {
    name: 'std after the end of a local of that name',
    text: '[(local std = 1; std), std.length([1, 2])]',
    value: [1, 2],
  },
  {
    name: 'object locals around object locals',
    text: '{ local a = 1, local b = a + 1, c: { local a = b + 1, d: [a, b] } }.c.d',
    value: [3, 2],
  },
  {
    name: 'locals of an object comprehension',
    text: '{ local y = x + self.z, [x]: y for x in ["a", "z"] } { z: "!" }',
    value: { a: 'a!', z: '!' },
  },
];

for (const row of rows) {
  test(`resolves ${row.name}`, () => assert.deepEqual(load('t', row.text).call({}).value, row.value));
}

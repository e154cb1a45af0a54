import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { toPlain } from '../../src/hooks/plain.js';

class Pod {
  readonly apiVersion = 'v1';
  readonly #name: string;

  constructor(name: string) {
    this.#name = name;
  }

  get metadata() {
    return { name: this.#name };
  }
}

const sparse: unknown[] = [1];
sparse[2] = 3;

const cases: { name: string; value: unknown; expected: unknown }[] = [
  { name: 'nothing', value: undefined, expected: undefined },
  { name: 'null', value: null, expected: null },
  { name: 'undefined fields are left out', value: { a: undefined, b: { c: undefined } }, expected: { b: {} } },
  { name: 'undefined elements are null', value: [undefined, 1], expected: [null, 1] },
  { name: 'holes are null', value: sparse, expected: [1, null, 3] },
  { name: 'a date', value: { at: new Date(0) }, expected: { at: '1970-01-01T00:00:00.000Z' } },
  { name: 'own fields of a class, without getters', value: new Pod('a'), expected: { apiVersion: 'v1' } },
  { name: 'toJSON gets its key', value: { a: { toJSON: (key: string) => ({ key }) } }, expected: { a: { key: 'a' } } },
  { name: 'an object without prototype', value: Object.assign(Object.create(null), { a: 1 }), expected: { a: 1 } },
  { name: 'boxed scalars', value: [Object('a'), Object(1), Object(true)], expected: ['a', 1, true] },
  { name: 'symbol keys are left out', value: { [Symbol('a')]: 1, b: 2 }, expected: { b: 2 } },
];

for (const { name, value, expected } of cases) {
  test(name, () => assert.equal(JSON.stringify(toPlain(value)), JSON.stringify(expected)));
}

test('a plain value is not copied', () => {
  const value = JSON.parse('{"a":[1,{"b":null}],"__proto__":{"c":2},"2":1}');
  assert.equal(toPlain(value), value);
});

test('a __proto__ key survives where the object has to be copied', () => {
  const value = Object.assign(JSON.parse('{"__proto__":{"polluted":true},"a":1}'), { gone: undefined });
  const result = toPlain(value) as object;
  assert.equal(JSON.stringify(result), '{"__proto__":{"polluted":true},"a":1}');
  assert.equal(Object.getPrototypeOf(result), Object.prototype);
});

test('reads like a way through JSON, for any value that JSON can carry', () => {
  fc.assert(
    fc.property(fc.object({ withDate: true, withNullPrototype: true, withSparseArray: true }), (value) => {
      let text: string;
      try {
        text = JSON.stringify(toPlain(value));
      } catch (error) {
        assert.equal((error as Error).name, 'NotJsonError');
        return;
      }
      assert.equal(text, JSON.stringify(value));
    }),
  );
});

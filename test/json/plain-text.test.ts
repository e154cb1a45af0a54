import assert from 'node:assert/strict';
import { test } from 'node:test';
import { plainText } from '../../src/json/plain-text.js';

const value = { a: [1, 'b', null], c: { d: true } };
const text = '{"a":[1,"b",null],"c":{"d":true}}';

const changes: { name: string; owner: object; descriptor: PropertyDescriptor }[] = [
  { name: 'nothing', owner: {}, descriptor: {} },
  { name: 'a toJSON for all objects', owner: Object.prototype, descriptor: { value: () => 5, writable: true } },
  { name: 'a toJSON for all arrays', owner: Array.prototype, descriptor: { value: () => 5, enumerable: true } },
  { name: 'a toJSON that throws', owner: Object.prototype, descriptor: { get: () => assert.fail() } },
  { name: 'JSON.stringify', owner: JSON, descriptor: { value: () => 'changed', writable: true } },
];

for (const { name, owner, descriptor } of changes) {
  test(`the text of plain data does not depend on what a hook changes: ${name}`, () => {
    const key = owner === JSON ? 'stringify' : 'toJSON';
    const before = Object.getOwnPropertyDescriptor(owner, key);
    Object.defineProperty(owner, key, { ...descriptor, configurable: true });
    try {
      assert.equal(plainText(value), text);
      assert.deepEqual(Object.getOwnPropertyDescriptor(owner, key)?.value, descriptor.value);
    } finally {
      Reflect.deleteProperty(owner, key);
      if (before !== undefined) Object.defineProperty(owner, key, before);
    }
  });
}

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isUnchanged } from '../../src/execution/etag.js';

const cases: { name: string; header: string | undefined; expected: boolean }[] = [
  { name: 'absent', header: undefined, expected: false },
  { name: 'empty', header: '', expected: false },
  { name: 'the tag', header: '"a"', expected: true },
  { name: 'the weak form of the tag', header: 'W/"a"', expected: true },
  { name: 'another tag', header: '"b"', expected: false },
  { name: 'a tag that begins the same', header: '"ab"', expected: false },
  { name: 'a list with the tag', header: '"b", W/"a","c"', expected: true },
  { name: 'a list without it', header: '"b", "c"', expected: false },
  { name: 'any', header: ' * ', expected: true },
  { name: 'a tag that is a star', header: '"*"', expected: false },
  { name: 'no quotes', header: 'a', expected: false },
];

for (const { name, header, expected } of cases) {
  test(`If-None-Match: ${name}`, () => assert.equal(isUnchanged(header, '"a"'), expected));
}

import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { findJsonError } from '../../src/json/locate-error.js';

const cases = [
  { name: 'nothing', text: '', expected: 'it ends too early, at line 1 column 1' },
  { name: 'an open object', text: '{"a":\n', expected: 'it ends too early, at line 2 column 1' },
  { name: 'an open string', text: '["a', expected: 'it ends too early, at line 1 column 4' },
  { name: 'a comma too many', text: '{"a":1,}', expected: 'line 1 column 8: expected a key in double quotes' },
  { name: 'a comma too few', text: '[1\n 2]', expected: 'line 2 column 2: expected , or ]' },
  { name: 'no colon', text: '{"a" 1}', expected: 'line 1 column 6: expected : after a key' },
  { name: 'a key without quotes', text: '{a: 1}', expected: 'line 1 column 2: expected a key in double quotes' },
  { name: 'another word', text: '{"a": password}', expected: 'line 1 column 7: expected a value' },
  { name: 'a leading zero', text: '[01]', expected: 'line 1 column 3: expected , or ]' },
  { name: 'something after the end', text: '{} {}', expected: 'line 1 column 4: expected nothing more' },
  { name: 'an escape', text: '["a\\x"]', expected: 'line 1 column 4: there is no such escape in a JSON string' },
  {
    name: 'a line break',
    text: '["a\n"]',
    expected: 'line 1 column 4: a line break in a string must be escaped',
  },
  { name: 'a tab', text: '["\t"]', expected: 'line 1 column 3: a tab in a string must be escaped' },
  {
    name: 'another control character',
    text: '"\u001f"',
    expected: 'line 1 column 2: the control character U+001F in a string must be escaped',
  },
  { name: 'deep nesting', text: '['.repeat(100_000), expected: 'it ends too early, at line 1 column 100001' },
  { name: 'a no-break space', text: '\u00a01', expected: 'line 1 column 1: expected a value' },
];

for (const { name, text, expected } of cases) {
  test(`says where a text stops being JSON: ${name}`, () => {
    assert.throws(() => JSON.parse(text), SyntaxError);
    assert.equal(findJsonError(text), expected);
  });
}

test('agrees with JSON.parse about texts that are nearly JSON', () => {
  const nearly = fc
    .tuple(fc.json(), fc.nat(), fc.constantFrom('', '{', '}', '[', ']', ',', ':', '"', '\\', '0', '-', 'e', ' ', '\n'))
    .map(([text, at, mutation]) => {
      const cut = at % (text.length + 1);
      return text.slice(0, cut) + mutation + text.slice(cut + 1);
    });
  fc.assert(
    fc.property(nearly, (text) => {
      let isJson = true;
      try {
        JSON.parse(text);
      } catch {
        isJson = false;
      }
      assert.equal(findJsonError(text) === 'it is JSON', isJson);
    }),
    { numRuns: 2_000 },
  );
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { findLongIntegers, withAllDigits } from '../../src/json/exact-numbers.js';

/** A text that is parsed and printed again, and what comes out. */
const texts = [
  { name: 'a power of two', text: '{"n":1152921504606846976}', expected: '{"n":1152921504606846976}' },
  { name: 'an integer that no double holds', text: '[1152921504606846977]', expected: '[1152921504606846977]' },
  {
    name: 'the largest integer of 64 bits',
    text: '{"a":[9223372036854775807]}',
    expected: '{"a":[9223372036854775807]}',
  },
  { name: 'the smallest integer of 64 bits', text: '-9223372036854775808', expected: '-9223372036854775808' },
  {
    name: 'the same integer twice',
    text: '[9007199254740993,9007199254740993]',
    expected: '[9007199254740993,9007199254740993]',
  },
  {
    name: 'an integer of thirty digits',
    text: '[123456789012345678901234567890]',
    expected: '[123456789012345678901234567890]',
  },
  {
    name: 'an integer with an exponent',
    text: '[1e30,1E+21,-1e21]',
    expected: '[1000000000000000019884624838656,1000000000000000000000,-1000000000000000000000]',
  },
  {
    name: 'integers that a double holds',
    text: '[9007199254740991,-9007199254740991,1000000000000000]',
    expected: '[9007199254740991,-9007199254740991,1000000000000000]',
  },
  {
    name: 'fractions',
    text: '[0.12345678901234566,1.5e-30,123456789012345.6]',
    expected: '[0.12345678901234566,1.5e-30,123456789012345.6]',
  },
  {
    name: 'digits in strings and keys',
    text: '{"9007199254740993":"9007199254740993","\\"e+1":"\\\\"}',
    expected: '{"9007199254740993":"9007199254740993","\\"e+1":"\\\\"}',
  },
  {
    name: 'two integers that are rounded to the same double',
    text: '[9007199254740992,9007199254740993]',
    expected: '[9007199254740992,9007199254740992]',
  },
  {
    name: 'spaces',
    text: '[ 9007199254740993 , { "a" :\n9007199254740995 } ]',
    expected: '[9007199254740993,{"a":9007199254740995}]',
  },
];

for (const { name, text, expected } of texts) {
  test(`passes on ${name}`, () => {
    assert.equal(withAllDigits(JSON.stringify(JSON.parse(text)), findLongIntegers(text)), expected);
  });
}

test('an integer that is not of the origin has all digits of the double', () => {
  const origin = findLongIntegers('[9007199254740993]');
  assert.equal(
    withAllDigits(JSON.stringify([2 ** 60, 2 ** 53, 2 ** 54]), origin),
    '[1152921504606846976,9007199254740993,18014398509481984]',
  );
});

test('integers that cannot be told from each other are ambiguous', () => {
  assert.deepEqual(findLongIntegers('[9007199254740992,9007199254740993,9007199254740995,"9007199254740997"]'), {
    textOf: new Map([[9007199254740996, '9007199254740995']]),
    ambiguous: new Set([9007199254740992]),
  });
});

test('a text without long integers has none', () => {
  assert.equal(findLongIntegers('{"a":[9007199254740991,1.2345678901234567,"12345678901234567890"]}'), undefined);
});

test('any JSON comes out with the same value, and integers as they were', () => {
  const json = fc.jsonValue().map((value) => JSON.stringify(value));
  const integer = fc.bigInt({ min: -(2n ** 70n), max: 2n ** 70n }).map(String);
  fc.assert(
    fc.property(fc.array(fc.oneof(json, integer), { maxLength: 6 }), (parts) => {
      const text = `[${parts.join(',')}]`;
      const printed = withAllDigits(JSON.stringify(JSON.parse(text)), findLongIntegers(text));
      assert.deepEqual(JSON.parse(printed), JSON.parse(text));
      const origin = findLongIntegers(text);
      if (origin?.ambiguous.size === 0 && parts.every((part) => /^-?\d+$/.test(part) && part !== '-0'))
        assert.equal(printed, text);
    }),
  );
});

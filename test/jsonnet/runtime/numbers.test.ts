import assert from 'node:assert/strict';
import { test } from 'node:test';
import { numberText, shortestText } from '../../../src/jsonnet/runtime/numbers.js';

/** A number as `%.17g` of C prints it (`%.0f` for whole ones), and as `'f', -1` of Go does. */
const rows: readonly (readonly [name: string, x: number, text: string, shortest: string])[] = [
  ['zero', 0, '0', '0'],
  ['minus zero', -0, '-0', '-0'],
  ['a whole number', -42, '-42', '-42'],
  ['the largest that is exact', 9007199254740991, '9007199254740991', '9007199254740991'],
  ['beyond 2^53', 123456789012345680, '123456789012345680', '123456789012345680'],
  ['1e21', 1e21, '1000000000000000000000', '1000000000000000000000'],
  ['1e23, which no double is', 1e23, '99999999999999991611392', '100000000000000000000000'],
  ['a large negative one', -1.5e22, '-15000000000000000000000', '-15000000000000000000000'],
  ['a tenth', 0.1, '0.10000000000000001', '0.1'],
  ['a half', 0.5, '0.5', '0.5'],
  ['a third', 1 / 3, '0.33333333333333331', '0.3333333333333333'],
  ['many digits', -123456.789, '-123456.789', '-123456.789'],
  ['the smallest without an exponent', 0.0001, '0.0001', '0.0001'],
  ['one less', 0.00001, '1.0000000000000001e-05', '0.00001'],
  ['with two digits in the exponent', 1.5e-10, '1.5e-10', '0.00000000015'],
  ['with three', 2.5e-100, '2.5e-100', `0.${'0'.repeat(99)}25`],
  ['the smallest of all', 5e-324, '4.9406564584124654e-324', `0.${'0'.repeat(323)}5`],
  ['a tie that goes down to the even digit', 1 + 2 ** -17, '1.0000076293945312', '1.0000076293945312'],
  ['a tie that goes up to the even digit', 1 + 3 * 2 ** -17, '1.0000228881835938', '1.0000228881835938'],
];

for (const [name, x, text, shortest] of rows) {
  test(`numbers: ${name}`, () => {
    assert.deepEqual([numberText(x), shortestText(x)], [text, shortest]);
    assert.deepEqual([Number(text), Number(shortest)], [x, x]);
  });
}

test('numbers: the largest of all in full', () => {
  const text = numberText(Number.MAX_VALUE);
  assert.deepEqual([text.length, BigInt(text)], [309, BigInt(Number.MAX_VALUE)]);
  assert.equal(shortestText(Number.MAX_VALUE), '17976931348623157'.padEnd(309, '0'));
});

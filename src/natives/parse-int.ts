import type { NativeFunction } from '../jsonnet/index.js';
import { define } from './define.js';

const digits = '0123456789abcdefghijklmnopqrstuvwxyz';
const bases: Record<string, number> = { '0b': 2, '0o': 8, '0x': 16 };

/**
 * Parses a whole number as Go's `strconv.ParseInt(text, base, 64)` does (https://pkg.go.dev/strconv#ParseInt). Like
 * jsonnetd, it returns a float64: beyond 2^53 the nearest one.
 * @param base 2 to 36; or 0 if the prefix decides (`0x`, `0o`, `0b`, `0`), with `_` allowed between digits
 * @throws Error if the text is not such a number or needs more than 64 bits
 */
export function parseInteger(text: string, base: number): number {
  const wrong = `${JSON.stringify(text)} is not a whole number in base ${base}`;
  if (base !== 0 && (base < 2 || base > 36)) throw new Error(`base must be 0 or between 2 and 36, but is ${base}`);
  const sign = /^[-+]/.exec(text)?.[0] ?? '';
  let body = text.slice(sign.length).toLowerCase();
  let radix = base;
  if (base === 0) {
    const prefix = bases[body.slice(0, 2)];
    // Underscores stand between digits, or between the prefix and the first digit.
    if (body.includes('_') && !/^(?:0[box]?)?_?[0-9a-f]+(?:_[0-9a-f]+)*$/.test(body)) throw new Error(wrong);
    if (body.startsWith('_')) throw new Error(wrong);
    radix = prefix ?? (body.startsWith('0') && body !== '0' ? 8 : 10);
    body = (prefix === undefined ? body : body.slice(2)).replaceAll('_', '');
  }
  if (body === '') throw new Error(wrong);
  return Number(limited(magnitudeOf(body, radix, wrong), sign === '-', text));
}

function magnitudeOf(body: string, radix: number, wrong: string): bigint {
  const allowed = digits.slice(0, radix);
  let magnitude = 0n;
  for (const character of body) {
    const digit = allowed.indexOf(character);
    if (digit < 0) throw new Error(wrong);
    // Beyond this it is out of range whatever follows; the rest is only checked for its syntax.
    if (magnitude < 2n ** 64n) magnitude = magnitude * BigInt(radix) + BigInt(digit);
  }
  return magnitude;
}

function limited(magnitude: bigint, negative: boolean, text: string): bigint {
  if (magnitude > (negative ? 2n ** 63n : 2n ** 63n - 1n)) {
    throw new Error(`${JSON.stringify(text)} does not fit into 64 bits`);
  }
  return negative ? -magnitude : magnitude;
}

/** jsonnetd's `parseInt`. */
export function integerNatives(): readonly NativeFunction[] {
  return [
    define(
      'parseInt',
      [
        ['intStr', 'string'],
        ['base', 'number'],
      ],
      true,
      (intStr, base) => parseInteger(intStr, Math.trunc(base)),
    ),
  ];
}

import { fail } from '../error.js';
import type { Builtin } from '../runtime/builtin.js';
import { fromJson } from '../runtime/json-object.js';
import { define } from './define.js';
import { parseJson } from './parse-json.js';
import { parseYaml } from './parse-yaml.js';

/** Text to values. */
export const parsingBuiltins: readonly Builtin[] = [
  define('parseInt', ['str: string'], parseInteger),
  define('parseOctal', ['str: string'], (str) => (str === '' ? fail('Not an octal number: ""') : parseNatural(str, 8))),
  define('parseHex', ['str: string'], (str) => (str === '' ? fail('Not hexadecimal: ""') : parseNatural(str, 16))),
  define('parseJson', ['str: string'], (str) => fromJson(parseJson(str))),
  define('parseYaml', ['str: string'], parseYaml),
];

/** Integers of 64 bits, as in go-jsonnet. Beyond 2^53 they are rounded. */
function parseInteger(str: string): number {
  if (!/^[-+]?[0-9]+$/.test(str)) fail(notInteger(str, 10));
  const integer = BigInt(str.replace(/^\+/, ''));
  return BigInt.asIntN(64, integer) === integer ? Number(integer) : fail(notInteger(str, 10));
}

function notInteger(str: string, base: number): string {
  return `${str} is not a base ${base} integer`;
}

function parseNatural(str: string, base: number): number {
  let number = 0;
  for (const char of str) {
    const digit = '0123456789abcdef'.indexOf(char.toLowerCase());
    if (digit < 0 || digit >= base) fail(notInteger(str, base));
    number = number * base + digit;
  }
  return number;
}

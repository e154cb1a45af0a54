import { fail } from '../error.js';
import type { Builtin } from '../runtime/builtin.js';
import { fromJson } from '../runtime/json-object.js';
import { parseJson } from '../runtime/parse-json.js';
import { params } from './arguments.js';
import { parseYaml } from './yaml-parse.js';

/** Text to values. */
export const parsingBuiltins: readonly Builtin[] = [
  { name: 'parseInt', params: params({ str: 'string' }), body: parseInteger },
  {
    name: 'parseOctal',
    params: params({ str: 'string' }),
    body: (str: string) => (str === '' ? fail('Not an octal number: ""') : parseNatural(str, 8)),
  },
  {
    name: 'parseHex',
    params: params({ str: 'string' }),
    body: (str: string) => (str === '' ? fail('Not hexadecimal: ""') : parseNatural(str, 16)),
  },
  { name: 'parseJson', params: params({ str: 'string' }), body: (str: string) => fromJson(parseJson(str)) },
  { name: 'parseYaml', params: params({ str: 'string' }), body: parseYaml },
];

function parseInteger(str: string): number {
  if (str === '' || str === '-') fail(`Not an integer: "${str}"`);
  return str.startsWith('-') ? -parseNatural(str.slice(1), 10) : parseNatural(str, 10);
}

function parseNatural(str: string, base: number): number {
  let number = 0;
  for (const char of str) {
    const digit = '0123456789abcdef'.indexOf(char.toLowerCase());
    if (digit < 0 || digit >= base) fail(`${str} is not a base ${base} integer`);
    number = number * base + digit;
  }
  return number;
}

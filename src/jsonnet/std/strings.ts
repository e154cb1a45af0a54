import { fail } from '../error.js';
import type { Builtin } from '../runtime/builtin.js';
import { characterAt, charactersOf, countCharacters, isNarrow, sliceCharacters } from '../runtime/characters.js';
import { quote } from '../runtime/manifest.js';
import { toText } from '../runtime/operations.js';
import { at, type JsonnetArray, type Value } from '../runtime/value.js';
import { define, whole } from './define.js';
import { format } from './format.js';

/** Functions of strings. All offsets and lengths count code points. */
export const stringBuiltins: readonly Builtin[] = [
  define('toString', ['a: any'], toText),
  define('codepoint', ['str: string'], codepoint),
  define('char', ['n: number'], char),
  define('substr', ['str: string', 'from: number', 'len: number'], substr),
  define('findSubstr', ['pat: string', 'str: string'], findSubstr),
  define('startsWith', ['a: string', 'b: string'], (a, b) => a.startsWith(b)),
  define('endsWith', ['a: string', 'b: string'], (a, b) => a.endsWith(b)),
  define('stripChars', ['str: string', 'chars: string|array'], strip(true, true)),
  define('lstripChars', ['str: string', 'chars: string|array'], strip(true, false)),
  define('rstripChars', ['str: string', 'chars: string|array'], strip(false, true)),
  define('trim', ['str: string'], trim),
  define('split', ['str: string', 'c: string'], (str, c) => str.split(separator('std.split', c))),
  define('splitLimit', ['str: string', 'c: string', 'maxsplits: number'], splitLimit),
  define('splitLimitR', ['str: string', 'c: string', 'maxsplits: number'], splitLimitR),
  define('strReplace', ['str: string', 'from: string', 'to: string'], strReplace),
  define('isEmpty', ['str: string'], (str) => str === ''),
  define('equalsIgnoreCase', ['str1: string', 'str2: string'], equalsIgnoreCase),
  define('asciiUpper', ['str: string'], asciiUpper),
  define('asciiLower', ['str: string'], asciiLower),
  define('stringChars', ['str: string'], charactersOf),
  define('format', ['str: string', 'vals: any'], format),
  define('escapeStringBash', ['str|str_: any'], escapeBash),
  define('escapeStringDollars', ['str|str_: any'], (str) => toText(str).replaceAll('$', '$$$$')),
  define('escapeStringJson', ['str|str_: any'], (str) => quote(toText(str))),
  define('escapeStringPython', ['str: any'], (str) => quote(toText(str))),
  define('escapeStringXML', ['str|str_: any'], escapeXml),
  // The page writes the name this way, the implementations write it the other way.
  define('escapeStringXml', ['str|str_: any'], escapeXml),
];

function codepoint(str: string): number {
  const length = countCharacters(str);
  if (length !== 1) fail(`codepoint takes a string of length 1, got length ${length}`);
  return str.codePointAt(0) as number;
}

function char(n: number): string {
  if (n < 0) fail(`Codepoints must be >= 0, got ${n}`);
  return characterAt(n) ?? fail(`Invalid unicode codepoint, got ${n}`);
}

function substr(str: string, from: number, len: number): string {
  if (from < 0) fail(`substr second parameter should be greater than zero, got ${from}`);
  if (len < 0) fail(`substr third parameter should be greater than zero, got ${len}`);
  if (!Number.isInteger(from)) fail(`substr second parameter should be an integer, got ${from}`);
  if (!Number.isSafeInteger(len)) fail(`substr third parameter should be an integer, got ${len}`);
  return sliceCharacters(str, from, from + len);
}

/** The offsets of all occurrences, including overlapping ones. An empty pattern has none. */
function findSubstr(pat: string, str: string): number[] {
  const offsets: number[] = [];
  if (pat === '') return offsets;
  const narrow = isNarrow(str);
  let characters = 0;
  let counted = 0;
  for (let i = str.indexOf(pat); i >= 0; i = str.indexOf(pat, i + 1)) {
    if (narrow) offsets.push(i);
    else {
      characters += countCharacters(str.slice(counted, i));
      counted = i;
      offsets.push(characters);
    }
  }
  return offsets;
}

/** If `chars` is an array, only its strings of one character count. */
function strip(start: boolean, end: boolean): (str: string, chars: string | JsonnetArray) => string {
  return (str, chars) => {
    const set = new Set<Value>(typeof chars === 'string' ? charactersOf(chars) : chars.map((_, i) => at(chars, i)));
    return stripSet(str, set, start, end);
  };
}

function stripSet(str: string, set: ReadonlySet<Value>, start: boolean, end: boolean): string {
  const characters = charactersOf(str);
  let from = 0;
  let to = characters.length;
  while (start && from < to && set.has(characters[from] as string)) from++;
  while (end && to > from && set.has(characters[to - 1] as string)) to--;
  return characters.slice(from, to).join('');
}

// Unicode's White_Space, which is not quite JavaScript's \s.
const space = /[\t-\r \u0085\u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000]/;

function trim(str: string): string {
  let from = 0;
  let to = str.length;
  while (from < to && space.test(str[from] as string)) from++;
  while (to > from && space.test(str[to - 1] as string)) to--;
  return str.slice(from, to);
}

function separator(name: string, c: string): string {
  const must = name === 'std.split' ? 'must' : 'should';
  return c === '' ? fail(`${name} second parameter ${must} have length 1 or greater, got 0`) : c;
}

function limit(name: string, maxsplits: number): number {
  whole(maxsplits);
  if (maxsplits < -1) fail(`${name} third parameter should be -1 or non-negative, got ${maxsplits}`);
  return maxsplits === -1 ? Number.POSITIVE_INFINITY : maxsplits;
}

function splitLimit(str: string, c: string, maxsplits: number): string[] {
  separator('std.splitLimit', c);
  const max = limit('std.splitLimit', maxsplits);
  const parts: string[] = [];
  let from = 0;
  while (parts.length < max) {
    const found = str.indexOf(c, from);
    if (found < 0) break;
    parts.push(str.slice(from, found));
    from = found + c.length;
  }
  parts.push(str.slice(from));
  return parts;
}

function splitLimitR(str: string, c: string, maxsplits: number): string[] {
  separator('std.splitLimitR', c);
  const max = limit('std.splitLimitR', maxsplits);
  const parts: string[] = [];
  let to = str.length;
  while (parts.length < max && to >= c.length) {
    const found = str.lastIndexOf(c, to - c.length);
    if (found < 0) break;
    parts.push(str.slice(found + c.length, to));
    to = found;
  }
  parts.push(str.slice(0, to));
  return parts.reverse();
}

function strReplace(str: string, from: string, to: string): string {
  if (from === '') fail("'from' string must not be zero length.");
  return str.replaceAll(from, () => to);
}

/** Compares by Unicode's simple case folding, like EqualFold of Go. The flags `iu` do just that. */
function equalsIgnoreCase(str1: string, str2: string): boolean {
  if (str1 === str2) return true;
  return new RegExp(`^${str1.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&')}$`, 'iu').test(str2);
}

function asciiUpper(str: string): string {
  return str.replace(/[a-z]+/g, (letters) => letters.toUpperCase());
}

function asciiLower(str: string): string {
  return str.replace(/[A-Z]+/g, (letters) => letters.toLowerCase());
}

function escapeBash(str: Value): string {
  return `'${toText(str).replaceAll("'", `'"'"'`)}'`;
}

const xml: Readonly<Record<string, string>> = {
  '<': '&lt;',
  '>': '&gt;',
  '&': '&amp;',
  '"': '&quot;',
  "'": '&apos;',
};

function escapeXml(str: Value): string {
  return toText(str).replace(/[<>&"']/g, (char) => xml[char] as string);
}

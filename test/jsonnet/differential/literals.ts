import type { Tape } from './tape.js';

/** The reference that the programs are for: they avoid what is known to differ from it. */
export type Dialect = 'libjsonnet' | 'go-jsonnet';

/** A kind of value that the generator can ask for. `any` is one of the others. */
export type Kind = 'number' | 'string' | 'boolean' | 'null' | 'numbers' | 'strings' | 'array' | 'object' | 'any';

export const concrete: readonly Kind[] = [
  'number',
  'string',
  'boolean',
  'null',
  'numbers',
  'strings',
  'array',
  'object',
];

/** The kind of each field by its name, so that the kind of a read is known. All generated objects follow it. */
export const fieldKinds: readonly (readonly [string, Kind])[] = [
  ['a', 'number'],
  ['b', 'string'],
  ['c', 'boolean'],
  ['d', 'numbers'],
  ['e', 'object'],
  ['g', 'any'],
];

/** Names that are special in JavaScript or in Jsonnet's order, or that are not identifiers. */
export const oddNames = ['10', '9', '__proto__', 'constructor', 'é', '😀', 'ﬀ', 'x y', '', 'toString', 'B', 'if'];

const strings = [
  'a',
  '',
  'abc',
  'Hello World',
  'x,y,z',
  'é',
  'a😀b',
  '😀',
  'ﬀ',
  '\u0001', // not U+0000, at which libjsonnet ends a slice
  'tab\there',
  "it's",
  'say "hi"',
  'back\\slash',
  'line\nbreak',
  '10',
  '-7',
  '100%',
  '  pad  ',
  '$x$',
  '\u007f\u0085\u2028',
  '__proto__',
  'true',
  '<&>',
];

export const numbers = [
  '1',
  '0',
  '2',
  '3',
  '5',
  '10',
  '-1',
  '0.5',
  '-2.5',
  '7',
  '1.25',
  '255',
  '1e3',
  '-0',
  '0.1',
  '1e-7',
  '123456.789',
  '9007199254740993',
  '1e17',
  '123456789012345680000',
  '1e21',
  '1e100',
  '1e-300',
  '1.7976931348623157e308',
];

/**
 * A function that keeps only numbers and strings which both references print alike. When the library prints JSON or YAML,
 * Go gives the shortest form that reads back and libjsonnet 17 digits, Go escapes other characters, and its YAML has
 * nothing in the place of a function.
 */
export const tidy = `local tidy(v) =
  if std.isNumber(v) then std.floor((v % 1000000) * 4) / 4
  else if std.isString(v) then std.join("", [c for c in std.stringChars(v) if !std.member("\\u007f\\u0085\\u2028", c)])
  else if std.isArray(v) then [tidy(x) for x in v]
  else if std.isObject(v) then { [tidy(k)]: tidy(v[k]) for k in std.objectFields(v) }
  else if std.isFunction(v) then error 'a function'
  else v;`;

/** The simplest expressions of a kind. */
export function literal(tape: Tape, kind: Kind): string {
  switch (kind) {
    case 'number':
      return tape.pick(numbers);
    case 'string':
      return stringLiteral(tape);
    case 'boolean':
      return tape.pick(['true', 'false']);
    case 'null':
      return 'null';
    case 'numbers':
      return tape.pick(['[1, 2, 3]', '[]', '[3, 1, 2, 1]', '[0.5]', '[10, -1]']);
    case 'strings':
      return tape.pick(['["a", "b"]', '[]', '["b", "", "a", "é", "a"]', '["😀", "ﬀ"]']);
    case 'array':
      return tape.pick(['[]', '[1, "x"]', '[null, [true]]', '[{ a: 1 }]']);
    case 'object':
      return tape.pick(['{ a: 1, b: "x" }', '{}', '{ a: 2, b:: "y", c: true }', '{ d: [1], a: 0, b: "" }']);
    case 'any':
      return literal(tape, tape.pick(concrete));
  }
}

/** A string, in one of the ways to write it. */
export function stringLiteral(tape: Tape): string {
  const text = tape.pick(strings);
  const lines = text.split('\n');
  switch (tape.byte() % 6) {
    case 1:
      return `'${JSON.stringify(text).slice(1, -1).replaceAll('\\"', '"').replaceAll("'", "\\'")}'`;
    case 2:
      return `@'${text.replaceAll("'", "''")}'`;
    case 3:
      return `@"${text.replaceAll('"', '""')}"`;
    case 4:
      if (!/^\s/.test(text) && text !== '') return `|||\n  ${lines.join('\n  ')}\n|||`;
      return JSON.stringify(text);
    case 5:
      return `"${[...text].map((c) => unicodeEscape(c)).join('')}"`;
    default:
      return JSON.stringify(text);
  }
}

function unicodeEscape(character: string): string {
  return Array.from(
    { length: character.length },
    (_, i) => `\\u${character.charCodeAt(i).toString(16).padStart(4, '0')}`,
  ).join('');
}

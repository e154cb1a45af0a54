import type { Visibility } from './ast.js';

/**
 * The kind of a token. The kind of keywords, operators and punctuation is their text, so that the parser compares with
 * what stands in the program. The other kinds are the constants below.
 */
export type TokenKind = string;

/** A name that is not a keyword; the token's `value` is the name. */
export const identifier = 'IDENTIFIER';
/** A number; `value` is its text without separators. */
export const number = 'NUMBER';
/** A string in quotes, verbatim or not; `value` is the string it stands for. */
export const string = 'STRING';
/** A `|||` block; `value` is the string it stands for. A kind of its own because imports refuse it. */
export const textBlock = 'STRING_BLOCK';
export const endOfFile = 'end of file';

const words = [
  'assert',
  'else',
  'error',
  'false',
  'for',
  'function',
  'if',
  'import',
  'importstr',
  'importbin',
  'in',
  'local',
  'null',
  'tailstrict',
  'then',
  'self',
  'super',
  'true',
];

/** The keywords. The value is the string of this source, which the host compares faster than one cut from a program. */
export const keywords: ReadonlyMap<string, TokenKind> = new Map(words.map((word) => [word, word]));

/** How strongly each binary operator binds: the higher, the stronger. All are left-associative. */
export const precedence: ReadonlyMap<string, number> = new Map(
  [
    ['||'],
    ['&&'],
    ['|'],
    ['^'],
    ['&'],
    ['==', '!='],
    ['<', '>', '<=', '>=', 'in'],
    ['<<', '>>'],
    ['+', '-'],
    ['*', '/', '%'],
  ].flatMap((operators, level) => operators.map((operator): [string, number] => [operator, level + 1])),
);

/** Operators of two characters and more, in the form of `keywords`. */
export const longOperators: ReadonlyMap<string, TokenKind> = new Map(
  ['==', '!=', '<=', '>=', '&&', '||', '<<', '>>', '::', ':::', '+:', '+::', '+:::'].map((text) => [text, text]),
);

/** What may stand between the name and the value of a field, with the visibility it gives. */
export const fieldOperators: ReadonlyMap<string, Visibility> = new Map([
  [':', ':'],
  ['::', '::'],
  [':::', ':::'],
  ['+:', ':'],
  ['+::', '::'],
  ['+:::', ':::'],
]);

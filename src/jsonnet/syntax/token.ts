import type { Visibility } from './ast.js';

/**
 * The kind of a token. Keywords, operators and punctuation are their own text, so that the parser compares with what
 * stands in the program; the others are the names below.
 */
export type TokenKind = string;

/** A name that is no keyword; the token's `value` is the name. */
export const identifier = 'IDENTIFIER';
/** A number; `value` is its text without separators. */
export const number = 'NUMBER';
/** A string in quotes, verbatim or not; `value` is what it means. */
export const string = 'STRING';
/** A `|||` block; `value` is what it means. Apart from `string` because imports refuse it. */
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

/** The keywords, each with the text that stands in this program: comparing with that one is quick. */
export const keywords: ReadonlyMap<string, TokenKind> = new Map(words.map((word) => [word, word]));

/** Binding strength of the binary operators, stronger ones higher; all are left-associative. */
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

/** Operators of two characters and more, as `keywords`. */
export const longOperators: ReadonlyMap<string, TokenKind> = new Map(
  ['==', '!=', '<=', '>=', '&&', '||', '<<', '>>', '::', ':::', '+:', '+::', '+:::'].map((text) => [text, text]),
);

/** What may stand between a field's name and its value, and the visibility it gives. */
export const fieldOperators: ReadonlyMap<string, Visibility> = new Map([
  [':', ':'],
  ['::', '::'],
  [':::', ':::'],
  ['+:', ':'],
  ['+::', '::'],
  ['+:::', ':::'],
]);

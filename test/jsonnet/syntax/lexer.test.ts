import assert from 'node:assert/strict';
import { test } from 'node:test';
import { JsonnetError, place } from '../../../src/jsonnet/error.js';
import { Lexer } from '../../../src/jsonnet/syntax/lexer.js';
import { endOfFile } from '../../../src/jsonnet/syntax/token.js';

/** Tokens as `kind`, or as `kind:value` if they have a value. */
function tokens(text: string): string[] {
  const lexer = new Lexer({ path: 't', text });
  const found: string[] = [];
  for (lexer.next(); lexer.kind !== endOfFile; lexer.next()) {
    const hasValue = ['IDENTIFIER', 'NUMBER', 'STRING', 'STRING_BLOCK'].includes(lexer.kind);
    found.push(hasValue ? `${lexer.kind}:${lexer.value}` : lexer.kind);
  }
  return found;
}

const rows: readonly { name: string; text: string; tokens: readonly string[] }[] = [
  { name: 'nothing', text: '', tokens: [] },
  {
    name: 'names and keywords',
    text: 'self selfish _a1 tailstrict',
    tokens: ['self', 'IDENTIFIER:selfish', 'IDENTIFIER:_a1', 'tailstrict'],
  },
  {
    name: 'all comments',
    text: '1 // a\n2 # b\n3 /* c\n * d */ 4',
    tokens: ['NUMBER:1', 'NUMBER:2', 'NUMBER:3', 'NUMBER:4'],
  },
  { name: 'a first line for the shell', text: '#!/usr/bin/jsonnet -J x\n1', tokens: ['NUMBER:1'] },
  { name: 'a byte order mark', text: '\ufeff1', tokens: ['NUMBER:1'] },
  {
    name: 'numbers',
    text: '0 10 1.5 1e3 1.5E-7 2e+1',
    tokens: ['NUMBER:0', 'NUMBER:10', 'NUMBER:1.5', 'NUMBER:1e3', 'NUMBER:1.5E-7', 'NUMBER:2e+1'],
  },
  {
    name: 'digits in groups',
    text: '1_000_000 0.000_1 1e1_0',
    tokens: ['NUMBER:1000000', 'NUMBER:0.0001', 'NUMBER:1e10'],
  },
  { name: 'both quotes', text: `"it's" 'say "a"'`, tokens: [`STRING:it's`, 'STRING:say "a"'] },
  { name: 'escapes', text: String.raw`"\"\'\\\/\b\f\n\r\t\u00e9"`, tokens: ['STRING:"\'\\/\b\f\n\r\té'] },
  { name: 'a pair of escapes', text: String.raw`"\ud83d\ude00"`, tokens: ['STRING:😀'] },
  {
    name: 'a string after one with escapes',
    text: String.raw`"a\n" "b" 'c\t' 'd'`,
    tokens: ['STRING:a\n', 'STRING:b', 'STRING:c\t', 'STRING:d'],
  },
  { name: 'a line break in a string', text: '"a\nb"', tokens: ['STRING:a\nb'] },
  { name: 'verbatim strings', text: `@"a\\n""b" @'c''d'`, tokens: ['STRING:a\\n"b', "STRING:c'd"] },
  {
    name: 'operators side by side',
    text: 'a<-1 !=!b {a:-$.c} x[::-1] 1//c',
    tokens: [
      'IDENTIFIER:a',
      '<',
      '-',
      'NUMBER:1',
      '!=',
      '!',
      'IDENTIFIER:b',
      '{',
      'IDENTIFIER:a',
      ':',
      '-',
      '$',
      '.',
      'IDENTIFIER:c',
      '}',
      'IDENTIFIER:x',
      '[',
      '::',
      '-',
      'NUMBER:1',
      ']',
      'NUMBER:1',
    ],
  },
  { name: 'field operators', text: '+::: +:: +: ::: :: :', tokens: ['+:::', '+::', '+:', ':::', '::', ':'] },
  { name: 'a text block', text: '|||\n  a\n   b\n\n  c\n|||', tokens: ['STRING_BLOCK:a\n b\n\nc\n'] },
  { name: 'a text block that starts with empty lines', text: '|||\n\n\n\ta\n|||', tokens: ['STRING_BLOCK:\n\na\n'] },
  { name: 'a text block without the last line break', text: '|||-\n  a\n  b\n|||', tokens: ['STRING_BLOCK:a\nb'] },
  { name: 'a text block with its end indented', text: '|||\n    a\n  |||', tokens: ['STRING_BLOCK:a\n'] },
  { name: 'bars inside a text block', text: '|||\n  a\n  |||\n|||', tokens: ['STRING_BLOCK:a\n|||\n'] },
  {
    name: 'a text block with the line breaks of Windows',
    text: '|||\r\n  a\r\n\r\n  b\r\n|||',
    tokens: ['STRING_BLOCK:a\r\n\r\nb\r\n'],
  },
  {
    name: 'a text block after an operator',
    text: 'a+|||\n  b\n|||',
    tokens: ['IDENTIFIER:a', '+', 'STRING_BLOCK:b\n'],
  },
];

for (const row of rows) test(`tokens: ${row.name}`, () => assert.deepEqual(tokens(row.text), row.tokens));

const errors: readonly { name: string; text: string; error: string }[] = [
  { name: 'a character that belongs to no token', text: 'a ?', error: "t:1:3 Could not lex the character '?'" },
  { name: 'an emoji', text: '😀', error: "t:1:1 Could not lex the character '😀'" },
  { name: 'a string without end', text: '1 + "abc', error: 't:1:5 Unterminated String' },
  { name: 'a string that ends in a backslash', text: '"abc\\', error: 't:1:1 Unterminated String' },
  { name: 'a verbatim string without end', text: '@"abc', error: 't:1:1 Unterminated String' },
  { name: 'a verbatim sign alone', text: '@a', error: "t:1:1 Couldn't lex verbatim string, junk after '@': 'a'" },
  {
    name: 'an unknown escape',
    text: String.raw`"a\qb"`,
    error: "t:1:3-5 Unknown escape sequence in string literal: 'q'",
  },
  {
    name: 'a short unicode escape',
    text: String.raw`"\u12"`,
    error: 't:1:2-6 Truncated unicode escape sequence in string literal.',
  },
  {
    name: 'a unicode escape that is not hex',
    text: String.raw`"\u12g4"`,
    error: "t:1:2-7 Malformed unicode escape character, should be hex: 'g'",
  },
  {
    name: 'half a pair of unicode escapes',
    text: String.raw`"a\ud83dx"`,
    error: 't:1:3-9 Truncated unicode surrogate pair escape sequence in string literal.',
  },
  { name: 'a comment without end', text: '1 /* a', error: 't:1:3 Multi-line comment has no terminating */' },
  { name: 'a leading zero', text: '01', error: "t:1:1-3 Couldn't lex number, junk after zero digit: '1'" },
  {
    name: 'a point without digits',
    text: '1.',
    error: "t:1:1-3 Couldn't lex number, junk after decimal point: end of file",
  },
  { name: 'an exponent without digits', text: '1ex', error: "t:1:1-3 Couldn't lex number, junk after 'E': 'x'" },
  {
    name: 'an exponent sign without digits',
    text: '1e+',
    error: "t:1:1-4 Couldn't lex number, junk after exponent sign: end of file",
  },
  {
    name: 'an underscore at the end',
    text: '1_',
    error: "t:1:1-3 Couldn't lex number, _ must stand between two digits",
  },
  { name: 'two underscores', text: '1__0', error: "t:1:1-3 Couldn't lex number, _ must stand between two digits" },
  { name: 'a text block on one line', text: '||| a |||', error: 't:1:1 Text block requires new line after |||.' },
  {
    name: 'a text block without indentation',
    text: '|||\na\n|||',
    error: "t:1:1 Text block's first line must start with whitespace.",
  },
  { name: 'a text block without end', text: '|||\n  a\n  b', error: 't:1:1 Text block not terminated with |||' },
  {
    name: 'a text block indented less',
    text: '|||\n  a\n b\n|||',
    error: 't:1:1 Text block not terminated with |||',
  },
];

for (const row of errors) {
  test(`no token: ${row.name}`, () => {
    assert.throws(
      () => tokens(row.text),
      (error: unknown) => {
        assert.ok(error instanceof JsonnetError && error.kind === 'static' && error.span !== undefined);
        assert.equal(`${place(error.span)} ${error.message}`, row.error);
        return true;
      },
    );
  });
}

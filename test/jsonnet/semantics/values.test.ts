import { testRows } from './table.js';

// Numbers are printed as %.17g, whole ones with all digits. std.manifestJsonEx and its like print the shortest form.
testRows([
  {
    name: 'numbers as the command prints them',
    program: `[1, -1, 0.1, 0.5, 1.0, 1e3, 1e-7, 1e-14, 123456.789, 1 / 3, 100, 1e15, 1e16, 1e17, 1e-5, 0.0001]`,
    text: `[
   1,
   -1,
   0.10000000000000001,
   0.5,
   1,
   1000,
   9.9999999999999995e-08,
   1e-14,
   123456.789,
   0.33333333333333331,
   100,
   1000000000000000,
   10000000000000000,
   100000000000000000,
   1.0000000000000001e-05,
   0.0001
]`,
  },
  {
    name: 'whole numbers in full, also beyond 2^53 and up to the largest',
    program: `[9007199254740993, 1e21, 123456789012345680000, 1e100, -1e22, 1e23]`,
    text: `[
   9007199254740992,
   1000000000000000000000,
   123456789012345683968,
   10000000000000000159028911097599180468360808563945281389781327557747838772170381060813469985856815104,
   -10000000000000000000000,
   99999999999999991611392
]`,
  },
  { name: 'minus zero', program: `[-0, 0, 0 * -1, -0 + 0]`, text: '[\n   -0,\n   0,\n   -0,\n   0\n]' },
  {
    name: 'numbers in strings print the same way',
    program: `[1 + '', '' + 0.1, std.toString(1e17), '%s' % 0.1, '' + -0, std.toString([0.1, 1e-7])]`,
    value: [
      '1',
      '0.10000000000000001',
      '100000000000000000',
      '0.10000000000000001',
      '-0',
      '[0.10000000000000001, 9.9999999999999995e-08]',
    ],
  },
  {
    name: 'the smallest and the largest numbers',
    program: `[5e-324, 2.2250738585072014e-308, 1.7976931348623157e308 == 1.7976931348623157e308]`,
    text: '[\n   4.9406564584124654e-324,\n   2.2250738585072014e-308,\n   true\n]',
  },
  {
    name: 'numbers as the library prints JSON',
    program: `[std.manifestJsonMinified([0.1, 1e-7, 1 / 3, 1e17, 1.5]), std.manifestYamlDoc({ a: 0.1 }), std.manifestJsonEx([0.3], '')]`,
    value: ['[0.1,0.0000001,0.3333333333333333,100000000000000000,1.5]', '"a": 0.1', '[\n0.3\n]'],
  },
  {
    name: 'powers of whole numbers are exact before they are rounded',
    program: `[std.pow(493, 8), std.pow(-3, 41), std.pow(2, 60), std.pow(10, 22), std.pow(2, -2), std.pow(2, 0.5)]`,
    text: `[
   3489597637546254794752,
   -36472996377170788352,
   1152921504606846976,
   10000000000000000000000,
   0.25,
   1.4142135623730951
]`,
  },
  {
    name: 'number literals',
    program: `[0, 0.0, 10, 1.5, 1e2, 1E+2, 1e-2, 1.25e1, 1_000_000, 1_0.2_5, 1_0e1_0]`,
    value: [0, 0, 10, 1.5, 100, 100, 0.01, 12.5, 1000000, 10.25, 100000000000],
  },
]);

// Keys and strings are ordered by code point, and strings are sequences of code points.
testRows([
  {
    name: 'keys order by code point, beyond the first plane last',
    program: `{ '😀': 1, 'ﬀ': 2, z: 3, Z: 4, '10': 5, '9': 6, 'é': 7, '': 8, '\\uffff': 9 }`,
    text: `{
   "": 8,
   "10": 5,
   "9": 6,
   "Z": 4,
   "z": 3,
   "é": 7,
   "ﬀ": 2,
   "\uffff": 9,
   "😀": 1
}`,
  },
  {
    name: 'std.objectFields orders the same way',
    program: `std.objectFields({ '😀': 1, 'ﬀ': 2, '10': 3, '9': 4, b: 5, a: 6 })`,
    value: ['10', '9', 'a', 'b', 'ﬀ', '😀'],
  },
  {
    name: 'names that are special in JavaScript are plain fields',
    program: `local o = { __proto__: 1, constructor: 2, toString: 3, hasOwnProperty:: 4, ['__proto__x']: 5 };
      [std.objectFields(o), o.__proto__, o['constructor'], o.hasOwnProperty, 'valueOf' in o, std.objectHas({}, '__proto__'), std.toString(o)]`,
    value: [
      ['__proto__', '__proto__x', 'constructor', 'toString'],
      1,
      2,
      4,
      false,
      false,
      '{"__proto__": 1, "__proto__x": 5, "constructor": 2, "toString": 3}',
    ],
  },
  {
    name: 'special names inherit and merge like others',
    program: `[std.mergePatch({ __proto__: { a: 1 } }, { __proto__: { b: 2 } }), ({ __proto__: 1 } + { __proto__+: 2 }).__proto__, { ['__proto__']: 1 } == { __proto__: 1 }]`,
    text: `[
   {
      "__proto__": {
         "a": 1,
         "b": 2
      }
   },
   3,
   true
]`,
  },
  {
    name: 'special names come through std.parseJson',
    program: `local o = std.parseJson('{"__proto__": {"x": 1}, "2": 2, "1": 1, "constructor": null}'); [std.objectFields(o), o.__proto__.x, std.manifestJsonMinified(o)]`,
    value: [['1', '2', '__proto__', 'constructor'], 1, '{"1":1,"2":2,"__proto__":{"x":1},"constructor":null}'],
  },
  {
    name: 'length, index and slices count code points',
    program: `local s = 'a😀é𐀀z'; [std.length(s), s[1], s[3], s[1:3], s[::2], s[2:], std.substr(s, 1, 3), std.stringChars(s)]`,
    value: [5, '😀', '𐀀', '😀é', 'aéz', 'é𐀀z', '😀é𐀀', ['a', '😀', 'é', '𐀀', 'z']],
  },
  {
    name: 'slices from the end',
    program: `local s = 'a😀é'; [s[-1:], s[:-1], s[-2:-1], [1, 2, 3][-2:], [1, 2, 3][:-2], [1, 2, 3][-9:]]`,
    value: ['é', 'a😀', '😀', [2, 3], [1], [1, 2, 3]],
  },
  {
    name: 'strings compare by code point',
    program: `['😀' > 'ﬀ', '😀' < '𐀀', 'a' < 'b', 'Z' < 'a', '' < 'a', 'a' < 'ab', 'é' > 'z', '10' < '9']`,
    value: [true, false, true, true, true, true, true, true],
  },
  {
    name: 'sort, set and comparison of arrays of strings order by code point',
    program: `[std.sort(['😀', 'ﬀ', 'b', 'B']), std.set(['😀', 'ﬀ', '😀']), ['ﬀ'] < ['😀']]`,
    value: [['B', 'b', 'ﬀ', '😀'], ['ﬀ', '😀'], true],
  },
  {
    name: 'format widths and precisions count code points',
    program: `['%5s|' % '😀', '%-5s|' % '😀', '%c' % 128512, '%c' % '😀', '%.1s' % '😀']`,
    value: ['    😀|', '😀    |', '😀', '😀', '😀'],
  },
  {
    name: 'code points and characters',
    program: `[std.codepoint('😀'), std.char(128512), std.length(std.char(65536)), std.findSubstr('é', 'a😀é'), std.asciiUpper('é😀a')]`,
    value: [128512, '😀', 1, [2], 'é😀A'],
  },
  {
    name: 'a surrogate pair of escapes is one character',
    program: `['\\ud83d\\ude00', std.length('\\ud83d\\ude00')]`,
    value: ['😀', 1],
  },
  {
    name: 'escapes in strings',
    program: `"\\"\\\\\\/\\b\\f\\n\\r\\t\\u0041'" + '\\'"'`,
    value: `"\\/\b\f\n\r\tA''"`,
  },
  {
    name: 'verbatim strings and text blocks',
    program: `[@'a\\n''b', @"c""d", |||
    first
      second

    third
  |||, |||-
    chomped
  |||]`,
    value: [`a\\n'b`, 'c"d', 'first\n  second\n\nthird\n', 'chomped'],
  },
  {
    name: 'what the JSON of the library escapes, and escapeStringJson',
    program: `local s = '\\u0001\\u007f\\u0085\\u2028"\\\\/<😀';
      [std.manifestJsonMinified(s), std.manifestJsonMinified({ [s]: 1 }), std.escapeStringJson(s)]`,
    value: [
      '"\\u0001\u007f\u0085\\u2028\\"\\\\/<😀"',
      '{"\\u0001\u007f\u0085\\u2028\\"\\\\/<😀":1}',
      '"\\u0001\\u007f\\u0085\u2028\\"\\\\/<😀"',
    ],
  },
  {
    name: 'what the output escapes',
    program: `'\\u0000\\u001f\\u007f\\u0085\\u009f\\u00a0\\u2028"\\\\/é😀'`,
    text: `"\\u0000\\u001f\\u007f\\u0085\\u009f\u00a0\u2028\\"\\\\/é😀"`,
  },
]);

// The output of a program has [ ] and { } for what is empty, that of manifestJsonEx does not.
testRows([
  { name: 'an empty array', program: '[]', text: '[ ]' },
  { name: 'an empty object', program: '{}', text: '{ }' },
  { name: 'an object of hidden fields only', program: '{ a:: 1 }', text: '{ }' },
  {
    name: 'empties inside',
    program: '{ a: [], b: {}, c: [[]] }',
    text: '{\n   "a": [ ],\n   "b": { },\n   "c": [\n      [ ]\n   ]\n}',
  },
  {
    name: 'empties of the library',
    program: `[std.manifestJsonEx({ a: [], b: {} }, '  '), std.manifestJsonMinified({ a: [], b: {} }), std.toString({ a: [], b: {} }), std.manifestJson([])]`,
    value: ['{\n  "a": [\n\n  ],\n  "b": {\n\n  }\n}', '{"a":[],"b":{}}', '{"a": [ ], "b": { }}', '[\n\n]'],
  },
  { name: 'a string', program: `'a\\nb'`, text: '"a\\nb"' },
  { name: 'null', program: 'null', text: 'null' },
  { name: 'a function', program: 'function(x) x', error: 'RUNTIME ERROR: Missing argument: x' },
  { name: 'a function inside', program: '[function(x) x]', error: "RUNTIME ERROR: couldn't manifest function as JSON" },
]);

// Overflow, NaN and infinity are errors in every built-in. Bitwise operators check their range.
testRows([
  { name: 'a literal too large', program: '1e309', error: 'RUNTIME ERROR: Overflow' },
  { name: 'addition', program: '1.7e308 + 1.7e308', error: 'RUNTIME ERROR: Overflow' },
  { name: 'subtraction', program: '-1.7e308 - 1.7e308', error: 'RUNTIME ERROR: Overflow' },
  { name: 'multiplication', program: '1e200 * 1e200', error: 'RUNTIME ERROR: Overflow' },
  { name: 'division', program: '1e200 / 1e-200', error: 'RUNTIME ERROR: Overflow' },
  { name: 'division by zero', program: '1 / 0', error: 'RUNTIME ERROR: Division by zero.' },
  { name: 'division by minus zero', program: '1 / -0', error: 'RUNTIME ERROR: Division by zero.' },
  { name: 'remainder of zero', program: '1 % 0', error: 'RUNTIME ERROR: Division by zero.' },
  { name: 'std.exp', program: 'std.exp(1000)', error: 'RUNTIME ERROR: Overflow' },
  { name: 'std.pow', program: 'std.pow(10, 400)', error: 'RUNTIME ERROR: Overflow' },
  { name: 'std.sqrt of a negative number', program: 'std.sqrt(-1)', error: 'RUNTIME ERROR: Not a number' },
  { name: 'std.log of zero', program: 'std.log(0)', error: 'RUNTIME ERROR: Overflow' },
  { name: 'std.log of a negative number', program: 'std.log(-1)', error: 'RUNTIME ERROR: Not a number' },
  { name: 'std.asin beyond one', program: 'std.asin(2)', error: 'RUNTIME ERROR: Not a number' },
  {
    name: 'bitwise operators truncate and keep the sign',
    program: '[~1.9, ~-1.9, ~0, 5 & 3, 5 | 3, 5 ^ 3, -5 & 255, 1.9 | 0, 6.9 & 3.9]',
    value: [-2, 0, -1, 1, 7, 6, 251, 1, 2],
  },
  {
    name: 'bitwise operators beyond 32 bits',
    program: '[4294967296 | 1, 9007199254740991 & 9007199254740990, 1 << 40, 1099511627776 >> 38, ~4294967296]',
    value: [4294967297, 9007199254740990, 1099511627776, 4, -4294967297],
  },
  {
    name: 'shifts',
    program: '[1 << 0, 3 << 2, -8 >> 1, -1 >> 10, 7 >> 1, 1 >> 5]',
    value: [1, 12, -4, -1, 3, 0],
  },
  { name: 'a negative shift', program: '1 << -1', error: 'RUNTIME ERROR: Shift by negative exponent.' },
  { name: 'a negative shift to the right', program: '1 >> -1', error: 'RUNTIME ERROR: Shift by negative exponent.' },
  {
    name: 'a bitwise operand beyond 2^53',
    program: '1e19 & 1',
    error:
      'RUNTIME ERROR: Bitwise operator argument 10000000000000000000 outside of range [-9007199254740991, 9007199254740991]',
  },
  {
    name: 'bitwise operators work on 64 bits, as in Go',
    program:
      '[9007199254740991 | 0, 1 << 62, 1 << 63, 3 << 63, 1 << 64, 1 >> 70, -1 << 2, -8 >> 1, 1.9 << 1.9, -1.5 | 0, ~1.9]',
    text: `[
   9007199254740991,
   4611686018427387904,
   -9223372036854775808,
   -9223372036854775808,
   1,
   0,
   -4,
   -4,
   2,
   -1,
   -2
]`,
  },
  {
    name: 'the fraction of an index is cut off, as in Go',
    program: `[[1, 2][0.5], [1, 2][1.9], [1, 2][-0.5], 'abc'[1.5]]`,
    value: [1, 2, 1, 'b'],
  },
  {
    name: 'remainders keep the sign of the dividend',
    program: '[5 % 3, -5 % 3, 5 % -3, 5.5 % 2, std.mod(-5, 3), std.modulo(-5.5, 2)]',
    value: [2, -2, 2, 1.5, -2, -1.5],
  },
]);

// Equality ignores hidden fields, functions cannot be compared, and arrays have an order.
testRows([
  {
    name: 'equality of values of different types is false',
    program: `[1 == '1', null == false, [] == {}, 0 == '', 'a' == ['a'], null == {}, 1 == 1.0, 0 == -0]`,
    value: [false, false, false, false, false, false, true, true],
  },
  {
    name: 'equality goes into arrays and objects and ignores hidden fields and visibility',
    program: `[{ a: 1, h:: 1 } == { a: 1, h:: 2 }, { a: 1 } == { a::: 1 }, { a:: 1 } == { a: 1 }, [1, [2, { a: [] }]] == [1, [2, { a: [] }]], { a: 1, b: 2 } == { b: 2, a: 1 }]`,
    value: [true, true, false, true, true],
  },
  {
    name: 'arrays of different lengths differ without a look inside',
    program: `[error 'never'] == [error 'never', 1]`,
    value: false,
  },
  {
    name: 'equality stops at the first difference',
    program: `[1, error 'never'] == [2, 1]`,
    value: false,
  },
  {
    name: 'comparing functions',
    program: 'local f(x) = x; f == f',
    error: 'RUNTIME ERROR: Cannot test equality of functions',
  },
  {
    name: 'a function and something else are different',
    program: 'local f(x) = x; [f == 1, f != null, f == {}]',
    value: [false, true, false],
  },
  {
    name: 'functions inside',
    program: '[function(x) x] == [function(x) x]',
    error: 'RUNTIME ERROR: Cannot test equality of functions',
  },
  {
    name: 'arrays compare element by element, then by length',
    program: `[[1, 2] < [1, 3], [1] < [1, 0], [] < [0], [2] > [1, 9], ['a', 1] <= ['a', 1], [[1]] < [[2]], [1, error 'never'] < [2, 0]]`,
    value: [true, true, true, true, true, true, true],
  },
  {
    name: 'numbers and strings do not compare',
    program: `1 < 'a'`,
    error: 'RUNTIME ERROR: Comparison requires matching types. Got number and string',
  },
  {
    name: 'objects do not compare',
    program: `{} < {}`,
    error: 'RUNTIME ERROR: Values of type object are not comparable.',
  },
  {
    name: 'booleans do not compare',
    program: 'true < false',
    error: 'RUNTIME ERROR: Values of type boolean are not comparable.',
  },
]);

import { checkRows } from './rows.js';

checkRows('strings', [
  {
    name: 'toString',
    code: 'std.map(std.toString, [null, true, 1, 1.5, -0.0, "a\\nb", [], {}, [1, "x"], { b: [], a: { c: 1, d:: 2 } }])',
    value: ['null', 'true', '1', '1.5', '-0', 'a\nb', '[ ]', '{ }', '[1, "x"]', '{"a": {"c": 1}, "b": [ ]}'],
  },
  {
    name: 'toString prints numbers with 17 digits',
    code: 'std.map(std.toString, [0.1, 1e-7, 1e22, 1 / 3, 5e-324, 12345678901234567890, -1.5e-5])',
    value: [
      '0.10000000000000001',
      '9.9999999999999995e-08',
      '10000000000000000000000',
      '0.33333333333333331',
      '4.9406564584124654e-324',
      '12345678901234567168',
      '-1.5e-05',
    ],
  },
  { name: 'toString of a function', code: 'std.toString(std.type)', error: "couldn't manifest function as JSON" },
  {
    name: 'codepoint and char',
    code: '[std.codepoint("a"), std.codepoint(str="😀"), std.char(97), std.char(n=128512), std.char(0)]',
    value: [97, 128512, 'a', '😀', '\0'],
  },
  {
    name: 'codepoint of two characters',
    code: 'std.codepoint("ab")',
    error: 'codepoint takes a string of length 1, got length 2',
  },
  {
    name: 'codepoint of nothing',
    code: 'std.codepoint("")',
    error: 'codepoint takes a string of length 1, got length 0',
  },
  { name: 'char below zero', code: 'std.char(-1)', error: 'Codepoints must be >= 0, got -1' },
  { name: 'char beyond Unicode', code: 'std.char(1114112)', error: 'Invalid unicode codepoint, got 1114112' },
  { name: 'char of a surrogate', code: 'std.codepoint(std.char(55296))', value: 0xfffd },
  {
    name: 'substr',
    code: '[std.substr("cookie", 1, 3), std.substr("cookie", 3, 99), std.substr("cookie", 9, 1), std.substr("a😀b", 1, 1), std.substr(str="abc", from=0, len=0)]',
    value: ['ook', 'kie', '', '😀', ''],
  },
  {
    name: 'substr from far behind the end',
    code: '[std.substr("abc", 1e18, 2), std.substr("abc", 9007199254740993, 1)]',
    value: ['', ''],
  },
  {
    name: 'substr from below zero',
    code: 'std.substr("abc", -1, 2)',
    error: 'substr second parameter should be greater than zero, got -1',
  },
  {
    name: 'substr of negative length',
    code: 'std.substr("abc", 1, -1)',
    error: 'substr third parameter should be greater than zero, got -1',
  },
  {
    name: 'substr from a fraction',
    code: 'std.substr("abc", 1.5, 1)',
    error: 'substr second parameter should be an integer, got 1.5',
  },
  {
    name: 'substr of an array',
    code: 'std.substr([1], 0, 1)',
    error: 'substr first parameter should be a string, got array',
  },
  {
    name: 'findSubstr counts code points and finds overlaps',
    code: '[std.findSubstr("aa", "bbaabaaa"), std.findSubstr("", "a"), std.findSubstr("b", "a😀b😀b"), std.findSubstr(pat="x", str="")]',
    value: [[2, 5, 6], [], [2, 4], []],
  },
  {
    name: 'startsWith and endsWith',
    code: '[std.startsWith("food", "foo"), std.startsWith("foo", "food"), std.startsWith("", ""), std.endsWith("food", "ood"), std.endsWith(a="ood", b="food")]',
    value: [true, false, true, true, false],
  },
  { name: 'startsWith of an array', code: 'std.startsWith([1], [1])', error: 'Unexpected type array, expected string' },
  {
    name: 'stripChars',
    code: '[std.stripChars(" a b ", " "), std.lstripChars("cacabbaacc", "ac"), std.rstripChars("cacabbaacc", "ac"), std.stripChars("😀a😀", "😀"), std.stripChars("aaa", "a"), std.lstripChars("abc", ""), std.stripChars("xaby", ["x", "by", 1, "y"])]',
    value: ['a b', 'bbaacc', 'cacabb', 'a', '', 'abc', 'ab'],
  },
  {
    name: 'trim removes all white space Unicode knows',
    code: 'std.trim(" \\t\\r\\n\\u000b\\u000c\\u0085\\u00a0\\u2003a b\\u3000\\n")',
    value: 'a b',
  },
  {
    name: 'trim keeps what is not white space',
    code: '[std.trim(""), std.trim("  "), std.trim(str="\\ufeffx")]',
    value: ['', '', '\ufeffx'],
  },
  {
    name: 'split',
    code: '[std.split("foo/bar", "/"), std.split("/_foo/_", "/_"), std.split("", ","), std.split("a😀b", "😀")]',
    value: [['foo', 'bar'], ['', 'foo', ''], [''], ['a', 'b']],
  },
  {
    name: 'split by nothing',
    code: 'std.split("abc", "")',
    error: 'std.split second parameter must have length 1 or greater, got 0',
  },
  {
    name: 'splitLimit',
    code: '[std.splitLimit("a,b,c", ",", 1), std.splitLimit("a,b,c", ",", 0), std.splitLimit("a,b,c", ",", -1), std.splitLimit(str="a,b", c=",", maxsplits=9)]',
    value: [['a', 'b,c'], ['a,b,c'], ['a', 'b', 'c'], ['a', 'b']],
  },
  {
    name: 'splitLimitR',
    code: '[std.splitLimitR("a,b,c", ",", 1), std.splitLimitR("a,b,c", ",", 0), std.splitLimitR("/_foo/_", "/_", -1), std.splitLimitR("aaaa", "aa", 1), std.splitLimitR(",", ",", 5)]',
    value: [['a,b', 'c'], ['a,b,c'], ['', 'foo', ''], ['aa', ''], ['', '']],
  },
  {
    name: 'splitLimit below -1',
    code: 'std.splitLimit("a", ",", -2)',
    error: 'std.splitLimit third parameter should be -1 or non-negative, got -2',
  },
  {
    name: 'splitLimit by a fraction',
    code: 'std.splitLimitR("a", ",", 1.5)',
    error: 'Expected an integer, but got 1.5',
  },
  {
    name: 'splitLimit by nothing',
    code: 'std.splitLimit("a", "", 1)',
    error: 'std.splitLimit second parameter should have length 1 or greater, got 0',
  },
  {
    name: 'strReplace takes neither side for a pattern',
    code: '[std.strReplace("A cat", "cat", "dog"), std.strReplace("a.b", ".", "$&$1"), std.strReplace("aaa", "aa", "b"), std.strReplace(str="", from="x", to="y")]',
    value: ['A dog', 'a$&$1b', 'ba', ''],
  },
  {
    name: 'strReplace of nothing',
    code: 'std.strReplace("a", "", "b")',
    error: "'from' string must not be zero length.",
  },
  { name: 'isEmpty', code: '[std.isEmpty(""), std.isEmpty("a")]', value: [true, false] },
  { name: 'isEmpty of an array', code: 'std.isEmpty([])', error: 'Unexpected type array, expected string' },
  {
    name: 'ASCII letters',
    code: '[std.asciiUpper("aéz1"), std.asciiLower("AÉZ1"), std.equalsIgnoreCase("aBc", "AbC"), std.equalsIgnoreCase("é", "É"), std.equalsIgnoreCase(str1="a", str2="b")]',
    value: ['AéZ1', 'aÉz1', true, true, false],
  },
  {
    name: 'equalsIgnoreCase folds as Unicode does',
    code: '[std.equalsIgnoreCase(p[0], p[1]) for p in [["ß", "ẞ"], ["ς", "σ"], ["K", "k"], ["İ", "i"], ["ﬁ", "FI"], ["a.c", "abc"], ["[", "["], ["😀", "😀"], ["a/b-(", "A/B-("], ["", "a"], ["a\\nb", "A\\nB"]]]',
    value: [true, true, true, false, false, false, true, true, true, false, true],
  },
  { name: 'stringChars', code: '[std.stringChars("a😀b"), std.stringChars("")]', value: [['a', '😀', 'b'], []] },
  {
    name: 'escapes',
    code: `[std.escapeStringBash("he\\"l'lo"), std.escapeStringDollars("\${A}$"), std.escapeStringJson("a\\"\\\\\\n\\u0001\\u007f\\u009f/é😀"),
      std.escapeStringPython("a'b\\n"), std.escapeStringXML("<a b='c'>&\\"</a>"), std.escapeStringXml("<")]`,
    value: [
      `'he"l'"'"'lo'`,
      '$${A}$$',
      '"a\\"\\\\\\n\\u0001\\u007f\\u009f/é😀"',
      '"a\'b\\n"',
      '&lt;a b=&apos;c&apos;&gt;&amp;&quot;&lt;/a&gt;',
      '&lt;',
    ],
  },
  {
    name: 'escapes turn everything into text first',
    code: '[std.escapeStringJson([1, "a"]), std.escapeStringBash(1), std.escapeStringDollars(null), std.escapeStringXML(true)]',
    value: ['"[1, \\"a\\"]"', "'1'", 'null', 'true'],
  },
]);

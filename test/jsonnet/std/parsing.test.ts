import { checkRows } from './rows.js';

checkRows('parsing', [
  {
    name: 'integers',
    code: '[std.parseInt("0123"), std.parseInt("-123"), std.parseOctal("0755"), std.parseHex("fF"), std.parseHex("0ff"), std.parseInt(str="00")]',
    value: [123, -123, 493, 255, 255, 0],
  },
  {
    name: 'integers beyond 2^53',
    code: '[std.parseInt(n) for n in ["999999999999999999", "9223372036854775807", "-9223372036854775808"]] + [std.parseHex("ffffffffffffffff")]',
    value: [1e18, 2 ** 63, -(2 ** 63), 2 ** 64],
  },
  {
    name: 'parseInt beyond 64 bits',
    code: 'std.parseInt("9223372036854775808")',
    error: '9223372036854775808 is not a base 10 integer',
  },
  { name: 'parseInt of nothing', code: 'std.parseInt("")', error: ' is not a base 10 integer' },
  { name: 'parseInt of a dash', code: 'std.parseInt("-")', error: '- is not a base 10 integer' },
  { name: 'parseInt of a fraction', code: 'std.parseInt("1.5")', error: '1.5 is not a base 10 integer' },
  {
    name: 'parseInt with a sign',
    code: '[std.toString(std.parseInt(n)) for n in ["+1", "-0", "-009"]]',
    value: ['1', '0', '-9'],
  },
  { name: 'parseInt with two signs', code: 'std.parseInt("--1")', error: '--1 is not a base 10 integer' },
  { name: 'parseInt of a number', code: 'std.parseInt(1)', error: 'Unexpected type number, expected string' },
  { name: 'parseOctal of nothing', code: 'std.parseOctal("")', error: 'Not an octal number: ""' },
  { name: 'parseOctal of an eight', code: 'std.parseOctal("8")', error: '8 is not a base 8 integer' },
  { name: 'parseHex of nothing', code: 'std.parseHex("")', error: 'Not hexadecimal: ""' },
  { name: 'parseHex with a prefix', code: 'std.parseHex("0x1")', error: '0x1 is not a base 16 integer' },
  {
    name: 'parseJson',
    code: `[std.parseJson(t) for t in ['{"b": [1, 2.5e3, null], "a": "\\\\u00e9\\\\ud83d\\\\ude00"}', "12", " true ", "[]", "{}"]]`,
    value: [{ b: [1, 2500, null], a: 'é😀' }, 12, true, [], {}],
  },
  {
    name: 'parseJson makes an object like any other',
    code: `std.parseJson(str='{"b": 1, "a": 2, "__proto__": 3}') + { a+: 1 }`,
    value: JSON.parse('{ "__proto__": 3, "a": 3, "b": 1 }'),
  },
  { name: 'parseJson keeps the last of equal keys', code: `std.parseJson('{"a": 1, "a": 2}')`, value: { a: 2 } },
  {
    name: 'parseJson of half a character',
    code: `std.parseJson('["\\\\ud800", {"\\\\udc00": "\\\\ud800x"}]') == ["\\ufffd", { "\\ufffd": "\\ufffdx" }]`,
    value: true,
  },
  {
    name: 'parseJson of nothing',
    code: 'std.parseJson("")',
    error: 'failed to parse JSON: it ends too early, at line 1 column 1',
  },
  {
    name: 'parseJson of an open array',
    code: 'std.parseJson("[1,\\n 2")',
    error: 'failed to parse JSON: it ends too early, at line 2 column 3',
  },
  {
    name: 'parseJson with a bare key',
    code: 'std.parseJson("{a: 1}")',
    error: 'failed to parse JSON: line 1 column 2: expected a key in double quotes',
  },
  {
    name: 'parseJson with a comma too many',
    code: 'std.parseJson("[1, 2,]")',
    error: 'failed to parse JSON: line 1 column 7: expected a value',
  },
  {
    name: 'parseJson with more text after the value',
    code: `std.parseJson('{"a": 1}\\n😀')`,
    error: 'failed to parse JSON: line 2 column 1: expected nothing more',
  },
  {
    name: 'parseJson of a number too large',
    code: 'std.parseJson("[1e400]")',
    error: 'failed to parse JSON: number too large',
  },
  {
    name: 'parseYaml of a document',
    code: 'std.parseYaml("foo:\\n  bar:\\n  - true\\n  - 42\\n  - 1.0\\n  - x y\\n")',
    value: { foo: { bar: [true, 42, 1, 'x y'] } },
  },
  {
    name: 'parseYaml of several documents, or of one with a start, gives an array',
    code: '[std.parseYaml(t) for t in ["---\\na: 1\\n---\\nb: 2\\n", "---\\na: 1", "a: 1\\n---\\nb: 2"]]',
    value: [[{ a: 1 }, { b: 2 }], [{ a: 1 }], [{ a: 1 }, { b: 2 }]],
  },
  {
    name: 'parseYaml gives null for each document without content, a comment in front of the first and an end included',
    code: '[std.parseYaml(t) for t in ["# c\\n---\\n- 1\\n", "---\\n", "a: 1\\n---\\n", "---\\n---\\na: 1\\n---\\n", "---\\n---\\n---\\n"]]',
    value: [[null, [1]], [null], [{ a: 1 }, null], [null, { a: 1 }, null], [null, null, null]],
  },
  {
    name: 'parseYaml of a document on the line of its start',
    code: '[std.parseYaml(t) for t in ["--- 3", "a: 1\\n--- |\\n x\\n", "---x", "----"]]',
    value: [[3], [{ a: 1 }, 'x\n'], '---x', '----'],
  },
  {
    name: 'parseYaml ignores what follows the end of a document',
    code: '[std.parseYaml(t) for t in ["a: 1\\n...\\nb: 2", "a: 1\\n...\\nb\\n---\\nc: 3"]]',
    value: [{ a: 1 }, [{ a: 1 }, { c: 3 }]],
  },
  {
    name: 'parseYaml of dashes that do not start a document',
    code: '[std.parseYaml("a: --- b"), std.parseYaml("a: |\\n  ---\\n  b\\n")]',
    value: [{ a: '--- b' }, { a: '---\nb\n' }],
  },
  {
    name: 'parseYaml of the end of a document that has not started',
    code: 'std.parseYaml("# c\\n...\\n")',
    error: 'failed to parse YAML: did not find expected node content',
  },
  {
    name: 'parseYaml of nothing',
    code: '[std.parseYaml(""), std.parseYaml("# only a comment\\n"), std.parseYaml(str="[]")]',
    value: [null, null, []],
  },
  {
    name: 'parseYaml resolves plain scalars as go-jsonnet does',
    code: `std.parseYaml(|||
      booleans: [true, False, YES, no, on, Off, y, N]
      nulls: [null, Null, ~, ]
      empty:
      integers: [0, -7, +7, 1_000, 0x1F, 0o17, 017, 0b101, -0x10, 089]
      floats: [1.5, .5, 1., 1e3, -1.5E-3, 12345678901234567890]
      strings: ["1", 'yes', 2001-12-14, 190:20:30, 1.2.3, 0x, ., 1e, _1, tRUE, "null"]
    |||)`,
    value: {
      booleans: [true, false, true, false, true, false, true, false],
      nulls: [null, null, null],
      empty: null,
      integers: [0, -7, 7, 1000, 31, 15, 15, 5, -16, 89],
      floats: [1.5, 0.5, 1, 1000, -0.0015, 12345678901234567000],
      strings: ['1', 'yes', '2001-12-14', '190:20:30', '1.2.3', '0x', '.', '1e', '_1', 'tRUE', 'null'],
    },
  },
  {
    name: 'parseYaml keys become strings',
    code: 'std.parseYaml("1: a\\n1.50: b\\ntrue: c\\non: d\\n\\"2\\": e\\n__proto__: f\\n")',
    value: JSON.parse('{ "1": "a", "1.5": "b", "true": "d", "2": "e", "__proto__": "f" }'),
  },
  {
    name: 'parseYaml follows anchors and merges',
    code: 'std.parseYaml("base: &b {x: 1, z: 2}\\nall:\\n  <<: *b\\n  z: 3\\nlater:\\n  z: 3\\n  <<: *b\\nlist: [*b, &s text, *s]\\nmany:\\n  <<: [{x: 9}, *b]\\n")',
    value: {
      base: { x: 1, z: 2 },
      all: { x: 1, z: 3 },
      later: { x: 1, z: 2 },
      list: [{ x: 1, z: 2 }, 'text', 'text'],
      many: { x: 9, z: 2 },
    },
  },
  {
    name: 'parseYaml follows tags',
    code: 'std.parseYaml("a: !!str 1\\nb: !!int \\"2\\"\\nc: !custom 3\\nd: !!str yes\\ne: !!binary YWI=\\n")',
    value: { a: '1', b: 2, c: '3', d: 'yes', e: 'ab' },
  },
  {
    name: 'parseYaml of block scalars',
    code: 'std.parseYaml("a: |\\n  x\\n  y\\nb: >-\\n  x\\n  y\\n")',
    value: { a: 'x\ny\n', b: 'x y' },
  },
  {
    name: 'parseYaml of an open sequence',
    code: 'std.parseYaml("a: [1, 2\\nb: 3\\n")',
    error:
      'failed to parse YAML: Flow sequence in block collection must be sufficiently indented and end with a ] at line 2, column 1',
  },
  {
    name: 'parseYaml of infinity',
    code: 'std.parseYaml("a: .inf")',
    error: 'failed to parse YAML: .inf is not a number that JSON has',
  },
  {
    name: 'parseYaml of an unknown anchor',
    code: 'std.parseYaml("a: *nope")',
    error: "failed to parse YAML: unknown anchor 'nope' referenced",
  },
  {
    name: 'parseYaml of a directive',
    code: 'std.parseYaml("%YAML 1.1\\n---\\na: 1\\n")',
    error: 'failed to parse YAML: did not find expected <document start>: leave out lines such as %YAML',
  },
  {
    name: 'parseYaml of a value that contains itself',
    code: 'std.parseYaml("a: &x {b: *x}")',
    error: "failed to parse YAML: anchor 'x' value contains itself",
  },
  {
    name: 'parseYaml with a sequence for a key',
    code: 'std.parseYaml("? [1]\\n: 2\\n")',
    error: 'failed to parse YAML: a key must be a string, number or boolean, but is a list',
  },
  {
    name: 'parseYaml with null for a key',
    code: 'std.parseYaml("~: 1")',
    error: 'failed to parse YAML: a key must be a string, number or boolean, but is null',
  },
  {
    name: 'parseYaml of a text that grows without end',
    code: `std.length(std.parseYaml("a0: &a0 [x, x, x, x, x, x, x, x, x, x]\\n" + std.join("", [
      "a%d: &a%d [%s]\\n" % [i, i, std.join(", ", std.repeat(["*a%d" % (i - 1)], 10))] for i in std.range(1, 9)
    ])))`,
    error: 'failed to parse YAML: document contains excessive aliasing',
  },
]);

import { testRows } from './table.js';

// tailstrict evaluates every argument, defaults included.
testRows([
  {
    name: 'an argument that is not used is not evaluated',
    program: `local f(x, y) = x; f(1, error 'never')`,
    value: 1,
  },
  {
    name: 'tailstrict evaluates it',
    program: `local f(x, y) = x; f(1, error 'forced') tailstrict`,
    error: 'RUNTIME ERROR: forced',
  },
  {
    name: 'tailstrict evaluates a named argument',
    program: `local f(x, y) = x; f(1, y=error 'forced') tailstrict`,
    error: 'RUNTIME ERROR: forced',
  },
  {
    name: 'a default that is not used is not evaluated',
    program: `local f(x, y=error 'never') = x; f(1)`,
    value: 1,
  },
  {
    name: 'tailstrict evaluates a default',
    program: `local f(x, y=error 'forced') = x; f(1) tailstrict`,
    error: 'RUNTIME ERROR: forced',
  },
  {
    name: 'tailstrict does not look into an argument',
    program: `local f(x, y) = x; f(1, [error 'never']) tailstrict`,
    value: 1,
  },
  {
    name: 'defaults see the other parameters, in any order',
    program: `local f(a, b=a + c, c=10) = [a, b, c]; [f(1), f(1, 2), f(1, c=5), f(c=1, a=2)]`,
    value: [
      [1, 11, 10],
      [1, 2, 10],
      [1, 6, 5],
      [2, 3, 1],
    ],
  },
  {
    name: 'an argument sees the caller, not the other parameters',
    program: `local x = 1; local f(x, y) = [x, y]; f(2, x)`,
    value: [2, 1],
  },
  {
    name: 'a missing argument',
    program: 'local f(a, b) = a; f(1)',
    error: 'RUNTIME ERROR: Missing argument: b',
  },
  {
    name: 'too many arguments',
    program: 'local f(a) = a; f(1, 2)',
    error: 'RUNTIME ERROR: function expected 1 positional argument(s), but got 2',
  },
  {
    name: 'an argument the function does not have',
    program: 'local f(a) = a; f(a=1, z=2)',
    error: 'RUNTIME ERROR: function has no parameter z',
  },
  {
    name: 'an argument given twice',
    program: 'local f(a) = a; f(1, a=2)',
    error: 'RUNTIME ERROR: Argument a already provided',
  },
  {
    name: 'the library takes its arguments by name',
    program: `[std.substr(len=2, from=1, str='abcd'), std.sort([1, 2, 3], keyF=function(x) -x), std.foldl(init=0, arr=[1, 2], func=function(a, b) a + b)]`,
    value: ['bc', [3, 2, 1], 3],
  },
  {
    name: 'calling something that is not a function',
    program: '1(2)',
    error: 'RUNTIME ERROR: Unexpected type number, expected function',
  },
]);

// Locals, conditionals, operators, laziness.
testRows([
  {
    name: 'locals see each other whatever their order',
    program: `local a = b + 1, b = 2, even(n) = if n == 0 then true else odd(n - 1), odd(n) = if n == 0 then false else even(n - 1); [a, even(10)]`,
    value: [3, true],
  },
  { name: 'a local shadows', program: `local x = 1; local x = 2; [x, local x = 3; x]`, value: [2, 3] },
  { name: 'a conditional without else is null', program: '[if false then 1]', value: [null] },
  {
    name: 'a condition that is not a boolean',
    program: 'if 1 then 2',
    error: 'RUNTIME ERROR: Unexpected type number, expected boolean',
  },
  {
    name: 'and, or stop at the first operand that decides',
    program: `[false && error 'never', true || error 'never', true && false, false || true]`,
    value: [false, true, false, true],
  },
  {
    name: 'the second operand of and must be a boolean',
    program: 'true && 1',
    error: 'RUNTIME ERROR: Unexpected type number, expected boolean',
  },
  {
    name: 'precedence and associativity',
    program: `[1 + 2 * 3, 10 - 4 - 3, 2 * 3 % 4, 1 << 2 + 1, 1 + 1 == 2 && 2 < 3, 1 | 2 ^ 3 & 4, -2 * -3, !true == false, 1 < 2 == true, 100 / 10 / 2]`,
    value: [7, 3, 2, 8, true, 3, 6, true, true, 5],
  },
  {
    name: 'unary operators bind tighter than binary ones, calls and fields tighter than those',
    program: `local o = { a: [1, -2], f(x):: -x }; [-o.a[1], -o.f(3), !([] == []), ~o.a[0] + 1, - -1]`,
    value: [2, 3, false, -1, 1],
  },
  {
    name: 'in, and its precedence',
    program: `['a' in { a: 1 }, 'b' in { a:: 1 }, 'a' in { a:: 1 } == true, 'a' + 'b' in { ab: 1 }]`,
    value: [true, false, true, true],
  },
  {
    name: 'plus of a string and anything',
    program: `['a' + 1, 1 + 'a', 'a' + null, 'a' + [1, 'b'], { x: 1 } + 'a', true + '!', '' + { a: [] }]`,
    value: ['a1', '1a', 'anull', 'a[1, "b"]', '{"x": 1}a', 'true!', '{"a": [ ]}'],
  },
  {
    name: 'plus of what does not add',
    program: '1 + [1]',
    error: 'RUNTIME ERROR: Unexpected type array, expected number',
  },
  {
    name: 'elements of arrays and fields are evaluated when needed, and once',
    program: `local a = [error 'never', 1], o = { e: error 'never', f: 2 }; [a[1], o.f, std.length(a)]`,
    value: [1, 2, 2],
  },
  {
    name: 'array comprehensions nest, filter and shadow',
    program: `[[x, y] for x in [1, 2, 3] if x != 2 for y in [x, x * 10] if y > 1]`,
    value: [
      [1, 10],
      [3, 3],
      [3, 30],
    ],
  },
  {
    name: 'functions of a comprehension each keep their own variable',
    program: `[f(1) for f in [function(y) x + y for x in [10, 20]]]`,
    value: [11, 21],
  },
  {
    name: 'objects by juxtaposition',
    program: `local o = { a: 1 }; [o { a+: 1 } { b: 2 }, { x: 1 } { x: super.x + 1 }.x]`,
    value: [{ a: 2, b: 2 }, 2],
  },
  { name: 'error of a string', program: `error 'a' + 'b'`, error: 'RUNTIME ERROR: ab' },
  { name: 'error of a value', program: `error [1, { a: 'b' }]`, error: 'RUNTIME ERROR: [1, {"a": "b"}]' },
  { name: 'assert with a message', program: `assert 1 == 2 : 'one is ' + 1; 3`, error: 'RUNTIME ERROR: one is 1' },
  { name: 'assert without a message', program: 'assert 1 == 2; 3', error: 'RUNTIME ERROR: Assertion failed' },
  {
    name: 'std can be shadowed and extended',
    program: `[std.length([1]), local std = { length(x):: 'mine' }; std.length([1]), local std2 = std { two: 2 }; [std2.two, std2.abs(-1)]]`,
    value: [1, 'mine', [2, 1]],
  },
  {
    name: 'sugar does not use a shadowed std',
    program: `local std = {}; ['%s' % 1, [1, 2, 3][1:], 5 % 3, 1 == 1, 'a' in { a: 1 }, [x for x in [1]], { a: 1 } == { a: 1 }]`,
    value: ['1', [2, 3], 2, true, true, [1], true],
  },
  {
    name: 'comments',
    program: `# hash\n// line\n/* block\n * more */ [1, /* in */ 2 // end\n, 3 # end\n]`,
    value: [1, 2, 3],
  },
  {
    name: 'std.thisFile',
    program: `[std.thisFile, (import 'lib/this.libsonnet')]`,
    files: { 'lib/this.libsonnet': 'std.thisFile' },
    value: ['main.jsonnet', 'lib/this.libsonnet'],
  },
]);

// Static errors are found at load, even in code that never runs.
testRows([
  {
    name: 'an unknown variable in code that never runs',
    program: 'if true then 1 else nosuch',
    error: 'main.jsonnet:1:21-27 Unknown variable: nosuch',
  },
  {
    name: 'an unknown variable in a field that is never read',
    program: '{\n  a:: { b: function(x) y },\n}',
    error: 'main.jsonnet:2:24-25 Unknown variable: y',
  },
  {
    name: 'a local that is used before it is there',
    program: '[x, local x = 1; x]',
    error: 'main.jsonnet:1:2-3 Unknown variable: x',
  },
  {
    name: 'a parameter outside of its function',
    program: '[function(p) p, p]',
    error: 'main.jsonnet:1:17-18 Unknown variable: p',
  },
  {
    name: 'an import of a text block',
    program: 'import |||\n  a.jsonnet\n|||',
    error: 'main.jsonnet:(1:8)-(3:4) Block string literals not allowed in imports',
  },
  {
    name: 'an import of a computed path, in code that never runs',
    program: `if true then 1 else import 'a' + '.jsonnet'`,
    error: 'main.jsonnet:1:28-44 Computed imports are not allowed',
  },
  {
    name: 'a missing import that is never evaluated',
    program: `local lib = import 'nosuch.libsonnet'; { a:: lib, b: 1 }`,
    value: { b: 1 },
  },
  {
    name: 'a missing import that is evaluated',
    program: `local lib = import 'nosuch.libsonnet'; lib.a`,
    error: `RUNTIME ERROR: couldn't open import "nosuch.libsonnet": no such file`,
  },
  {
    name: 'a syntax error in an import that is never evaluated',
    program: `local lib = import 'bad.libsonnet'; 1`,
    files: { 'bad.libsonnet': '{ a: ' },
    value: 1,
  },
  {
    name: 'an unknown variable in an import',
    program: `(import 'bad.libsonnet').a`,
    files: { 'bad.libsonnet': '{ a: 1,\n  b:: nosuch }' },
    error: 'bad.libsonnet:2:7-13 Unknown variable: nosuch',
  },
  {
    name: 'imports are relative to the importing file and have their own scope',
    program: `local x = 1; (import 'a/one.libsonnet') + x`,
    files: { 'a/one.libsonnet': `local x = 10; x + (import '../b/two.libsonnet').n`, 'b/two.libsonnet': '{ n: 100 }' },
    value: 111,
  },
  {
    name: 'files that import each other',
    program: `(import 'a.libsonnet').x`,
    files: { 'a.libsonnet': `{ x: (import 'b.libsonnet').y, z: 7 }`, 'b.libsonnet': `{ y: (import 'a.libsonnet').z }` },
    value: 7,
  },
  {
    name: 'a file that needs itself',
    program: `import 'a.libsonnet'`,
    files: { 'a.libsonnet': `(import 'a.libsonnet') + 1` },
    error: 'RUNTIME ERROR: max stack frames exceeded.',
  },
  {
    name: 'importstr and importbin',
    program: `[importstr 'text.txt', importbin 'bytes.bin']`,
    files: { 'text.txt': 'zwölf\r\n😀', 'bytes.bin': new Uint8Array([0, 255, 10]) },
    value: ['zwölf\r\n😀', [0, 255, 10]],
  },
  {
    name: 'a JSON file',
    program: `local j = import 'data.json'; [j.a, j { b: 2 }, std.objectFields(j)]`,
    files: { 'data.json': '{"c": [1, null], "a": "\\u00e9", "10": 1, "9": 2}' },
    value: ['é', { '10': 1, '9': 2, a: 'é', b: 2, c: [1, null] }, ['10', '9', 'a', 'c']],
  },
  {
    name: 'a JSON file that is Jsonnet in truth',
    program: `import 'data.json'`,
    files: { 'data.json': `{ a: 1 + 1, /* c */ }` },
    value: { a: 2 },
  },
]);

// A top-level function whose parameters all have defaults is called without arguments.
testRows([
  { name: 'a function without parameters', program: 'function() { a: 1 }', value: { a: 1 } },
  { name: 'a function whose parameters have defaults', program: 'function(a=1, b=a + 1) [a, b]', value: [1, 2] },
  {
    name: 'a function with a parameter that has no default',
    program: 'function(a=1, b) [a, b]',
    error: 'RUNTIME ERROR: Missing argument: b',
  },
  {
    name: 'top-level arguments as string and code',
    program: `function(s, c, d='d') [s, c, d]`,
    options: { tlas: { s: { kind: 'str', value: '1 + 1' }, c: { kind: 'code', value: '1 + 1' } } },
    value: ['1 + 1', 2, 'd'],
  },
  {
    name: 'top-level arguments are ignored if the program is not a function',
    program: '{ a: 1 }',
    options: { tlas: { s: { kind: 'str', value: 'x' } } },
    value: { a: 1 },
  },
  {
    name: 'a top-level argument the function does not have',
    program: 'function(a=1) a',
    options: { tlas: { z: { kind: 'str', value: 'x' } } },
    error: 'RUNTIME ERROR: function has no parameter z',
  },
  {
    name: 'external variables as string and code, evaluated when needed',
    program: `[std.extVar('s'), std.extVar('c').x, std.extVar(std.extVar('s'))]`,
    options: {
      extVars: {
        s: { kind: 'str', value: 'other' },
        c: { kind: 'code', value: '{ x: std.length([1, 2]) }' },
        other: { kind: 'code', value: "'o'" },
        bad: { kind: 'code', value: "error 'never'" },
      },
    },
    value: ['other', 2, 'o'],
  },
  {
    name: 'an external variable that is not there',
    program: `std.extVar('nosuch')`,
    error: 'RUNTIME ERROR: Undefined external variable: nosuch',
  },
]);

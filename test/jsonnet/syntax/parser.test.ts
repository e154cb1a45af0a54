import assert from 'node:assert/strict';
import { test } from 'node:test';
import { JsonnetError } from '../../../src/jsonnet/error.js';
import { parse } from '../../../src/jsonnet/syntax/parser.js';
import { tree } from './tree.js';

const rows: readonly { name: string; text: string; tree: string }[] = [
  {
    name: 'the strength of all operators',
    text: 'a || b && c | d ^ e & f == g < h << i + j * -k',
    tree: '(a || (b && (c | (d ^ (e & (f == (g < (h << (i + (j * (-k)))))))))))',
  },
  { name: 'operators of the same strength lean left', text: 'a - b - c / d / e', tree: '((a - b) - ((c / d) / e))' },
  { name: 'unary operators in a row', text: '!-~+a.b(c)', tree: '(!(-(~(+a["b"](c)))))' },
  { name: 'in next to comparisons', text: "'a' in b == true", tree: '(("a" in b) == true)' },
  { name: 'in super', text: "{ a: 'x' in super && true }", tree: '{a: (("x" in super) && true)}' },
  {
    name: 'if, local and error as right operands',
    text: '1 + if a then b else c + 2 * local d = 1; d + error e',
    tree: '(1 + (if a then b else (c + (2 * (local d=1; (d + (error e)))))))',
  },
  { name: 'if without else', text: 'if a then b', tree: '(if a then b else _)' },
  {
    name: 'a chain of ifs',
    text: 'if a then b else if c then d else e',
    tree: '(if a then b else (if c then d else e))',
  },
  { name: 'calls', text: 'f()(a, b=c)(d,) tailstrict', tree: 'f()(a, b=c)(d) tailstrict' },
  { name: 'a name before == is not a named argument', text: 'f(a == b, c)', tree: 'f((a == b), c)' },
  { name: 'object application', text: 'a { b: 1 } { c: 2 }.d', tree: '((a + {b: 1}) + {c: 2})["d"]' },
  {
    name: 'index and all slices',
    text: 'a[0] + a[1:] + a[:1] + a[1:2] + a[::2] + a[:] + a[1::2] + a[1:2:3] + a[: :2]',
    tree: '((((((((a[0] + a[1:_:_]) + a[_:1:_]) + a[1:2:_]) + a[_:_:2]) + a[_:_:_]) + a[1:_:2]) + a[1:2:3]) + a[_:_:2])',
  },
  {
    name: 'binds',
    text: 'local a = 1, f(x, y=2,) = x; local b = 3; f(b)',
    tree: '(local a=1, f=(function(x, y=2) x); (local b=3; f(b)))',
  },
  { name: 'asserts', text: "assert a; assert b : 'c'; d", tree: '(assert a:_; (assert b:"c"; d))' },
  { name: 'arrays', text: '[] + [1] + [1, 2,]', tree: '(([] + [1]) + [1, 2])' },
  { name: 'array comprehension', text: '[a, for a in b if c for d in e]', tree: '[a for a in b if c for d in e]' },
  {
    name: 'fields',
    text: "{ a: 1, 'b c':: 2, ||| \n  d\n|||::: 3, e+: 4, f+:: 5, g+::: 6, [h]: 7, [i]+: 8, j(k)::: 9, [l](m): 10, }",
    tree: '{a: 1, b c:: 2, d\n::: 3, e+: 4, f+:: 5, g+::: 6, [h]: 7, [i]+: 8, j::: (function(k) 9), [l]: (function(m) 10)}',
  },
  {
    name: 'locals and asserts of an object',
    text: '{ local a = 1, assert b : c, local f(x) = x, d: 2, assert e }',
    tree: '{local a=1, local f=(function(x) x), assert b:c, assert e:_, d: 2}',
  },
  {
    name: 'object comprehension',
    text: '{ local a = b, [c]+: d, local e = f, for g in h if i }',
    tree: '{local a=b, local e=f, [c]+: d for g in h if i}',
  },
  {
    name: 'self, super and dollar',
    text: '{ a: self.b + super.c + super[d] + $.e }',
    tree: '{a: (((self["b"] + super["c"]) + super[d]) + $["e"])}',
  },
  {
    name: 'imports',
    text: `[import 'a', importstr "b", importbin @'c']`,
    tree: '[(import a), (importstr b), (importbin c)]',
  },
  { name: 'brackets', text: '((a)) * (b + c)', tree: '(a * (b + c))' },
  {
    name: 'a number that is too large is an error only when it is used',
    text: '[1e309]',
    tree: '[(error "Overflow")]',
  },
];

for (const row of rows) test(`parses ${row.name}`, () => assert.equal(tree(row.text), row.tree));

test('lists the imports in the order of the text', () => {
  const { imports } = parse({
    path: 't',
    text: `local a = import 'x'; if a then importstr 'y' else [importbin 'z', import 'x']`,
  });
  assert.deepEqual(
    imports.map(({ kind, target }) => [kind, target]),
    [
      ['import', 'x'],
      ['importstr', 'y'],
      ['importbin', 'z'],
      ['import', 'x'],
    ],
  );
});

test('thousands of locals, asserts and operators do not count as nesting', () => {
  const text = `${'local a = 1; assert true; '.repeat(5000)}${'1 + '.repeat(20_000)}1`;
  assert.equal(parse({ path: 't', text }).body.kind, 'local');
});

const errors: readonly { name: string; text: string; error: string }[] = [
  { name: 'nothing', text: '', error: 't:1:1 Unexpected end of file' },
  { name: 'an end too early', text: '1 +', error: 't:1:4 Unexpected end of file' },
  { name: 'two expressions', text: '1 2', error: 't:1:3-4 Did not expect: (NUMBER, "2")' },
  { name: 'a closing bracket', text: 'a)', error: 't:1:2-3 Did not expect: ")"' },
  { name: 'an open bracket', text: '(a', error: 't:1:3 Expected token ")" but got end of file' },
  { name: 'an array without commas', text: '[1 2]', error: 't:1:4-5 Expected a comma before next array element' },
  { name: 'an array without end', text: '[1', error: 't:1:3 Unexpected end of file' },
  { name: 'an array of a comma', text: '[,]', error: 't:1:2-3 Unexpected: "," while parsing terminal' },
  { name: 'an object without commas', text: '{ a: 1 b: 2 }', error: 't:1:8-9 Expected a comma before next field' },
  { name: 'an object without end', text: '{ a: 1', error: 't:1:7 Unexpected end of file' },
  {
    name: 'a field without a colon',
    text: '{ a 1 }',
    error: 't:1:5-6 Expected one of :, ::, :::, +:, +::, +:::, got: (NUMBER, "1")',
  },
  {
    name: 'a field with too many colons',
    text: '{ a:::: 1 }',
    error: 't:1:4-8 Expected one of :, ::, :::, +:, +::, +:::, got: (OPERATOR, "::::")',
  },
  {
    name: 'a field of a number',
    text: '{ 1: 2 }',
    error: 't:1:3-4 Unexpected: (NUMBER, "1") while parsing field definition',
  },
  { name: 'a method with +:', text: '{ f(x)+: 1 }', error: 't:1:3-4 Cannot use +: syntax sugar in a method: f' },
  { name: 'the same field twice', text: `{ a: 1, 'a': 2 }`, error: 't:1:9-12 Duplicate field: a' },
  {
    name: 'one of many fields twice',
    text: `{ ${Array.from({ length: 12 }, (_, i) => `f${i}: 1`).join(', ')}, f3: 2 }`,
    error: 't:1:89-91 Duplicate field: f3',
  },
  { name: 'the same local twice', text: 'local a = 1, a = 2; a', error: 't:1:14-15 Duplicate local var: a' },
  {
    name: 'the same object local twice',
    text: '{ local a = 1, local a = 2 }',
    error: 't:1:22-23 Duplicate local var: a',
  },
  { name: 'the same parameter twice', text: 'function(a, a) a', error: 't:1:13-14 Duplicate function parameter: a' },
  {
    name: 'parameters without commas',
    text: 'function(a b) a',
    error: 't:1:12-13 Expected a comma before next function parameter, got (IDENTIFIER, "b")',
  },
  { name: 'a function without parameters', text: 'function 1', error: 't:1:10-11 Expected ( but got (NUMBER, "1")' },
  {
    name: 'arguments without commas',
    text: 'f(a b)',
    error: 't:1:5-6 Expected a comma before next function argument, got (IDENTIFIER, "b")',
  },
  {
    name: 'a position after a name',
    text: 'f(a=1, 2)',
    error: 't:1:8-9 Positional argument after a named argument is not allowed',
  },
  { name: 'if without then', text: 'if a b', error: 't:1:6-7 Expected token then but got (IDENTIFIER, "b")' },
  { name: 'local without a value', text: 'local a; a', error: 't:1:8-9 Expected operator = but got ";"' },
  { name: 'an empty index', text: 'a[]', error: 't:1:3-4 Unexpected: "]" while parsing index' },
  { name: 'four parts of a slice', text: 'a[1:2:3:4]', error: 't:1:8-9 Expected token "]" but got (OPERATOR, ":")' },
  { name: 'in a field of super', text: "{ a: 'x' in super.y }", error: 't:1:18-19 Expected a comma before next field' },
  { name: 'super alone', text: '{ a: super }', error: 't:1:6-11 Expected . or [ after super' },
  { name: 'an unknown operator', text: 'a +% b', error: 't:1:3-5 Not a binary operator: +%' },
  { name: 'an assignment', text: 'a = 1', error: 't:1:3-4 Not a binary operator: =' },
  { name: 'a binary operator in front', text: '* 1', error: 't:1:1-2 Not a unary operator: *' },
  { name: 'a computed import', text: `import 'a' + 'b'`, error: 't:1:8-17 Computed imports are not allowed' },
  {
    name: 'an import of a text block',
    text: 'import |||\n  a\n|||',
    error: 't:(1:8)-(3:4) Block string literals not allowed in imports',
  },
  {
    name: 'a comprehension of two fields',
    text: '{ [a]: 1, b: 2 for a in c }',
    error: 't:1:16-19 Object comprehension can only have one field',
  },
  {
    name: 'a comprehension with an assert',
    text: '{ assert true, [a]: 1 for a in c }',
    error: 't:1:23-26 Object comprehension cannot have asserts',
  },
  {
    name: 'a comprehension of a fixed field',
    text: '{ a: 1 for a in c }',
    error: 't:1:8-11 Object comprehensions can only have [e] fields',
  },
  {
    name: 'a comprehension of a hidden field',
    text: '{ [a]:: 1 for a in c }',
    error: 't:1:11-14 Object comprehensions cannot have hidden fields',
  },
  {
    name: 'deep nesting',
    text: '['.repeat(100_000),
    error: 't:1:1001-1002 Expressions are nested more than 1000 levels deep',
  },
  {
    name: 'many unary operators',
    text: '-'.repeat(100_000),
    error: 't:1:1001-1002 Expressions are nested more than 1000 levels deep',
  },
];

for (const row of errors) {
  test(`refuses ${row.name}`, () => {
    assert.throws(
      () => parse({ path: 't', text: row.text }),
      (error: unknown) => {
        assert.ok(error instanceof JsonnetError);
        assert.equal(error.describe(), row.error);
        return true;
      },
    );
  });
}

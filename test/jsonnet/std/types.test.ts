import { checkRows } from './rows.js';

checkRows('types', [
  {
    name: 'type names all seven',
    code: 'std.map(std.type, [null, true, 1, "a", [], {}, function(x) x, std.type])',
    value: ['null', 'boolean', 'number', 'string', 'array', 'object', 'function', 'function'],
  },
  { name: 'type by name', code: 'std.type(x=1)', value: 'number' },
  { name: 'id', code: '[std.id(1), std.id(x="a")]', value: [1, 'a'] },
  { name: 'type forces its argument', code: 'std.type(error "seen")', error: 'seen' },
  {
    name: 'predicates',
    code: `local all = [null, true, 1, "a", [], {}, std.type];
      { [f]: std.map(std[f], all) for f in ["isArray", "isBoolean", "isFunction", "isNumber", "isObject", "isString"] }`,
    value: {
      isArray: [false, false, false, false, true, false, false],
      isBoolean: [false, true, false, false, false, false, false],
      isFunction: [false, false, false, false, false, false, true],
      isNumber: [false, false, true, false, false, false, false],
      isObject: [false, false, false, false, false, true, false],
      isString: [false, false, false, true, false, false, false],
    },
  },
  { name: 'a predicate by name', code: 'std.isString(v="a")', value: true },
  {
    name: 'too many arguments',
    code: 'std.isString(1, 2)',
    error: 'function expected 1 positional argument(s), but got 2',
  },
  { name: 'an unknown argument', code: 'std.isString(y=1)', error: 'function has no parameter y' },
  { name: 'a missing argument', code: 'std.isString()', error: 'Missing argument: v' },
  {
    name: 'length',
    code: `[
      std.length("abc"), std.length("a😀"), std.length(""), std.length([1, error "no"]), std.length([]),
      std.length({ a: 1, b:: 2, c: error "no" }), std.length({}), std.length(function(a, b=1) a),
    ]`,
    value: [3, 2, 0, 2, 0, 2, 0, 1],
  },
  {
    name: 'length of a number',
    code: 'std.length(1)',
    error: 'length operates on strings, objects, functions and arrays, got number',
  },
  {
    name: 'length of null',
    code: 'std.length(null)',
    error: 'length operates on strings, objects, functions and arrays, got null',
  },
  { name: 'length runs no asserts', code: 'std.length({ assert false, a: 1 })', value: 1 },
  {
    name: 'equals ignores hidden fields and distinguishes types',
    code: `[
      std.equals(1, 1), std.equals(1, "1"), std.equals([1, [2]], [1, [2]]), std.equals([1], [1, 2]),
      std.equals({ a: 1, b:: 2 }, { a: 1 }), std.equals({ a: 1 }, { a: 2 }), std.equals({ a: 1 }, { b: 1 }),
      std.equals(null, null), std.equals({}, []), std.equals(function(x) x, 1), std.equals("é", "e\\u0301"),
    ]`,
    value: [true, false, true, false, true, false, false, true, false, false, false],
  },
  {
    name: 'equals of functions',
    code: 'std.equals(function(x) x, function(x) x)',
    error: 'Cannot test equality of functions',
  },
  {
    name: 'primitiveEquals',
    code: '[std.primitiveEquals(1, 1), std.primitiveEquals("a", "b"), std.primitiveEquals([], 1), std.primitiveEquals(null, null)]',
    value: [true, false, false, true],
  },
  {
    name: 'primitiveEquals of objects',
    code: 'std.primitiveEquals({}, {})',
    error: 'primitiveEquals operates on primitive types, got object',
  },
  {
    name: 'isNull',
    code: '[std.isNull(x) for x in [null, 0, "", [], {}, false]]',
    value: [true, false, false, false, false, false],
  },
  { name: 'assertEqual holds', code: 'std.assertEqual({ a: [1] }, { a: [1] })', value: true },
  {
    name: 'assertEqual shows both sides',
    code: 'std.assertEqual({ a: 1 }, "b")',
    error: 'Assertion failed. {"a": 1} != "b"',
  },
  {
    name: 'xor and xnor',
    code: '[[std.xor(x, y), std.xnor(x=x, y=y)] for x in [true, false] for y in [true, false]]',
    value: [
      [false, true],
      [true, false],
      [true, false],
      [false, true],
    ],
  },
  {
    name: 'xor of a number, as go-jsonnet',
    code: 'std.xor(1, true)',
    error: 'Unexpected type number, expected boolean',
  },
  { name: 'xnor of arrays, as go-jsonnet', code: 'std.xnor([], [])', error: 'Unexpected type array, expected boolean' },
]);

import { checkRows } from './rows.js';

checkRows('arrays', [
  {
    name: 'makeArray',
    code: '[std.makeArray(3, function(i) i * i), std.makeArray(sz=0, func=function(i) error "no")]',
    value: [[0, 1, 4], []],
  },
  { name: 'makeArray is lazy', code: 'std.length(std.makeArray(3, function(i) error "no"))', value: 3 },
  {
    name: 'makeArray below zero',
    code: 'std.makeArray(-1, function(i) i)',
    value: [],
  },
  {
    name: 'makeArray of a fraction',
    code: 'std.makeArray(2.5, function(i) i)',
    error: 'Expected an integer, but got 2.5',
  },
  {
    name: 'makeArray without a function',
    code: 'std.makeArray(1, 2)',
    error: 'Unexpected type number, expected function',
  },
  {
    name: 'map',
    code: '[std.map(function(x) x * x, [1, 2]), std.map(function(x) x + "!", "a😀"), std.map(func=std.length, arr=[])]',
    value: [[1, 4], ['a!', '😀!'], []],
  },
  {
    name: 'map is lazy',
    code: 'local a = std.map(function(x) if x == 1 then error "no" else x, [1, 2]); [a[1], std.length(a)]',
    value: [2, 2],
  },
  {
    name: 'map of a number',
    code: 'std.map(function(x) x, 1)',
    error: 'std.map second param must be array / string, got number',
  },
  {
    name: 'map without a function',
    code: 'std.map([1], [1])',
    error: 'std.map first param must be function, got array',
  },
  { name: 'map by a function of two', code: 'std.map(function(a, b) a, [1])', error: 'Missing argument: b' },
  {
    name: 'mapWithIndex',
    code: '[std.mapWithIndex(function(i, x) [i, x], "ab"), std.mapWithIndex(func=function(i, x) i + x, arr=[10, 20])]',
    value: [
      [
        [0, 'a'],
        [1, 'b'],
      ],
      [10, 21],
    ],
  },
  {
    name: 'filter',
    code: '[std.filter(function(x) x % 2 == 0, [1, 2, 3, 4]), std.filter(func=function(x) true, arr=[])]',
    value: [[2, 4], []],
  },
  {
    name: 'filter keeps elements unevaluated',
    code: 'std.length(std.filter(function(x) true, [error "no"]))',
    value: 1,
  },
  {
    name: 'filter with a result that is not a boolean',
    code: 'std.filter(function(x) 1, [1])',
    error: 'filter function must return boolean, got: number',
  },
  {
    name: 'filter of a string',
    code: 'std.filter(function(x) true, "ab")',
    error: 'Unexpected type string, expected array',
  },
  {
    name: 'filterMap',
    code: 'std.filterMap(filter_func=function(x) x >= 0, map_func=function(x) x * x, arr=[-1, 0, 3])',
    value: [0, 9],
  },
  {
    name: 'flatMap',
    code: '[std.flatMap(function(x) [x, x], [1, 2]), std.flatMap(function(x) if x == 2 then [] else [x], [1, 2, 3]), std.flatMap(func=function(x) x + x, arr="a😀")]',
    value: [[1, 1, 2, 2], [1, 3], 'aa😀😀'],
  },
  {
    name: 'flatMap with a result that is not an array',
    code: 'std.flatMap(function(x) null, [1])',
    error: 'Unexpected type null, expected array',
  },
  {
    name: 'flatMap of a string with a result that is not a string',
    code: 'std.flatMap(function(x) [x], "a")',
    error: 'Unexpected type array, expected string',
  },
  {
    name: 'folds',
    code: `[
      std.foldl(function(a, x) a + x, ["b", "c"], "a"), std.foldr(function(x, a) a + x, ["b", "c"], "a"),
      std.foldl(function(a, x) a + x, "😀b", ""), std.foldr(func=function(x, a) [x, a], arr=[1, 2], init=[]),
    ]`,
    value: ['abc', 'acb', '😀b', [1, [2, []]]],
  },
  {
    name: 'a fold evaluates its start even if nothing needs it',
    code: 'std.foldl(function(a, x) x, [1], error "no")',
    error: 'no',
  },
  { name: 'a fold of nothing gives its start', code: 'std.foldl(error "no", [], 7)', error: 'no' },
  {
    name: 'foldl of a number',
    code: 'std.foldl(function(a, x) a, 1, 0)',
    error: 'foldl second parameter should be string or array, got number',
  },
  {
    name: 'range',
    code: '[std.range(2, 4), std.range(2, 2), std.range(2, 1), std.range(from=-1, to=1)]',
    value: [[2, 3, 4], [2], [], [-1, 0, 1]],
  },
  { name: 'range from a fraction', code: 'std.range(1.5, 3)', error: 'Expected an integer, but got 1.5' },
  { name: 'range to a string', code: 'std.range(1, "a")', error: 'Unexpected type string, expected number' },
  {
    name: 'repeat',
    code: '[std.repeat([1, 2], 2), std.repeat("ab", 3), std.repeat([], 5), std.repeat(what="a", count=0)]',
    value: [[1, 2, 1, 2], 'ababab', [], ''],
  },
  { name: 'repeat below zero, as go-jsonnet', code: '[std.repeat("a", -1), std.repeat([1], -2)]', value: ['', []] },
  { name: 'repeat of a fraction', code: 'std.repeat("a", 1.5)', error: 'Expected an integer, but got 1.5' },
  { name: 'removeAt of a fraction', code: 'std.removeAt([1], 0.5)', error: 'Expected an integer, but got 0.5' },
  { name: 'slice by less than one', code: '[1, 2][::0.5]', error: 'got 0.5 but step must be at least 1' },
  {
    name: 'an array that is too long',
    code: 'std.range(1, 1e9)',
    error: 'The array is longer than the engine can hold.',
  },
  {
    name: 'an array repeated too often',
    code: 'std.repeat([1, 2], 1e9)',
    error: 'The array is longer than the engine can hold.',
  },
  {
    name: 'too many elements to make',
    code: 'std.makeArray(1e12, function(i) i)',
    error: 'The array is longer than the engine can hold.',
  },
  {
    name: 'a string repeated too often',
    code: 'std.repeat("ab", 1e9)',
    error: 'The string is longer than the engine can hold.',
  },
  {
    name: 'range beyond what can be counted',
    code: 'std.range(1e20, 1e20)',
    error: 'Expected an integer, but got 100000000000000000000',
  },
  {
    name: 'repeat of a number',
    code: 'std.repeat(1, 2)',
    error: 'std.repeat first argument must be an array or a string',
  },
  {
    name: 'slice',
    code: `local a = [1, 2, 3, 4, 5, 6]; [
      std.slice(a, 0, 4, 1), std.slice(a, 1, 6, 2), std.slice("jsonnet", 0, 4, 1), std.slice("jsonnet", -3, null, null),
      a[-2:], a[:-4], a[10:], a[::4], a[3:1], "a😀b"[1:2], std.slice(indexable=a, index=null, end=2, step=null),
    ]`,
    value: [[1, 2, 3, 4], [2, 4, 6], 'json', 'net', [5, 6], [1, 2], [], [1, 5], [], '😀', [1, 2]],
  },
  { name: 'slice keeps elements unevaluated', code: 'std.length([error "no", 1][0:1])', value: 1 },
  {
    name: 'slice cuts fractions off, as go-jsonnet',
    code: '[[1, 2, 3][1.2:3], [1, 2, 3][::1.5]]',
    value: [
      [2, 3],
      [1, 2],
    ],
  },
  { name: 'slice by zero', code: 'std.slice([1], 0, 1, 0)', error: 'got 0 but step must be greater than 0' },
  {
    name: 'slice backwards',
    code: 'std.slice([1], 0, 1, -1)',
    error: 'got [0:1:-1] but negative steps are not supported',
  },
  {
    name: 'slice of a number',
    code: 'std.slice(1, 0, 1, 1)',
    error: 'std.slice accepts a string or an array, but got: number',
  },
  {
    name: 'slice from a string',
    code: 'std.slice([1], "a", 1, 1)',
    error: 'Unexpected type string, expected number or null',
  },
  {
    name: 'join leaves nulls out',
    code: '[std.join(", ", ["a", null, "b"]), std.join([0], [[1], null, [], [2, 3]]), std.join("x", []), std.join([], []), std.join(sep="", arr=["a", "b"])]',
    value: ['a, b', [1, 0, 0, 2, 3], '', [], 'ab'],
  },
  {
    name: 'join keeps the inner elements unevaluated',
    code: 'std.length(std.join([error "no"], [[error "no"], [1]]))',
    value: 3,
  },
  { name: 'join of a number', code: 'std.join("a", ["x", 1])', error: 'expected string but arr[1] was number' },
  { name: 'join of a string by an array', code: 'std.join([], ["a"])', error: 'expected array but arr[0] was string' },
  {
    name: 'join by a number',
    code: 'std.join(1, [])',
    error: 'join first parameter should be string or array, got number',
  },
  { name: 'join of a string', code: 'std.join("-", "abc")', error: 'Unexpected type string, expected array' },
  { name: 'lines', code: '[std.lines(["a", null, "b"]), std.lines(arr=[])]', value: ['a\nb\n', ''] },
  { name: 'deepJoin', code: '[std.deepJoin(["a", ["b", [], ["c"]]]), std.deepJoin("x")]', value: ['abc', 'x'] },
  { name: 'deepJoin of a number', code: 'std.deepJoin(["a", [1]])', error: 'Expected string or array, got number' },
  {
    name: 'flattenArrays goes one level down',
    code: '[std.flattenArrays([[1, 2], [], [[3]]]), std.flattenArrays(arr=[])]',
    value: [[1, 2, [3]], []],
  },
  {
    name: 'flattenArrays of strings',
    code: 'std.flattenArrays(["a"])',
    error: 'Unexpected type string, expected array',
  },
  {
    name: 'flattenDeepArray',
    code: '[std.flattenDeepArray([[1, 2], [], [3, [4]], [[5, 6, [null]], {}]]), std.flattenDeepArray(value="a")]',
    value: [[1, 2, 3, 4, 5, 6, null, {}], ['a']],
  },
  { name: 'reverse', code: '[std.reverse([1, [2, 3]]), std.reverse([])]', value: [[[2, 3], 1], []] },
  { name: 'reverse of a string', code: 'std.reverse("abc")', error: 'Unexpected type string, expected array' },
  {
    name: 'remove takes out the first',
    code: '[std.remove([1, 2, 1], 1), std.remove([1], 2), std.remove(arr=[{ a: 1 }, 2], elem={ a: 1 }), std.removeAt([1, 2, 3], 1), std.removeAt(arr=[1], idx=5)]',
    value: [[2, 1], [1], [2], [1, 3], [1]],
  },
]);

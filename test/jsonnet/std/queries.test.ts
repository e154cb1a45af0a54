import { checkRows } from './rows.js';

checkRows('queries', [
  {
    name: 'member and contains',
    code: '[std.member([1, [2]], [2]), std.member([1], 2), std.member("a😀b", "😀b"), std.member("a", ""), std.contains([null], null), std.contains(arr=[], elem=1), std.member(arr="a", x="b")]',
    value: [true, false, true, true, true, false, false],
  },
  { name: 'member stops at the first', code: 'std.member([1, error "no"], 1)', value: true },
  {
    name: 'member of a number in a string',
    code: 'std.member("abc", 1)',
    error: 'Unexpected type number, expected string',
  },
  {
    name: 'member of a number',
    code: 'std.member(1, 1)',
    error: 'std.member first argument must be an array or a string',
  },
  { name: 'contains of a string', code: 'std.contains("abc", "a")', error: 'Unexpected type string, expected array' },
  {
    name: 'count and find',
    code: '[std.count([1, 2, 1], 1), std.find(1, [1, 2, 1]), std.count([], 1), std.find(value="a", arr=["b"])]',
    value: [2, [0, 2], 0, []],
  },
  {
    name: 'find in a string',
    code: 'std.find("a", "aba")',
    error: 'find second parameter should be an array, got string',
  },
  {
    name: 'all and any',
    code: '[std.all([]), std.all([true, true]), std.all([true, false]), std.any([]), std.any([false, true]), std.any(arr=[false])]',
    value: [true, true, false, false, true, false],
  },
  {
    name: 'all and any stop when the answer is known',
    code: '[std.all([false, error "no"]), std.any([true, 1])]',
    value: [false, true],
  },
  { name: 'all of a number', code: 'std.all([true, 1])', error: 'element "1" of type number is not a boolean' },
  { name: 'any of a string', code: 'std.any("a")', error: 'any() parameter should be an array, got string' },
  {
    name: 'sum and avg',
    code: '[std.sum([1, 2, 3.5]), std.sum([]), std.avg([1, 2, 3, 4]), std.avg(arr=[7])]',
    value: [6.5, 0, 2.5, 7],
  },
  { name: 'sum of strings', code: 'std.sum(["a"])', error: 'Unexpected type string, expected number' },
  { name: 'sum overflows', code: 'std.sum([1e308, 1e308])', error: 'Overflow' },
  { name: 'avg of nothing', code: 'std.avg([])', error: 'Cannot calculate average of an empty array.' },
  {
    name: 'minArray and maxArray',
    code: `[
      std.minArray([3, 1, 2]), std.maxArray(["a", "c", "b"]), std.minArray([[2], [1, 5]]),
      std.maxArray([{ n: 1, v: "a" }, { n: 2, v: "b" }, { n: 2, v: "c" }], keyF=function(x) x.n).v,
      std.minArray([{ n: 1, v: "a" }, { n: 1, v: "b" }], function(x) x.n).v,
      std.minArray([], onEmpty="none"), std.maxArray(arr=[], onEmpty=null),
    ]`,
    value: [1, 'c', [1, 5], 'b', 'a', 'none', null],
  },
  {
    name: 'onEmpty is not evaluated for an array with elements',
    code: 'std.maxArray([1], onEmpty=error "no")',
    value: 1,
  },
  { name: 'minArray of nothing', code: 'std.minArray([])', error: 'Expected at least one element in array. Got none' },
  {
    name: 'maxArray of mixed types',
    code: 'std.maxArray([1, "a"])',
    error: 'Comparison requires matching types. Got string and number',
  },
]);

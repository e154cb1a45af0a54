import { checkRows } from './rows.js';

checkRows('sets', [
  {
    name: 'sort',
    code: '[std.sort([3, 1, 2]), std.sort(["b", "a", "C"]), std.sort([[2], [1, 9], [1]]), std.sort([]), std.sort([{}]), std.sort(arr=[2, 1])]',
    value: [[1, 2, 3], ['C', 'a', 'b'], [[1], [1, 9], [2]], [], [{}], [1, 2]],
  },
  {
    name: 'strings sort by code point',
    code: 'std.sort(["😀", "\\uffff", "\\ue000", "z", "é"])',
    value: ['z', 'é', '\ue000', '\uffff', '😀'],
  },
  {
    name: 'sort by key is stable',
    code: 'std.sort([{ k: 1, v: 1 }, { k: 0, v: 2 }, { k: 1, v: 3 }, { k: 0, v: 4 }], keyF=function(x) x.k)',
    value: [
      { k: 0, v: 2 },
      { k: 0, v: 4 },
      { k: 1, v: 1 },
      { k: 1, v: 3 },
    ],
  },
  {
    name: 'sort by string keys',
    code: 'std.sort([{ n: "b" }, { n: "a" }], function(x) x.n)',
    value: [{ n: 'a' }, { n: 'b' }],
  },
  {
    name: 'sort of mixed types',
    code: 'std.sort([1, "a"])',
    error: 'Comparison requires matching types. Got string and number',
  },
  { name: 'sort of objects', code: 'std.sort([{}, {}])', error: 'Values of type object are not comparable.' },
  { name: 'sort of booleans', code: 'std.sort([true, false])', error: 'Values of type boolean are not comparable.' },
  { name: 'sort of a string', code: 'std.sort("bca")', error: 'Unexpected type string, expected array' },
  {
    name: 'sort by a key that is not a function',
    code: 'std.sort([2, 1], 1)',
    error: 'Unexpected type number, expected function',
  },
  {
    name: 'uniq looks at neighbours',
    code: '[std.uniq([1, 1, 2, 1]), std.uniq([]), std.uniq([{ a: 1 }, { a: 1 }]), std.uniq([1.1, 1.9, 2.5], std.floor), std.uniq(arr=[null, null])]',
    value: [[1, 2, 1], [], [{ a: 1 }], [1.1, 2.5], [null]],
  },
  { name: 'uniq of characters', code: 'std.uniq("aab")', value: ['a', 'b'] },
  {
    name: 'equal keys need not have an order',
    code: '[std.setInter([1], [2], function(x) true), std.setMember(1, [2], function(x) null)]',
    value: [[1], true],
  },
  { name: 'uniq distinguishes types', code: 'std.uniq([1, "1"])', value: [1, '1'] },
  {
    name: 'set',
    code: '[std.set(["b", "a", "b"]), std.set([3, 1, 3], function(x) -x), std.set([]), std.set(arr=[[1], [1]])]',
    value: [['a', 'b'], [3, 1], [], [[1]]],
  },
  {
    name: 'union, intersection, difference',
    code: `local a = ["a", "b", "d"], b = ["b", "c"]; [
      std.setUnion(a, b), std.setInter(a, b), std.setDiff(a, b), std.setDiff(b, a), std.setUnion([], []),
      std.setUnion(a, []), std.setInter([], a), std.setDiff(a=a, b=a),
    ]`,
    value: [['a', 'b', 'c', 'd'], ['b'], ['a', 'd'], ['c'], [], ['a', 'b', 'd'], [], []],
  },
  {
    name: 'of equal keys the left one stays',
    code: `local a = [{ n: "A", v: 1 }, { n: "B" }], b = [{ n: "A", v: 9 }, { n: "C" }], key = function(x) x.n;
      [std.setUnion(a, b, keyF=key), std.setInter(a, b, key), std.setDiff(a, b, key)]`,
    value: [[{ n: 'A', v: 1 }, { n: 'B' }, { n: 'C' }], [{ n: 'A', v: 1 }], [{ n: 'B' }]],
  },
  {
    name: 'sets of characters',
    code: '[std.setInter("abc", "bcd"), std.setDiff("abc", "b"), std.setMember("b", "abc")]',
    value: [['b', 'c'], ['a', 'c'], true],
  },
  { name: 'union of strings', code: 'std.setUnion("ab", "bc")', error: 'Unexpected type string, expected array' },
  {
    name: 'union of mixed types',
    code: 'std.setUnion([1], ["a"])',
    error: 'Comparison requires matching types. Got number and string',
  },
  {
    name: 'functions of sets need a key only for elements',
    code: '[std.setMember(0, [], keyF=null), std.setUnion([1], [], null), std.setInter([], [1], null), std.setDiff([1], [], null), std.uniq([1], null)]',
    value: [false, [1], [], [1], [1]],
  },
  {
    name: 'setMember by a key that is not a function',
    code: 'std.setMember(0, [1], null)',
    error: 'Unexpected type null, expected function',
  },
  {
    name: 'setMember',
    code: '[std.setMember(2, [1, 2, 3]), std.setMember(4, [1, 2, 3]), std.setMember(0, []), std.setMember(x=[1], arr=[[0], [1]]), std.setMember({ k: 2 }, [{ k: 1 }, { k: 2 }], function(x) x.k)]',
    value: [true, false, false, true, true],
  },
  {
    name: 'setMember of mixed types',
    code: 'std.setMember("a", [1])',
    error: 'Comparison requires matching types. Got string and number',
  },
]);

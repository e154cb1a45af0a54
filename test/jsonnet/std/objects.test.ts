import { checkRows } from './rows.js';

checkRows('objects', [
  {
    name: 'get',
    code: `local o = { a: 1, b:: 2 }; [
      std.get(o, "a"), std.get(o, "b"), std.get(o, "c"), std.get(o, "c", 5), std.get(o, "b", 5, false),
      std.get(o, "b", inc_hidden=false), std.get(o=o, f="a", default=9),
    ]`,
    value: [1, 2, null, 5, 5, null, 1],
  },
  { name: 'get does not evaluate a default it does not need', code: 'std.get({ a: 1 }, "a", error "no")', value: 1 },
  { name: 'get evaluates the default it needs', code: 'std.get({}, "a", error "yes")', error: 'yes' },
  { name: 'get runs asserts', code: 'std.get({ assert false : "broken", a: 1 }, "a")', error: 'broken' },
  { name: 'get of a number', code: 'std.get(1, "a")', error: 'Unexpected type number, expected object' },
  { name: 'get by a number', code: 'std.get({}, 1)', error: 'Unexpected type number, expected string' },
  {
    name: 'has',
    code: `local o = { a: 1, b:: 2 }; [
      std.objectHas(o, "a"), std.objectHas(o, "b"), std.objectHasAll(o, "b"), std.objectHasAll(o=o, f="c"),
      std.objectHasEx(o, "b", false), std.objectHasEx(obj=o, fname="b", hidden=true), std.objectHas({}, "__proto__"),
    ]`,
    value: [true, false, true, false, false, true, false],
  },
  { name: 'objectHas of an array', code: 'std.objectHas([], "a")', error: 'Unexpected type array, expected object' },
  {
    name: 'fields are ordered by code point',
    code: `local o = { "😀": 1, "\\uffff": 1, b: 1, "10": 1, "9": 1, a:: 1, "": 1, __proto__: 1 };
      [std.objectFields(o), std.objectFieldsAll(o=o), std.objectFieldsEx(o, false) == std.objectFields(o), std.objectFieldsEx(obj=o, hidden=true) == std.objectFieldsAll(o)]`,
    value: [
      ['', '10', '9', '__proto__', 'b', '\uffff', '😀'],
      ['', '10', '9', '__proto__', 'a', 'b', '\uffff', '😀'],
      true,
      true,
    ],
  },
  {
    name: 'the names of fields run neither asserts nor fields',
    code: 'std.objectFields({ assert false, a: error "no" })',
    value: ['a'],
  },
  {
    name: 'values',
    code: 'local o = { b: 1, a:: 2, c: self.b + 2 }; [std.objectValues(o), std.objectValuesAll(o), std.objectKeysValues(o), std.objectKeysValuesAll(o=o)]',
    value: [
      [1, 3],
      [2, 1, 3],
      [
        { key: 'b', value: 1 },
        { key: 'c', value: 3 },
      ],
      [
        { key: 'a', value: 2 },
        { key: 'b', value: 1 },
        { key: 'c', value: 3 },
      ],
    ],
  },
  {
    name: 'values are lazy',
    code: 'local o = { a: error "no", b: 1 }; [std.objectValues(o)[1], std.objectKeysValues(o)[0].key, std.length(std.objectValues(o))]',
    value: [1, 'a', 2],
  },
  { name: 'objectValues of an array', code: 'std.objectValues([])', error: 'Unexpected type array, expected object' },
  {
    name: 'objectRemoveKey',
    code: '[std.objectRemoveKey({ a: 1, b: 2, h:: 3 }, "a"), std.objectRemoveKey(obj={ a: 1 }, key="x"), std.objectRemoveKey(std.parseJson(\'{"a": 1, "b": 2}\'), "a")]',
    value: [{ b: 2 }, { a: 1 }, { b: 2 }],
  },
  {
    name: 'objectRemoveKey leaves the rest as it is: hidden fields, self, super, visibility',
    code: `local o = { a: 1, b: self.c, c: 2, h:: 3 }, r = std.objectRemoveKey(o, "a"); [
      r.h, r + { c: 5 }, { x: 1 } + std.objectRemoveKey({ a: super.x, b: super.x }, "a"),
      { a+: 3 } + std.objectRemoveKey({ a+:: 100 }, "a") + { a+: 2 }, { h: 1 } + std.objectRemoveKey({ a: 1, h:: 2 }, "a"),
      std.objectRemoveKey({ a: 1 } + { a+: 1, b: 2 } + { b+: 1 }, "a"), std.objectFieldsAll(r),
      std.objectRemoveKey({ local x = k, [k]: x for k in ["a", "b"] }, "a"), std.objectRemoveKey(std.objectRemoveKey(o, "a"), "b"),
    ]`,
    value: [3, { b: 5, c: 5 }, { b: 1, x: 1 }, { a: 5 }, {}, { b: 3 }, ['b', 'c', 'h'], { b: 'b' }, { c: 2 }],
  },
  {
    name: 'objectRemoveKey takes the field from self too',
    code: 'std.objectRemoveKey({ a: 1, b: self.a }, "a").b',
    error: 'Field does not exist: a',
  },
  {
    name: 'objectRemoveKey keeps asserts',
    code: 'std.objectRemoveKey({ assert false, a: 1, b: 2 }, "a")',
    error: 'Object assertion failed.',
  },
  {
    name: 'objectRemoveKey runs asserts with what is added later',
    code: 'std.objectRemoveKey({ assert self.b == 2, a: 1, b: 1 }, "a") + { b: 2 }',
    value: { b: 2 },
  },
  {
    name: 'super inside of the object still finds a removed field',
    code: `[
      std.objectRemoveKey({ a: 1, b: 2 } + { a+: 5, b+: super.a }, "a"),
      std.objectRemoveKey({ a: 9 } + std.objectRemoveKey({ a: 1 } + { c: super.a }, "a"), "a"),
      std.objectRemoveKey({ a: 9 } + std.objectRemoveKey({ a: 1, c: super.a }, "a"), "a"),
      { a: 100 } + std.objectRemoveKey({ a+: 1, b: 2 } + { b+: super.a }, "a"),
    ]`,
    value: [{ b: 3 }, { c: 1 }, { c: 9 }, { a: 100, b: 103 }],
  },
  {
    name: 'nothing outside of the object finds a removed field',
    code: `local o = std.objectRemoveKey({ a:: 1, b: 2 }, "a");
      [o + { a+: 3 }, o + { c: "a" in super }, { a:: 7 } + o + { c: super.a }, "a" in o, std.objectHasAll(o, "a")]`,
    value: [{ a: 3, b: 2 }, { b: 2, c: false }, { b: 2, c: 7 }, false, false],
  },
  {
    name: 'keys removed one after the other',
    code: `std.objectRemoveKey(std.objectRemoveKey({ a: 1, b: 2 } + { c: super.a + super.b, d: std.length(self) }, "a"), "b")`,
    value: { c: 3, d: 2 },
  },
  { name: 'objectRemoveKey is lazy', code: 'std.objectRemoveKey({ a: error "no", b: 2 }, "a")', value: { b: 2 } },
  {
    name: 'mapWithKey',
    code: '[std.mapWithKey(function(k, v) k + v, { a: 1, b: 2, h:: 3 }), std.mapWithKey(func=function(k, v) error "no", obj={}), std.mapWithKey(function(k, v) if k == "a" then error "no" else v, { a: 1, b: 2 }).b]',
    value: [{ a: 'a1', b: 'b2' }, {}, 2],
  },
  {
    name: 'a field named __proto__',
    code: 'std.mapWithKey(function(k, v) v, { __proto__: 1 }) + { a: 2 }',
    value: JSON.parse('{ "__proto__": 1, "a": 2 }'),
  },
  {
    name: 'mapWithKey of an array',
    code: 'std.mapWithKey(function(k, v) v, [])',
    error: 'std.mapWithKey second param must be object, got array',
  },
  {
    name: 'mergePatch is RFC 7396',
    code: `[
      std.mergePatch({ a: 1, b: { c: 1, d: 2 } }, { a: null, b: { c: null, e: 3 } }), std.mergePatch({ a: 1 }, { b: { c: null } }),
      std.mergePatch([1], { a: 1 }), std.mergePatch({ a: 1 }, [2]), std.mergePatch({ a: 1 }, null), std.mergePatch(target={ a: { b: 1 } }, patch={ a: 2 }),
    ]`,
    value: [{ b: { d: 2, e: 3 } }, { a: 1, b: {} }, { a: 1 }, [2], null, { a: 2 }],
  },
  {
    name: 'mergePatch ignores hidden fields',
    code: 'std.mergePatch({ a:: 1, b: 2 }, { b:: 3, c:: 4 })',
    value: { b: 2 },
  },
  {
    name: 'mergePatch leaves what it does not need unevaluated',
    code: '[std.mergePatch({ a: error "no", b: 1 }, {}).b, std.mergePatch({ a: error "no" }, { a: null })]',
    value: [1, {}],
  },
  {
    name: 'mergePatch evaluates what it covers, with the field',
    code: '[std.length(std.mergePatch({ a: error "covered" }, { a: 1 })), std.mergePatch({ a: error "covered" }, { a: 1 })]',
    error: 'covered',
  },
  {
    name: 'prune',
    code: `[
      std.prune({ a: [], b: {}, c: null, d: [null, {}, [[]]], e: { f: null }, g: [{ h: true }, 0, "", false], i:: 1 }),
      std.prune([]), std.prune({}), std.prune(null), std.prune(a=[1, null]),
    ]`,
    value: [{ g: [{ h: true }, 0, '', false] }, [], {}, null, [1]],
  },
]);

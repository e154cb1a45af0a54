import { type Row, testRows } from './table.js';

const exceeded = 'RUNTIME ERROR: max stack frames exceeded.';
const tooDeep = 'RUNTIME ERROR: max manifest depth exceeded, possible infinite recursion';

// Every endless recursion is a clean error, whatever it goes through.
const endless: readonly (readonly [name: string, program: string, error?: string])[] = [
  ['a function', 'local f(n) = 1 + f(n + 1); f(0)'],
  ['a function that is not tail-recursive, called tailstrict', 'local f(n) = 1 + f(n + 1) tailstrict; f(0)'],
  ['two functions', 'local f(n) = [g(n)][0], g(n) = [f(n)][0]; f(0)'],
  ['an argument', 'local f(n) = f(n) + n; f(f(1))'],
  ['a default', 'local f(n=f()) = n; f()'],
  ['defaults of each other', 'local f(a=b, b=a) = a; f()'],
  ['a local', 'local x = x + 1; x'],
  ['two locals', 'local a = b, b = a; a'],
  ['elements of an array', 'local a = [a[1], a[0]]; a[0]'],
  ['a field', '{ a: self.a + 1 }.a'],
  ['two fields', '{ a: self.b, b: self.a }.a'],
  ['fields through dollar and super', '({ a: $.b, b: 1 } + { b: super.a }).b'],
  ['object locals', '{ local x = y, local y = x, a: x }'],
  ['an assert of new objects', 'local f(n) = { assert f(n + 1).a > 0, a: 1 }; f(0).a'],
  ['a computed name', 'local f(n) = { [f(n + 1).x]: 1, x: "x" }; f(0)'],
  ['objects that are printed', 'local f(n) = { n: f(n + 1) }; f(0)'],
  ['arrays that are printed', 'local f(n) = [f(n + 1)]; f(0)'],
  ['an object in itself', 'local o = { o: o }; o'],
  ['an array in itself', 'local a = [a]; a'],
  ['conversion to a string', 'local o = { o: o }; "" + o'],
  ['an object through dollar', '{ a: $ }'],
  ['the printer of the library', `local a = [a]; std.manifestJsonEx(a, ' ')`, tooDeep],
  ['the YAML printer of the library', 'local a = [a]; std.manifestYamlDoc(a)', tooDeep],
  ['the YAML printer of several documents', 'std.manifestYamlStream([{ a: $ }])', tooDeep],
  ['the TOML printer of the library', `std.manifestTomlEx({ a: $ }, '  ')`, tooDeep],
  ['TOML of arrays', 'local a = [1, a]; std.manifestToml({ a: a })', tooDeep],
  ['TOML of inline tables', 'local o = { o: [1, o] }; std.manifestToml(o)', tooDeep],
  ['TOML of arrays of tables', 'local o = { o: [o, o] }; std.manifestToml(o)', tooDeep],
  ['the XML printer of the library', `local a = ['a', a]; std.manifestXmlJsonml(a)`],
  ['the INI printer of the library', 'std.manifestIni({ sections: { a: { b: $ } } })'],
  ['std.deepJoin', 'local a = [a]; std.deepJoin(a)'],
  ['the Python printer of the library', 'local a = [a]; std.manifestPython(a)'],
  ['format', 'local a = [a]; "%s" % [a]'],
  ['equality', 'local f() = [f()]; f() == f()'],
  ['order', 'local f() = [f()]; f() < f()'],
  ['equality of objects', 'local f() = { a: f() }; f() == f()'],
  ['std.prune', 'local o = { o: o }; std.prune(o)'],
  ['std.mergePatch', 'local o = { o: o }; std.mergePatch(o, o)'],
  ['std.flattenDeepArray', 'local a = [a]; std.flattenDeepArray(a)'],
  ['std.map', 'local f(x) = std.map(f, [x])[0]; f(1)'],
  ['std.foldl', 'local f(x) = std.foldl(function(a, b) f(b), [x], 0); f(1)'],
  ['std.sort', 'local f(x) = std.sort([x, x], keyF=f)[0]; f(1)'],
  ['std.filter', 'local f(x) = std.length(std.filter(f, [x])) == 0; f(1)'],
  ['std.makeArray', 'local f(x) = std.makeArray(1, f)[0]; f(1)'],
  ['std.mapWithKey', 'local f(k, v) = std.mapWithKey(f, { a: v }).a; f("a", 1)'],
  ['an array comprehension', 'local f(n) = [f(x) for x in [n]][0]; f(1)'],
  ['the array of a comprehension', 'local f(n) = [x for x in f(n)]; f(1)'],
  ['the condition of a comprehension', 'local f(n) = std.length([x for x in [1] if f(x) > 0]); f(1)'],
  ['an object comprehension', 'local f(n) = { [k]: f(k) for k in ["a"] }.a; f(1)'],
  ['the message of an error', 'local f(n) = error f(n + 1); f(1)'],
  ['a slice', 'local f(n) = f(n)[1:2]; f(1)'],
  ['an import', `import 'a.libsonnet'`],
];

testRows(
  endless.map(
    ([name, program, error = exceeded]): Row => ({
      name: `${name} without end`,
      program,
      files: { 'a.libsonnet': `[import 'a.libsonnet']` },
      error,
    }),
  ),
);

// If the limit is out of reach, the host's stack ends first. The error is the same.
testRows(
  endless.map(
    ([name, program]): Row => ({
      name: `${name} without end and without a limit`,
      program,
      files: { 'a.libsonnet': `[import 'a.libsonnet']` },
      options: { maxStack: 1e9 },
      error: exceeded,
    }),
  ),
);

testRows([
  {
    name: 'recursion within the limit',
    program: 'local sum(n) = if n == 0 then 0 else n + sum(n - 1); sum(200)',
    value: 20100,
  },
  {
    name: 'recursion beyond the default limit, allowed',
    program: 'local sum(n) = if n == 0 then 0 else n + sum(n - 1); sum(1000)',
    options: { maxStack: 5000 },
    value: 500500,
  },
  {
    name: 'recursion beyond a small limit',
    program: 'local sum(n) = if n == 0 then 0 else n + sum(n - 1); sum(50)',
    options: { maxStack: 20 },
    error: exceeded,
  },
  {
    name: 'a tailstrict loop is as long as it likes',
    program: 'local loop(n, acc) = if n == 0 then acc else loop(n - 1, acc + n) tailstrict; loop(100000, 0)',
    value: 5000050000,
  },
  {
    name: 'a tailstrict loop through locals, asserts and conditionals',
    program: `local loop(n, acc) =
        local next = n - 1;
        assert n >= 0;
        if n == 0 then acc else if n % 2 == 0 then loop(next, acc + 1) tailstrict else loop(next, acc) tailstrict;
      loop(20000, 0)`,
    value: 10000,
  },
  {
    name: 'two functions that call each other tailstrict',
    program: `local even(n) = if n == 0 then true else odd(n - 1) tailstrict, odd(n) = if n == 0 then false else even(n - 1) tailstrict; even(20001)`,
    value: false,
  },
  {
    name: 'the same loop without tailstrict is not trimmed',
    program: 'local loop(n) = if n == 0 then 0 else loop(n - 1); loop(100000)',
    error: exceeded,
  },
  {
    name: 'a fold over many elements does not count as recursion',
    program: `std.foldl(function(acc, i) acc + i, std.range(1, 100000), 0)`,
    value: 5000050000,
  },
  {
    name: 'a fold of many objects does not count as recursion',
    program: `local o = std.foldl(function(acc, i) acc + { ['k' + i]: i, n+: 1 }, std.range(1, 300), { n: 0 }); [o.n, o.k300, std.length(o)]`,
    value: [300, 300, 301],
  },
  {
    name: 'nested data within the limit',
    program: `std.length(std.parseJson(std.repeat('[', 100) + std.repeat(']', 100)))`,
    value: 1,
  },
]);

// A value that does not fit into the engine is an error of the program, not of the host.
testRows([
  {
    name: 'a string longer than the host can hold',
    program: `std.length(std.repeat('abcdefgh', 1000000000))`,
    error: 'RUNTIME ERROR: The string is longer than the engine can hold.',
  },
  {
    name: 'a string that doubles',
    program: `local twice(s, n) = if n == 0 then s else twice(s + s, n - 1); std.length(twice('ab', 40))`,
    error: 'RUNTIME ERROR: The string is longer than the engine can hold.',
  },
  {
    name: 'a width nobody can print',
    program: `std.length('%1000000000d' % 1)`,
    error: 'RUNTIME ERROR: The string is longer than the engine can hold.',
  },
  {
    name: 'a string that the host could hold, but not take apart without ending the process',
    program: `std.length(std.split(std.repeat('a,', 140000000), ','))`,
    error: 'RUNTIME ERROR: The string is longer than the engine can hold.',
  },
  {
    name: 'a range longer than the host can hold',
    program: `std.length(std.range(1, 10000000000))`,
    error: 'RUNTIME ERROR: The array is longer than the engine can hold.',
  },
  {
    name: 'an array longer than the host can hold',
    program: `std.length(std.makeArray(10000000000, function(i) i))`,
    error: 'RUNTIME ERROR: The array is longer than the engine can hold.',
  },
]);

// The parser has a limit of its own. Code that is long but flat does not reach it.
const deep = 100_000;
const nested: readonly (readonly [name: string, program: string, place: string])[] = [
  ['arrays', '['.repeat(deep) + ']'.repeat(deep), '1:1001-1002'],
  ['arrays that are never closed', '['.repeat(deep), '1:1001-1002'],
  ['parentheses', `${'('.repeat(deep)}1${')'.repeat(deep)}`, '1:1001-1002'],
  ['operands', `1${'+(1'.repeat(deep)}${')'.repeat(deep)}`, '1:3001-3002'],
  ['functions', `${'function() '.repeat(deep)}1`, '1:11001-11009'],
];

testRows(
  nested.map(
    ([name, program, place]): Row => ({
      name: `too many ${name} in each other`,
      program,
      error: `main.jsonnet:${place} Expressions are nested more than 1000 levels deep`,
    }),
  ),
);

testRows([
  {
    name: 'a long sum',
    program: Array.from({ length: 10_000 }, () => '1').join(' + '),
    value: 10_000,
  },
  {
    name: 'a long array, an object of many fields and many locals',
    program: `local ${Array.from({ length: 2000 }, (_, i) => `v${i} = ${i}`).join(', ')};
      [std.length([${'1, '.repeat(20_000)}]), std.length({ ${Array.from({ length: 5000 }, (_, i) => `f${i}: ${i}`).join(', ')} }), v1999]`,
    value: [20_000, 5000, 1999],
  },
  {
    name: 'a long chain of locals, of conditions and of objects',
    program: `${'local x = 1; '.repeat(5000)}[true${' && true'.repeat(5000)}, {}${' { a: 1 }'.repeat(5000)}]`,
    value: [true, { a: 1 }],
  },
  {
    name: 'a long chain of else if',
    program: `local n = 299; ${Array.from({ length: 300 }, (_, i) => `if n == ${i} then ${i * 2} else `).join('')} null`,
    value: 598,
  },
  {
    name: 'a long string',
    program: `std.length('${'x'.repeat(1_000_000)}')`,
    value: 1_000_000,
  },
]);

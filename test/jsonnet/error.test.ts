import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createJsEngine, type EngineOptions, JsonnetError, type NativeFunction } from '../../src/jsonnet/index.js';
import { memoryImporter } from './importers.js';

function failure(
  program: string,
  options: Partial<EngineOptions> = {},
  files: Record<string, string> = {},
): JsonnetError {
  try {
    const value = createJsEngine({ importer: memoryImporter(files), ...options })
      .load('t', program)
      .manifest();
    return assert.fail(`evaluates to ${value}`);
  } catch (error) {
    assert.ok(error instanceof JsonnetError, String(error));
    return error;
  }
}

const rows: readonly {
  name: string;
  program: string;
  options?: Partial<EngineOptions>;
  files?: Record<string, string>;
  lines: readonly string[];
}[] = [
  {
    name: 'calls',
    program: 'local f(x) = x.y;\nlocal g(z) =\n  f(z) + 1;\ng({})',
    lines: ['RUNTIME ERROR: Field does not exist: y', 't:1:14-17\tfunction <f>', 't:3:3-7\tfunction <g>', 't:4:1-6\t$'],
  },
  {
    name: 'thunks and the path of what was printed',
    program: `local a = error 'x', b = a + 1; { c: [0, { d: b }] }`,
    lines: [
      'RUNTIME ERROR: x',
      't:1:11-20\tthunk <a> from <$>',
      't:1:26-27\tthunk <b> from <$>',
      't:1:47-48\tobject <anonymous>',
      'Field "d"',
      'Array element 1',
      'Field "c"',
    ],
  },
  {
    name: 'fields',
    program: '{ a: self.b, b: $.c, c: self.d }',
    lines: [
      'RUNTIME ERROR: Field does not exist: d',
      't:1:25-31\tobject <anonymous>',
      't:1:17-20\tobject <anonymous>',
      't:1:6-12\tobject <anonymous>',
      'Field "a"',
    ],
  },
  {
    name: 'a function of the program inside a built-in',
    program: 'std.foldl(function(sum, o) sum + o.n, [{}], 0)',
    lines: ['RUNTIME ERROR: Field does not exist: n', 't:1:34-37\tfunction <anonymous>', 't:1:1-47\t$'],
  },
  {
    name: 'a built-in',
    program: 'local o = { f(x):: std.length(x) }; o.f(1)',
    lines: [
      'RUNTIME ERROR: length operates on strings, objects, functions and arrays, got number',
      't:1:20-33\tfunction <f>',
      't:1:37-43\t$',
    ],
  },
  {
    name: 'several lines',
    program: 'local f(x) = x.y;\nf(\n  {})',
    lines: ['RUNTIME ERROR: Field does not exist: y', 't:1:14-17\tfunction <f>', 't:(2:1)-(3:6)\t$'],
  },
  {
    name: 'an object assert',
    program: `{ assert self.n > 3 : 'n is ' + self.n, n: 1 }`,
    lines: ['RUNTIME ERROR: n is 1', 't:1:3-39\tobject <anonymous>'],
  },
  {
    name: 'recursion of one function',
    program: 'local f(n) = 1 + f(n + 1); f(0)',
    lines: [
      'RUNTIME ERROR: max stack frames exceeded.',
      't:1:18-26\tfunction <f>',
      '... (the line above 499 more times)',
      't:1:28-32\t$',
    ],
  },
  {
    name: 'recursion of two functions',
    program: 'local even(n) = !odd(n - 1), odd(n) = !even(n - 1); even(1)',
    options: { maxStack: 11 },
    lines: [
      'RUNTIME ERROR: max stack frames exceeded.',
      't:1:18-28\tfunction <even>',
      't:1:40-51\tfunction <odd>',
      '... (the 2 lines above 4 more times)',
      't:1:18-28\tfunction <even>',
      't:1:53-60\t$',
    ],
  },
  {
    name: 'a long trace, of which the middle is left out',
    program: `local ${Array.from({ length: 9 }, (_, i) => `f${i}(x) = f${i + 1}(x)`).join(', ')}, f9(x) = x.y; f0({})`,
    options: { maxTrace: 4 },
    lines: [
      'RUNTIME ERROR: Field does not exist: y',
      't:1:150-153\tfunction <f9>',
      't:1:135-140\tfunction <f8>',
      '...',
      't:1:15-20\tfunction <f0>',
      't:1:155-161\t$',
    ],
  },
  {
    name: 'an error in an imported file',
    program: `local lib = import 'lib/a.libsonnet'; lib.f(1)`,
    files: { 'lib/a.libsonnet': `{ f(x):: (import 'b.libsonnet').g(x) }`, 'lib/b.libsonnet': '{\n  g(x):: x.y,\n}' },
    lines: [
      'RUNTIME ERROR: Value non indexable: number',
      'lib/b.libsonnet:2:10-13\tfunction <g>',
      'lib/a.libsonnet:1:10-37\tfunction <f>',
      't:1:39-47\t$',
    ],
  },
  {
    name: 'a static error in an imported file',
    program: `import 'bad.libsonnet'`,
    files: { 'bad.libsonnet': '{\n  a: nowhere,\n}' },
    lines: ['bad.libsonnet:2:6-13 Unknown variable: nowhere'],
  },
  {
    name: 'a file that is not there',
    program: `{ a: import 'nothing.libsonnet' }`,
    lines: [
      `RUNTIME ERROR: couldn't open import "nothing.libsonnet": no such file`,
      't:1:6-32\tobject <anonymous>',
      'Field "a"',
    ],
  },
  {
    name: 'code of an external variable',
    program: `std.extVar('x')`,
    options: { extVars: { x: { kind: 'code', value: '1 + {}' } } },
    lines: ['RUNTIME ERROR: Unexpected type object, expected number', '<extvar:x>:1:1-7\t$', 't:1:1-16\t$'],
  },
  {
    name: 'a string that cannot be held',
    program: `local s = std.repeat('x', 1000000); std.length(std.foldl(function(a, i) a + a, std.range(1, 20), s))`,
    lines: [
      'RUNTIME ERROR: The string is longer than the engine can hold.',
      't:1:73-78\tfunction <anonymous>',
      't:1:48-100\t$',
    ],
  },
];

for (const row of rows) {
  test(`trace of ${row.name}`, () => {
    assert.deepEqual(failure(row.program, row.options, row.files).describe().split(/\n\t?/), row.lines);
  });
}

test('an error has the place where it happened', () => {
  const { kind, message, span } = failure(`local f(x) = error 'no ' + x; f('luck')`);
  assert.deepEqual(
    { kind, message, span: span && [span.file.path, span.start, span.end] },
    { kind: 'runtime', message: 'no luck', span: ['t', 13, 28] },
  );
});

test('a trace is not shortened if all of it is asked for', () => {
  const error = failure(
    `local ${Array.from({ length: 30 }, (_, i) => `f${i}(x) = f${i + 1}(x)`).join(', ')}, f30(x) = x.y; f0({})`,
  );
  assert.equal(error.describe().split('\n').length, 22);
  assert.equal(error.describe(0).split('\n').length, 33);
});

test('what a native function throws is the cause', () => {
  const thrown = new TypeError('no such table');
  const query: NativeFunction = {
    name: 'query',
    params: ['sql'],
    pure: true,
    call() {
      throw thrown;
    },
  };
  const error = failure(`{ a: std.native('query')('x') }`, { natives: [query] });
  assert.equal(error.cause, thrown);
  assert.equal(error.describe(), 'RUNTIME ERROR: no such table\n\tt:1:6-30\tobject <anonymous>\n\tField "a"');
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import type { Json } from '../../src/json/json.js';
import { createJsEngine, type Evaluation, JsonnetError, type JsonnetProgram } from '../../src/jsonnet/index.js';
import { memoryImporter } from './importers.js';

type Arguments = Readonly<Record<string, Json>>;

function value(program: JsonnetProgram, args: Arguments): Json {
  return (program.call(args) as Evaluation).value;
}

function message(program: JsonnetProgram, args: Arguments): string {
  try {
    return `value ${JSON.stringify(value(program, args))}`;
  } catch (error) {
    if (!(error instanceof JsonnetError)) throw error;
    return error.message;
  }
}

// No request, whether it fails or succeeds, leaves anything that changes the next one.
const rows = [
  {
    name: 'a field of the request that is not there',
    hook: 'function(request) { status: { n: request.n }, children: [] }',
    bad: {},
    error: 'Field does not exist: n',
    good: { n: 1 },
    answer: { status: { n: 1 }, children: [] },
  },
  {
    name: 'an error in a field that others of the same object need',
    hook: `local make(r) = { a: if r.bad then error 'bad' else 1, b: self.a + 1, local c = self.b + 1, d: c };
      function(request) make(request)`,
    bad: { bad: true },
    error: 'bad',
    good: { bad: false },
    answer: { a: 1, b: 2, d: 3 },
  },
  {
    name: 'an assert of an object of the request',
    hook: `local Checked = { assert self.n > 0 : 'n is %d' % self.n, n: 0 };
      function(request) Checked { n: request.n }`,
    bad: { n: -5 },
    error: 'n is -5',
    good: { n: 5 },
    answer: { n: 5 },
  },
  {
    name: 'recursion that is too deep for one request and not for another',
    hook: 'local sum(n) = if n == 0 then 0 else n + sum(n - 1); function(request) sum(request.n)',
    bad: { n: 100_000 },
    error: 'max stack frames exceeded.',
    good: { n: 10 },
    answer: 55,
  },
  {
    // The stack ends while the value of the library is evaluated, which is kept.
    name: 'a value of the library that one request needs when the stack is nearly full',
    hook: `local lib = import 'lib.libsonnet';
      local deep(n) = if n == 0 then lib.table.last else [deep(n - 1)][0];
      function(request) [deep(request.n), lib.table.first]`,
    bad: { n: 10_000 },
    error: 'max stack frames exceeded.',
    good: { n: 1 },
    answer: [40, 0],
  },
  {
    name: 'an error of a function of the library',
    hook: `local lib = import 'lib.libsonnet'; function(request) lib.positive(request.n)`,
    bad: { n: -1 },
    error: 'not positive: -1',
    good: { n: 1 },
    answer: { n: 1 },
  },
  {
    name: 'an error in the middle of std.sort and std.foldl',
    hook: `function(request) std.foldl(function(a, x) a + 1 / x, std.sort(request.list, function(x) 10 / x), 0)`,
    bad: { list: [1, 0, 2] },
    error: 'Division by zero.',
    good: { list: [1, 2, 4] },
    answer: 1.75,
  },
] as const;

const lib = `local f(n) = if n == 0 then 0 else 1 + f(n - 1);
{
  table: { first: f(0), last: f(40), assert self.first == 0 },
  positive(n):: { assert self.n > 0 : 'not positive: ' + self.n, n: n },
}`;

for (const row of rows) {
  test(`fail, then succeed: ${row.name}`, () => {
    const engine = createJsEngine({ importer: memoryImporter({ 'lib.libsonnet': lib }) });
    const program = engine.load('hook.jsonnet', row.hook);
    for (let round = 0; round < 3; round++) {
      assert.equal(message(program, { request: row.bad as Json }), row.error, `failing, round ${round}`);
      assert.deepEqual(value(program, { request: row.good as Json }), row.answer, `succeeding, round ${round}`);
    }
  });
}

test('the stack may end anywhere inside a kept library and the next request finds it whole', () => {
  const hook = `local lib = import 'lib.libsonnet';
    local deep(n) = if n == 0 then lib.table else [deep(n - 1)][0];
    function(request) deep(request.n)`;
  let failures = 0;
  // Each depth leaves another number of frames for the library, until there are too few.
  for (let depth = 0; depth <= 520; depth += 3) {
    const engine = createJsEngine({ importer: memoryImporter({ 'lib.libsonnet': lib }) });
    const program = engine.load('hook.jsonnet', hook);
    const first = message(program, { request: { n: depth } });
    if (first === 'max stack frames exceeded.') failures += 1;
    else assert.equal(first, 'value {"first":0,"last":40}', `depth ${depth}`);
    assert.deepEqual(value(program, { request: { n: 0 } }), { first: 0, last: 40 }, `after depth ${depth}`);
  }
  assert.ok(failures > 10 && failures < 170, `${failures} of the depths were too deep`);
});

test('a request is not changed by the evaluation', () => {
  const freeze = (json: Json): Json => {
    if (json !== null && typeof json === 'object') for (const inner of Object.values(json)) freeze(inner as Json);
    return Object.freeze(json) as Json;
  };
  const request = freeze({ list: [3, 1, 2], o: { a: { b: 1 } }, s: 'x' });
  const program = createJsEngine({ importer: memoryImporter() }).load(
    'hook.jsonnet',
    `function(request) [std.sort(request.list), request.o { a+: { c: 2 } }, std.mergePatch(request.o, { a: null }), request.list + [4], request]`,
  );
  const expected = [
    [1, 2, 3],
    { a: { b: 1, c: 2 } },
    {},
    [3, 1, 2, 4],
    { list: [3, 1, 2], o: { a: { b: 1 } }, s: 'x' },
  ];
  assert.deepEqual(value(program, { request }), expected);
  assert.deepEqual(value(program, { request }), expected);
});

test('an answer can be changed without changing the next one', () => {
  const files = { 'lib.libsonnet': '{ list: [1, { a: 2 }] }', 'data.json': '{ "o": { "list": [1] } }' };
  const program = createJsEngine({ importer: memoryImporter(files) }).load(
    'hook.jsonnet',
    `local lib = import 'lib.libsonnet', data = import 'data.json', own = { x: [] };
    function(request) { lib: lib, own: own, data: data, request: request }`,
  );
  const expected = { lib: { list: [1, { a: 2 }] }, own: { x: [] }, data: { o: { list: [1] } }, request: { r: [] } };
  const change = (json: Json): void => {
    if (json === null || typeof json !== 'object') return;
    for (const inner of Object.values(json)) change(inner);
    if (Array.isArray(json)) json.push('changed');
    else json.changed = true;
  };
  for (let round = 0; round < 3; round++) {
    const answer = value(program, { request: { r: [] } });
    assert.deepEqual(answer, expected, `round ${round}`);
    change(answer);
  }
});

test('two hooks that share a library share its parsed form: it is read once', () => {
  const importer = memoryImporter({
    'lib/shared.libsonnet': `{ f(x):: x + (import 'deeper.libsonnet') }`,
    'lib/deeper.libsonnet': '1',
  });
  const engine = createJsEngine({ importer });
  const one = engine.load('one.jsonnet', `local lib = import 'lib/shared.libsonnet'; function(request) lib.f(request)`);
  const two = engine.load(
    'two.jsonnet',
    `local lib = import './lib/shared.libsonnet'; function(request) lib.f(request * 2)`,
  );
  assert.deepEqual(importer.reads, [], 'nothing is read before it is needed');
  for (let i = 1; i <= 3; i++) {
    assert.equal(value(one, { request: i }), i + 1);
    assert.equal(value(two, { request: i }), i * 2 + 1);
  }
  // The second hook writes the path in another way, which only the importer can tell.
  assert.deepEqual(importer.reads.toSorted(), ['lib/deeper.libsonnet', 'lib/shared.libsonnet', 'lib/shared.libsonnet']);
});

test('what an impure native function gave is not kept for the next request', () => {
  let calls = 0;
  const engine = createJsEngine({
    importer: memoryImporter({ 'lib.libsonnet': `{ now: std.native('count')() }` }),
    natives: [{ name: 'count', params: [], pure: false, call: () => ++calls }],
  });
  const program = engine.load(
    'hook.jsonnet',
    `local lib = import 'lib.libsonnet'; function(request) [lib.now, lib.now]`,
  );
  assert.deepEqual(program.call({ request: 1 }), { value: [1, 1], pure: false });
  assert.deepEqual(program.call({ request: 1 }), { value: [2, 2], pure: false });
});

test('what a pure native function gave to the library is kept', () => {
  let calls = 0;
  const engine = createJsEngine({
    importer: memoryImporter({ 'lib.libsonnet': `{ table: std.native('table')(3) }` }),
    natives: [{ name: 'table', params: ['n'], pure: true, call: (n) => [n as number, ++calls] }],
  });
  const program = engine.load('hook.jsonnet', `local lib = import 'lib.libsonnet'; function(request) lib.table`);
  assert.deepEqual(program.call({ request: 1 }), { value: [3, 1], pure: true });
  assert.deepEqual(program.call({ request: 2 }), { value: [3, 1], pure: true });
});

test('the heap does not grow with the number of requests', () => {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  const heapBytes = () => {
    collect();
    collect();
    return process.memoryUsage().heapUsed;
  };
  const program = createJsEngine({ importer: memoryImporter({ 'lib.libsonnet': lib }) }).load(
    'hook.jsonnet',
    `local lib = import 'lib.libsonnet';
    function(request)
      if request.n % 10 == 0 then error 'failed ' + request.n
      else { [request.name]: lib.positive(request.n), all: [request[k] for k in std.objectFields(request)] }`,
  );
  // Names, keys and values differ each time, so that memory would grow if any of them were kept.
  const run = (from: number, to: number) => {
    for (let n = from; n <= to; n++) {
      const request = { n, name: `name-${n}`, [`key-${n}`]: 'x'.repeat(100) };
      if (n % 10 === 0) assert.equal(message(program, { request }), `failed ${n}`);
      else assert.deepEqual(Object.keys(value(program, { request }) as object).toSorted(), ['all', `name-${n}`]);
    }
  };
  run(1, 3000);
  const before = heapBytes();
  run(3001, 20_000);
  const growth = heapBytes() - before;
  // 17,000 requests of 100 bytes would already be 2 MB, without any structure around them.
  assert.ok(growth < 1_000_000, `the heap grew by ${growth} bytes`);
});

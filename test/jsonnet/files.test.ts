import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createJsEngine, type EngineOptions, JsonnetError, type NativeFunction } from '../../src/jsonnet/index.js';
import { memoryImporter } from './importers.js';

/** An engine for files in memory, and the lines it traced. */
function engine(files: Record<string, string | Uint8Array>, options: Partial<EngineOptions> = {}) {
  const importer = memoryImporter(files);
  const traced: string[] = [];
  return { importer, traced, ...createJsEngine({ importer, trace: (line) => traced.push(line), ...options }) };
}

/** Counts its calls, so that a test can see what was evaluated again. */
function counter(pure: boolean): NativeFunction & { calls: number } {
  return {
    name: 'count',
    params: [],
    pure,
    calls: 0,
    call() {
      this.calls++;
      return this.calls;
    },
  };
}

test('two programs share the files and the values of their library', () => {
  const count = counter(true);
  const { importer, load } = engine(
    { 'lib.libsonnet': `{ n: std.native('count')(), f(x):: x + self.n }` },
    { natives: [count] },
  );
  const a = load('a.jsonnet', `function(request) (import 'lib.libsonnet').f(request)`);
  const b = load('b.jsonnet', `function(request) [(import 'lib.libsonnet').f(request), (import './lib.libsonnet').n]`);
  assert.deepEqual(
    [a.call({ request: 10 }).value, b.call({ request: 20 }).value, a.call({ request: 30 }).value],
    [11, [21, 1], 31],
  );
  assert.equal(count.calls, 1);
  // The importer is asked for both spellings, but they are one file.
  assert.deepEqual(importer.reads, ['lib.libsonnet', 'lib.libsonnet', 'lib.libsonnet']);
});

test('what an impure native gave is not kept, nor is what was evaluated with it', () => {
  const count = counter(false);
  const { load } = engine({ 'lib.libsonnet': `{ fixed: 1, n: std.native('count')() }` }, { natives: [count] });
  const program = load(
    'a.jsonnet',
    `local lib = import 'lib.libsonnet'; function(request) if request then [lib.n, lib.n] else lib.fixed`,
  );
  assert.deepEqual(program.call({ request: false }), { value: 1, pure: true });
  assert.deepEqual(program.call({ request: true }), { value: [1, 1], pure: false });
  assert.deepEqual(program.call({ request: true }), { value: [2, 2], pure: false });
  assert.deepEqual(program.call({ request: false }), { value: 1, pure: true });
});

test('what an impure native gave is not kept after a failure either', () => {
  const count = counter(false);
  const { load } = engine({ 'lib.libsonnet': `{ n: std.native('count')() }` }, { natives: [count] });
  const program = load('a.jsonnet', `local lib = import 'lib.libsonnet'; function(request) lib.n / request`);
  assert.throws(() => program.call({ request: 0 }), JsonnetError);
  assert.equal(program.call({ request: 1 }).value, 2);
});

test('a line of std.trace is written at each call', () => {
  const { load, traced } = engine({ 'lib.libsonnet': `{\n  n: std.trace('lib', 1),\n}` });
  const program = load(
    'a.jsonnet',
    `local lib = import 'lib.libsonnet'; function(request) std.trace('n is ' + request, lib.n)`,
  );
  assert.deepEqual(program.call({ request: 1 }), { value: 1, pure: false });
  assert.deepEqual(program.call({ request: 2 }), { value: 1, pure: false });
  assert.deepEqual(traced, [
    'TRACE: a.jsonnet:1 n is 1',
    'TRACE: lib.libsonnet:2 lib',
    'TRACE: a.jsonnet:1 n is 2',
    'TRACE: lib.libsonnet:2 lib',
  ]);
});

test('imports may go round in a circle', () => {
  const { load } = engine({
    'even.libsonnet': `function(n) if n == 0 then true else (import 'odd.libsonnet')(n - 1)`,
    'odd.libsonnet': `function(n) if n == 0 then false else (import 'even.libsonnet')(n - 1)`,
    'self.libsonnet': `{ a: 1, b: (import 'self.libsonnet').a }`,
  });
  assert.deepEqual(load('a.jsonnet', `[(import 'even.libsonnet')(7), import 'self.libsonnet']`).call({}).value, [
    false,
    { a: 1, b: 1 },
  ]);
});

test('a circle that never ends is a clean error', () => {
  const { load } = engine({ 'a.libsonnet': `import 'b.libsonnet'`, 'b.libsonnet': `import 'a.libsonnet'` });
  assert.throws(() => load('main.jsonnet', `import 'a.libsonnet'`).call({}), { message: 'max stack frames exceeded.' });
});

test('a missing file fails when it is needed, and is looked for again', () => {
  const files: Record<string, string> = {};
  const { load } = engine(files);
  const program = load('dir/a.jsonnet', `function(request) if request then import 'b.libsonnet' else 'not needed'`);
  assert.equal(program.call({ request: false }).value, 'not needed');
  assert.throws(() => program.call({ request: true }), { message: `couldn't open import "b.libsonnet": no such file` });
  files['dir/b.libsonnet'] = '42';
  assert.equal(program.call({ request: true }).value, 42);
});

test('a file that does not parse fails when it is needed', () => {
  const { load } = engine({ 'b.libsonnet': '{ a: }' });
  const program = load('a.jsonnet', `function(request) if request then import 'b.libsonnet' else 1`);
  assert.equal(program.call({ request: false }).value, 1);
  assert.throws(
    () => program.call({ request: true }),
    (error: unknown) =>
      error instanceof JsonnetError && error.describe() === 'b.libsonnet:1:6-7 Unexpected: "}" while parsing terminal',
  );
});

test('texts and bytes', () => {
  const { load } = engine({ 'a.txt': 'é\r\n', 'b.bin': new Uint8Array([0, 128, 255]), empty: '' });
  const program = load(
    'main.jsonnet',
    `[importstr 'a.txt', importbin 'b.bin', importstr 'empty', importbin 'empty', importbin 'a.txt']`,
  );
  assert.deepEqual(program.call({}).value, ['é\r\n', [0, 128, 255], '', [], [195, 169, 13, 10]]);
});

test('JSON files keep what JavaScript objects are careless with', () => {
  const text = '{"10": 1, "9": 2, "__proto__": {"a": 3}, "b": [1.50, -0, 1e2], "constructor": null}';
  const { load } = engine({ 'a.json': text });
  const program = load(
    'main.jsonnet',
    `local a = import 'a.json'; { keys: std.objectFields(a), a: a, proto: a.__proto__.a, more: a { c: 1 }, has: ['toString' in a, '__proto__' in a] }`,
  );
  assert.equal(
    program.manifest().replace(/\s/g, ''),
    '{"a":{"10":1,"9":2,"__proto__":{"a":3},"b":[1.5,-0,100],"constructor":null},"has":[false,true],"keys":["10","9","__proto__","b","constructor"],"more":{"10":1,"9":2,"__proto__":{"a":3},"b":[1.5,-0,100],"c":1,"constructor":null},"proto":3}',
  );
});

test('a .json file that is Jsonnet after all', () => {
  const { load } = engine({ 'a.json': `// a comment\n{ a: 1 + 1 }`, 'b.json': '[1e999]' });
  assert.deepEqual(load('main.jsonnet', `import 'a.json'`).call({}).value, { a: 2 });
  assert.throws(() => load('main.jsonnet', `import 'b.json'`).call({}), { message: 'Overflow' });
});

test('std.thisFile is the file it stands in', () => {
  const { load } = engine({ 'lib/b.libsonnet': `{ f():: std.thisFile, s:: std }` });
  const program = load('main.jsonnet', `local b = import 'lib/b.libsonnet'; [std.thisFile, b.f(), b.s.thisFile]`);
  assert.deepEqual(program.call({}).value, ['main.jsonnet', 'lib/b.libsonnet', 'lib/b.libsonnet']);
});

test('external variables: strings, code, code that imports, code that fails only when it is needed', () => {
  const { load } = engine(
    { 'b.libsonnet': '{ n: 4 }' },
    {
      extVars: {
        s: { kind: 'str', value: '1 + 1' },
        c: { kind: 'code', value: '{ a: 1 + 1, b: std.extVar("s") }' },
        i: { kind: 'code', value: `(import 'b.libsonnet').n` },
        bad: { kind: 'code', value: 'error "needed"' },
        ['__proto__']: { kind: 'str', value: 'proto' },
      },
    },
  );
  const program = load(
    'main.jsonnet',
    `function(request) if request then std.extVar('bad') else [std.extVar(x) for x in ['s', 'c', 'i', '__proto__']]`,
  );
  assert.deepEqual(program.call({ request: false }).value, ['1 + 1', { a: 2, b: '1 + 1' }, 4, 'proto']);
  assert.throws(() => program.call({ request: true }), { message: 'needed' });
  assert.throws(() => load('x', `std.extVar('toString')`).call({}), {
    message: 'Undefined external variable: toString',
  });
});

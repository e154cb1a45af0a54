import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { checkAnswer, readRequest } from '../../../src/protocol/index.js';
import { composite, customize, judge, type Loose, lines, pod, sent } from '../samples.js';

function nested(levels: number): unknown {
  let value: unknown = 'end';
  for (let level = 0; level < levels; level++) value = { a: value };
  return value;
}

test('an answer nested 100,000 levels deep is a finding, not a crash', () => {
  const verdict = judge(composite(), { status: { deep: nested(100_000) }, children: [] });
  assert.deepEqual(verdict.warnings, []);
  assert.equal(verdict.errors.length, 1);
  assert.equal(verdict.errors[0]?.rule, 'too-deep');
  assert.match(
    verdict.errors[0]?.message ?? '',
    /^status\.deep\.a\.a[.a]+…[.a]+ is nested more than 1000 levels deep: return a flatter object$/,
  );
});

test('an answer of 1,000 levels is taken, and JSON.stringify can write it', () => {
  const answer = { status: { deep: nested(998) }, children: [] };
  assert.deepEqual(judge(composite(), answer), { errors: [], warnings: [], desired: 0 });
  assert.ok(JSON.stringify(answer).length > 5000);
});

test('a cycle is reported at the place where it closes', () => {
  const answer: Loose = { status: {}, children: [pod()] };
  answer.children[0].spec = { parent: { again: answer } };
  assert.deepEqual(lines(judge(composite(), answer).errors), [
    'not-json: children[0].spec.parent.again refers back to an object around it, a cycle that JSON cannot express: return plain data',
  ]);
});

test('the same object in two places is not a cycle', () => {
  const template = { containers: [{ name: 'a' }] };
  const children = ['a', 'b'].map((name) =>
    pod((one) => {
      one.metadata.name = name;
      one.spec = template;
    }),
  );
  assert.deepEqual(judge(composite(), { status: {}, children }), { errors: [], warnings: [], desired: 2 });
});

test('objects with toJSON are judged as they are sent', () => {
  class Model {
    readonly #name: string;
    constructor(name: string) {
      this.#name = name;
    }
    toJSON(): unknown {
      return pod((one) => {
        one.metadata.name = this.#name;
        one.metadata.namespace = 'prod';
      });
    }
  }
  const verdict = judge(composite(), { status: {}, children: [new Model('a')] });
  assert.deepEqual(
    verdict.errors.map((one) => one.path),
    ['children[0].metadata.namespace'],
  );
  assert.equal(verdict.desired, 1);
});

test('class instances are judged by their own fields, which are the ones sent', () => {
  class Answer {
    status = {};
    get children(): unknown {
      return [];
    }
  }
  const request = composite((one) => {
    one.children['Pod.v1'].a = {};
  });
  assert.deepEqual(lines(judge(request, new Answer()).errors), [
    'missing-children: children is missing, which would delete the 1 observed object: return those that should stay, or an explicit [] to delete them',
  ]);
});

// biome-ignore format: a table
const throwing: readonly { readonly name: string; readonly answer: unknown; readonly message: string }[] = [
  { name: 'a getter', answer: { get status() { throw new Error('no status yet'); } },
    message: 'not-json: the answer cannot be read, because reading it threw "no status yet": return plain data' },
  { name: 'toJSON', answer: { status: { toJSON() { throw new TypeError('not ready'); } } },
    message: 'not-json: the answer cannot be read, because reading it threw "not ready": return plain data' },
  { name: 'a proxy', answer: new Proxy({}, { ownKeys() { throw 'locked'; } }),
    message: 'not-json: the answer cannot be read, because reading it threw "locked": return plain data' },
];

for (const { name, answer, message } of throwing) {
  test(`an answer that throws when it is read: ${name}`, () => {
    assert.deepEqual(lines(judge(composite(), answer).errors), [message]);
  });
}

test('toJSON of the whole answer decides what it is', () => {
  assert.deepEqual(lines(judge(composite(), { toJSON: () => [] }).errors), [
    'response-not-object: the answer is an array: return an object such as {status, children}',
  ]);
  assert.deepEqual(judge(composite(), { toJSON: () => ({ status: {}, children: [] }) }), {
    errors: [],
    warnings: [],
    desired: 0,
  });
});

test('nulls that mean something are not reported', () => {
  const request = composite((one) => {
    one.controller.kind = 'DecoratorController';
    one.object = one.parent;
    one.attachments = {};
  });
  assert.deepEqual(judge(request, { labels: { a: null }, annotations: { b: null }, status: null }).warnings, []);
});

test('twenty findings are shown and the others counted, errors and warnings each', () => {
  const children = Array.from({ length: 25 }, () => null);
  const status = Object.fromEntries(Array.from({ length: 1500 }, (_, index) => [`key${index}`, null]));
  const verdict = judge(composite(), { status, children });
  assert.equal(verdict.errors.length, 20);
  assert.equal(
    verdict.errors[19]?.message,
    'children[19] is null: leave it out or return an object with apiVersion, kind and metadata.name (and 5 more errors)',
  );
  assert.equal(verdict.warnings.length, 20);
  assert.equal(
    verdict.warnings[19]?.message,
    'status.key19 is null, which the API server drops: leave it out (and 1480 more warnings)',
  );
  const strict = judge(composite(), { status, children }, true);
  assert.equal(strict.errors.length, 20);
  assert.match(strict.errors[19]?.message ?? '', /\(and 1505 more errors\)$/);
});

test('long keys and values are cut in messages', () => {
  const long = 'x'.repeat(500);
  const [finding] = judge(composite(), { status: {}, [long]: 1, resyncAfterSeconds: long }).errors;
  assert.equal(finding?.message, 'resyncAfterSeconds is a string: return a number of seconds or leave it out');
  const [warning] = judge(composite(), { status: {}, [`${long}-`]: 1 }).warnings;
  assert.equal(warning?.path, `["${'x'.repeat(60)}…"]`);
});

// biome-ignore format: a table
const modes: readonly { readonly name: string; readonly version: unknown; readonly mode: unknown; readonly strict: boolean }[] = [
  { name: 'v1 is loose', version: 'v1', mode: undefined, strict: false },
  { name: 'v2 is strict', version: 'v2', mode: undefined, strict: true },
  { name: 'no version is v1', version: undefined, mode: undefined, strict: false },
  { name: 'v1 made strict', version: 'v1', mode: 'strict', strict: true },
  { name: 'v2 made loose', version: 'v2', mode: 'loose', strict: false },
];

for (const { name, version, mode, strict } of modes) {
  for (const spelling of ['responseUnMarshallMode', 'responseUnmarshallMode']) {
    test(`unmarshall mode ${spelling}: ${name}`, () => {
      const request = composite((one) => {
        one.controller.spec.hooks.sync = { version, webhook: { [spelling]: mode } };
      });
      const verdict = judge(request, { status: {}, events: [] });
      assert.deepEqual([verdict.errors.length, verdict.warnings.length], strict ? [1, 0] : [0, 1]);
    });
  }
}

test('each hook has a version and a mode of its own', () => {
  const request = customize((one) => {
    one.controller.spec.hooks = { sync: { version: 'v2' }, customize: { version: 'v1' } };
  });
  assert.deepEqual(judge(request, { relatedResources: [], extra: 1 }).errors, []);
});

class Counter {
  #reads = 0;
  get plain(): unknown {
    const counter = this;
    return {
      get status() {
        counter.#reads++;
        return { reads: counter.#reads };
      },
      children: {
        toJSON: () => [
          pod((one) => {
            one.metadata.labels.reads = String(++counter.#reads);
          }),
        ],
      },
    };
  }
  get reads(): number {
    return this.#reads;
  }
}

test('each getter is read once and each toJSON is called once, so that what is judged is what is sent', () => {
  const counter = new Counter();
  const children = [
    pod((one) => {
      one.metadata.labels.reads = '2';
    }),
  ];
  assert.equal(sent(composite(), counter.plain), JSON.stringify({ status: { reads: 1 }, children }));
  assert.equal(counter.reads, 2);
});

class Labels {
  readonly app = 'hello';
  readonly #secret = 1;
  get secret(): number {
    return this.#secret;
  }
}

const sparse: unknown[] = [1];
sparse[2] = 3;

const texts: readonly { readonly name: string; readonly status: unknown; readonly text: string }[] = [
  { name: 'undefined fields are left out', status: { a: undefined, b: { c: undefined } }, text: '{"b":{}}' },
  { name: 'undefined entries are null', status: { a: [undefined, 1] }, text: '{"a":[null,1]}' },
  { name: 'holes are null', status: { a: sparse }, text: '{"a":[1,null,3]}' },
  { name: 'functions and symbols', status: { a() {}, b: [Symbol('b')], c: 1 }, text: '{"b":[null],"c":1}' },
  { name: 'a date', status: { at: new Date(0) }, text: '{"at":"1970-01-01T00:00:00.000Z"}' },
  { name: 'a Map and a Set', status: { map: new Map([[1, 2]]), set: new Set([1]) }, text: '{"map":{},"set":{}}' },
  { name: 'own fields of a class', status: new Labels(), text: '{"app":"hello"}' },
  { name: 'toJSON gets its key', status: { a: { toJSON: (key: string) => ({ key }) } }, text: '{"a":{"key":"a"}}' },
  { name: 'toJSON that says undefined', status: { a: { toJSON() {} }, b: 1 }, text: '{"b":1}' },
  { name: 'boxed scalars', status: { a: [Object('a'), Object(1), Object(true)] }, text: '{"a":["a",1,true]}' },
  { name: 'an object without prototype', status: Object.assign(Object.create(null), { a: 1 }), text: '{"a":1}' },
  { name: 'a buffer', status: { a: Buffer.from('a') }, text: '{"a":{"type":"Buffer","data":[97]}}' },
  {
    name: '__proto__',
    status: JSON.parse('{"__proto__":{"a":1},"2":1,"1":2}'),
    text: '{"1":2,"2":1,"__proto__":{"a":1}}',
  },
];

for (const { name, status, text } of texts) {
  test(`is sent as JSON.stringify has it: ${name}`, () => {
    assert.equal(JSON.stringify(status), text);
    assert.equal(sent(composite(), { status, children: [] }), `{"status":${text},"children":[]}`);
  });
}

test('is sent as JSON.stringify has it, for any value', () => {
  fc.assert(
    fc.property(fc.object({ withDate: true, withNullPrototype: true, withSparseArray: true }), (status) => {
      const answer = { status, children: [] };
      assert.equal(sent(composite(), answer), JSON.stringify(answer));
    }),
  );
});

test('an answer that is not copied is checked the same way', () => {
  const { request, facts } = readRequest(composite());
  fc.assert(
    fc.property(fc.jsonValue(), fc.jsonValue(), (status, children) => {
      const answer = JSON.parse(JSON.stringify({ status, children }));
      const copied = checkAnswer(request, facts, answer, { strict: false });
      const asIs = checkAnswer(request, facts, answer, { strict: false, alreadyJson: true });
      assert.deepEqual(asIs, copied);
      assert.equal(asIs.json, answer);
    }),
  );
});

import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { internalFiles } from '../../src/imports/index.js';
import type { Json } from '../../src/json/json.js';
import { createJsEngine, type Importer } from '../../src/jsonnet/index.js';
import { createNatives } from '../../src/natives/index.js';
import { findRetryLater } from '../../src/retry-later.js';

const importer: Importer = {
  read(_from, target) {
    const text = internalFiles.get(target);
    assert.ok(text, `no file ${target}`);
    return { path: target, content: new TextEncoder().encode(text) };
  },
};
const engine = createJsEngine({ importer, natives: createNatives({}, { warn: assert.fail }) });

async function evaluate(code: string): Promise<Json> {
  const source = `local kubecfg = import 'kubecfg.libsonnet'; ${code}`;
  return (await engine.load('test.jsonnet', source).call({})).value;
}

/** Objects at several depths, one of them in a List, for the functions that walk. */
const objects = `
  local obj(n) = { apiVersion: 'example.com/v1alpha1', kind: 'Test', metadata: { name: n } };
  local input = {
    a: obj('a'),
    b: [{ b1: obj('b1') }, obj('b2'), []],
    c: null,
    d: { apiVersion: 'v1', kind: 'List', extra: 'kept', items: [obj('d'), { apiVersion: 'v1', kind: 'List', items: [obj('e')] }] },
    hidden:: obj('hidden'),
  };
`;
const obj = (name: string) => ({ apiVersion: 'example.com/v1alpha1', kind: 'Test', metadata: { name } });
const list = (...items: Json[]) => ({ apiVersion: 'v1', kind: 'List', items });

const nested = `local o = { foo: { bar: { baz: 'nested' }, list: [1], hidden:: { qux:: 'sneaky' } } };`;

const values: readonly { name: string; code: string; value: Json }[] = [
  { name: 'parseJson', code: `kubecfg.parseJson('[3, 4]')`, value: [3, 4] },
  {
    name: 'parseYaml',
    code: `kubecfg.parseYaml('---\\n- 3\\n---\\nfoo: yes\\n')`,
    value: [[3], { foo: true }],
  },
  {
    name: 'manifestJson indents by 4',
    code: `kubecfg.manifestJson({ foo: 'bar', baz: [3] })`,
    value: '{\n    "baz": [\n        3\n    ],\n    "foo": "bar"\n}\n',
  },
  {
    name: 'manifestJson with another indentation, by name',
    code: `kubecfg.manifestJson({ a: 1 }, indent=2)`,
    value: '{\n  "a": 1\n}\n',
  },
  { name: 'manifestYaml', code: `kubecfg.manifestYaml({ foo: 'bar', baz: [3] })`, value: 'baz:\n- 3\nfoo: bar\n' },
  { name: 'resolveImage', code: `kubecfg.resolveImage('busybox')`, value: 'docker.io/library/busybox:latest' },
  { name: 'regexMatch', code: `kubecfg.regexMatch('o$', 'foo')`, value: true },
  { name: 'escapeStringRegex', code: `kubecfg.escapeStringRegex('f[o')`, value: 'f\\[o' },
  { name: 'regexSubst', code: `kubecfg.regexSubst('e', 'tree', 'oll')`, value: 'trolloll' },
  { name: 'validateJSONSchema', code: `kubecfg.validateJSONSchema({ a: 1 }, { type: 'object' })`, value: true },
  {
    name: 'toOverlay extends objects at every depth, and replaces the rest',
    code: `{ a: { b: { c: 1, d: 10 }, l: [1, 2] }, s: 1 } + kubecfg.toOverlay({ a: { b: { c: 2 }, l: [3] }, s: 2, t: { u: {} } })`,
    value: { a: { b: { c: 2, d: 10 }, l: [3] }, s: 2, t: { u: {} } },
  },
  {
    name: 'toOverlay keeps what is late bound',
    code: `{ a: { x: 1, y: self.x + 1 } } + kubecfg.toOverlay({ a: { x: 5 } })`,
    value: { a: { x: 5, y: 6 } },
  },
  { name: 'toOverlay of something that is not an object', code: `kubecfg.toOverlay([1])`, value: [1] },
  {
    name: 'isK8sObject',
    code: `[kubecfg.isK8sObject(v) for v in ['x', null, {}, { kind: 'Pod' }, { apiVersion: 'v1', kind: 'Pod' }]]`,
    value: [false, false, false, false, true],
  },
  {
    name: 'deepMap',
    code: `${objects} kubecfg.deepMap(function(o) o { metadata+: { name+: '2' } }, input)`,
    value: {
      a: obj('a2'),
      b: [{ b1: obj('b12') }, obj('b22'), []],
      c: null,
      d: { ...list(obj('d2'), list(obj('e2'))), extra: 'kept' },
    },
  },
  {
    name: 'fold',
    code: `${objects} kubecfg.fold(function(names, o) names + [o.metadata.name], input, ['first'])`,
    value: ['first', 'a', 'b1', 'b2', 'd', 'e'],
  },
  {
    name: 'layouts.gvkName',
    code: `${objects} kubecfg.fold(kubecfg.layouts.gvkName, [obj('a'), obj('b')], {})`,
    value: { 'example.com/v1alpha1.Test': { a: obj('a'), b: obj('b') } },
  },
  {
    name: 'layouts.gvkNsName',
    code: `${objects} kubecfg.fold(kubecfg.layouts.gvkNsName, [obj('a'), obj('a') { metadata+: { namespace: 'n' } }], {})`,
    value: {
      'example.com/v1alpha1.Test': {
        _: { a: obj('a') },
        n: { a: { ...obj('a'), metadata: { name: 'a', namespace: 'n' } } },
      },
    },
  },
  { name: 'getPath', code: `${nested} kubecfg.getPath(o, 'foo.bar.baz')`, value: 'nested' },
  { name: 'getPath finds hidden fields', code: `${nested} kubecfg.getPath(o, 'foo.hidden.qux')`, value: 'sneaky' },
  {
    name: 'getPath without hidden fields',
    code: `${nested} kubecfg.getPath(o, 'foo.hidden.qux', inc_hidden=false)`,
    value: null,
  },
  { name: 'getPath with a default', code: `${nested} kubecfg.getPath(o, 'foo.not.there', default='x')`, value: 'x' },
  {
    name: 'a list of another kind is an object',
    code: `[kubecfg.fold(function(a, o) a + 1, { apiVersion: v, kind: k, items: [] }, 0) for v in ['v1', 'x/v1'] for k in ['PodList', 'List']]`,
    value: [1, 0, 1, 1],
  },
  { name: 'getPath to a null', code: `kubecfg.getPath({ a: { b: null } }, 'a.b', 'x')`, value: null },
  {
    name: 'getPath does not evaluate what it passes',
    code: `kubecfg.getPath({ a: { b: 1 }, c: error 'no' }, 'a.b')`,
    value: 1,
  },
  {
    name: 'objectHasPath and objectHasPathAll',
    code: `${nested} [f(o, p) for f in [kubecfg.objectHasPath, kubecfg.objectHasPathAll] for p in ['foo.bar.baz', 'foo.hidden.qux', 'foo.x']]`,
    value: [true, false, false, true, true, false],
  },
  {
    name: 'its functions are hidden, so the library itself prints as nothing',
    code: 'kubecfg',
    value: {},
  },
];

suite('kubecfg.libsonnet', () => {
  for (const { name, code, value } of values) {
    test(name, async () => assert.deepEqual(await evaluate(code), value));
  }

  const errors: readonly { name: string; code: string; message: string }[] = [
    {
      name: 'a List without items',
      code: `kubecfg.fold(function(a, o) a, { apiVersion: 'v1', kind: 'List' }, 0)`,
      message: 'Field does not exist: items',
    },
    {
      name: 'getPath through a text',
      code: `${nested} kubecfg.getPath(o, 'foo.bar.baz.x', 'x')`,
      message: 'Unexpected type string, expected object',
    },
    {
      name: 'getPath through a null',
      code: `kubecfg.getPath({ a: null }, 'a.b', 'x')`,
      message: 'Unexpected type null, expected object',
    },
    {
      name: 'objectHasPath through an array',
      code: `${nested} kubecfg.objectHasPath(o, 'foo.list.0')`,
      message: 'Unexpected type array, expected object',
    },
    {
      name: 'two objects of one name',
      code: `${objects} kubecfg.fold(kubecfg.layouts.gvkName, [obj('a'), obj('a')], {})`,
      message: 'there are two objects Test a',
    },
    {
      name: 'deepMap over a number',
      code: `kubecfg.deepMap(function(o) o, [1])`,
      message: 'deepMap found neither an object nor an array of objects, but number',
    },
    {
      name: 'fold over a text',
      code: `kubecfg.fold(function(a, o) a, { x: 'y' }, 0)`,
      message: 'fold found neither an object nor an array of objects, but string',
    },
    {
      name: 'a native’s own error',
      code: `kubecfg.parseJson('{')`,
      message: `parseJson: failed to parse JSON: it ends too early, at line 1 column 2`,
    },
    {
      name: 'parseHelmChart without helm',
      code: `kubecfg.parseHelmChart([1], 'app', 'team', {}, { KubeVersion: 1 })`,
      message: 'parseHelmChart: capabilities.KubeVersion.Version must be string',
    },
  ];
  for (const { name, code, message } of errors) {
    test(`${name} is an error`, () => assert.rejects(evaluate(code), { name: 'JsonnetError', message }));
  }

  test('retryLater ends the evaluation with a RetryLater behind the error', () =>
    assert.rejects(evaluate(`{ a: std.native('retryLater')(30, 'not yet') }`), (error) => {
      const later = findRetryLater(error);
      assert.deepEqual([later?.seconds, later?.message], [30, 'not yet']);
      return true;
    }));

  test('a value is remembered unless a native that is not pure took part', async () => {
    const natives = createNatives(
      { resolveImages: 'registry', resolveImagesError: 'ignore' },
      {
        warn: assert.fail,
        fetch: () => ({ status: 404, headers: {}, body: new Uint8Array() }),
      },
    );
    const strict = createJsEngine({ importer, natives });
    const pure = async (code: string) => (await strict.load('test.jsonnet', code).call({})).pure;
    assert.equal(await pure(`std.native('parseYaml')('a: 1')`), true);
    assert.equal(await pure(`std.native('resolveImage')('a')`), false);
    assert.equal(await pure(`std.native('parseYaml')('a: 1')`), true);
  });
});

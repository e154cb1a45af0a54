import assert from 'node:assert/strict';
import { test } from 'node:test';
import { checkAnswer, readRequest } from '../../../src/protocol/index.js';
import { composite, customize, decorator, judge, type Loose, lines, pod } from '../samples.js';

/** Answers that must not be refused, nor warned about. */
interface Row {
  readonly name: string;
  readonly request?: Loose;
  readonly answer: unknown;
}

const clusterScoped = composite((request) => {
  delete request.parent.metadata.namespace;
  request.children['Namespace.v1'] = {};
});
const v2 = (change: (request: Loose) => void): Loose =>
  composite((request) => {
    request.controller.spec.hooks.sync.version = 'v2';
    change(request);
  });
const byHand = composite((request) => {
  request.children = {};
});
const customizeV2 = customize((request) => {
  request.controller.spec.hooks.customize.version = 'v2';
});
const configMaps = { apiVersion: 'v1', resource: 'configmaps' };

// biome-ignore format: a table
const rows: readonly Row[] = [
  { name: 'status alone, nothing observed', answer: { status: { phase: 'Ready' } } },
  { name: 'an explicit empty list deletes on purpose', request: composite((request) => { request.children['Pod.v1'].a = {}; }),
    answer: { status: {}, children: [] } },
  { name: 'everything at once', answer: { status: {}, children: [pod()], resyncAfterSeconds: 0.5, finalized: false } },
  { name: 'resync 0', answer: { status: {}, resyncAfterSeconds: 0 } },
  { name: "the parent's namespace written out", answer: { status: {}, children: [pod((one) => { one.metadata.namespace = 'default'; })] } },
  { name: 'an empty namespace', answer: { status: {}, children: [pod((one) => { one.metadata.namespace = ''; })] } },
  { name: 'one name in two kinds', answer: { status: {}, children: [pod(), { ...pod(), apiVersion: 'apps/v1', kind: 'Deployment' }] } },
  { name: 'children of a cluster-scoped parent anywhere', request: clusterScoped,
    answer: { status: {}, children: [pod((one) => { one.metadata.namespace = 'a'; }), pod((one) => { one.metadata.namespace = 'b'; }), { ...pod(), kind: 'Namespace' }] } },
  { name: 'generated selector, no labels', request: composite((request) => { request.controller.spec.generateSelector = true; }),
    answer: { status: {}, children: [pod((one) => { delete one.metadata.labels; })] } },
  { name: "generated selector, the parent's uid", request: composite((request) => { request.controller.spec.generateSelector = true; }),
    answer: { status: {}, children: [pod((one) => { one.metadata.labels['controller-uid'] = '7c1f'; })] } },
  { name: 'a parent without selector', request: composite((request) => { delete request.parent.spec; }),
    answer: { status: {}, children: [pod((one) => { delete one.metadata.labels; })] } },
  { name: 'expressions that hold', request: composite((request) => { request.parent.spec.selector = { matchExpressions: [{ key: 'app', operator: 'In', values: ['x', 'hello'] }, { key: 'app', operator: 'Exists' }, { key: 'tier', operator: 'NotIn', values: ['db'] }, { key: 'old', operator: 'DoesNotExist' }] }; }),
    answer: { status: {}, children: [pod()] } },
  { name: 'a request written by hand, with an empty map of children', request: byHand,
    answer: { status: {}, children: [pod(), { ...pod(), apiVersion: 'apps/v1', kind: 'Deployment' }] } },
  { name: 'a request written by hand, with only the observed kinds', request: composite((request) => { delete request.children['Deployment.apps/v1']; }),
    answer: { status: {}, children: [{ ...pod(), apiVersion: 'apps/v1', kind: 'Deployment' }] } },
  { name: 'hook version v2', request: v2(() => {}), answer: { status: {}, children: [pod()] } },
  { name: 'finalize done', request: composite((request) => { request.finalizing = true; }), answer: { status: {}, children: [], finalized: true } },
  { name: 'a parent that is being deleted, whose children are not managed', request: composite((request) => { request.children['Pod.v1'].a = {}; request.parent.metadata.deletionTimestamp = '2026-10-02T16:40:11Z'; }),
    answer: { status: {} } },
  { name: 'finalized without a finalize hook', answer: { status: {}, finalized: true } },
  { name: 'a decorator that only labels', request: decorator(), answer: { labels: { seen: 'yes' } } },
  { name: 'a decorator that does nothing', request: decorator(), answer: {} },
  { name: 'attachments need no labels', request: decorator(),
    answer: { attachments: [{ apiVersion: 'v1', kind: 'Service', metadata: { name: 'web-0' }, spec: { ports: [] } }] } },
  { name: 'no related objects', request: customize(), answer: {} },
  { name: 'related by name', request: customize(), answer: { relatedResources: [{ ...configMaps, namespace: 'default', names: ['a', 'b'] }] } },
  { name: 'related by labels', request: customize(),
    answer: { relatedResources: [{ ...configMaps, labelSelector: { matchLabels: { 'example.com/a': '' }, matchExpressions: [{ key: 'b', operator: 'Exists', values: [] }] } }, { ...configMaps, labelSelector: {} }] } },
  { name: 'related by labels in one namespace', request: customize(),
    answer: { relatedResources: [{ ...configMaps, namespace: 'default', labelSelector: {} }] } },
  { name: 'related of another namespace under v2', request: customizeV2,
    answer: { relatedResources: [{ ...configMaps, namespace: 'prod' }, { ...configMaps, namespaceSelector: { matchLabels: { team: 'a' } }, labelSelector: {} }] } },
  { name: 'an empty list of names next to a selector', request: customize(), answer: { relatedResources: [{ ...configMaps, names: [], labelSelector: {} }] } },
  { name: 'related of any namespace for a cluster-scoped parent', request: customize((request) => { delete request.parent.metadata.namespace; }),
    answer: { relatedResources: [{ ...configMaps, namespace: 'prod' }] } },
  { name: 'data without a prototype', answer: Object.assign(Object.create(null), { status: Object.create(null), children: [] }) },
  { name: 'keys of the prototype in a child',
    answer: { status: JSON.parse('{"__proto__":{"a":1},"constructor":2}'), children: [pod((one) => { one.data = JSON.parse('{"__proto__":"x","10":"y"}'); })] } },
];

for (const { name, request, answer } of rows) {
  test(`not refused: ${name}`, () => {
    const verdict = judge(request ?? composite(), answer, true);
    assert.deepEqual({ errors: verdict.errors, warnings: verdict.warnings }, { errors: [], warnings: [] });
  });
}

test('several mistakes are all reported', () => {
  const verdict = judge(composite(), {
    status: 1,
    children: [
      {},
      pod((one) => {
        one.kind = 'Job';
        one.metadata.namespace = 'x';
      }),
    ],
    resyncAfterSeconds: 'x',
  });
  assert.deepEqual(
    verdict.errors.map((one) => `${one.rule} ${one.path}`),
    [
      'status-not-object status',
      'resync-not-number resyncAfterSeconds',
      'missing-api-version children[0].apiVersion',
      'missing-kind children[0].kind',
      'missing-name children[0].metadata.name',
      'other-namespace children[1].metadata.namespace',
    ],
  );
  assert.deepEqual(
    verdict.warnings.map((one) => `${one.rule} ${one.path}`),
    ['undeclared-kind children[1]'],
  );
  assert.equal(verdict.desired, 2);
});

test('a hook that changes its request does not change the rules', () => {
  const request = composite((one) => {
    one.children['Pod.v1'].a = {};
  });
  const read = readRequest(request);
  request.children = Object.values(request.children['Pod.v1']);
  request.parent.spec.selector.matchLabels.app = 'other';
  delete request.controller.spec;
  const check = (answer: unknown): string[] =>
    lines(checkAnswer(read.request, read.facts, answer, { strict: true }).errors);
  assert.deepEqual(check({ status: {}, children: [pod()] }), []);
  assert.deepEqual(check({ status: {}, children: [{ ...pod(), kind: 'Job' }] }).length, 1);
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Rule, ruleTable } from '../../../src/protocol/index.js';
import { composite, customize, decorator, judge, type Loose, lines, pod } from '../samples.js';

/** One answer that breaks one rule. `name` is the rule and, if there are several rows, the situation. */
interface Row {
  readonly name: `${Rule}${'' | `, ${string}`}`;
  readonly request?: Loose;
  readonly answer: unknown;
  readonly path: string;
  readonly message: string;
  readonly nodejsStyle?: boolean;
  readonly roundedIntegers?: readonly number[];
}

/** The verdict on a row's answer. */
const judgeRow = (row: Row, strict = false) =>
  judge(row.request ?? composite(), row.answer, {
    strict,
    nodejsStyle: row.nodejsStyle ?? false,
    roundedIntegers: new Set(row.roundedIntegers),
  });

const withChildren = (...children: unknown[]): unknown => ({ status: {}, children });
const withAttachments = (...attachments: unknown[]): unknown => ({ attachments });
const related = (...relatedResources: unknown[]): unknown => ({ relatedResources });
const configMaps = { apiVersion: 'v1', resource: 'configmaps' };
const observed = composite((request) => {
  request.children['Pod.v1'] = { a: pod(), b: pod() };
});
const finalizing = composite((request) => {
  request.finalizing = true;
});
const generated = composite((request) => {
  request.controller.spec.generateSelector = true;
});
const strictMode = composite((request) => {
  request.controller.spec.hooks.sync.webhook.responseUnMarshallMode = 'strict';
});

function selecting(...matchExpressions: unknown[]): Loose {
  return composite((request) => {
    request.parent.spec.selector = { matchExpressions };
  });
}

// biome-ignore format: a table
const errors: readonly Row[] = [
  { name: 'response-not-object', answer: null, path: '', message: 'the answer is null: return an object such as {status, children}' },
  { name: 'response-not-object, undefined', answer: undefined,
    path: '', message: 'the answer is undefined: return an object such as {status, children}' },
  { name: 'response-not-object, decorator', request: decorator(), answer: [],
    path: '', message: 'the answer is an array: return an object such as {labels, attachments}' },
  { name: 'response-not-object, customize', request: customize(), answer: 'x',
    path: '', message: 'the answer is a string: return an object such as {relatedResources}' },
  { name: 'list-not-array', answer: { status: {}, children: { 'Pod.v1': {} } },
    path: 'children', message: 'children is an object: return a flat list such as [pod, service]' },
  { name: 'list-not-array, decorator', request: decorator(), answer: { attachments: 'none' },
    path: 'attachments', message: 'attachments is a string: return a flat list such as [pod, service]' },
  { name: 'list-not-array, customize', request: customize(), answer: { relatedResources: {} },
    path: 'relatedResources', message: 'relatedResources is an object: return a flat list of {apiVersion, resource}' },
  { name: 'child-not-object', answer: withChildren(null),
    path: 'children[0]', message: 'children[0] is null: leave it out or return an object with apiVersion, kind and metadata.name' },
  { name: 'child-not-object, a list in the list', answer: withChildren(pod(), [pod()]),
    path: 'children[1]', message: 'children[1] is an array: leave it out or return an object with apiVersion, kind and metadata.name' },
  { name: 'missing-api-version', answer: withChildren(pod((one) => { delete one.apiVersion; })),
    path: 'children[0].apiVersion', message: 'children[0].apiVersion is missing: set it to a string such as v1 or apps/v1' },
  { name: 'missing-api-version, related', request: customize(), answer: related({ resource: 'pods' }),
    path: 'relatedResources[0].apiVersion', message: 'relatedResources[0].apiVersion is missing: set it to a string such as v1 or apps/v1' },
  { name: 'invalid-api-version', answer: withChildren(pod((one) => { one.apiVersion = 'apps/v1/beta'; })),
    path: 'children[0].apiVersion', message: 'children[0].apiVersion is "apps/v1/beta", with two slashes: write version for core objects and group/version for all others' },
  { name: 'invalid-api-version, related', request: customize(), answer: related({ apiVersion: 'a/b/c', resource: 'pods' }),
    path: 'relatedResources[0].apiVersion', message: 'relatedResources[0].apiVersion is "a/b/c", with two slashes: write version for core objects and group/version for all others' },
  { name: 'missing-kind', answer: withChildren(pod((one) => { one.kind = ''; })),
    path: 'children[0].kind', message: 'children[0].kind is an empty string: set it to a string such as Pod' },
  { name: 'metadata-not-object', answer: withChildren(pod((one) => { one.metadata = []; })),
    path: 'children[0].metadata', message: 'children[0].metadata is an array: set it to an object with a name' },
  { name: 'missing-name', answer: withChildren(pod((one) => { delete one.metadata.name; one.metadata.generateName = 'a-'; })),
    path: 'children[0].metadata.name', message: "children[0].metadata.name is missing: set it to a string derived from the parent's name" },
  { name: 'missing-name, the fourth of four', answer: withChildren(...['a', 'b', 'c', undefined].map((name) => pod((one) => { one.metadata.name = name; }))),
    path: 'children[3].metadata.name', message: "children[3].metadata.name is missing: set it to a string derived from the parent's name" },
  { name: 'missing-name, no metadata at all', answer: withChildren({ apiVersion: 'v1', kind: 'Pod' }),
    path: 'children[0].metadata.name', message: "children[0].metadata.name is missing: set it to a string derived from the parent's name" },
  { name: 'missing-name, a number', answer: withChildren(pod((one) => { one.metadata.name = 7; })),
    path: 'children[0].metadata.name', message: "children[0].metadata.name is a number: set it to a string derived from the parent's name" },
  { name: 'undeclared-version', answer: withChildren(pod((one) => { one.apiVersion = 'apps/v1beta2'; one.kind = 'Deployment'; })),
    path: 'children[0]', message: 'children[0] is a Deployment in apps/v1beta2, but the controller hello declares Deployment in apps/v1, so it would be deleted and created in turn: set apiVersion to apps/v1' },
  { name: 'invalid-namespace', answer: withChildren(pod((one) => { one.metadata.namespace = 3; })),
    path: 'children[0].metadata.namespace', message: "children[0].metadata.namespace is a number: set it to a string or leave it out for the parent's" },
  { name: 'other-namespace', answer: withChildren(pod((one) => { one.metadata.namespace = 'prod'; })),
    path: 'children[0].metadata.namespace', message: 'children[0].metadata.namespace is "prod", but the parent Hello "world" may only own objects in its own namespace: set it to "default" or leave it out' },
  { name: 'label-not-string', answer: withChildren(pod((one) => { one.metadata.labels.port = 8080; })),
    path: 'children[0].metadata.labels.port', message: 'children[0].metadata.labels.port is a number: put it in quotes' },
  { name: 'label-not-string, null', answer: withChildren(pod((one) => { one.metadata.labels['example.com/x'] = null; })),
    path: 'children[0].metadata.labels["example.com/x"]', message: 'children[0].metadata.labels["example.com/x"] is null: write a string' },
  { name: 'label-not-string, not a map', answer: withChildren(pod((one) => { one.metadata.labels = null; })),
    path: 'children[0].metadata.labels', message: 'children[0].metadata.labels is null: return an object whose values are strings, or leave it out' },
  { name: 'label-not-string, key __proto__', answer: withChildren(JSON.parse('{"apiVersion":"v1","kind":"Pod","metadata":{"name":"a","labels":{"app":"hello","__proto__":true}}}')),
    path: 'children[0].metadata.labels.__proto__', message: 'children[0].metadata.labels.__proto__ is true: put it in quotes' },
  { name: 'label-mismatch', answer: withChildren(pod((one) => { delete one.metadata.labels; })),
    path: 'children[0].metadata.labels', message: 'children[0].metadata.labels does not match spec.selector of the parent Hello "world", wanted app = "hello", found none: correct the labels, or set spec.generateSelector to true on the controller' },
  { name: 'label-mismatch, matchLabels', answer: withChildren(pod((one) => { one.metadata.labels.app = 'other'; })),
    path: 'children[0].metadata.labels', message: 'children[0].metadata.labels does not match spec.selector of the parent Hello "world", wanted app = "hello", found "other": correct the labels, or set spec.generateSelector to true on the controller' },
  { name: 'label-mismatch, In', request: selecting({ key: 'app', operator: 'In', values: ['a', 'b'] }), answer: withChildren(pod()),
    path: 'children[0].metadata.labels', message: 'children[0].metadata.labels does not match spec.selector of the parent Hello "world", wanted app in ("a", "b"), found "hello": correct the labels, or set spec.generateSelector to true on the controller' },
  { name: 'label-mismatch, NotIn', request: selecting({ key: 'app', operator: 'NotIn', values: ['hello', 'b'] }), answer: withChildren(pod()),
    path: 'children[0].metadata.labels', message: 'children[0].metadata.labels does not match spec.selector of the parent Hello "world", wanted app not in ("hello", "b"), found "hello": correct the labels, or set spec.generateSelector to true on the controller' },
  { name: 'label-mismatch, Exists', request: selecting({ key: 'tier', operator: 'Exists' }), answer: withChildren(pod()),
    path: 'children[0].metadata.labels', message: 'children[0].metadata.labels does not match spec.selector of the parent Hello "world", wanted a label tier, found none: correct the labels, or set spec.generateSelector to true on the controller' },
  { name: 'label-mismatch, DoesNotExist', request: selecting({ key: 'app', operator: 'DoesNotExist' }), answer: withChildren(pod()),
    path: 'children[0].metadata.labels', message: 'children[0].metadata.labels does not match spec.selector of the parent Hello "world", wanted no label app, found "hello": correct the labels, or set spec.generateSelector to true on the controller' },
  { name: 'label-mismatch, generated selector', request: generated, answer: withChildren(pod((one) => { one.metadata.labels = { 'controller-uid': 'mine' }; })),
    path: 'children[0].metadata.labels["controller-uid"]', message: 'children[0].metadata.labels["controller-uid"] is not the parent\'s uid, which the generated selector wants: leave this label out' },
  { name: 'annotation-not-string', answer: withChildren(pod((one) => { one.metadata.annotations = { a: true }; })),
    path: 'children[0].metadata.annotations.a', message: 'children[0].metadata.annotations.a is true: put it in quotes' },
  { name: 'annotation-not-string, an object', request: decorator(), answer: withAttachments({ apiVersion: 'v1', kind: 'Service', metadata: { name: 'a', annotations: { a: {} } } }),
    path: 'attachments[0].metadata.annotations.a', message: 'attachments[0].metadata.annotations.a is an object: write a string' },
  { name: 'duplicate-child', answer: withChildren(pod(), pod((one) => { one.metadata.name = 'b'; }), pod((one) => { one.metadata.namespace = 'default'; })),
    path: 'children[2]', message: 'children[2] is the same Pod "a" as children[0]: return each object once' },
  { name: 'missing-children', request: observed, answer: { status: {} },
    path: 'children', message: 'children is missing, which would delete all 2 observed objects: return those that should stay, or an explicit [] to delete them' },
  { name: 'null-children', request: observed, answer: { status: {}, children: null },
    path: 'children', message: 'children is null, which would delete all 2 observed objects: an `if` without `else` gives null in Jsonnet; return an explicit [] to delete them' },
  { name: 'missing-children, attachments', request: decorator((request) => { request.attachments['Service.v1'].a = {}; }), answer: {},
    path: 'attachments', message: 'attachments is missing, which would delete the 1 observed object: return those that should stay, or an explicit [] to delete them' },
  { name: 'status-not-object', answer: { status: 'ready', children: [] }, path: 'status', message: 'status is a string: return an object' },
  { name: 'status-not-object, an array', request: decorator(), answer: { status: [] },
    path: 'status', message: 'status is an array: return an object' },
  { name: 'resync-not-number', answer: { status: {}, resyncAfterSeconds: '30' },
    path: 'resyncAfterSeconds', message: 'resyncAfterSeconds is a string: return a number of seconds or leave it out' },
  { name: 'resync-not-number, infinite', answer: { status: {}, resyncAfterSeconds: Number.POSITIVE_INFINITY },
    path: 'resyncAfterSeconds', message: 'resyncAfterSeconds is Infinity: return a number of seconds or leave it out' },
  { name: 'finalized-not-boolean', request: finalizing, answer: { status: {}, finalized: 'yes' },
    path: 'finalized', message: 'finalized is a string: return true or false' },
  { name: 'decoration-not-string', request: decorator(), answer: { labels: { a: 1, b: null, c: 'x' } },
    path: 'labels.a', message: 'labels.a is a number: return a string to set it, null to delete it' },
  { name: 'decoration-not-string, not a map', request: decorator(), answer: { annotations: ['a'] },
    path: 'annotations', message: 'annotations is an array: return an object of strings' },
  { name: 'related-not-object', request: customize(), answer: related('pods'),
    path: 'relatedResources[0]', message: 'relatedResources[0] is a string: leave it out or return an object with apiVersion and resource' },
  { name: 'missing-resource', request: customize(), answer: related({ apiVersion: 'v1' }),
    path: 'relatedResources[0].resource', message: 'relatedResources[0].resource is missing: set it to the lowercase plural name, such as configmaps' },
  { name: 'related-field-type', request: customize(), answer: related({ ...configMaps, names: 'a' }),
    path: 'relatedResources[0].names', message: 'relatedResources[0].names is a string: return an array of strings' },
  { name: 'related-field-type, an entry of names', request: customize(), answer: related({ ...configMaps, names: ['a', 1] }),
    path: 'relatedResources[0].names[1]', message: 'relatedResources[0].names[1] is a number: return an array of strings' },
  { name: 'related-field-type, selector', request: customize(), answer: related({ ...configMaps, labelSelector: 'app=a' }),
    path: 'relatedResources[0].labelSelector', message: 'relatedResources[0].labelSelector is a string: return an object with matchLabels or matchExpressions' },
  { name: 'related-field-type, namespace', request: customize(), answer: related({ ...configMaps, namespace: ['a'] }),
    path: 'relatedResources[0].namespace', message: 'relatedResources[0].namespace is an array: return a string' },
  { name: 'excluded-combination', request: customize(), answer: related({ ...configMaps, names: ['a'], labelSelector: {} }),
    path: 'relatedResources[0]', message: 'relatedResources[0] has both names and labelSelector, which exclude each other: keep one of them' },
  { name: 'excluded-combination, names and namespaces', request: customize(), answer: related({ ...configMaps, names: ['a'], namespaceSelector: {} }),
    path: 'relatedResources[0]', message: 'relatedResources[0] has both names and namespaceSelector, which exclude each other: keep one of them' },
  { name: 'excluded-combination, both namespaces', request: customize(), answer: related({ ...configMaps, namespace: 'default', namespaceSelector: {} }),
    path: 'relatedResources[0]', message: 'relatedResources[0] has both namespace and namespaceSelector, which exclude each other: keep one of them' },
  { name: 'related-other-namespace', request: customize(), answer: related({ ...configMaps, namespace: 'prod' }),
    path: 'relatedResources[0].namespace', message: 'relatedResources[0].namespace is "prod", but hook version v1 allows a namespaced parent only its own namespace "default": leave it out, or set spec.hooks.customize.version to v2' },
  { name: 'invalid-selector', request: customize(), answer: related({ ...configMaps, labelSelector: { matchExpressions: [{ key: 'a', operator: 'in', values: ['b'] }] } }),
    path: 'relatedResources[0].labelSelector.matchExpressions[0].operator', message: 'relatedResources[0].labelSelector.matchExpressions[0].operator is "in": write In, NotIn, Exists or DoesNotExist' },
  { name: 'invalid-selector, no values', request: customize(), answer: related({ ...configMaps, labelSelector: { matchExpressions: [{ key: 'a', operator: 'NotIn' }] } }),
    path: 'relatedResources[0].labelSelector.matchExpressions[0].values', message: 'relatedResources[0].labelSelector.matchExpressions[0].values is empty, but NotIn needs at least one: add the values' },
  { name: 'invalid-selector, values of Exists', request: customize(), answer: related({ ...configMaps, labelSelector: { matchExpressions: [{ key: 'a', operator: 'Exists', values: ['b'] }] } }),
    path: 'relatedResources[0].labelSelector.matchExpressions[0].values', message: 'relatedResources[0].labelSelector.matchExpressions[0].values has entries, but Exists takes none: leave it out' },
  { name: 'invalid-selector, values are not a list', request: customize(), answer: related({ ...configMaps, labelSelector: { matchExpressions: [{ key: 'a', operator: 'In', values: 'b' }] } }),
    path: 'relatedResources[0].labelSelector.matchExpressions[0].values', message: 'relatedResources[0].labelSelector.matchExpressions[0].values is a string: return an array of label values' },
  { name: 'invalid-selector, a value', request: customize(), answer: related({ ...configMaps, labelSelector: { matchExpressions: [{ key: 'a', operator: 'In', values: ['b c'] }] } }),
    path: 'relatedResources[0].labelSelector.matchExpressions[0].values', message: 'relatedResources[0].labelSelector.matchExpressions[0].values is not a list of label values: return an array of label values' },
  { name: 'invalid-selector, key of an expression', request: customize(), answer: related({ ...configMaps, labelSelector: { matchExpressions: [{ operator: 'Exists' }] } }),
    path: 'relatedResources[0].labelSelector.matchExpressions[0].key', message: 'relatedResources[0].labelSelector.matchExpressions[0].key is missing: write a label key' },
  { name: 'invalid-selector, an expression', request: customize(), answer: related({ ...configMaps, labelSelector: { matchExpressions: ['a'] } }),
    path: 'relatedResources[0].labelSelector.matchExpressions[0]', message: 'relatedResources[0].labelSelector.matchExpressions[0] is a string: return an object {key, operator, values}' },
  { name: 'invalid-selector, expressions are not a list', request: customize(), answer: related({ ...configMaps, labelSelector: { matchExpressions: {} } }),
    path: 'relatedResources[0].labelSelector.matchExpressions', message: 'relatedResources[0].labelSelector.matchExpressions is an object: return an array of {key, operator, values}' },
  { name: 'invalid-selector, key of a label', request: customize(), answer: related({ ...configMaps, namespaceSelector: { matchLabels: { 'a b': 'c' } } }),
    path: 'relatedResources[0].namespaceSelector.matchLabels["a b"]', message: 'relatedResources[0].namespaceSelector.matchLabels["a b"] has the key "a b", which is not a label key: correct the key' },
  { name: 'invalid-selector, value of a label', request: customize(), answer: related({ ...configMaps, labelSelector: { matchLabels: { a: 1 } } }),
    path: 'relatedResources[0].labelSelector.matchLabels.a', message: "relatedResources[0].labelSelector.matchLabels.a is a number but not a label value: write a string of at most 63 letters, digits, '-', '_' or '.'" },
  { name: 'invalid-selector, labels are not a map', request: customize(), answer: related({ ...configMaps, labelSelector: { matchLabels: [] } }),
    path: 'relatedResources[0].labelSelector.matchLabels', message: 'relatedResources[0].labelSelector.matchLabels is an array: return an object of strings' },
  { name: 'not-json', answer: { status: { ratio: 0 / 0 } },
    path: 'status.ratio', message: 'status.ratio is NaN, which JSON cannot express: return a finite number' },
  { name: 'not-json, BigInt', answer: { status: { big: [1n] } },
    path: 'status.big[0]', message: 'status.big[0] is a BigInt, which JSON cannot express: return Number(value) or a string' },
  { name: 'not-json, Promise', answer: { status: { ready: Promise.resolve(true) } },
    path: 'status.ready', message: 'status.ready is a Promise, which JSON cannot express: await it' },
  { name: 'unknown-field, strict mode', request: strictMode, answer: { status: {}, childs: [] },
    path: 'childs', message: 'childs is a field that Metacontroller does not know: did you mean children?' },
];

// biome-ignore format: a table
const warnings: readonly Row[] = [
  { name: 'undeclared-kind', answer: withChildren(pod((one) => { one.kind = 'Service'; })),
    path: 'children[0]', message: 'children[0] is a Service.v1, but the controller hello declares Pod.v1, Deployment.apps/v1, so Metacontroller creates it once and then neither updates nor deletes it: add {apiVersion: v1, resource: services} to its spec.childResources or leave the entry out' },
  { name: 'undeclared-kind, none declared', request: composite((request) => { request.children = {}; request.controller.spec.childResources = undefined; }), answer: withChildren(pod()),
    path: 'children[0]', message: 'children[0] is a Pod.v1, but the controller hello declares no kinds, so Metacontroller creates it once and then neither updates nor deletes it: add {apiVersion: v1, resource: pods} to its spec.childResources or leave the entry out' },
  { name: 'undeclared-kind, attachment', request: decorator(), answer: withAttachments({ apiVersion: 'networking.k8s.io/v1', kind: 'NetworkPolicy', metadata: { name: 'a' } }),
    path: 'attachments[0]', message: 'attachments[0] is a NetworkPolicy.networking.k8s.io/v1, but the controller tagger declares Service.v1, so Metacontroller creates it once and then neither updates nor deletes it: add {apiVersion: networking.k8s.io/v1, resource: networkpolicies} to its spec.attachments or leave the entry out' },
  { name: 'undeclared-kind, part of the group in the kind', request: composite((request) => { request.children = { 'Lock.a.example.com/v1': {} }; request.controller.spec.childResources = []; }), answer: withChildren(pod((one) => { one.kind = 'Lock.a'; one.apiVersion = 'example.com/v1'; })),
    path: 'children[0]', message: 'children[0] is a Lock.a.example.com/v1, but the controller hello declares Lock.a.example.com/v1, so Metacontroller creates it once and then neither updates nor deletes it: add {apiVersion: example.com/v1, resource: lock.as} to its spec.childResources or leave the entry out' },
  { name: 'undeclared-kind, a name of the prototype', answer: withChildren(pod((one) => { one.kind = '__proto__'; one.apiVersion = 'constructor'; })),
    path: 'children[0]', message: 'children[0] is a __proto__.constructor, but the controller hello declares Pod.v1, Deployment.apps/v1, so Metacontroller creates it once and then neither updates nor deletes it: add {apiVersion: constructor, resource: __proto__s} to its spec.childResources or leave the entry out' },
  { name: 'large-object, in an annotation', answer: withChildren(pod(), pod((one) => { one.metadata.name = 'b'; one.spec = { a: ['é'.repeat(100_000), 'x'.repeat(80_000)] }; })),
    path: 'children[1]', message: 'children[1] has 274 KiB as JSON, and Metacontroller keeps a copy in an annotation, of which the API server accepts 256 KiB, unless it applies on the server side: split it' },
  { name: 'large-object, in etcd', request: decorator(), answer: withAttachments({ apiVersion: 'v1', kind: 'Service', metadata: { name: 'a' }, data: Object.fromEntries(Array.from({ length: 20 }, (_, index) => [`key-${index}`, 'x'.repeat(60_000)])) }),
    path: 'attachments[0]', message: 'attachments[0] has 1.1 MiB as JSON, and etcd refuses objects of more than 1.5 MiB: split it' },
  { name: 'integer-loss', answer: { status: { ids: [7, 9007199254740994, 9007199254740992] } }, roundedIntegers: [9007199254740992],
    path: 'status.ids[2]', message: 'status.ids[2] is an integer of the request that JavaScript rounds (beyond 2^53): leave it out or send a string' },
  { name: 'null-children, in the style of nodejs-server', request: observed, nodejsStyle: true, answer: { status: {}, children: null },
    path: 'children', message: 'children is null, which would delete all 2 observed objects: an `if` without `else` gives null in Jsonnet; return an explicit [] to delete them' },
  { name: 'unknown-field', answer: { status: {}, Children: [] },
    path: 'Children', message: 'Children is a field that Metacontroller does not know: did you mean children?' },
  { name: 'unknown-field, from the other controller', answer: { status: {}, attachments: [] },
    path: 'attachments', message: 'attachments is a field that Metacontroller does not know: did you mean children?' },
  { name: 'unknown-field, nothing like it', answer: { status: {}, events: [] },
    path: 'events', message: 'events is a field that Metacontroller does not know: known are status, children, resyncAfterSeconds, finalized' },
  { name: 'unknown-field, related', request: customize(), answer: related({ ...configMaps, name: 'a' }),
    path: 'relatedResources[0].name', message: 'relatedResources[0].name is a field that Metacontroller does not know: did you mean names?' },
  { name: 'unknown-field, selector', request: customize(), answer: related({ ...configMaps, labelSelector: { app: 'a' } }),
    path: 'relatedResources[0].labelSelector.app', message: 'relatedResources[0].labelSelector.app is a field that Metacontroller does not know: known are matchLabels, matchExpressions' },
  { name: 'unknown-field, expression', request: customize(), answer: related({ ...configMaps, labelSelector: { matchExpressions: [{ key: 'a', operator: 'In', value: 'b', values: ['b'] }] } }),
    path: 'relatedResources[0].labelSelector.matchExpressions[0].value', message: 'relatedResources[0].labelSelector.matchExpressions[0].value is a field that Metacontroller does not know: did you mean values?' },
  { name: 'null-field', answer: withChildren(pod((one) => { one.spec = { containers: [{ env: null }] }; })),
    path: 'children[0].spec.containers[0].env', message: 'children[0].spec.containers[0].env is null, which the API server drops: leave it out' },
  { name: 'null-field, top level', answer: { status: {}, resyncAfterSeconds: null },
    path: 'resyncAfterSeconds', message: 'resyncAfterSeconds is null, which Metacontroller takes for missing: leave it out' },
  { name: 'missing-status', answer: { children: [] },
    path: 'status', message: "status is missing, which wipes the parent's status: return it in every answer, at least {}" },
  { name: 'missing-status, null', answer: { status: null, children: [] },
    path: 'status', message: "status is missing, which wipes the parent's status: return it in every answer, at least {}" },
  { name: 'missing-finalized', request: finalizing, answer: { status: {}, children: [] },
    path: 'finalized', message: 'finalized is missing in the answer to a finalize call: return true once the observed children are gone, false before' },
  { name: 'finalized-in-sync', request: composite((request) => { request.controller.spec.hooks.finalize = {}; }), answer: { status: {}, finalized: true },
    path: 'finalized', message: 'finalized is true in the answer to a sync call, which takes the finalizer away: return it only if the request says finalizing' },
  { name: 'missing-namespace', request: composite((request) => { delete request.parent.metadata.namespace; }), answer: withChildren(pod()),
    path: 'children[0].metadata.namespace', message: 'children[0].metadata.namespace is missing, but a Pod lives in a namespace and the parent Hello "world" has none: set it' },
  { name: 'negative-resync', answer: { status: {}, resyncAfterSeconds: -1.5 },
    path: 'resyncAfterSeconds', message: 'resyncAfterSeconds is negative, which Metacontroller ignores: return a positive number of seconds or leave it out' },
  { name: 'dropped-value', answer: { status: { a() {} } },
    path: 'status.a', message: 'status.a is a function, which JSON drops: leave it out or return plain data' },
  { name: 'dropped-value, symbol', answer: { status: { a: Symbol('a') } },
    path: 'status.a', message: 'status.a is a symbol, which JSON drops: leave it out or return plain data' },
  { name: 'dropped-value, in an array', answer: { status: { list: [1, undefined] } },
    path: 'status.list[1]', message: 'status.list[1] is undefined, which JSON turns into null: leave the entry out' },
  { name: 'dropped-value, Map', answer: { status: { pods: new Map([['a', 1]]) } },
    path: 'status.pods', message: 'status.pods is a Map, which JSON sends as {}: return Object.fromEntries(map)' },
  { name: 'dropped-value, Set', answer: { status: { pods: new Set(['a']) } },
    path: 'status.pods', message: 'status.pods is a Set, which JSON sends as {}: return [...set]' },
  { name: 'date-value', answer: { status: { since: new Date(0) } },
    path: 'status.since', message: 'status.since is a Date, which is sent with milliseconds: return a string such as 2024-01-01T00:00:00Z' },
  { name: 'date-value, invalid', answer: { status: { since: new Date('never') } },
    path: 'status.since', message: 'status.since is an invalid Date, which is sent as null: return a string such as 2024-01-01T00:00:00Z' },
  ...(['resourceVersion', 'uid', 'creationTimestamp', 'managedFields', 'ownerReferences', 'generation', 'selfLink', 'deletionTimestamp', 'deletionGracePeriodSeconds'] as const ).map((name): Row => ({ name: `observed-field, ${name}`, answer: withChildren(pod((one) => { one.metadata[name] = 'x'; })), path: `children[0].metadata.${name}`, message: `children[0].metadata.${name} is set by the cluster, and sending it back causes endless updates: leave it out` })),
  { name: 'observed-field', request: decorator(), answer: withAttachments({ apiVersion: 'v1', kind: 'Service', metadata: { name: 'a' }, status: {} }),
    path: 'attachments[0].status', message: 'attachments[0].status is set by the cluster, and sending it back causes endless updates: leave it out' },
];

const ruleOf = (row: Row): string => row.name.replace(/,.*/, '');

for (const row of errors) {
  test(`error ${row.name}`, () => {
    const verdict = judgeRow(row);
    assert.deepEqual(verdict.errors, [{ rule: ruleOf(row), path: row.path, message: row.message }]);
    assert.deepEqual(lines(verdict.warnings.filter((one) => one.rule !== 'missing-finalized')), []);
  });
}

for (const row of warnings) {
  test(`warning ${row.name}`, () => {
    const finding = { rule: ruleOf(row), path: row.path, message: row.message };
    const verdict = judgeRow(row);
    assert.deepEqual(verdict.warnings, [finding]);
    assert.deepEqual(verdict.errors, []);
    // --strict turns the same finding into an error.
    const strict = judgeRow(row, true);
    assert.deepEqual(strict.errors, [finding]);
    assert.deepEqual(strict.warnings, []);
  });
}

test('every rule has a row with its exact message, under the severity of the table', () => {
  // Such an answer cannot be written in a row; plain.test.ts has its message.
  const elsewhere = ['too-deep'];
  const bySeverity = (severities: readonly string[]): string[] =>
    Object.keys(ruleTable).filter((name) => severities.includes(ruleTable[name as Rule].severity));
  const named = (rows: readonly Row[]): string[] => [...new Set(rows.map(ruleOf))].sort();
  assert.deepEqual([...named(errors), ...elsewhere].sort(), bySeverity(['error', 'by mode', 'by style']).sort());
  assert.deepEqual(named(warnings), bySeverity(['warning', 'by mode', 'by style']).sort());
});

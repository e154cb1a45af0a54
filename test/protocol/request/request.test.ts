import assert from 'node:assert/strict';
import { test } from 'node:test';
import { RequestError, type RequestFacts, readRequest } from '../../../src/protocol/index.js';
import { composite, customize, decorator, judge, type Loose, recorded } from '../samples.js';

const site = { apiVersion: 'web.example.com/v1', kind: 'Site', namespace: 'shop', name: 'storefront' };
const team = { apiVersion: 'org.example.com/v1alpha1', kind: 'Team', namespace: undefined, name: 'payments' };
const ledger = { apiVersion: 'apps/v1', kind: 'StatefulSet', namespace: 'finance', name: 'ledger' };
const reports = { apiVersion: 'v1', kind: 'Namespace', namespace: undefined, name: 'reports' };

// biome-ignore format: a table
const situations: readonly { readonly name: string; readonly facts: RequestFacts }[] = [
  { name: 'composite-sync-v1', facts: { kind: 'composite-sync', controller: 'site-controller', parent: site, observed: 2, timeoutSeconds: 10, etag: false } },
  { name: 'composite-sync-v2', facts: { kind: 'composite-sync', controller: 'site-controller', parent: site, observed: 2, timeoutSeconds: 90, etag: true } },
  { name: 'composite-finalize-v1',
    facts: { kind: 'composite-finalize', controller: 'site-controller', parent: site, observed: 1, timeoutSeconds: 30, etag: false } },
  { name: 'composite-finalize-v2',
    facts: { kind: 'composite-finalize', controller: 'site-controller', parent: site, observed: 1, timeoutSeconds: 30, etag: false } },
  { name: 'composite-customize-v1',
    facts: { kind: 'composite-customize', controller: 'site-controller', parent: site, observed: 0, timeoutSeconds: 5, etag: false } },
  { name: 'composite-customize-v2',
    facts: { kind: 'composite-customize', controller: 'site-controller', parent: site, observed: 0, timeoutSeconds: 5, etag: false } },
  { name: 'composite-sync-cluster-scoped-v1',
    facts: { kind: 'composite-sync', controller: 'team-controller', parent: team, observed: 2, timeoutSeconds: undefined, etag: false } },
  { name: 'composite-sync-cluster-scoped-v2',
    facts: { kind: 'composite-sync', controller: 'team-controller', parent: team, observed: 2, timeoutSeconds: undefined, etag: false } },
  { name: 'decorator-sync-v1',
    facts: { kind: 'decorator-sync', controller: 'budget-controller', parent: ledger, observed: 1, timeoutSeconds: 2.5, etag: false } },
  { name: 'decorator-sync-v2',
    facts: { kind: 'decorator-sync', controller: 'budget-controller', parent: ledger, observed: 1, timeoutSeconds: 2.5, etag: false } },
  { name: 'decorator-finalize-v1',
    facts: { kind: 'decorator-finalize', controller: 'budget-controller', parent: ledger, observed: 0, timeoutSeconds: 10, etag: false } },
  { name: 'decorator-finalize-v2',
    facts: { kind: 'decorator-finalize', controller: 'budget-controller', parent: ledger, observed: 0, timeoutSeconds: 10, etag: false } },
  { name: 'decorator-customize-v1',
    facts: { kind: 'decorator-customize', controller: 'budget-controller', parent: ledger, observed: 0, timeoutSeconds: 10, etag: false } },
  { name: 'decorator-customize-v2',
    facts: { kind: 'decorator-customize', controller: 'budget-controller', parent: ledger, observed: 0, timeoutSeconds: 10, etag: false } },
  { name: 'decorator-sync-cluster-scoped-v1',
    facts: { kind: 'decorator-sync', controller: 'fence-controller', parent: reports, observed: 1, timeoutSeconds: 10, etag: false } },
];

const desired: Record<string, number> = {
  'composite-sync-v1': 2,
  'composite-sync-v2': 2,
  'composite-sync-cluster-scoped-v1': 4,
  'composite-sync-cluster-scoped-v2': 4,
  'decorator-sync-v1': 1,
  'decorator-sync-v2': 1,
  'decorator-sync-cluster-scoped-v1': 1,
};

for (const { name, facts } of situations) {
  test(`the facts of ${name}, and its expected answer is beyond reproach`, () => {
    const request = recorded(name, 'request');
    const read = readRequest(request);
    assert.deepEqual(read.facts, facts);
    const verdict = judge(request, recorded(name, 'answer'), true);
    assert.deepEqual(verdict, { errors: [], warnings: [], desired: desired[name] ?? 0 });
  });
}

test('echoing observed children back is found out in a recorded request', () => {
  const request = recorded('composite-sync-v1', 'request');
  const children = Object.values(request.children).flatMap((group) => Object.values(group as object));
  const verdict = judge(request, { status: {}, children });
  assert.deepEqual(verdict.errors, []);
  assert.deepEqual([...new Set(verdict.warnings.map((one) => one.rule))], ['observed-field']);
  assert.deepEqual(
    verdict.warnings.map((one) => one.path.replace('children[0].', '')).filter((path) => !path.startsWith('children')),
    [
      'metadata.uid',
      'metadata.resourceVersion',
      'metadata.generation',
      'metadata.creationTimestamp',
      'metadata.ownerReferences',
      'metadata.managedFields',
      'status',
    ],
  );
});

// biome-ignore format: a table
const refusals: readonly { readonly name: string; readonly body: unknown; readonly message: string }[] = [
  { name: 'null', body: null, message: 'the request is null, but must be an object with controller and parent' },
  { name: 'an array', body: [], message: 'the request is an array, but must be an object with controller and parent' },
  { name: 'a string', body: 'hi', message: 'the request is a string, but must be an object with controller and parent' },
  { name: 'an empty object', body: {},
    message: 'controller is missing: a Metacontroller request carries the CompositeController or DecoratorController it comes from' },
  { name: 'controller only as __proto__', body: JSON.parse('{"__proto__":{"controller":{"kind":"CompositeController"}}}'),
    message: 'controller is missing: a Metacontroller request carries the CompositeController or DecoratorController it comes from' },
  { name: 'controller a name', body: { controller: 'hello' },
    message: 'controller is a string: a Metacontroller request carries the CompositeController or DecoratorController it comes from' },
  { name: 'another kind of controller', body: composite((request) => { request.controller.kind = 'MapController'; }),
    message: 'controller.kind is neither CompositeController nor DecoratorController' },
  { name: 'no kind and nothing else that shows it', body: { controller: {}, parent: {} },
    message: 'controller.kind is missing, but must be CompositeController or DecoratorController' },
  { name: 'no children', body: composite((request) => { delete request.children; }),
    message: 'children is missing: a sync or finalize request of a CompositeController carries the observed children' },
  { name: 'no attachments', body: decorator((request) => { delete request.attachments; }),
    message: 'attachments is missing: a sync or finalize request of a DecoratorController carries the observed attachments' },
  { name: 'finalizing is not a boolean', body: composite((request) => { request.finalizing = 'no'; }),
    message: 'finalizing is a string, but must be true or false' },
  { name: 'no parent', body: composite((request) => { delete request.parent; }),
    message: 'parent is missing: a Metacontroller request carries the whole object with apiVersion, kind and metadata.name' },
  { name: 'no object', body: decorator((request) => { delete request.object; }),
    message: 'object is missing: a Metacontroller request carries the whole object with apiVersion, kind and metadata.name' },
  { name: 'no parent to customize', body: customize((request) => { delete request.parent; }),
    message: 'parent is missing: a Metacontroller request carries the whole object with apiVersion, kind and metadata.name' },
  { name: 'parent without metadata', body: composite((request) => { delete request.parent.metadata; }),
    message: 'parent.metadata is missing: a Metacontroller request carries the whole object with apiVersion, kind and metadata.name' },
  { name: 'parent without name', body: composite((request) => { request.parent.metadata.name = ''; }),
    message: 'parent.metadata.name is an empty string: a Metacontroller request carries the whole object with apiVersion, kind and metadata.name' },
  { name: 'parent without kind', body: composite((request) => { request.parent.kind = 7; }),
    message: 'parent.kind is a number: a Metacontroller request carries the whole object with apiVersion, kind and metadata.name' },
  { name: 'a namespace that is not a string', body: composite((request) => { request.parent.metadata.namespace = {}; }),
    message: 'parent.metadata.namespace is an object: a Metacontroller request carries the whole object with apiVersion, kind and metadata.name' },
  { name: 'children a list', body: composite((request) => { request.children = []; }),
    message: 'children is an array, but must be a map of kinds to objects by name' },
  { name: 'a group of children a list', body: composite((request) => { request.children['Pod.v1'] = []; }),
    message: 'children["Pod.v1"] is an array, but must be a map of objects by name' },
  { name: 'a child a string', body: composite((request) => { request.children['Pod.v1']['default/a'] = 'a'; }),
    message: 'children["Pod.v1"]["default/a"] is a string, but must be an object' },
  { name: 'related a list', body: composite((request) => { request.related = []; }),
    message: 'related is an array, but must be a map of kinds to objects by name' },
];

for (const { name, body, message } of refusals) {
  test(`not a request: ${name}`, () => {
    assert.throws(
      () => readRequest(body),
      (error: unknown) => error instanceof RequestError && error.message === message,
    );
  });
}

// biome-ignore format: a table
const kinds: readonly { readonly name: string; readonly body: Loose; readonly kind: string }[] = [
  { name: 'finalizing left out', body: composite((request) => { delete request.finalizing; }), kind: 'composite-sync' },
  { name: 'finalizing', body: composite((request) => { request.finalizing = true; }), kind: 'composite-finalize' },
  { name: 'null maps, as Go writes empty ones', body: composite((request) => { request.children = null; request.related = null; }), kind: 'composite-sync' },
  { name: 'a null group', body: composite((request) => { request.children['Pod.v1'] = null; }), kind: 'composite-sync' },
  { name: 'composite recognised by its spec', body: composite((request) => { delete request.controller.kind; }), kind: 'composite-sync' },
  { name: 'decorator recognised by its spec', body: decorator((request) => { request.controller.kind = ''; }), kind: 'decorator-sync' },
  { name: 'decorator recognised by its fields', body: decorator((request) => { delete request.controller.kind; delete request.controller.spec; }), kind: 'decorator-sync' },
  { name: 'customize', body: customize(), kind: 'composite-customize' },
];

for (const { name, body, kind } of kinds) {
  test(`which call: ${name}`, () => {
    assert.equal(readRequest(body).facts.kind, kind);
  });
}

// biome-ignore format: a table
const timeouts: readonly { readonly name: string; readonly timeout: unknown; readonly seconds: number | undefined }[] = [
  { name: 'a duration', timeout: '1m30s', seconds: 90 },
  { name: 'missing', timeout: undefined, seconds: undefined },
  { name: 'not a duration', timeout: 'soon', seconds: undefined },
  { name: 'a number', timeout: 10, seconds: undefined },
  { name: 'zero, for which Metacontroller waits its 10 s', timeout: '0s', seconds: undefined },
  { name: 'negative', timeout: '-5s', seconds: undefined },
];

for (const { name, timeout, seconds } of timeouts) {
  test(`webhook.timeout: ${name}`, () => {
    const request = composite((one) => {
      one.controller.spec.hooks.sync.webhook.timeout = timeout;
      one.controller.spec.hooks.finalize = { webhook: { timeout: '1h' } };
    });
    assert.equal(readRequest(request).facts.timeoutSeconds, seconds);
  });
}

test('a request of 5,000 children and more than a megabyte is read, and an answer to all of them judged', () => {
  const request = composite((one) => {
    for (let index = 0; index < 5000; index++) {
      one.children['Pod.v1'][`pod-${index}`] = {
        apiVersion: 'v1',
        kind: 'Pod',
        metadata: { name: `pod-${index}`, annotations: { note: 'x'.repeat(200) } },
      };
    }
  });
  const text = JSON.stringify(request);
  assert.ok(text.length > 1_000_000);
  assert.equal(readRequest(JSON.parse(text)).facts.observed, 5000);
  const children = Array.from({ length: 5000 }, (_, index) => ({
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: { name: `pod-${index}`, labels: { app: 'hello' } },
  }));
  assert.deepEqual(judge(request, { status: {}, children }), { errors: [], warnings: [], desired: 5000 });
});

test('a request nested 100,000 levels deep is read, for nothing of it is looked into', () => {
  const text = JSON.stringify(composite()).replace(
    '"spec":{"selector"',
    `"deep":${'['.repeat(100_000)}${']'.repeat(100_000)},"spec":{"selector"`,
  );
  const { facts } = readRequest(JSON.parse(text));
  assert.equal(facts.kind, 'composite-sync');
});

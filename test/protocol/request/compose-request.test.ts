import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { describe, test } from 'node:test';
import { composeRequest, type RequestParts } from '../../../src/protocol/request/compose-request.js';
import type { Fields } from '../../../src/protocol/value.js';
import { fixture } from '../../checkout.js';

const recorded = fixture('protocol/requests');
const objectsOf = (groups: unknown) =>
  Object.values((groups ?? {}) as Fields).flatMap((group) => Object.values(group as Fields)) as Fields[];

describe('a recorded request is composed again from its objects', () => {
  for (const name of readdirSync(recorded)) {
    test(name.replaceAll('-', ' '), () => {
      const request = JSON.parse(readFileSync(`${recorded}/${name}/request.json`, 'utf8'));
      const parts = {
        controller: request.controller,
        parent: request.parent ?? request.object,
        observed: objectsOf(request.children ?? request.attachments),
        related: objectsOf(request.related),
        hook: /sync|finalize|customize/.exec(name)?.[0] as RequestParts['hook'],
        definitions: [],
      };
      const composed = composeRequest(parts);
      // The decorated objects were recorded when they no longer matched the selector; they are composed as deleted.
      if (request.finalizing) parts.parent.metadata.deletionTimestamp ??= '2000-01-01T00:00:00Z';
      assert.deepEqual(composed, { request, warnings: [] });
    });
  }
});

const controller = {
  apiVersion: 'metacontroller.k8s.io/v1alpha1',
  kind: 'CompositeController',
  metadata: { name: 'shop' },
  spec: {
    parentResource: { apiVersion: 'example.com/v1', resource: 'shops' },
    childResources: [
      { apiVersion: 'v1', resource: 'endpoints' },
      { apiVersion: 'example.com/v1', resource: 'proxies' },
    ],
    hooks: { sync: { webhook: {} }, finalize: { webhook: {} } },
  },
};
const parent = { apiVersion: 'example.com/v1', kind: 'Shop', metadata: { name: 'corner', namespace: 'town' } };
const parts: RequestParts = { controller, parent, observed: [], related: [], hook: 'sync', definitions: [] };
const definition = {
  apiVersion: 'apiextensions.k8s.io/v1',
  kind: 'CustomResourceDefinition',
  metadata: { name: 'proxies.example.com' },
  spec: { group: 'example.com', names: { plural: 'proxies', kind: 'ReverseProxy' } },
};

test('objects get what the API server and Metacontroller set', () => {
  const child = { apiVersion: 'v1', kind: 'Endpoints', metadata: { name: 'corner' } };
  const { request } = composeRequest({ ...parts, observed: [child], hook: 'finalize' });
  assert.deepEqual(request.parent, {
    ...parent,
    metadata: {
      name: 'corner',
      namespace: 'town',
      uid: (request.parent as typeof parent & { metadata: { uid: string } }).metadata.uid,
      resourceVersion: '1',
      generation: 1,
      creationTimestamp: '2000-01-01T00:00:00Z',
      deletionTimestamp: '2000-01-01T00:00:00Z',
      finalizers: ['metacontroller.io/compositecontroller-shop'],
    },
  });
  const children = request.children as Record<string, Record<string, { metadata: Fields }>>;
  assert.equal(children['Endpoints.v1']?.corner?.metadata.namespace, 'town');
  assert.match(
    String(children['Endpoints.v1']?.corner?.metadata.uid),
    /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-8[0-9a-f]{3}-[0-9a-f]{12}$/,
  );
  assert.equal(request.finalizing, true);
});

const kinds = [
  {
    name: 'a guess, with a warning',
    more: {},
    keys: ['Endpoints.v1', 'Proxy.example.com/v1'],
    warnings: [
      'the kind of proxies in example.com/v1 is not known, so Proxy was taken; put its CustomResourceDefinition into the file of the controller',
    ],
  },
  {
    name: 'its definition',
    more: { definitions: [definition] },
    keys: ['Endpoints.v1', 'ReverseProxy.example.com/v1'],
    warnings: [],
  },
  {
    name: 'an observed object',
    more: { observed: [{ apiVersion: 'example.com/v1', kind: 'PROXY', metadata: { name: 'a' } }] },
    keys: ['Endpoints.v1', 'PROXY.example.com/v1'],
    warnings: [],
  },
];
for (const { name, more, keys, warnings } of kinds) {
  test(`the kind of a declared resource comes from ${name}`, () => {
    const composed = composeRequest({ ...parts, ...more });
    assert.deepEqual([Object.keys(composed.request.children as object), composed.warnings], [keys, warnings]);
  });
}

const refused = [
  {
    name: 'a hook that is not declared',
    more: { hook: 'customize' as const },
    message: 'the controller shop declares no customize hook',
  },
  {
    name: 'an observed object of another kind',
    more: { observed: [{ apiVersion: 'v1', kind: 'Secret', metadata: { name: 'a' } }] },
    message: 'the controller does not declare Secret in v1, so it observes none',
  },
];
for (const { name, more, message } of refused) {
  test(`refuses ${name}`, () => assert.throws(() => composeRequest({ ...parts, ...more }), { message }));
}

import fc from 'fast-check';
import type { Situation } from './model.js';
import type { Loose } from './samples.js';

/** Values that stand where others are wanted; null most often, because Go takes it in some places and not in others. */
const odd = fc.constantFrom<Loose>(null, null, null, null, null, '', 'x', 0, 3, true, [], {}, ['a'], { a: 1 });

/** A field that is mostly right, at times odd, at times missing (undefined, which JSON drops). */
function mostly(right: fc.Arbitrary<Loose>, rightWeight = 24): fc.Arbitrary<Loose> {
  return fc.oneof(
    { weight: rightWeight, arbitrary: right },
    { weight: 1, arbitrary: odd },
    { weight: 1, arbitrary: fc.constant(undefined) },
  );
}

/** A map from a few keys, `__proto__` among them as an own key. */
function mapOf(keys: readonly string[], value: fc.Arbitrary<Loose>): fc.Arbitrary<Loose> {
  return fc
    .uniqueArray(fc.tuple(fc.constantFrom(...keys), value), { selector: ([key]) => key, maxLength: 3 })
    .map(Object.fromEntries);
}

const labelValues = fc.constantFrom('hello', 'b', '');
const labels = mapOf(
  ['app', 'tier', 'controller-uid', '__proto__'],
  fc.oneof({ weight: 20, arbitrary: fc.constantFrom('hello', 'b', 'uid-1') }, { weight: 1, arbitrary: odd }),
);

/** Requests of every kind, version and mode, as the model sees them. */
export const situations: fc.Arbitrary<Situation> = fc.record({
  controller: fc.constantFrom('composite', 'decorator'),
  hook: fc.constantFrom('sync', 'finalize', 'customize'),
  version: fc.constantFrom('v1', 'v2', undefined),
  mode: fc.constantFrom('loose', 'strict', undefined),
  namespace: fc.constantFrom('default', undefined),
  uid: fc.constant('uid-1'),
  selector: fc.oneof(
    fc.constant({ matchLabels: { app: 'hello' } }),
    fc.record({
      matchExpressions: fc.array(
        fc.oneof(
          fc.record({
            key: fc.constantFrom('app', 'tier', '__proto__'),
            operator: fc.constantFrom('In', 'NotIn'),
            values: fc.array(labelValues, { minLength: 1, maxLength: 2 }),
          }),
          fc.record({
            key: fc.constantFrom('app', 'tier', '__proto__'),
            operator: fc.constantFrom('Exists', 'DoesNotExist'),
          }),
        ),
        { minLength: 1, maxLength: 2 },
      ),
    }),
  ),
  generateSelector: fc.boolean(),
  kinds: fc.constantFrom(
    ['Pod.v1'],
    ['Pod.v1', 'Deployment.apps/v1'],
    ['Pod.v1', 'Deployment.apps/v1', '__proto__.v1'],
  ),
  observed: fc.constantFrom(0, 1, 3),
  deleting: fc.constantFrom(false, false, true),
});

/** The request that Metacontroller would send in a situation. */
export function requestOf(situation: Situation): Loose {
  const { controller, hook, version, mode, namespace, uid, selector, generateSelector, kinds, observed, deleting } =
    situation;
  const isComposite = controller === 'composite';
  const resources = kinds.map((kind) => ({
    apiVersion: kind.slice(kind.indexOf('.') + 1),
    resource: `${kind.slice(0, kind.indexOf('.')).toLowerCase()}s`,
  }));
  const parent = {
    apiVersion: 'example.com/v1',
    kind: 'Hello',
    metadata: { name: 'world', namespace, uid, deletionTimestamp: deleting ? '2026-10-02T16:40:11Z' : undefined },
    spec: { selector },
  };
  const request: Loose = {
    controller: {
      kind: isComposite ? 'CompositeController' : 'DecoratorController',
      metadata: { name: 'hello' },
      spec: {
        ...(isComposite ? { childResources: resources, generateSelector } : { attachments: resources }),
        hooks: { [hook]: { version, webhook: { responseUnMarshallMode: mode } } },
      },
    },
  };
  if (hook === 'customize') return { ...request, parent };
  const maps: Loose = Object.fromEntries(kinds.map((kind) => [kind, {}]));
  for (let index = 0; index < observed; index++) maps['Pod.v1'][`pod-${index}`] = {};
  const v1 = !isComposite && version !== 'v2';
  return {
    ...request,
    [v1 ? 'object' : 'parent']: parent,
    [v1 ? 'attachments' : 'children']: maps,
    related: {},
    finalizing: hook === 'finalize',
  };
}

const object = mostly(
  fc.record({
    apiVersion: mostly(fc.constantFrom('v1', 'v1', 'v1', 'apps/v1', 'apps/v1beta1', 'a/b/c')),
    kind: mostly(fc.constantFrom('Pod', 'Pod', 'Pod', 'Pod', 'Pod', 'Deployment', 'Deployment', 'Pods', '__proto__')),
    metadata: mostly(
      fc.record({
        name: mostly(fc.constantFrom('a', 'b', 'c', 'd', '__proto__')),
        namespace: mostly(fc.constantFrom(undefined, undefined, '', null, 'default', 'other')),
        labels: mostly(labels, 10),
        annotations: mostly(mapOf(['a', '__proto__'], mostly(fc.constant('x'))), 10),
      }),
    ),
    spec: fc.constantFrom(undefined, null, { a: [null] }),
  }),
);

const labelSelector = mostly(
  fc.record({
    matchLabels: mostly(
      mapOf(
        ['app', 'example.com/app', 'bad key', 'a/b/c', '__proto__'],
        mostly(fc.constantFrom('a', '', 'b_c.d', '-')),
      ),
    ),
    matchExpressions: mostly(
      fc.array(
        mostly(
          fc.record({
            key: mostly(fc.constantFrom('app', 'Example.com/app', 'x.y/z')),
            operator: mostly(fc.constantFrom('In', 'NotIn', 'Exists', 'DoesNotExist')),
            values: mostly(fc.array(mostly(fc.constantFrom('a', 'b', 'c d')), { maxLength: 2 })),
            value: fc.constantFrom(undefined, undefined, undefined, 'a'),
          }),
        ),
        { maxLength: 2 },
      ),
    ),
    matchLabel: fc.constantFrom(undefined, undefined, undefined, {}),
  }),
);

const relatedRule = mostly(
  fc.record({
    apiVersion: mostly(fc.constantFrom('v1', 'apps/v1')),
    resource: mostly(fc.constantFrom('pods', 'configmaps')),
    namespace: mostly(fc.constantFrom(undefined, undefined, null, '', 'default', 'other')),
    names: mostly(fc.constantFrom(undefined, undefined, [], ['a'], ['a', null], ['a', 1])),
    labelSelector: fc.oneof(fc.constant(undefined), labelSelector),
    namespaceSelector: fc.oneof(fc.constant(undefined), fc.constant(undefined), labelSelector),
    name: fc.constantFrom(undefined, undefined, undefined, undefined, 'a'),
  }),
);

/** Answers to any call, right and wrong ones: JSON text, as Metacontroller would receive it. */
export const bodies: fc.Arbitrary<string> = fc
  .oneof(
    {
      weight: 30,
      arbitrary: fc.record({
        status: mostly(fc.constantFrom({}, { ready: 1 })),
        children: mostly(fc.array(object, { maxLength: 3 })),
        attachments: mostly(fc.array(object, { maxLength: 3 })),
        resyncAfterSeconds: mostly(fc.constantFrom(undefined, 0, 30, -1, 0.5)),
        finalized: mostly(fc.constantFrom(undefined, true, false)),
        labels: mostly(mapOf(['a', '__proto__'], mostly(fc.constantFrom('x', null)))),
        annotations: mostly(mapOf(['a', '__proto__'], mostly(fc.constantFrom('x', null)))),
        relatedResources: mostly(fc.array(relatedRule, { maxLength: 2 })),
        events: fc.constantFrom(undefined, undefined, undefined, []),
      }),
    },
    { weight: 1, arbitrary: odd },
  )
  .map((answer) => JSON.stringify(answer) ?? 'null');

/** Keeps of a body what belongs to a call, so that strict mode has answers to accept. */
export function trimmed(situation: Situation, body: string): string {
  const answer = JSON.parse(body);
  if (answer === null || typeof answer !== 'object' || Array.isArray(answer)) return body;
  const foreign = {
    composite: ['attachments', 'labels', 'annotations', 'relatedResources'],
    decorator: ['children', 'relatedResources'],
    customize: ['status', 'children', 'attachments', 'resyncAfterSeconds', 'finalized', 'labels', 'annotations'],
  };
  for (const name of foreign[situation.hook === 'customize' ? 'customize' : situation.controller]) delete answer[name];
  return JSON.stringify(answer);
}

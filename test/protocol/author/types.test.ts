import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  type AnyDesiredObject,
  attachment,
  attachmentsOf,
  type CompositeCustomizeRequest,
  type CompositeFinalizeRequest,
  type CompositeFinalizeResponse,
  type CompositeSyncRequest,
  type CompositeSyncResponse,
  type CustomizeResponse,
  child,
  childrenOf,
  type DecoratorSyncRequest,
  type DecoratorSyncRequestV2,
  type DecoratorSyncResponse,
  type KubernetesObject,
  type Parent,
  relatedOf,
} from '../../../src/index.js';
import { judge, type Loose, recorded } from '../samples.js';

// Hooks as their authors write them. That they compile is half of the test; the lines that must not compile are marked.

interface SiteSpec {
  host: string;
  image: string;
  replicas?: number;
  config: string;
}

interface SiteStatus {
  ready: number;
  host: string;
}

type Site = Parent<SiteSpec, SiteStatus>;

interface Deployment extends KubernetesObject {
  spec: { replicas: number };
  status?: { readyReplicas?: number };
}

interface ConfigMap extends KubernetesObject {
  data?: Record<string, string>;
}

// An interface as well as a type alias can list the kinds.
interface Children {
  'Deployment.apps/v1': Deployment;
  'Service.v1': KubernetesObject;
}
type Related = { 'ConfigMap.v1': ConfigMap };

type SyncRequest = CompositeSyncRequest<Site, Children, Related>;

function syncSite(request: SyncRequest): CompositeSyncResponse<SiteStatus> {
  const { metadata, spec } = request.parent;
  const ready: number = child(request, 'Deployment.apps/v1', metadata.name)?.status?.readyReplicas ?? 0;
  const theme: string | undefined = relatedOf(request, 'ConfigMap.v1')[0]?.data?.theme;
  // @ts-expect-error a kind that is not in Children
  childrenOf(request, 'Pod.v1');
  // @ts-expect-error a field that SiteSpec has not
  void spec.hostname;
  // @ts-expect-error a Service has no status here
  void childrenOf(request, 'Service.v1')[0]?.status;
  const labels = { site: metadata.name };
  return {
    status: { ready, host: spec.host },
    children: [
      {
        apiVersion: 'apps/v1',
        kind: 'Deployment',
        metadata: { name: metadata.name, labels },
        spec: { replicas: spec.replicas ?? 1, template: { theme: theme ?? 'light' } },
      },
      service(metadata.name, labels),
    ],
    resyncAfterSeconds: 30,
  };
}

// A type of its own for a child needs no index signature.
interface Service {
  apiVersion: 'v1';
  kind: 'Service';
  metadata: { name: string; labels: Record<string, string> };
  spec: { ports: { port: number }[] };
}

function service(name: string, labels: Record<string, string>): Service {
  return { apiVersion: 'v1', kind: 'Service', metadata: { name, labels }, spec: { ports: [{ port: 80 }] } };
}

function finalizeSite(request: CompositeFinalizeRequest<Site, Children>): CompositeFinalizeResponse<SiteStatus> {
  const left = childrenOf(request, 'Service.v1').length + childrenOf(request, 'Deployment.apps/v1').length;
  return { status: { ready: 0, host: request.parent.spec.host }, children: [], finalized: left === 0 };
}

// A finalize request is a sync request too: one hook may serve both.
const shared: (request: CompositeFinalizeRequest<Site, Children, Related>) => CompositeSyncResponse<SiteStatus> =
  syncSite;

function customizeSite(request: CompositeCustomizeRequest<Site>): CustomizeResponse {
  return { relatedResources: [{ apiVersion: 'v1', resource: 'configmaps', names: [request.parent.spec.config] }] };
}

type Attachments = { 'PodDisruptionBudget.policy/v1': KubernetesObject };

function guard(
  request: DecoratorSyncRequest<Deployment, Attachments> | DecoratorSyncRequestV2<Deployment, Attachments>,
): DecoratorSyncResponse {
  const target = 'object' in request ? request.object : request.parent;
  const { name, namespace } = target.metadata;
  const budget: AnyDesiredObject = {
    apiVersion: 'policy/v1',
    kind: 'PodDisruptionBudget',
    metadata: { name, namespace },
    spec: { minAvailable: target.spec.replicas - 1 },
  };
  const known = attachment(request, 'PodDisruptionBudget.policy/v1', name) !== undefined;
  return {
    labels: { guarded: known ? 'yes' : null },
    attachments: [budget],
    annotations: { count: String(attachmentsOf(request, 'PodDisruptionBudget.policy/v1').length) },
  };
}

// Without type arguments everything of an object is there as unknown.
function untyped(request: CompositeSyncRequest): CompositeSyncResponse {
  const { replicas } = request.parent.spec;
  const pods: unknown[] = childrenOf(request, 'Pod.v1').map((pod) => pod.status);
  return { status: { replicas, pods: pods.length }, children: [] };
}

// Wrong answers. They are never called.
// biome-ignore format: each mark stands right above its line
export const wrong = [
  // @ts-expect-error status of another shape
  { status: { ready: 'yes', host: '' } } satisfies CompositeSyncResponse<SiteStatus>,
  // @ts-expect-error a field that no answer has
  { status: { ready: 1, host: '' }, childs: [] } satisfies CompositeSyncResponse<SiteStatus>,
  // @ts-expect-error a child without a name
  { children: [{ apiVersion: 'v1', kind: 'Pod', metadata: {} }] } satisfies CompositeSyncResponse,
  // @ts-expect-error a map instead of a list
  { children: { 'Pod.v1': {} } } satisfies CompositeSyncResponse,
  // @ts-expect-error finalize answers say finalized
  { children: [] } satisfies CompositeFinalizeResponse,
  // @ts-expect-error a label that is a number
  { labels: { a: 1 } } satisfies DecoratorSyncResponse,
  // @ts-expect-error names exclude selectors
  { relatedResources: [{ apiVersion: 'v1', resource: 'pods', names: ['a'], labelSelector: {} }] } satisfies CustomizeResponse,
  // @ts-expect-error namespace excludes namespaceSelector
  { relatedResources: [{ apiVersion: 'v1', resource: 'pods', namespace: 'a', namespaceSelector: {} }] } satisfies CustomizeResponse,
];

// biome-ignore format: a table, one row a line
const rows: readonly { readonly name: string; readonly situation: string; readonly hook: (request: Loose) => unknown; readonly desired: number }[] = [
  { name: 'sync v1', situation: 'composite-sync-v1', hook: syncSite, desired: 2 },
  { name: 'sync v2', situation: 'composite-sync-v2', hook: syncSite, desired: 2 },
  { name: 'finalize', situation: 'composite-finalize-v1', hook: finalizeSite, desired: 0 },
  { name: 'finalize with the hook of sync', situation: 'composite-finalize-v2', hook: (request) => ({ ...shared(request), finalized: false }), desired: 2 },
  { name: 'customize', situation: 'composite-customize-v1', hook: customizeSite, desired: 0 },
  { name: 'decorator v1', situation: 'decorator-sync-v1', hook: guard, desired: 1 },
  { name: 'decorator v2', situation: 'decorator-sync-v2', hook: guard, desired: 1 },
  { name: 'without type arguments', situation: 'composite-sync-v1', hook: untyped, desired: 0 },
];

for (const { name, situation, hook, desired } of rows) {
  test(`a typed hook answers a recorded request: ${name}`, () => {
    const request = recorded(situation, 'request');
    const verdict = judge(request, hook(request));
    assert.deepEqual(verdict, { errors: [], warnings: [], desired });
  });
}

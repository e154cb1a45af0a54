import { type Fields, field, isObject } from '../value.js';

/** The kinds of children or attachments that a controller declares, as far as the request shows them. */
export interface DeclaredKinds {
  /** `Kind.version` or `Kind.group/version`: a request has an entry for every declared kind, even if it is empty. */
  readonly keys: ReadonlySet<string>;
  /**
   * `spec.childResources` or `spec.attachments` if the request has fewer entries than it declares, otherwise empty.
   * Metacontroller's requests are complete; those written by hand often are not.
   */
  readonly resources: readonly Resource[];
  /** False if the request says nothing about declared kinds; then no kind counts as undeclared. */
  readonly known: boolean;
}

interface Resource {
  readonly apiVersion: string;
  readonly resource: string;
}

/** Gathers the declared kinds of a sync or finalize request; `observed` is the field with the observed objects. */
export function readDeclaredKinds(request: Fields, observed: string): DeclaredKinds {
  const groups = field(request, observed);
  const keys = new Set(isObject(groups) ? Object.keys(groups) : []);
  const spec = field(field(request, 'controller'), 'spec');
  const list = field(spec, 'childResources') ?? field(spec, 'attachments');
  const resources: Resource[] = [];
  for (const one of Array.isArray(list) ? list : []) {
    const apiVersion = field(one, 'apiVersion');
    const resource = field(one, 'resource');
    if (typeof apiVersion === 'string' && typeof resource === 'string') resources.push({ apiVersion, resource });
  }
  const complete = keys.size >= resources.length;
  return { keys, resources: complete ? [] : resources, known: keys.size > 0 || isObject(spec) };
}

/** Whether the controller declares this kind: by the keys of the request, otherwise by the plural of the kind. */
export function isDeclared(declared: DeclaredKinds, apiVersion: string, kind: string): boolean {
  if (!declared.known) return true;
  // A kind has no dot. With one, a part of the group could pass as the kind: RoleBinding.rbac in authorization.k8s.io.
  if (!kind.includes('.') && declared.keys.has(`${kind}.${apiVersion}`)) return true;
  const plurals = pluralsOf(kind);
  return declared.resources.some((one) => one.apiVersion === apiVersion && plurals.includes(one.resource));
}

/** The `apiVersion` in which the controller declares a kind of this name and group; undefined if it does not. */
export function declaredVersion(declared: DeclaredKinds, apiVersion: string, kind: string): string | undefined {
  for (const key of declared.keys) {
    const dot = key.indexOf('.');
    const version = key.slice(dot + 1);
    if (key.slice(0, dot) === kind && groupOf(version) === groupOf(apiVersion)) return version;
  }
  return undefined;
}

/** Kinds of Kubernetes itself that live in namespaces and that controllers often create, as `Kind.group`. */
export const namespacedKinds: ReadonlySet<string> = new Set([
  ...['ConfigMap', 'Endpoints', 'LimitRange', 'PersistentVolumeClaim', 'Pod', 'PodTemplate'].map((kind) => `${kind}.`),
  ...['ReplicationController', 'ResourceQuota', 'Secret', 'Service', 'ServiceAccount'].map((kind) => `${kind}.`),
  ...['ControllerRevision', 'DaemonSet', 'Deployment', 'ReplicaSet', 'StatefulSet'].map((kind) => `${kind}.apps`),
  ...['CronJob', 'Job'].map((kind) => `${kind}.batch`),
  ...['Ingress', 'NetworkPolicy'].map((kind) => `${kind}.networking.k8s.io`),
  ...['Role', 'RoleBinding'].map((kind) => `${kind}.rbac.authorization.k8s.io`),
  'HorizontalPodAutoscaler.autoscaling',
  'PodDisruptionBudget.policy',
  'Lease.coordination.k8s.io',
]);

/** Whether the kind is known to live in namespaces. The request itself does not say. */
export function isNamespaced(apiVersion: string, kind: string): boolean {
  return namespacedKinds.has(`${kind}.${groupOf(apiVersion)}`);
}

/** The group of an `apiVersion`, empty for core objects. */
export function groupOf(apiVersion: string): string {
  const slash = apiVersion.indexOf('/');
  return slash === -1 ? '' : apiVersion.slice(0, slash);
}

/** Plural names that a kind may have, the most likely first. */
export function pluralsOf(kind: string): readonly string[] {
  const name = kind.toLowerCase();
  if (/[^aeiou]y$/.test(name)) return [`${name.slice(0, -1)}ies`, `${name}s`];
  if (/(?:s|x|z|ch|sh)$/.test(name)) return [`${name}es`, name];
  return [`${name}s`, name, `${name}es`];
}

import { createHash } from 'node:crypto';
import { type Fields, field, isObject } from '../value.js';
import { groupOf, namespacedKinds, pluralsOf } from './declared-kinds.js';

/** What a request is made from: objects as they are in files, or as `kubectl get` prints them. */
export interface RequestParts {
  /** The CompositeController or DecoratorController. */
  readonly controller: Fields;
  readonly parent: Fields;
  /** The children or attachments that exist. */
  readonly observed: readonly Fields[];
  readonly related: readonly Fields[];
  readonly hook: 'sync' | 'finalize' | 'customize';
  /** CustomResourceDefinitions; they say which kind a declared resource is if no observed object shows it. */
  readonly definitions: readonly Fields[];
}

/** A request, and sentences about what had to be guessed. */
export interface ComposedRequest {
  readonly request: Fields;
  readonly warnings: readonly string[];
}

/**
 * Makes the request that Metacontroller would send for these objects: the keys of its maps in the version of the hook,
 * an entry for every declared kind, and the fields of metadata that the API server sets, where the objects lack them.
 * @throws Error if the parts do not belong together
 */
export function composeRequest(parts: RequestParts): ComposedRequest {
  const { controller, hook } = parts;
  const isComposite = field(controller, 'kind') === 'CompositeController';
  const spec = field(controller, 'spec');
  const declaration = field(field(spec, 'hooks'), hook);
  if (!isObject(declaration)) throw new Error(`the controller ${nameOf(controller)} declares no ${hook} hook`);
  const isV2 = field(declaration, 'version') === 'v2';
  const parent = withServerFields(parts.parent, finalizersOf(controller, isComposite), hook === 'finalize');
  if (hook === 'customize') return { request: { controller, parent }, warnings: [] };
  // Version v2 uses the names of composites for decorators, too.
  const [parentName, observedName] = isComposite || isV2 ? ['parent', 'children'] : ['object', 'attachments'];
  const namespace = text(field(field(parent, 'metadata'), 'namespace'));
  const keyOf = (object: Fields) => objectKey(object, namespace, isV2);
  const { groups, warnings } = declaredGroups(parts, field(spec, isComposite ? 'childResources' : 'attachments'));
  for (const object of parts.observed) {
    const group = groups[groupKey(object)];
    if (group === undefined)
      throw new Error(`the controller does not declare ${describe(object)}, so it observes none`);
    const child = withServerFields(inNamespace(object, namespace));
    group[keyOf(child)] = child;
  }
  const related: Record<string, Record<string, Fields>> = {};
  for (const object of parts.related) {
    const key = groupKey(object);
    related[key] ??= {};
    related[key][keyOf(object)] = withServerFields(object);
  }
  const finalizing = hook === 'finalize';
  return { request: { controller, [parentName]: parent, [observedName]: groups, related, finalizing }, warnings };
}

/** An empty group for each declared resource, in their order. */
function declaredGroups({ observed, definitions }: RequestParts, resources: unknown) {
  const groups: Record<string, Record<string, Fields>> = {};
  const warnings: string[] = [];
  for (const one of Array.isArray(resources) ? resources : []) {
    const apiVersion = text(field(one, 'apiVersion'));
    const resource = text(field(one, 'resource'));
    const known =
      observed.find(
        (object) => field(object, 'apiVersion') === apiVersion && isPluralOf(resource, field(object, 'kind')),
      ) ?? definitions.map(namesOf).find((names) => names.group === groupOf(apiVersion) && names.plural === resource);
    const kind = known === undefined ? builtInKind(apiVersion, resource) : text(field(known, 'kind'));
    if (kind === undefined) {
      const guess = guessKind(resource);
      warnings.push(
        `the kind of ${resource} in ${apiVersion} is not known, so ${guess} was taken; ` +
          'put its CustomResourceDefinition into the file of the controller',
      );
      groups[`${guess}.${apiVersion}`] = {};
    } else groups[`${kind}.${apiVersion}`] = {};
  }
  return { groups, warnings };
}

/** The names in a CustomResourceDefinition. */
function namesOf(definition: Fields): { readonly group: string; readonly plural: string; readonly kind: string } {
  const spec = field(definition, 'spec');
  const names = field(spec, 'names');
  return { group: text(field(spec, 'group')), plural: text(field(names, 'plural')), kind: text(field(names, 'kind')) };
}

/** Kinds of Kubernetes itself that do not live in namespaces, as `Kind.group`. */
const clusterKinds = [
  ...['Namespace', 'Node', 'PersistentVolume'].map((kind) => `${kind}.`),
  ...['ClusterRole', 'ClusterRoleBinding'].map((kind) => `${kind}.rbac.authorization.k8s.io`),
  'CustomResourceDefinition.apiextensions.k8s.io',
  'IngressClass.networking.k8s.io',
  'PriorityClass.scheduling.k8s.io',
  'StorageClass.storage.k8s.io',
];

function builtInKind(apiVersion: string, resource: string): string | undefined {
  const suffix = `.${groupOf(apiVersion)}`;
  return [...namespacedKinds, ...clusterKinds]
    .filter((name) => name.endsWith(suffix) && name.indexOf('.') === name.length - suffix.length)
    .map((name) => name.slice(0, -suffix.length))
    .find((kind) => isPluralOf(resource, kind));
}

const isPluralOf = (resource: string, kind: unknown) => typeof kind === 'string' && pluralsOf(kind).includes(resource);

function guessKind(resource: string): string {
  const singular = resource
    .replace(/ies$/, 'y')
    .replace(/(s|x|z|ch|sh)es$/, '$1')
    .replace(/([^s])s$/, '$1');
  return singular.charAt(0).toUpperCase() + singular.slice(1);
}

/**
 * The key of an object in a request. In v1 it is relative to the parent: the name, with the namespace in front if the
 * parent has none. In v2 every object in a namespace has it in front.
 */
function objectKey(object: Fields, parentNamespace: string, isV2: boolean): string {
  const namespace = text(field(field(object, 'metadata'), 'namespace'));
  return namespace === '' || (!isV2 && parentNamespace !== '') ? nameOf(object) : `${namespace}/${nameOf(object)}`;
}

/** The object in the parent's namespace, unless it names its own or the parent has none. */
function inNamespace(object: Fields, namespace: string): Fields {
  const metadata = field(object, 'metadata') as Fields;
  if (namespace === '' || text(metadata.namespace) !== '') return object;
  return { ...object, metadata: { ...metadata, namespace } };
}

/** Metacontroller's finalizer, which each parent of a controller with a finalize hook has. */
function finalizersOf(controller: Fields, isComposite: boolean): readonly string[] {
  if (!isObject(field(field(field(controller, 'spec'), 'hooks'), 'finalize'))) return [];
  return [`metacontroller.io/${isComposite ? 'composite' : 'decorator'}controller-${nameOf(controller)}`];
}

/** When objects of a composed request were created and deleted: always the same, so that answers can be compared. */
const someTime = '2000-01-01T00:00:00Z';

/** The object with those fields of metadata that every object in a cluster has; fields that it has stay as they are. */
function withServerFields(object: Fields, finalizers: readonly string[] = [], isDeleted = false): Fields {
  const given = field(object, 'metadata') as Fields;
  const identity = [object.apiVersion, object.kind, given.namespace, given.name].map(String).join('/');
  const hex = createHash('sha256').update(identity).digest('hex');
  const metadata = {
    ...given,
    uid:
      given.uid ??
      `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`,
    resourceVersion: given.resourceVersion ?? '1',
    generation: given.generation ?? 1,
    creationTimestamp: given.creationTimestamp ?? someTime,
    ...(finalizers.length > 0 && { finalizers: given.finalizers ?? finalizers }),
    ...(isDeleted && { deletionTimestamp: given.deletionTimestamp ?? someTime }),
  };
  return { ...object, metadata };
}

/** `Kind.version` or `Kind.group/version`. */
const groupKey = (object: Fields) => `${field(object, 'kind')}.${field(object, 'apiVersion')}`;

const nameOf = (object: Fields) => text(field(field(object, 'metadata'), 'name'));

const describe = (object: Fields) => `${field(object, 'kind')} in ${field(object, 'apiVersion')}`;

const text = (value: unknown): string => (typeof value === 'string' ? value : '');

/**
 * Types for authors of hooks: what Metacontroller sends and what it takes back (Metacontroller docs, API reference). They
 * say what is always there; anything else is `unknown` until the author names a type.
 */

/** `metadata` of an object as the cluster has it. */
export interface ObservedMetadata {
  name: string;
  namespace?: string;
  uid?: string;
  generation?: number;
  resourceVersion?: string;
  creationTimestamp?: string;
  /** Set while the object is being deleted. */
  deletionTimestamp?: string;
  labels?: Record<string, string>;
  annotations?: Record<string, string>;
  finalizers?: string[];
  ownerReferences?: OwnerReference[];
}

/** The object that owns another one. */
export interface OwnerReference {
  apiVersion: string;
  kind: string;
  name: string;
  uid: string;
  controller?: boolean;
  blockOwnerDeletion?: boolean;
}

/** What every object in a request has. */
export interface KubernetesObject {
  apiVersion: string;
  kind: string;
  metadata: ObservedMetadata;
}

/** An object whose further fields nobody has named yet. */
export type AnyObject = KubernetesObject & { [field: string]: unknown };

/** A parent with its own spec and status; `status` is missing until the first one is written. */
export interface Parent<Spec = Record<string, unknown>, Status = Record<string, unknown>> extends KubernetesObject {
  spec: Spec;
  status?: Status;
}

/** Object types by kind, the keys as in requests: `{ 'Pod.v1': Pod; 'Deployment.apps/v1': Deployment }`. */
export type AnyKinds = Record<string, AnyObject>;

/**
 * Observed objects by kind and key. The form of the key depends on the hook version and on who is namespaced, so it is
 * best left to `childrenOf` and `child`.
 */
export type ObjectsByKind<Kinds extends object> = {
  readonly [Kind in keyof Kinds]: { readonly [key: string]: Kinds[Kind] };
};

/** A label selector of Kubernetes; all conditions must hold. */
export interface LabelSelector {
  matchLabels?: Record<string, string>;
  matchExpressions?: (
    | { key: string; operator: 'In' | 'NotIn'; values: string[] }
    | { key: string; operator: 'Exists' | 'DoesNotExist' }
  )[];
}

/** One hook in the spec of a controller. */
export interface ControllerHook {
  version?: 'v1' | 'v2';
  webhook?: {
    url?: string;
    /** A Go duration; Metacontroller waits 10 s where it is missing. */
    timeout?: string;
    etag?: { enabled?: boolean; cacheTimeoutSeconds?: number; cacheCleanupSeconds?: number };
    responseUnMarshallMode?: 'loose' | 'strict';
    path?: string;
    service?: { name: string; namespace: string; port?: number; protocol?: string };
  };
}

interface ResourceRule {
  apiVersion: string;
  /** The lowercase plural name, such as `pods`. */
  resource: string;
}

interface Hooks {
  sync?: ControllerHook;
  finalize?: ControllerHook;
  customize?: ControllerHook;
}

/** The CompositeController that sent a request. */
export interface CompositeController extends KubernetesObject {
  spec: {
    parentResource: ResourceRule & { labelSelector?: LabelSelector };
    childResources?: (ResourceRule & { updateStrategy?: { method?: string } })[];
    hooks?: Hooks;
    generateSelector?: boolean;
    resyncPeriodSeconds?: number;
  };
}

/** The DecoratorController that sent a request. */
export interface DecoratorController extends KubernetesObject {
  spec: {
    resources: (ResourceRule & { labelSelector?: LabelSelector })[];
    attachments?: (ResourceRule & { updateStrategy?: { method?: string } })[];
    hooks?: Hooks;
    resyncPeriodSeconds?: number;
  };
}

/** `finalizing` tells the two apart where one hook serves both sync and finalize. */
export interface CompositeSyncRequest<
  P extends KubernetesObject = Parent,
  Children extends object = AnyKinds,
  Related extends object = AnyKinds,
> {
  readonly controller: CompositeController;
  readonly parent: P;
  readonly children: ObjectsByKind<Children>;
  readonly related: ObjectsByKind<Related>;
  readonly finalizing: boolean;
}

/** A request to a CompositeController's finalize hook. */
export interface CompositeFinalizeRequest<
  P extends KubernetesObject = Parent,
  Children extends object = AnyKinds,
  Related extends object = AnyKinds,
> extends CompositeSyncRequest<P, Children, Related> {
  readonly finalizing: true;
}

/** A request to a DecoratorController's sync hook, hook version v1. */
export interface DecoratorSyncRequest<
  Target extends KubernetesObject = AnyObject,
  Attachments extends object = AnyKinds,
  Related extends object = AnyKinds,
> {
  readonly controller: DecoratorController;
  readonly object: Target;
  readonly attachments: ObjectsByKind<Attachments>;
  readonly related: ObjectsByKind<Related>;
  readonly finalizing: boolean;
}

/** A request to a DecoratorController's finalize hook, hook version v1. */
export interface DecoratorFinalizeRequest<
  Target extends KubernetesObject = AnyObject,
  Attachments extends object = AnyKinds,
  Related extends object = AnyKinds,
> extends DecoratorSyncRequest<Target, Attachments, Related> {
  readonly finalizing: true;
}

/** The same with hook version v2, where Metacontroller names the fields as in a CompositeController's request. */
export interface DecoratorSyncRequestV2<
  Target extends KubernetesObject = AnyObject,
  Attachments extends object = AnyKinds,
  Related extends object = AnyKinds,
> {
  readonly controller: DecoratorController;
  readonly parent: Target;
  readonly children: ObjectsByKind<Attachments>;
  readonly related: ObjectsByKind<Related>;
  readonly finalizing: boolean;
}

/** A request to a DecoratorController's finalize hook, hook version v2. */
export interface DecoratorFinalizeRequestV2<
  Target extends KubernetesObject = AnyObject,
  Attachments extends object = AnyKinds,
  Related extends object = AnyKinds,
> extends DecoratorSyncRequestV2<Target, Attachments, Related> {
  readonly finalizing: true;
}

/** A request to the customize hook of a CompositeController. */
export interface CompositeCustomizeRequest<P extends KubernetesObject = Parent> {
  readonly controller: CompositeController;
  readonly parent: P;
}

/** A request to the customize hook of a DecoratorController. */
export interface DecoratorCustomizeRequest<Target extends KubernetesObject = AnyObject> {
  readonly controller: DecoratorController;
  readonly parent: Target;
}

/** An object that the hook wants to be there: only the fields it decides on. */
export interface DesiredObject {
  apiVersion: string;
  kind: string;
  metadata: {
    name: string;
    /** Left out, the parent's. */
    namespace?: string | undefined;
    labels?: Record<string, string> | undefined;
    annotations?: Record<string, string> | undefined;
    finalizers?: string[] | undefined;
  };
}

/** A desired object of a type of its own, or written out in place. */
export type AnyDesiredObject = DesiredObject | (DesiredObject & { [field: string]: unknown });

/** The answer to a CompositeController's sync hook. */
export interface CompositeSyncResponse<
  Status extends object = Record<string, unknown>,
  Child extends DesiredObject = AnyDesiredObject,
> {
  /** The whole status of the parent; left out, the parent loses the one it has. */
  status?: Status | null | undefined;
  /** Every child that should be there; what was observed and is not listed is deleted. */
  children?: readonly Child[] | undefined;
  /** Seconds until this parent is synced again, once. */
  resyncAfterSeconds?: number | undefined;
  /** Only for finalize calls. */
  finalized?: boolean | undefined;
}

/** The answer to a CompositeController's finalize hook. */
export interface CompositeFinalizeResponse<
  Status extends object = Record<string, unknown>,
  Child extends DesiredObject = AnyDesiredObject,
> extends CompositeSyncResponse<Status, Child> {
  /** True once nothing is left to clean up; the parent then goes away. */
  finalized: boolean;
}

/** The answer to a DecoratorController's sync hook. */
export interface DecoratorSyncResponse<
  Status extends object = Record<string, unknown>,
  Attachment extends DesiredObject = AnyDesiredObject,
> {
  /** Labels to set on the object; null removes one. */
  labels?: Record<string, string | null> | undefined;
  /** Annotations to set on the object; null removes one. */
  annotations?: Record<string, string | null> | undefined;
  /** The whole status of the object; left out or null, it stays as it is. */
  status?: Status | null | undefined;
  /** Every attachment that should be there; what was observed and is not listed is deleted. */
  attachments?: readonly Attachment[] | undefined;
  /** Seconds until this object is synced again, once. */
  resyncAfterSeconds?: number | undefined;
  /** Only for finalize calls. */
  finalized?: boolean | undefined;
}

/** The answer to a DecoratorController's finalize hook. */
export interface DecoratorFinalizeResponse<
  Status extends object = Record<string, unknown>,
  Attachment extends DesiredObject = AnyDesiredObject,
> extends DecoratorSyncResponse<Status, Attachment> {
  /** True once nothing is left to clean up; the finalizer is then removed. */
  finalized: boolean;
}

/** Related objects by name, or by selectors; the two exclude each other. */
export type RelatedResource = ResourceRule &
  (
    | { names: readonly string[]; namespace?: string; labelSelector?: never; namespaceSelector?: never }
    | { names?: never; namespace?: string; labelSelector?: LabelSelector; namespaceSelector?: never }
    | { names?: never; namespace?: never; labelSelector?: LabelSelector; namespaceSelector: LabelSelector }
  );

/** The answer to a customize hook. */
export interface CustomizeResponse {
  relatedResources?: readonly RelatedResource[] | undefined;
}

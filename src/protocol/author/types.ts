/**
 * Types for authors of hooks: what Metacontroller sends and what it accepts (Metacontroller docs, API reference). They
 * declare what is always there; anything else is `unknown` until the author names a type.
 */

/** `metadata` of an object in the cluster. */
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

/** A reference to the owner of an object. */
export interface OwnerReference {
  apiVersion: string;
  kind: string;
  name: string;
  uid: string;
  controller?: boolean;
  blockOwnerDeletion?: boolean;
}

/** The fields that every object in a request has. */
export interface KubernetesObject {
  apiVersion: string;
  kind: string;
  metadata: ObservedMetadata;
}

/** An object whose other fields have no declared type. */
export type AnyObject = KubernetesObject & { [field: string]: unknown };

/** A parent with its spec and status; `status` is missing until the first one is written. */
export interface Parent<Spec = Record<string, unknown>, Status = Record<string, unknown>> extends KubernetesObject {
  spec: Spec;
  status?: Status;
}

/** Object types by kind, the keys as in requests: `{ 'Pod.v1': Pod; 'Deployment.apps/v1': Deployment }`. */
export type AnyKinds = Record<string, AnyObject>;

/**
 * Observed objects by kind and key. The form of the keys depends on the hook version and on what is namespaced;
 * `childrenOf` and `child` take care of that.
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
    /** A Go duration; 10 s by default. */
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

/** A request to a CompositeController's sync hook. If one hook serves sync and finalize, `finalizing` tells which it is. */
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

/** A request to a hook that serves sync and finalize of a CompositeController; `finalizing` tells which it is. */
export type CompositeRequest<
  P extends KubernetesObject = Parent,
  Children extends object = AnyKinds,
  Related extends object = AnyKinds,
> =
  | (CompositeSyncRequest<P, Children, Related> & { readonly finalizing: false })
  | CompositeFinalizeRequest<P, Children, Related>;

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

/** A request to a hook that serves sync and finalize of a DecoratorController; `finalizing` tells which it is. */
export type DecoratorRequest<
  Target extends KubernetesObject = AnyObject,
  Attachments extends object = AnyKinds,
  Related extends object = AnyKinds,
> =
  | (DecoratorSyncRequest<Target, Attachments, Related> & { readonly finalizing: false })
  | DecoratorFinalizeRequest<Target, Attachments, Related>;

/** The same with hook version v2, in which the fields have the names of a CompositeController's request. */
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

/** An object that should exist, with only those fields that the hook decides on. */
export interface DesiredObject {
  apiVersion: string;
  kind: string;
  metadata: {
    name: string;
    /** The parent's by default. */
    namespace?: string | undefined;
    labels?: Record<string, string> | undefined;
    annotations?: Record<string, string> | undefined;
    finalizers?: string[] | undefined;
  };
}

/** A desired object of any type. */
export type AnyDesiredObject = DesiredObject | (DesiredObject & { [field: string]: unknown });

/** The answer to a CompositeController's sync hook. */
export interface CompositeSyncResponse<
  Status extends object = Record<string, unknown>,
  Child extends DesiredObject = AnyDesiredObject,
> {
  /** The whole status of the parent. If it is left out, the parent loses the status it has. */
  status?: Status | null | undefined;
  /** Every child that should exist; observed children that are not listed are deleted. */
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
  /** The whole status of the object. If it is left out or null, the status stays as it is. */
  status?: Status | null | undefined;
  /** Every attachment that should exist; observed attachments that are not listed are deleted. */
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

/** Related objects, chosen by name or by selectors; the two exclude each other. */
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

import type { CallKind } from '../contract.js';
import { type Fields, field, isObject } from '../value.js';
import { type DeclaredKinds, readDeclaredKinds } from './declared-kinds.js';
import { type HookTerms, hookOf, hookTerms } from './hook-terms.js';
import { readSelector, type Selector } from './selector.js';

/**
 * What a request demands of its answer. It is read before the hook runs and shares nothing with the body, because a hook
 * may change the request it was given.
 */
export interface RequestTerms {
  readonly hook: HookTerms;
  readonly declared: DeclaredKinds;
  /** Undefined if labels are not matched: for attachments, and if selectors are generated. */
  readonly selector: Selector | undefined;
  /** The value that a label `controller-uid` must have; undefined unless selectors are generated. */
  readonly controllerUid: string | undefined;
  readonly hasFinalizeHook: boolean;
  /**
   * Whether Metacontroller acts on the children or attachments of the answer. It does not if the parent is being deleted
   * and its controller has no finalize hook; only then is such a parent sent to the sync hook.
   */
  readonly managesObjects: boolean;
}

/**
 * Gathers the terms of a request.
 * @param parent the parent or decorated object
 * @param observed the field with the observed objects
 */
export function readTerms(request: Fields, kind: CallKind, parent: unknown, observed: string): RequestTerms {
  const spec = field(field(request, 'controller'), 'spec');
  const metadata = field(parent, 'metadata');
  const uid = field(metadata, 'uid');
  const composite = kind.startsWith('composite');
  const generated = field(spec, 'generateSelector') === true;
  const hasFinalizeHook = isObject(field(field(spec, 'hooks'), 'finalize'));
  const deleting = typeof field(metadata, 'deletionTimestamp') === 'string';
  return {
    hook: hookTerms(request, kind),
    declared: readDeclaredKinds(request, observed),
    selector: composite && !generated ? readSelector(field(field(parent, 'spec'), 'selector')) : undefined,
    controllerUid: composite && generated && typeof uid === 'string' ? uid : undefined,
    hasFinalizeHook,
    managesObjects: !deleting || hasFinalizeHook || hookOf(kind) === 'finalize',
  };
}

import type { CallKind } from '../contract.js';
import { type Fields, field, isObject } from '../value.js';
import { type DeclaredKinds, readDeclaredKinds } from './declared-kinds.js';
import { type HookTerms, hookOf, hookTerms } from './hook-terms.js';
import { readSelector, type Selector } from './selector.js';

/**
 * What of a request decides about its answer. Taken before the hook runs, because a hook may change the request it was
 * given: nothing in here is part of the body.
 */
export interface RequestTerms {
  readonly hook: HookTerms;
  readonly declared: DeclaredKinds;
  /** Undefined where labels are not matched: for attachments, and where selectors are generated. */
  readonly selector: Selector | undefined;
  /** The value that the label `controller-uid` must have where it is given, because the selector is generated. */
  readonly controllerUid: string | undefined;
  readonly hasFinalizeHook: boolean;
  /**
   * Whether Metacontroller acts on children and attachments at all. It does not for a parent that is being deleted while
   * its controller has no finalize hook, which is the only case where such a parent is sent to sync.
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

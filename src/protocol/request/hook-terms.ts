import type { CallKind } from '../contract.js';
import { type Fields, field } from '../value.js';
import { parseDuration } from './duration.js';

/** How the request's controller declares the hook that is called (Metacontroller docs, API reference, Hook). */
export interface HookTerms {
  readonly version: 'v1' | 'v2';
  /** Whether unknown fields make Metacontroller refuse the answer. */
  readonly strictMode: boolean;
  /** `webhook.timeout`; undefined if it is missing, not a duration or not positive: `defaultTimeoutSeconds` applies. */
  readonly timeoutSeconds: number | undefined;
  /** `webhook.etag.enabled`. */
  readonly etag: boolean;
}

/** The key of `spec.hooks` that declares the called hook. */
export function hookOf(kind: CallKind): 'sync' | 'finalize' | 'customize' {
  return kind.slice(kind.indexOf('-') + 1) as 'sync' | 'finalize' | 'customize';
}

/** Reads the terms of a call from `controller.spec.hooks` of its request. */
export function hookTerms(request: Fields, kind: CallKind): HookTerms {
  const hook = field(field(field(field(request, 'controller'), 'spec'), 'hooks'), hookOf(kind));
  const webhook = field(hook, 'webhook');
  const version = field(hook, 'version') === 'v2' ? 'v2' : 'v1';
  // The API spells it with a capital M, but people expect the other spelling.
  const mode = field(webhook, 'responseUnMarshallMode') ?? field(webhook, 'responseUnmarshallMode');
  const timeout = field(webhook, 'timeout');
  const seconds = typeof timeout === 'string' ? parseDuration(timeout) : undefined;
  return {
    version,
    strictMode: typeof mode === 'string' && mode !== '' ? mode === 'strict' : version === 'v2',
    timeoutSeconds: seconds !== undefined && seconds > 0 ? seconds : undefined,
    etag: field(field(webhook, 'etag'), 'enabled') === true,
  };
}

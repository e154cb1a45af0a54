import type { Failure } from '../errors.js';
import type { HttpFacts } from '../hooks/hook.js';
import type { Finding, RequestFacts } from '../protocol/contract.js';

/** One call to run: the bytes of the body, as they came, and the HTTP facts. */
export interface Call {
  /** Name of the hook, see HookSpec. */
  readonly hook: string;
  /** The body; it is kept until the call ends, so the caller must not change it. */
  readonly body: Uint8Array<ArrayBuffer>;
  readonly http: HttpFacts;
  /** Value of the header `If-None-Match`, if it was sent. */
  readonly ifNoneMatch?: string | undefined;
}

/** What is known of a call at its end, whether it went well or not. Plain data: it crosses from the worker. */
export interface OutcomeFacts {
  /** Undefined if the body was not a Metacontroller request, or if the hook never ran. */
  readonly request?: RequestFacts | undefined;
  /** Seconds in the hook itself; undefined if it did not run. */
  readonly evaluationSeconds?: number | undefined;
  /** Number of desired children or attachments. */
  readonly desired?: number | undefined;
  readonly warnings: readonly Finding[];
  /** `hit` or `miss` for calls whose answer may be remembered. */
  readonly cache?: 'hit' | 'miss' | undefined;
}

/** An answer to send: status, headers and body are final. */
export interface Answered extends OutcomeFacts {
  readonly ok: true;
  /** 200; 304 without a body; or what a hook in nodejs-server style chose. */
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array;
  /** The hook's digest, if the answer depends on nothing but that and the request, so that it may be remembered. */
  readonly digest?: string | undefined;
}

/** An error to send. */
export interface Failed extends OutcomeFacts, Failure {
  readonly ok: false;
}

export type Outcome = Answered | Failed;

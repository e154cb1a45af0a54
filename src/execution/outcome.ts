import type { ErrorCode } from '../errors.js';
import type { HttpFacts } from '../hooks/hook.js';
import type { Finding, RequestFacts } from '../protocol/contract.js';

/** One call to run: the bytes of the body, as they came, and the HTTP facts. */
export interface Call {
  /** Name of the hook, see HookSpec. */
  readonly hook: string;
  /** The body; it is kept until the call ends, so the caller must not change it. */
  readonly body: Uint8Array<ArrayBuffer>;
  readonly http: HttpFacts;
  /** Value of `If-None-Match`, where sent. */
  readonly ifNoneMatch?: string;
}

/** What every outcome tells, whether it went well or not. Plain data: it crosses from the worker. */
export interface OutcomeFacts {
  /** Undefined where the body was no Metacontroller request, or the hook never ran. */
  readonly request?: RequestFacts;
  /** Seconds in the hook itself; undefined where it did not run. */
  readonly evaluationSeconds?: number;
  /** Desired children or attachments. */
  readonly desired?: number;
  readonly warnings: readonly Finding[];
  /** `hit` and `miss` for calls that the answer cache may serve. */
  readonly cache?: 'hit' | 'miss';
}

/** An answer to send: status, headers and body are final. */
export interface Answered extends OutcomeFacts {
  readonly ok: true;
  /** 200; 304 without a body; or what a nodejs-style hook chose. */
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array;
  /** The hook's digest, where the answer depends on nothing but that and the request, so that it may be remembered. */
  readonly digest?: string;
}

/** An error to send. */
export interface Failed extends OutcomeFacts {
  readonly ok: false;
  readonly code: ErrorCode;
  /** One line, free of secrets: it becomes an Event. */
  readonly message: string;
  /** The long form for the log. */
  readonly trace?: string;
  readonly retryAfterSeconds?: number;
}

export type Outcome = Answered | Failed;

/**
 * What the rest of hookd needs to know of the Metacontroller contract: which call a request is, and whether an answer
 * may go out. The schemas and rules behind it live beside this file.
 */

/** Which of Metacontroller's calls a request is. */
export type CallKind =
  | 'composite-sync'
  | 'composite-finalize'
  | 'composite-customize'
  | 'decorator-sync'
  | 'decorator-finalize'
  | 'decorator-customize';

/** The facts of a request that logs, metrics, deadlines and ETags need; no part of it is a Secret. */
export interface RequestFacts {
  readonly kind: CallKind;
  /** `metadata.name` of the CompositeController or DecoratorController, where given. */
  readonly controller: string | undefined;
  /** The parent, or a decorator's object. */
  readonly parent: {
    readonly apiVersion: string;
    readonly kind: string;
    readonly namespace: string | undefined;
    readonly name: string;
  };
  /** Observed children or attachments; 0 for customize. */
  readonly observed: number;
  /** `webhook.timeout` of the hook that is called, in seconds; undefined where the request carries none. */
  readonly timeoutSeconds: number | undefined;
  /** Whether `webhook.etag` is on for the hook that is called. */
  readonly etag: boolean;
}

/** Something wrong with an answer, as a sentence that names the path, what was found and what to do. */
export interface Finding {
  /** Stable kebab-case name of the rule, for metrics and docs. */
  readonly rule: string;
  /** Where in the answer, for instance `children[3].metadata.name`; empty for the answer as a whole. */
  readonly path: string;
  readonly message: string;
}

/** The verdict on an answer: it may go out when `errors` is empty. */
export interface Verdict {
  readonly errors: readonly Finding[];
  readonly warnings: readonly Finding[];
  /** Desired children or attachments, 0 where there are none. */
  readonly desired: number;
  /** The answer as plain data: what was judged, and what is to be sent. Undefined where there is nothing to send. */
  readonly sent: unknown;
}

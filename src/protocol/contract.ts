/**
 * What the rest of hookd needs to know about the contract with Metacontroller: which call a request is, and whether an
 * answer may go out.
 */

/** Which of Metacontroller's calls a request is. */
export type CallKind =
  | 'composite-sync'
  | 'composite-finalize'
  | 'composite-customize'
  | 'decorator-sync'
  | 'decorator-finalize'
  | 'decorator-customize';

/** Seconds that Metacontroller waits for an answer if `webhook.timeout` does not say. */
export const defaultTimeoutSeconds = 10;

/** What logs, metrics, deadlines and ETags need to know about a request: names and numbers, no data. */
export interface RequestFacts {
  readonly kind: CallKind;
  /** `metadata.name` of the CompositeController or DecoratorController; undefined if it has none. */
  readonly controller: string | undefined;
  /** The parent, or a decorator's object. */
  readonly parent: {
    readonly apiVersion: string;
    readonly kind: string;
    readonly namespace: string | undefined;
    readonly name: string;
  };
  /** The number of observed children or attachments; 0 for customize. */
  readonly observed: number;
  /** `webhook.timeout` of the hook that is called, in seconds; undefined if it is not set. */
  readonly timeoutSeconds: number | undefined;
  /** Whether `webhook.etag` is on for the hook that is called. */
  readonly etag: boolean;
}

/** Something that is wrong with an answer. */
export interface Finding {
  /** The name of the rule that is broken; it never changes. */
  readonly rule: string;
  /** Where in the answer, for instance `children[3].metadata.name`; empty for the answer as a whole. */
  readonly path: string;
  /** One sentence that names the path, what was found there and what to do. */
  readonly message: string;
}

/** The result of checking an answer. It may go out if `errors` is empty. */
export interface Verdict {
  readonly errors: readonly Finding[];
  readonly warnings: readonly Finding[];
  /** The number of desired children or attachments. */
  readonly desired: number;
  /** The answer as JSON data, as it was checked and is to be sent. Undefined if it cannot be sent at all. */
  readonly json: unknown;
}

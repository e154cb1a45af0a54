import type { Json } from '../json/json.js';

/** The languages a hook file can be written in. */
export type Language = 'jsonnet' | 'script';

/** A hook file and where it is served; made from the arguments of `serve`, and plain data, so it crosses to workers. */
export interface HookSpec {
  /** Route without the leading slash, which is also the hook's name in logs and metrics: `sync`, `a/b`. */
  readonly name: string;
  /** Absolute path of the file. */
  readonly file: string;
  readonly language: Language;
}

/** One call of a hook. */
export interface HookCall {
  /** The parsed body; for a nodejs-style hook whatever the body was. */
  readonly request: Json;
  /** HTTP facts; only nodejs-style hooks look at them. */
  readonly http: HttpFacts;
}

/** What of the HTTP request reaches a hook in nodejs-server style. */
export interface HttpFacts {
  readonly method: string;
  /** Path with query, as it came. */
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
}

/** What a hook answered, before it is checked. */
export interface HookAnswer {
  /** 200 but for nodejs-style hooks, which choose. */
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** Of a script whatever it returned, plain data or not: the check says what JSON makes of it. */
  readonly body: unknown;
  /** True where the same request gives the same answer as long as the files stay; such an answer may be remembered. */
  readonly pure: boolean;
}

/** A loaded hook. */
export interface Hook {
  readonly spec: HookSpec;
  /** True for nodejs-server style hooks: any method, trailing path segments, own status and headers. */
  readonly nodejsStyle: boolean;
  /**
   * Hex digest of the hook's code with everything it imports, for hooks that are pure (Jsonnet); undefined for scripts.
   */
  readonly digest: string | undefined;
  /** @throws HookdError `HookFailed` or `RetryLater` */
  call(call: HookCall): Promise<HookAnswer>;
}

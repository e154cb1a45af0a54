import type { Json } from '../json/json.js';

/** The languages a hook file can be written in. */
export type Language = 'jsonnet' | 'script';

/** A hook file and where it is served. Plain data, so it crosses to workers. */
export interface HookSpec {
  /** Route without the leading slash, which is also the hook's name in logs and metrics: `sync`, `a/b`. */
  readonly name: string;
  /** Absolute path of the file. */
  readonly file: string;
  readonly language: Language;
}

/** One call of a hook. */
export interface HookCall {
  /** The parsed body; if a nodejs-style hook was sent something else than JSON, the text of it. */
  readonly request: Json;
  /** Only nodejs-style hooks look at this. */
  readonly http: HttpFacts;
}

/** What a nodejs-style hook sees of the HTTP request besides its body. */
export interface HttpFacts {
  readonly method: string;
  /** Path with query, as it came. */
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
}

/** What a hook answered, before it is checked. */
export interface HookAnswer {
  /** 200, unless a nodejs-style hook chose another status. */
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** Whatever a script returned, plain data or not: the check says what JSON makes of it. */
  readonly body: unknown;
  /** True if the same request gives the same answer as long as the files stay; such an answer may be remembered. */
  readonly pure: boolean;
  /** True if `body` is plain JSON data for certain, as that of Jsonnet is, so that the check need not copy it. */
  readonly alreadyJson: boolean;
}

/** A loaded hook. */
export interface Hook {
  readonly spec: HookSpec;
  /**
   * True if the hook is written for Metacontroller's nodejs-server: it takes any method and trailing path segments, and
   * chooses its status and headers.
   */
  readonly nodejsStyle: boolean;
  /**
   * Hex digest of a Jsonnet hook's code with everything it imports. Undefined if that is not known, and for scripts, which
   * are not pure.
   */
  readonly digest: string | undefined;
  /** Something about the hook that its author may not have meant, as a sentence. */
  readonly note?: string | undefined;
  /** @throws HookdError `HookFailed` or `RetryLater` */
  call(call: HookCall): Promise<HookAnswer>;
}

/** How important a line is that a hook wrote; named after the methods of `console`. */
export type OutputLevel = 'debug' | 'info' | 'warn' | 'error';

/** Receives the lines a hook wrote: `std.trace`, `console.log`, warnings of natives. */
export type HookOutput = (level: OutputLevel, text: string) => void;

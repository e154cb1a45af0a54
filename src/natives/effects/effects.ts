/** A request of a native to the network. */
export interface BlockingRequest {
  readonly url: string;
  readonly method: 'GET' | 'HEAD';
  readonly headers?: Readonly<Record<string, string>>;
  /** Milliseconds after which it fails, the body included. */
  readonly timeoutMs: number;
  /** Largest body in bytes; a larger one fails the request. */
  readonly maxBytes: number;
}

/** The answer to a request. Redirects are not followed: the caller decides where they may lead. */
export interface BlockingReply {
  readonly status: number;
  /** Lower-case names; repeated headers joined with `, `. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array;
}

/**
 * Fetches synchronously, because Jsonnet evaluates synchronously. It blocks its thread, so the server must not call it.
 * @throws Error whose message says what failed
 */
export type BlockingFetch = (request: BlockingRequest) => BlockingReply;

/** A program to run. */
export interface ProgramCall {
  readonly command: string;
  readonly args: readonly string[];
  /** The files of the folder it runs in, by name. The folder is made for the call and removed after it. */
  readonly files: Readonly<Record<string, string | Uint8Array>>;
  readonly timeoutMs: number;
}

/** How a program ended. */
export interface ProgramResult {
  readonly outcome: 'exited' | 'not-found' | 'timed-out' | 'failed';
  /** The exit code; -1 if it did not exit. */
  readonly exitCode: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs a program to its end, synchronously. Never throws. */
export type RunProgram = (call: ProgramCall) => ProgramResult;

/** How the natives reach the world outside. */
export interface NativesEffects {
  /** A line for the log. */
  warn(line: string): void;
  /** Milliseconds of a monotonic clock. */
  now(): number;
  readonly fetch: BlockingFetch;
  readonly run: RunProgram;
}

/** A request of a native to the network. */
export interface BlockingRequest {
  readonly url: string;
  readonly method: 'GET' | 'HEAD';
  readonly headers?: Readonly<Record<string, string>>;
  /** Milliseconds until it is given up, body included. */
  readonly timeoutMs: number;
  /** Most bytes of body; beyond it the request fails. */
  readonly maxBytes: number;
}

/** What came back. Redirects are not followed: the caller decides where it may go. */
export interface BlockingReply {
  readonly status: number;
  /** Lower-case names; repeated headers joined with `, `. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array;
}

/**
 * Fetches synchronously, since Jsonnet evaluates synchronously. Only for worker threads and child processes: it blocks.
 * @throws Error whose message says what failed, without a stack worth reading
 */
export type BlockingFetch = (request: BlockingRequest) => BlockingReply;

/** A program to run. */
export interface ProgramCall {
  readonly command: string;
  readonly args: readonly string[];
  /** Files in the folder it runs in, which is made for it and removed behind it. */
  readonly files: Readonly<Record<string, string | Uint8Array>>;
  readonly timeoutMs: number;
}

/** How a program ended. */
export interface ProgramResult {
  readonly outcome: 'exited' | 'not-found' | 'timed-out' | 'failed';
  /** Exit code where it exited, else -1. */
  readonly exitCode: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs a program to its end, synchronously. Never throws. */
export type RunProgram = (call: ProgramCall) => ProgramResult;

/** What the natives do to the world beside computing. */
export interface NativesEffects {
  /** A line for the log. */
  warn(line: string): void;
  /** Milliseconds of a clock that never goes back. */
  now(): number;
  readonly fetch: BlockingFetch;
  readonly run: RunProgram;
}

/** One row of the error table: the HTTP status the code is answered with, and what it means. */
export interface ErrorRow {
  readonly status: number;
  readonly meaning: string;
}

/**
 * Every error a caller of hookd can see. The code stands first in the error body and as `code` in the log,
 * so it is never renamed. `docs/errors.md` lists the same codes; a test holds the two equal.
 */
export const errorTable = {
  InvalidJson: { status: 400, meaning: 'The request body is not JSON.' },
  InvalidRequest: { status: 400, meaning: 'The body is JSON, but no Metacontroller request.' },
  RouteNotFound: { status: 404, meaning: 'No hook is served at this path.' },
  MethodNotAllowed: { status: 405, meaning: 'Hooks are called with POST.' },
  RequestTimeout: { status: 408, meaning: 'The request did not arrive completely in time.' },
  RequestTooLarge: { status: 413, meaning: 'The request body is larger than --max-request-bytes.' },
  UnsupportedMediaType: { status: 415, meaning: 'The request body is not declared as JSON.' },
  RetryLater: { status: 429, meaning: 'The hook asked to be called again later.' },
  HookFailed: { status: 500, meaning: 'The hook threw, rejected or evaluated to an error.' },
  HookLoadFailed: { status: 500, meaning: 'The hook file cannot be loaded, so the hook cannot answer.' },
  HookCrashed: { status: 500, meaning: 'The hook ended its worker, for instance with process.exit().' },
  OutOfMemory: { status: 500, meaning: 'The hook needed more memory than its worker may use.' },
  InvalidResponse: { status: 500, meaning: 'The hook answered something Metacontroller cannot act on.' },
  EngineUnavailable: { status: 500, meaning: 'The chosen Jsonnet engine is not installed.' },
  Internal: { status: 500, meaning: 'A defect in hookd itself.' },
  QueueFull: { status: 503, meaning: 'Too many requests are waiting for a worker.' },
  Stopping: { status: 503, meaning: 'The server is shutting down.' },
  DeadlineExceeded: { status: 504, meaning: 'The evaluation did not end before its deadline and was stopped.' },
} as const satisfies Record<string, ErrorRow>;

export type ErrorCode = keyof typeof errorTable;

/** What `HookdError` may carry beside its message. */
export interface ErrorDetails {
  /** The long form for the log: a stack or a Jsonnet trace. Never sent to the caller. */
  readonly trace?: string;
  /** Seconds until the caller should try again; sent as `Retry-After`, rounded up, at least 1. */
  readonly retryAfterSeconds?: number;
  /** Further response headers, for instance `Allow`. */
  readonly headers?: Readonly<Record<string, string>>;
  readonly cause?: unknown;
}

/** An error with a code of the table. `message` is one line for the person who reads the Event or the log. */
export class HookdError extends Error {
  override readonly name = 'HookdError';
  readonly code: ErrorCode;
  readonly trace: string | undefined;
  readonly retryAfterSeconds: number | undefined;
  readonly headers: Readonly<Record<string, string>>;

  constructor(code: ErrorCode, message: string, details: ErrorDetails = {}) {
    super(message, details.cause === undefined ? undefined : { cause: details.cause });
    this.code = code;
    this.trace = details.trace;
    this.retryAfterSeconds = details.retryAfterSeconds;
    this.headers = details.headers ?? {};
  }

  /** The HTTP status of the table. */
  get status(): number {
    return errorTable[this.code].status;
  }
}

/** An address cannot be listened on; the message says which and why. */
export class ListenError extends Error {
  override readonly name = 'ListenError';
}

/**
 * Bad usage, found before anything is served: a flag, a path, two hooks on one route. Printed without a stack, exit
 * code 2. `problems` holds one sentence each, so that all of them are seen at once.
 */
export class UsageError extends Error {
  override readonly name = 'UsageError';
  readonly problems: readonly string[];

  constructor(problems: readonly string[] | string) {
    const list = typeof problems === 'string' ? [problems] : problems;
    super(list.join('\n'));
    this.problems = list;
  }
}

/** One row of the error table: the HTTP status of the reply, and what the code means. */
export interface ErrorRow {
  readonly status: number;
  readonly meaning: string;
}

/**
 * Every error that a caller of hookd can see. The code is the first word of the error body and `code` in the log, so it
 * is never renamed. `docs/errors.md` lists the same codes; a test holds the two equal.
 */
export const errorTable = {
  InvalidJson: { status: 400, meaning: 'The request body is not JSON.' },
  InvalidRequest: { status: 400, meaning: 'The body is JSON, but not a request of Metacontroller.' },
  RouteNotFound: { status: 404, meaning: 'No hook is served at this path.' },
  MethodNotAllowed: { status: 405, meaning: 'Hooks are called with POST.' },
  RequestTimeout: { status: 408, meaning: 'The whole request did not arrive in time.' },
  RequestTooLarge: { status: 413, meaning: 'The request body is larger than --max-request-bytes.' },
  UnsupportedMediaType: { status: 415, meaning: 'The request body is not declared as JSON.' },
  RetryLater: { status: 429, meaning: 'The hook asked to be called again later.' },
  HookFailed: { status: 500, meaning: 'The hook threw, rejected or evaluated to an error.' },
  HookLoadFailed: { status: 500, meaning: 'The hook file cannot be loaded, so the hook cannot answer.' },
  HookCrashed: { status: 500, meaning: 'The hook ended its worker, for example with process.exit().' },
  OutOfMemory: { status: 500, meaning: 'The hook needed more memory than a worker may use.' },
  InvalidResponse: { status: 500, meaning: 'Metacontroller could not act on the answer of the hook.' },
  EngineUnavailable: { status: 500, meaning: 'The chosen Jsonnet engine is not installed.' },
  Internal: { status: 500, meaning: 'There is a defect in hookd itself.' },
  QueueFull: { status: 503, meaning: 'Too many requests are waiting for a worker.' },
  Stopping: { status: 503, meaning: 'The server is shutting down.' },
  DeadlineExceeded: { status: 504, meaning: 'The hook did not answer before its deadline and was stopped.' },
} as const satisfies Record<string, ErrorRow>;

export type ErrorCode = keyof typeof errorTable;

/** An error as plain data, as it goes to a log, into an outcome, or from a worker to the server. */
export interface Failure {
  readonly code: ErrorCode;
  /** One line, free of secrets: it becomes an Event. */
  readonly message: string;
  /** The long form for the log. */
  readonly trace?: string | undefined;
  readonly retryAfterSeconds?: number | undefined;
}

/** What `HookdError` may carry in addition to its message. */
export interface ErrorDetails {
  /** The long form for the log: a stack or a Jsonnet trace. Never sent to the caller. */
  readonly trace?: string;
  /** Seconds until the caller should try again; sent as `Retry-After`. */
  readonly retryAfterSeconds?: number;
  /** More response headers, such as `Allow`. */
  readonly headers?: Readonly<Record<string, string>>;
  readonly cause?: unknown;
}

/** An error with a code of the table. Its message is one line, for the person who reads the Event or the log. */
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

/** Makes plain data of what was thrown; anything but a `HookdError` is a defect in hookd. */
export function failureOf(error: unknown): Failure {
  if (!(error instanceof HookdError)) {
    const { message, stack = message } = error as Error;
    return { code: 'Internal', message: `a defect in hookd: ${message}`, trace: stack };
  }
  const { code, message, trace, retryAfterSeconds } = error;
  return {
    code,
    message,
    ...(trace !== undefined && { trace }),
    ...(retryAfterSeconds !== undefined && { retryAfterSeconds }),
  };
}

/** The error of every request that comes, runs or waits while the server shuts down. */
export function stopping(): HookdError {
  return new HookdError('Stopping', 'the server is shutting down');
}

/** An address cannot be listened on; the message says which and why. */
export class ListenError extends Error {
  override readonly name = 'ListenError';
}

/**
 * Wrong usage that is found before anything is served: an unknown flag, a missing file, two hooks on one route. It is
 * printed without a stack, and the exit code is 2. `problems` has one sentence for each, so that all are seen at once.
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

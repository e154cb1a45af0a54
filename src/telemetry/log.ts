import { type DestinationStream, type Logger, pino } from 'pino';
import type { LogLevel } from './levels.js';

export interface LogOptions {
  readonly level: LogLevel;
  /** Receives the lines as JSON; one `write` a line. `prettyStream` makes sentences of them. */
  readonly destination: DestinationStream;
}

/** One answered request, as the log tells it. Names and counts only: a body may carry Secrets. */
export interface RequestLine {
  /** Name of the hook; undefined where no hook is served at the path. */
  readonly hook: string | undefined;
  readonly method: string;
  /** Path without the query; told only where there is no hook to name. */
  readonly path: string;
  /** Status sent, or 499 where the caller was gone before there was one to send. */
  readonly status: number;
  /** From the first byte of the request's head to the reply. */
  readonly seconds: number;
  readonly requestId: string;
  /** Error code and its one line, for an error; the trace is the long form. */
  readonly code?: string | undefined;
  readonly message?: string | undefined;
  readonly trace?: string | undefined;
  /** Which of Metacontroller's calls it was, `composite-sync` for instance. */
  readonly call?: string | undefined;
  readonly parent?:
    | { readonly kind: string; readonly namespace: string | undefined; readonly name: string }
    | undefined;
  /** Children or attachments, observed and desired. */
  readonly observed?: number | undefined;
  readonly desired?: number | undefined;
  readonly evaluationSeconds?: number | undefined;
  readonly cache?: 'hit' | 'miss' | undefined;
}

/** A warning of the contract: the answer went out, but something in it is probably not meant so. */
export interface WarningLine {
  readonly hook: string;
  readonly requestId?: string | undefined;
  readonly rule: string;
  readonly path: string;
  readonly message: string;
}

const milliseconds = (seconds: number) => Math.round(seconds * 1e6) / 1e3;

/** Every line hookd logs, each a method. Nothing else in hookd writes to the log. */
export class Log {
  readonly #pino: Logger;

  constructor(options: LogOptions) {
    this.#pino = pino(
      {
        level: options.level,
        base: null, // pid and host name: the container runtime knows them
        timestamp: pino.stdTimeFunctions.isoTime,
        formatters: { level: (label) => ({ level: label }) },
      },
      options.destination,
    );
  }

  /** A hook is loaded and has its route. */
  hookServed(hook: string, file: string): void {
    this.#pino.info({ hook, route: `/${hook}`, file }, 'hook served');
  }

  /** A hook cannot be loaded; its route answers with this until the file is mended. */
  hookBroken(hook: string, file: string, message: string, trace: string | undefined): void {
    this.#pino.error({ hook, route: `/${hook}`, file, error: message, trace }, 'hook cannot be loaded');
  }

  /** @param purpose `hooks`, or `admin` for probes and metrics on their own port */
  listening(purpose: 'hooks' | 'admin', address: string): void {
    this.#pino.info({ address }, purpose === 'hooks' ? 'listening' : 'listening for probes and metrics');
  }

  /** One line a request: 5xx as error; 4xx as warn, but for 429 and 499, which nobody has to mend. */
  request(line: RequestLine): void {
    const { status } = line;
    const level = status >= 500 ? 'error' : status >= 400 && status !== 429 && status !== 499 ? 'warn' : 'info';
    if (!this.#pino.isLevelEnabled(level)) return;
    const { parent } = line;
    this.#pino[level](
      {
        hook: line.hook,
        method: line.method === 'POST' ? undefined : line.method,
        path: line.hook === undefined ? line.path : undefined,
        status,
        ms: milliseconds(line.seconds),
        evaluationMs: line.evaluationSeconds === undefined ? undefined : milliseconds(line.evaluationSeconds),
        cache: line.cache,
        call: line.call,
        parent: parent && { kind: parent.kind, namespace: parent.namespace, name: parent.name },
        observed: line.observed,
        desired: line.desired,
        code: line.code,
        error: line.message,
        trace: line.trace,
        requestId: line.requestId,
      },
      'request',
    );
  }

  contractWarning(line: WarningLine): void {
    this.#pino.warn(
      { hook: line.hook, rule: line.rule, path: line.path, warning: line.message, requestId: line.requestId },
      'answer warning',
    );
  }

  /** A line the hook itself wrote: `std.trace` or `console.*`. */
  hookOutput(hook: string, level: 'debug' | 'info' | 'warn' | 'error', text: string): void {
    this.#pino[level]({ hook, output: text }, 'hook output');
  }

  workerStarted(id: number): void {
    this.#pino.debug({ worker: id }, 'worker started');
  }

  /** A worker ended in good order (debug), or was killed because of a hook (warn). */
  workerStopped(id: number, reason: string): void {
    const level = reason === 'idle' || reason === 'stop' ? 'debug' : 'warn';
    this.#pino[level]({ worker: id, reason }, level === 'warn' ? 'worker replaced' : 'worker stopped');
  }

  /** A connection that never made a request: bytes that are no HTTP, or a head that came too slowly. */
  connectionError(code: string, message: string): void {
    this.#pino.warn({ code, error: message }, 'connection closed');
  }

  /** Shutdown began: not ready any more, still serving for `delaySeconds`. */
  stopping(reason: string, delaySeconds: number): void {
    this.#pino.info({ reason, delaySeconds }, 'stopping: not ready any more, still serving');
  }

  /** The listener is closed; what runs may finish. */
  draining(inFlight: number, timeoutSeconds: number): void {
    this.#pino.info({ inFlight, timeoutSeconds }, 'no longer accepting, finishing what runs');
  }

  /** Shutdown is over; `abandoned` requests had not finished in time. */
  stopped(abandoned: number): void {
    if (abandoned === 0) this.#pino.info('stopped');
    else this.#pino.error({ abandoned }, 'stopped with unfinished requests');
  }

  /** A defect in hookd itself. */
  defect(error: unknown, requestId?: string): void {
    const trace = error instanceof Error ? error.stack : undefined;
    this.#pino.error(
      { requestId, error: error instanceof Error ? error.message : String(error), trace },
      'defect in hookd',
    );
  }
}

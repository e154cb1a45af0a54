import { type Logger, pino } from 'pino';
import { Backlog, type LineOutput } from './backlog.js';
import type { LineLevel, LogLevel } from './levels.js';
import { Repeats } from './repeats.js';
import { cut, safeName } from './safe-text.js';

export interface LogOptions {
  readonly level: LogLevel;
  /** Receives the lines as JSON, each in one `write`. `prettyStream` makes sentences of them. */
  readonly destination: LineOutput;
  /** A clock in milliseconds, which decides when a repeated line is logged again; for tests. */
  readonly now?: (() => number) | undefined;
}

/** What the log says about an answered request. It holds names and counts only, because a body may carry Secrets. */
export interface RequestLine {
  /** Name of the hook; undefined if no hook is served at the path. */
  readonly hook: string | undefined;
  readonly method: string;
  /** Path without the query; logged only if there is no hook to name. */
  readonly path: string;
  /** Status sent, or 499 if the caller was gone before there was one to send. */
  readonly status: number;
  /** Seconds from the head of the request to its reply. */
  readonly seconds: number;
  readonly requestId: string;
  /** Code and message of an error, and its long form for the log. */
  readonly code?: string | undefined;
  readonly message?: string | undefined;
  readonly trace?: string | undefined;
  /** Which of Metacontroller's calls it was, such as `composite-sync`. */
  readonly call?: string | undefined;
  readonly parent?:
    | { readonly kind: string; readonly namespace: string | undefined; readonly name: string }
    | undefined;
  /** How many children or attachments were observed, and how many are desired. */
  readonly observed?: number | undefined;
  readonly desired?: number | undefined;
  readonly evaluationSeconds?: number | undefined;
  readonly cache?: 'hit' | 'miss' | undefined;
}

/** A warning about an answer that was sent, although something in it is probably a mistake. */
export interface WarningLine {
  readonly hook: string;
  readonly requestId?: string | undefined;
  readonly rule: string;
  readonly path: string;
  readonly message: string;
}

/** Most characters of a trace, and of what a hook writes at once; container runtimes cut longer lines in pieces. */
const longestText = 16_000;

const cutText = (text: string | undefined) => (text === undefined ? undefined : cut(text, longestText));

const milliseconds = (seconds: number) => Math.round(seconds * 1e6) / 1e3;

/** Has a method for every line that hookd logs. Nothing else writes to the log. */
export class Log {
  readonly #pino: Logger;
  readonly #backlog: Backlog;
  readonly #repeats: Repeats;

  constructor(options: LogOptions) {
    this.#repeats = new Repeats(options.now);
    this.#backlog = new Backlog(options.destination, (lines) => this.#pino.error({ lines }, 'log lines dropped'));
    this.#pino = pino(
      {
        level: options.level,
        base: null, // no pid and host name: the container runtime knows them
        timestamp: pino.stdTimeFunctions.isoTime,
        formatters: { level: (label) => ({ level: label }) },
      },
      this.#backlog,
    );
  }

  /** Lines that were dropped because nobody read the log fast enough. */
  get droppedLines(): number {
    return this.#backlog.dropped;
  }

  /** A hook is loaded and served; `note` is something that its author may not have meant. */
  hookServed(hook: string, file: string, note?: string): void {
    this.#pino[note === undefined ? 'info' : 'warn']({ hook, route: `/${hook}`, file, note }, 'hook served');
  }

  /** A hook cannot be loaded; its route answers with this error. */
  hookBroken(hook: string, file: string, message: string, trace: string | undefined): void {
    this.#pino.error(
      { hook, route: `/${hook}`, file, error: cutText(message), trace: cutText(trace) },
      'hook cannot be loaded',
    );
  }

  /** A file is not served: a helper of hooks (info), or a hook whose route is taken by hookd itself (error). */
  notServed(level: 'info' | 'error', reason: string): void {
    this.#pino[level]({ reason }, 'file not served');
  }

  /** @param purpose `hooks`, or `admin` for probes and metrics on their own port */
  listening(purpose: 'hooks' | 'admin', address: string): void {
    this.#pino.info({ address }, purpose === 'hooks' ? 'listening' : 'listening for probes and metrics');
  }

  /** Logs 5xx as error and 4xx as warn, except 429 and 499, about which nobody has to do anything. */
  request(line: RequestLine): void {
    const { status } = line;
    const level = status >= 500 ? 'error' : status >= 400 && status !== 429 && status !== 499 ? 'warn' : 'info';
    if (!this.#pino.isLevelEnabled(level)) return;
    const { parent } = line;
    this.#pino[level](
      {
        hook: line.hook,
        method: line.method === 'POST' ? undefined : line.method,
        path: line.hook === undefined ? safeName(line.path) : undefined,
        status,
        ms: milliseconds(line.seconds),
        evaluationMs: line.evaluationSeconds === undefined ? undefined : milliseconds(line.evaluationSeconds),
        cache: line.cache,
        call: line.call,
        parent: parent && {
          kind: safeName(parent.kind),
          namespace: parent.namespace && safeName(parent.namespace),
          name: safeName(parent.name),
        },
        observed: line.observed,
        desired: line.desired,
        code: line.code,
        error: line.message,
        trace: cutText(line.trace),
        requestId: line.requestId,
      },
      'request',
    );
  }

  /** A warning about a place in the answers of a hook is logged once a minute, with how often it was given. */
  contractWarning({ hook, rule, path, message, requestId }: WarningLine): void {
    const times = this.#repeats.count(JSON.stringify([hook, rule, path]));
    if (times === undefined) return;
    const fields = {
      hook,
      rule,
      path: cutText(path),
      warning: cutText(message),
      times: times === 1 ? undefined : times,
      requestId,
    };
    this.#pino.warn(fields, 'answer warning');
  }

  /** Text that the hook itself wrote, with `std.trace` or `console.*`. */
  hookOutput(hook: string, level: LineLevel, text: string): void {
    this.#pino[level]({ hook, output: cutText(text) }, 'hook output');
  }

  workerStarted(id: number): void {
    this.#pino.debug({ worker: id }, 'worker started');
  }

  /** A worker was ended because it had nothing to do (debug), or because of what a hook did in it (warn). */
  workerStopped(id: number, reason: string): void {
    const level = reason === 'idle' || reason === 'stop' ? 'debug' : 'warn';
    this.#pino[level]({ worker: id, reason }, level === 'warn' ? 'worker replaced' : 'worker stopped');
  }

  /**
   * A connection was closed that made no proper request, did not read its reply, or was one too many. Logged once a
   * minute for each code, with how often it happened.
   */
  connectionError(code: string, message: string): void {
    const times = this.#repeats.count(code);
    if (times === undefined) return;
    this.#pino.warn({ code, error: message, times: times === 1 ? undefined : times }, 'connection closed');
  }

  /** The shutdown has started: the server is not ready, but goes on serving for `delaySeconds`. */
  stopping(reason: string, delaySeconds: number): void {
    this.#pino.info({ reason, delaySeconds }, 'shutdown started');
  }

  /** No more connections are accepted; the requests that run may finish. */
  draining(inFlight: number, timeoutSeconds: number): void {
    this.#pino.info({ inFlight, timeoutSeconds }, 'draining');
  }

  /** The shutdown is over; `abandoned` requests did not finish in time. */
  stopped(abandoned: number): void {
    if (abandoned === 0) this.#pino.info('stopped');
    else this.#pino.error({ abandoned }, 'stopped with unfinished requests');
  }

  /** A defect in hookd itself. */
  defect(error: unknown, requestId?: string): void {
    const isError = error instanceof Error;
    const message = isError ? error.message : String(error);
    this.#pino.error(
      { requestId, error: cutText(message), trace: cutText(isError ? error.stack : undefined) },
      'defect in hookd',
    );
  }
}

import type { HookConfig } from '../hooks/config.js';
import type { HookSpec, HttpFacts } from '../hooks/hook.js';
import type { readRequest as ReadRequest, RequestFacts } from '../protocol/index.js';
import { AnswerCache } from './answer-cache.js';
import { deadlineOf } from './deadline.js';
import { callKey, isUnchanged, namesTag, quoteTag } from './etag.js';
import type { Executor, ExecutorObserver, ExecutorOptions, LoadedHook } from './executor.js';
import type { Answered, Call, Failed, Outcome, OutcomeFacts } from './outcome.js';
import { defaultLoadSeconds, Pool, type Task } from './pool/pool.js';
import type { WorkerEnd } from './pool/worker-process.js';
import type { LoadResult } from './wire/messages.js';
import { parseBody } from './worker/request-body.js';

/** Milliseconds after which a call that is not done is looked into for the caller's own timeout; most are done before. */
const lookMs = 50;
/** Seconds that a caller is asked to wait when the queue is full. */
const queueRetrySeconds = 1;
/** Sent instead of the HTTP facts to hooks that do not look at them. */
const noHttp: HttpFacts = { method: 'POST', url: '', headers: {} };

/** The executor: a pool of workers, deadlines, and the answers that are remembered. */
export class PooledExecutor implements Executor {
  readonly #specs: readonly HookSpec[];
  readonly #options: ExecutorOptions;
  readonly #pool: Pool;
  readonly #cache: AnswerCache;
  readonly #loaded = new Map<string, LoadResult>();
  /** Ends each call that runs or waits, for `stop`. */
  readonly #pending = new Set<() => void>();
  #readRequest: typeof ReadRequest | undefined;
  #isStopping = false;

  constructor(specs: readonly HookSpec[], config: HookConfig, options: ExecutorOptions, observer: ExecutorObserver) {
    this.#specs = specs;
    this.#options = options;
    this.#pool = new Pool(specs, config, options, observer);
    this.#cache = new AnswerCache(options.cacheBytes);
  }

  get load(): { readonly running: number; readonly waiting: number } {
    return { running: this.#pool.running, waiting: this.#pool.waiting };
  }

  async start(): Promise<readonly LoadedHook[]> {
    this.#pool.open();
    // While a worker starts; it takes a while, and no call needs it before.
    const protocol = import('../protocol/index.js');
    const loaded: LoadedHook[] = [];
    for (const spec of this.#specs) {
      const result = await this.#loadHook(spec.name);
      this.#loaded.set(spec.name, result);
      loaded.push(describe(spec, result));
    }
    this.#readRequest = (await protocol).readRequest;
    this.#pool.warm(this.#specs.map(({ name }) => name).filter((name) => this.#loaded.get(name)?.ok === true));
    return loaded;
  }

  #loadHook(hook: string): Promise<LoadResult> {
    const seconds = this.#options.loadTimeoutSeconds ?? defaultLoadSeconds;
    return new Promise((resolve) => {
      const finish = (result: LoadResult) => {
        clearTimeout(timer);
        this.#pending.delete(stop);
        resolve(result);
      };
      const fail = (message: string, trace?: string) => {
        const failure = { ok: false as const, code: 'HookLoadFailed' as const, message };
        finish(trace === undefined ? failure : { ...failure, trace });
      };
      const task: Task = {
        hook,
        message: { type: 'load', hook },
        done: (message) => finish((message as { result: LoadResult }).result),
        ended: ({ message, trace }) => fail(`while it was loaded it ${message}`, trace),
      };
      const timer = setTimeout(() => {
        this.#pool.cancel(task);
        fail(`it was not loaded within ${seconds} s and was stopped`);
      }, seconds * 1000);
      const stop = () => finish({ ok: false, code: 'Stopping', message: 'the server is shutting down' });
      this.#pending.add(stop);
      this.#pool.submit(task);
    });
  }

  async run(call: Call, signal?: AbortSignal): Promise<Outcome> {
    const loaded = this.#loaded.get(call.hook);
    if (this.#isStopping) return stopping();
    if (loaded?.ok === false) return notLoaded(call.hook, loaded);
    const digest = loaded?.digest;
    if (digest === undefined || (!this.#cache.enabled && call.ifNoneMatch === undefined)) {
      return this.#evaluate(call, loaded?.nodejsStyle === true, signal);
    }
    const key = callKey(digest, call.body);
    const known = this.#fromMemory(call, key);
    if (known !== undefined) return known;
    const outcome = await this.#evaluate(call, false, signal);
    if (!this.#cache.enabled) return outcome;
    // A worker that was started later may have read newer files: its digest is another, and so would be the key.
    if (outcome.ok && outcome.status === 200 && outcome.digest === digest) {
      const { evaluationSeconds: _, ...kept } = outcome;
      this.#cache.set(key, kept);
    }
    return { ...outcome, cache: 'miss' };
  }

  /** The answer to a call of a pure hook without an evaluation, if there is one. */
  #fromMemory({ ifNoneMatch }: Call, key: string): Answered | undefined {
    const etag = quoteTag(key);
    const kept = this.#cache.get(key);
    const cache = this.#cache.enabled ? { cache: 'hit' as const } : {};
    // Only an answer that was sent with this tag before can name it: hook, configuration and body are the same.
    if (ifNoneMatch !== undefined && namesTag(ifNoneMatch, etag)) {
      return { ...facts(kept), ...cache, ok: true, status: 304, headers: { etag }, body: new Uint8Array(0) };
    }
    if (kept === undefined) return undefined;
    if (kept.headers.etag === undefined || !isUnchanged(ifNoneMatch, etag)) return { ...kept, ...cache };
    return { ...facts(kept), ...cache, ok: true, status: 304, headers: { etag }, body: new Uint8Array(0) };
  }

  #evaluate(call: Call, isRaw: boolean, signal: AbortSignal | undefined): Promise<Outcome> {
    const { hook, body, ifNoneMatch } = call;
    const arrived = performance.now();
    let facts: RequestFacts | undefined;
    let looked = false;
    const look = (): RequestFacts | undefined => {
      if (!looked) facts = this.#factsOf(body);
      looked = true;
      return facts;
    };
    return new Promise((resolve) => {
      let timer: NodeJS.Timeout;
      const finish = (outcome: Outcome) => {
        clearTimeout(timer);
        signal?.removeEventListener('abort', abort);
        this.#pending.delete(stop);
        resolve(outcome);
      };
      const fail = (failure: Pick<Failed, 'code' | 'message' | 'trace' | 'retryAfterSeconds'>) => {
        const request = look();
        finish({ ok: false, ...(request === undefined ? {} : { request }), warnings: [], ...failure });
      };
      const task: Task = {
        hook,
        message: {
          type: 'call',
          hook,
          http: isRaw ? call.http : noHttp,
          ...(ifNoneMatch === undefined ? {} : { ifNoneMatch }),
        },
        body,
        done: (message, answer) => {
          const { outcome } = message as { outcome: Outcome };
          finish(outcome.ok ? { ...outcome, body: answer } : outcome);
        },
        ended: (end) => fail(crashed(hook, end)),
      };
      const watch = () => {
        const deadline = deadlineOf(this.#options.timeoutSeconds, look());
        const left = deadline.seconds * 1000 - (performance.now() - arrived);
        if (left > 0) {
          timer = setTimeout(watch, Math.ceil(left));
          return;
        }
        const limit = `${Number(deadline.seconds.toFixed(3))} s (${deadline.source})`;
        const state = this.#pool.cancel(task);
        if (state === 'waiting')
          fail({ code: 'DeadlineExceeded', message: `hook ${hook}: no worker was free within ${limit}` });
        else fail({ code: 'DeadlineExceeded', message: `hook ${hook}: did not end within ${limit} and was stopped` });
      };
      const abort = () => {
        // A call that runs is left to its end: killing its worker would cost more.
        if (!this.#pool.isWaiting(task)) return;
        this.#pool.cancel(task);
        fail({ code: 'DeadlineExceeded', message: `hook ${hook}: the caller went away before a worker was free` });
      };
      const stop = () => finish(stopping());
      timer = setTimeout(watch, Math.min(lookMs, this.#options.timeoutSeconds * 1000));
      this.#pending.add(stop);
      if (!this.#pool.submit(task, this.#options.maxQueue)) {
        fail({
          code: 'QueueFull',
          message: `hook ${hook}: ${this.#options.maxQueue} requests are waiting for a worker already`,
          retryAfterSeconds: queueRetrySeconds,
        });
        return;
      }
      if (signal?.aborted === true) abort();
      else signal?.addEventListener('abort', abort, { once: true });
    });
  }

  /** What a body tells, for the deadline and for the log of a call that has no outcome of its own. */
  #factsOf(body: Uint8Array): RequestFacts | undefined {
    try {
      return this.#readRequest?.(parseBody(body)).facts;
    } catch {
      return undefined;
    }
  }

  async stop(): Promise<void> {
    this.#isStopping = true;
    for (const stop of [...this.#pending]) stop();
    await this.#pool.close();
  }
}

function crashed(hook: string, { reason, message, trace }: WorkerEnd): Pick<Failed, 'code' | 'message' | 'trace'> {
  const failure = {
    code: reason === 'memory' ? ('OutOfMemory' as const) : ('HookCrashed' as const),
    message: `hook ${hook}: ${message}`,
  };
  return trace === undefined ? failure : { ...failure, trace };
}

function stopping(): Failed {
  return { ok: false, warnings: [], code: 'Stopping', message: 'the server is shutting down' };
}

function notLoaded(hook: string, { code, message, trace }: LoadResult & { ok: false }): Failed {
  const failure: Failed = { ok: false, warnings: [], code, message: `hook ${hook}: ${message}` };
  return trace === undefined ? failure : { ...failure, trace };
}

function describe(spec: HookSpec, result: LoadResult): LoadedHook {
  const hook = { name: spec.name, file: spec.file, language: spec.language };
  if (result.ok) return { ...hook, nodejsStyle: result.nodejsStyle };
  const { code, message, trace } = result;
  return { ...hook, nodejsStyle: false, error: { code, message, ...(trace === undefined ? {} : { trace }) } };
}

/** What a remembered answer tells beside itself. */
function facts(kept: Answered | undefined): OutcomeFacts {
  if (kept === undefined) return { warnings: [] };
  const { ok, status, headers, body, digest, ...rest } = kept;
  return rest;
}

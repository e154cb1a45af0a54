import { type Failure, failureOf, stopping } from '../errors.js';
import { endingWithin, type HookConfig } from '../hooks/config.js';
import type { HookSpec, HttpFacts, Language } from '../hooks/hook.js';
import { AnswerCache } from './answer-cache.js';
import { type Deadline, deadlineOf } from './deadline.js';
import { callKey, namesTag, notModified, quoteTag, withTag } from './etag.js';
import type { ExecutorOptions } from './limits.js';
import type { ExecutorObserver } from './observer.js';
import type { Answered, Call, Failed, Outcome } from './outcome.js';
import { PendingTask, type TaskEnd, type TaskRules } from './pending-task.js';
import { defaultLoadSeconds, Pool } from './pool/pool.js';
import { groupOf } from './pool/schedule.js';
import type { LoadResult } from './wire/messages.js';

export type { ExecutorOptions } from './limits.js';
export type { ExecutorObserver, WorkerFacts } from './observer.js';

/** What loading a hook gave, reported when the executor starts. */
export interface LoadedHook {
  readonly name: string;
  readonly file: string;
  readonly language: Language;
  /** See Hook.nodejsStyle: such a hook takes any method and trailing path segments. */
  readonly nodejsStyle: boolean;
  /** See Hook.note. */
  readonly note?: string;
  /** Why the hook cannot be called; it answers every call with this, the others are served. */
  readonly error?: Failure;
}

/** Runs hooks where they can be killed. */
export interface Executor {
  /** Loads every hook once and resolves with what came of each, in the order of the specs. */
  start(): Promise<readonly LoadedHook[]>;
  /** Never rejects: whatever goes wrong is a `Failed` outcome. `signal` drops a call that still waits. */
  run(call: Call, signal?: AbortSignal): Promise<Outcome>;
  /** Number of calls that run and of calls that wait, now. */
  readonly load: { readonly running: number; readonly waiting: number };
  /** Ends all workers; calls still running or waiting end as `Stopping`. */
  stop(): Promise<void>;
}

/**
 * Makes an executor; nothing is started or loaded before `start()`.
 *
 * @param specs the hooks to serve, see findHooks in the hooks room
 * @param config how they are loaded and evaluated, the same for all
 */
export function createExecutor(
  specs: readonly HookSpec[],
  config: HookConfig,
  options: ExecutorOptions,
  observer: ExecutorObserver,
): Executor {
  return new PooledExecutor(specs, config, options, observer);
}

/** Seconds that a caller is asked to wait when the queue is full. */
const queueRetrySeconds = 1;
/** Sent instead of the HTTP facts to hooks that do not look at them. */
const noHttp: HttpFacts = { method: 'POST', url: '', headers: {} };

/** A pool of workers, and the answers that are remembered. */
class PooledExecutor implements Executor {
  readonly #specs: readonly HookSpec[];
  readonly #options: ExecutorOptions;
  readonly #pool: Pool;
  readonly #cache: AnswerCache;
  readonly #loaded = new Map<string, LoadResult>();
  /** What runs or waits, for `stop`. */
  readonly #pending = new Set<PendingTask>();
  #isStopping = false;

  constructor(specs: readonly HookSpec[], config: HookConfig, options: ExecutorOptions, observer: ExecutorObserver) {
    this.#specs = specs;
    this.#options = options;
    this.#pool = new Pool(specs, endingWithin(options.timeoutSeconds, config), options, observer);
    this.#cache = new AnswerCache(options.cacheBytes);
  }

  get load(): { readonly running: number; readonly waiting: number } {
    return { running: this.#pool.running, waiting: this.#pool.waiting };
  }

  async start(): Promise<readonly LoadedHook[]> {
    this.#pool.open();
    const groups = new Map<string, HookSpec[]>();
    for (const spec of this.#specs) groups.set(groupOf(spec), [...(groups.get(groupOf(spec)) ?? []), spec]);
    // A group loads its hooks in one worker, one after the other; as many groups at a time as there may be workers.
    const rest = [...groups.values()];
    const loadGroups = async () => {
      for (let specs = rest.shift(); specs !== undefined; specs = rest.shift()) {
        for (const { name } of specs) this.#loaded.set(name, await this.#loadHook(name));
      }
    };
    await Promise.all(Array.from({ length: this.#options.workers }, loadGroups));
    const loaded = this.#specs.map((spec) => describe(spec, this.#loaded.get(spec.name) as LoadResult));
    this.#pool.warm(loaded.filter(({ error }) => error === undefined).map(({ name }) => name));
    return loaded;
  }

  async #loadHook(hook: string): Promise<LoadResult> {
    if (this.#isStopping) return { ok: false, ...failureOf(stopping()) };
    const rules = loadRules(this.#options.loadTimeoutSeconds ?? defaultLoadSeconds);
    const task = new PendingTask(this.#pool, hook, undefined, rules);
    this.#pool.submit(task);
    const end = await this.#endOf(task);
    if (!end.ok) return { ok: false, ...end.failure };
    return (end.message as Extract<typeof end.message, { type: 'loaded' }>).result;
  }

  async run(call: Call, signal?: AbortSignal): Promise<Outcome> {
    const { hook } = call;
    const loaded = this.#loaded.get(hook);
    if (this.#isStopping) return failed(failureOf(stopping()));
    if (loaded?.ok === false) {
      const { ok, ...failure } = loaded;
      return failed({ ...failure, message: `hook ${hook}: ${failure.message}` });
    }
    const http = loaded?.nodejsStyle === true ? call.http : noHttp;
    const digest = loaded?.digest;
    const isOfUse = this.#cache.enabled || call.ifNoneMatch !== undefined;
    const key = digest !== undefined && isOfUse ? callKey(digest, call.body) : undefined;
    const known = key === undefined ? undefined : this.#recall(call, key);
    if (known !== undefined) return known;
    const outcome = await this.#evaluate(call, http, signal);
    const cache = key !== undefined && this.#cache.enabled && { cache: 'miss' as const };
    if (!outcome.ok) return { ...outcome, ...cache };
    // A worker that was started later may have read newer files: its digest is another, and so is the key.
    const isKeyed = key !== undefined && outcome.digest === digest;
    if (isKeyed && outcome.status === 200) {
      const { evaluationSeconds: _, ...kept } = outcome;
      this.#cache.set(key, kept);
    }
    const ownKey = isKeyed ? key : outcome.digest && callKey(outcome.digest, call.body);
    return { ...withTag(outcome, call, ownKey), ...cache };
  }

  /** The answer to a call of a pure hook without an evaluation, if there is one. */
  #recall(call: Call, key: string): Answered | undefined {
    const kept = this.#cache.get(key);
    const cache = this.#cache.enabled && { cache: 'hit' as const };
    if (kept !== undefined) return { ...withTag(kept, call, key), ...cache };
    const etag = quoteTag(key);
    // Only an answer that was sent with this tag before can name it: hook, configuration and body are the same.
    if (call.ifNoneMatch === undefined || !namesTag(call.ifNoneMatch, etag)) return undefined;
    return { ok: true, warnings: [], ...notModified(etag), ...cache };
  }

  async #evaluate({ hook, body }: Call, http: HttpFacts, signal: AbortSignal | undefined): Promise<Outcome> {
    const { timeoutSeconds, maxQueue } = this.#options;
    const task = new PendingTask(this.#pool, hook, { http, body }, callRules(hook, timeoutSeconds));
    const abort = () => {
      // A call that runs is left to its end: killing its worker would cost more.
      if (!this.#pool.isWaiting(task)) return;
      this.#pool.cancel(task);
      const message = `hook ${hook}: the caller went away before a worker was free`;
      task.fail({ code: 'DeadlineExceeded', message });
    };
    if (!this.#pool.submit(task, maxQueue)) {
      const message = `hook ${hook}: ${maxQueue} requests to it are waiting for a worker already`;
      task.fail({ code: 'QueueFull', message, retryAfterSeconds: queueRetrySeconds });
    } else if (signal?.aborted === true) abort();
    else signal?.addEventListener('abort', abort, { once: true });
    const end = await this.#endOf(task);
    signal?.removeEventListener('abort', abort);
    if (!end.ok) return { ...failed(end.failure), ...(end.request !== undefined && { request: end.request }) };
    const { outcome } = end.message as Extract<typeof end.message, { type: 'outcome' }>;
    return outcome.ok ? { ...outcome, body: end.body } : outcome;
  }

  async #endOf(task: PendingTask): Promise<TaskEnd> {
    this.#pending.add(task);
    try {
      return await task.end;
    } finally {
      this.#pending.delete(task);
    }
  }

  async stop(): Promise<void> {
    this.#isStopping = true;
    for (const task of this.#pending) task.stop();
    await this.#pool.close();
  }
}

function loadRules(seconds: number): TaskRules {
  const failure = (message: string, trace?: string): Failure => ({ code: 'HookLoadFailed', message, trace });
  return {
    deadline: () => ({ seconds, source: '' }),
    late: () => failure(`it was not loaded within ${seconds} s and was stopped`),
    crashed: ({ message, trace }) => failure(`while it was loaded it ${message}`, trace),
  };
}

function callRules(hook: string, timeoutSeconds: number): TaskRules {
  return {
    deadline: (facts) => deadlineOf(timeoutSeconds, facts),
    late({ seconds, source }: Deadline, state) {
      const limit = `${Number(seconds.toFixed(3))} s (${source})`;
      const what =
        state === 'waiting' ? `no worker was free within ${limit}` : `did not end within ${limit} and was stopped`;
      return { code: 'DeadlineExceeded', message: `hook ${hook}: ${what}` };
    },
    crashed: ({ reason, message, trace }) => ({
      code: reason === 'memory' ? 'OutOfMemory' : 'HookCrashed',
      message: `hook ${hook}: ${message}`,
      trace,
    }),
  };
}

function failed(failure: Failure): Failed {
  return { ok: false, warnings: [], ...failure };
}

function describe(spec: HookSpec, result: LoadResult): LoadedHook {
  const { name, file, language } = spec;
  if (result.ok)
    return { name, file, language, nodejsStyle: result.nodejsStyle, ...(result.note && { note: result.note }) };
  const { ok, ...error } = result;
  return { name, file, language, nodejsStyle: false, error };
}

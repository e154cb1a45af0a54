import type { HookConfig } from '../../hooks/config.js';
import type { HookSpec } from '../../hooks/hook.js';
import type { ExecutorObserver, ExecutorOptions, WorkerFacts } from '../executor.js';
import type { FromWorker, ToWorker } from '../wire/messages.js';
import { FairQueue } from './fair-queue.js';
import { type WorkerEnd, WorkerProcess } from './worker-process.js';

/** Something to do in a worker. Exactly one of `done` and `ended` is called, unless the task is cancelled. */
export interface Task {
  readonly hook: string;
  readonly message: Extract<ToWorker, { type: 'load' | 'call' }>;
  readonly body?: Uint8Array;
  done(message: Extract<FromWorker, { type: 'loaded' | 'outcome' }>, body: Uint8Array): void;
  /** The worker ended before it answered. */
  ended(end: WorkerEnd): void;
}

interface PoolWorker {
  readonly facts: WorkerFacts;
  readonly process: WorkerProcess;
  state: 'starting' | 'idle' | 'busy';
  /** What runs in it, also where that is only loading a hook ahead. */
  task: Task | undefined;
  isAhead: boolean;
  /** Hook that its raw output belongs to. */
  lastHook: string;
  readonly loaded: Set<string>;
  idleSince: number;
  /** When its last call ended; 0 where it had none. */
  usedAt: number;
}

/** Seconds that one hook may take to be loaded, where the options do not say. */
export const defaultLoadSeconds = 10;
/** Workers kept ready beside those that run, where the options do not say. */
const defaultSpares = 1;
/** Milliseconds after which a worker that has nothing to do is ended, and between two looks for such. */
const idleMs = 60_000;
/** Workers that ended of themselves in a row until waiting tasks are told so, and milliseconds before the next attempt. */
const maxFailedStarts = 3;
const retryMs = 100;
const maxRetryMs = 5_000;

/** Workers, the queue before them, and who goes next. One task at a time in each worker. */
export class Pool {
  readonly #setup: Omit<Extract<ToWorker, { type: 'setup' }>, 'shared'>;
  /** What workers have read and transpiled, for those that start later. */
  readonly #transpiled = new Map<string, string>();
  readonly #files = new Map<string, string>();
  readonly #options: ExecutorOptions;
  readonly #observer: ExecutorObserver;
  readonly #hookConcurrency: number;
  readonly #queue = new FairQueue<QueuedTask>();
  readonly #queued = new Map<Task, QueuedTask>();
  readonly #workers = new Set<PoolWorker>();
  readonly #runningOf = new Map<string, number>();
  /** Hooks whose last call ended its worker. */
  readonly #suspects = new Set<string>();
  readonly #isShared: boolean;
  readonly #stopped: Promise<void>[] = [];
  /** Hooks that a new worker loads while it has nothing else to do. */
  #ahead = new Set<string>();
  #running = 0;
  #nextId = 1;
  #isOpen = false;
  #isWarm = false;
  #failedStarts = 0;
  #retryTimer: NodeJS.Timeout | undefined;
  #idleTimer: NodeJS.Timeout | undefined;

  constructor(specs: readonly HookSpec[], config: HookConfig, options: ExecutorOptions, observer: ExecutorObserver) {
    this.#setup = { type: 'setup', specs, config };
    this.#options = options;
    this.#observer = observer;
    const { workers, hookConcurrency } = options;
    this.#isShared = specs.length > 1;
    // One worker is always left to the other hooks.
    this.#hookConcurrency = this.#isShared ? Math.min(hookConcurrency, Math.max(1, workers - 1)) : hookConcurrency;
  }

  get running(): number {
    return this.#running;
  }

  get waiting(): number {
    return this.#queue.size;
  }

  /** Whether the task is in the queue, neither running nor done. */
  isWaiting(task: Task): boolean {
    return this.#queued.has(task);
  }

  /** Starts the first worker. */
  open(): void {
    this.#isOpen = true;
    this.#idleTimer = setInterval(() => this.#endIdle(), idleMs / 2).unref();
    this.#grow();
  }

  /** From now on spare workers are kept ready, and every worker loads these hooks while it has nothing else to do. */
  warm(hooks: Iterable<string>): void {
    this.#ahead = new Set(hooks);
    this.#isWarm = true;
    this.#dispatch();
  }

  /** Runs the task as soon as a worker is free. False, and nothing done, where too many wait already. */
  submit(task: Task, maxQueue = Number.POSITIVE_INFINITY): boolean {
    const queued: QueuedTask = { hook: task.hook, task, since: performance.now() };
    this.#queue.add(queued);
    this.#queued.set(task, queued);
    this.#dispatch();
    if (this.#queue.size <= maxQueue || !this.#queue.delete(queued)) return true;
    this.#queued.delete(task);
    return false;
  }

  /** Forgets a waiting task, or kills the worker that runs it; tells what it did before. */
  cancel(task: Task): 'waiting' | 'running' | undefined {
    const queued = this.#queued.get(task);
    if (queued !== undefined) {
      this.#queued.delete(task);
      this.#queue.delete(queued);
      return 'waiting';
    }
    for (const worker of this.#workers) {
      if (worker.task !== task) continue;
      this.#suspects.add(task.hook);
      this.#kill(worker, 'deadline');
      this.#dispatch();
      return 'running';
    }
    return undefined;
  }

  /** Ends all workers. Tasks that run or wait are dropped; their owner knows of the end. */
  async close(): Promise<void> {
    this.#isOpen = false;
    clearTimeout(this.#retryTimer);
    clearInterval(this.#idleTimer);
    this.#queue.drain();
    this.#queued.clear();
    for (const worker of this.#workers) this.#kill(worker, 'stop');
    await Promise.all(this.#stopped);
  }

  #dispatch(): void {
    if (!this.#isOpen) return;
    const mayRun = (hook: string) => this.#mayRun(hook);
    while (this.#queue.size > 0 && this.#running < this.#options.workers) {
      const queued = this.#queue.take((hook) => mayRun(hook) && this.#freeWorker(hook) !== undefined);
      if (queued === undefined) break;
      const worker = this.#freeWorker(queued.hook) as PoolWorker;
      this.#queued.delete(queued.task);
      if (queued.task.message.type === 'call') {
        this.#observer.dequeued(queued.hook, (performance.now() - queued.since) / 1000);
      }
      this.#running++;
      this.#runningOf.set(queued.hook, (this.#runningOf.get(queued.hook) ?? 0) + 1);
      this.#assign(worker, queued.task, false);
    }
    this.#loadAhead(mayRun);
    this.#grow();
  }

  /**
   * Whether a call of the hook may start. A hook that runs already, or whose last call ended its worker, does not get the
   * last worker that is ready while the next ones are still starting, which takes far longer than the calls of the other
   * hooks. All hooks of the second kind together leave a worker to the others.
   */
  #mayRun(hook: string): boolean {
    const running = this.#runningOf.get(hook) ?? 0;
    if (running >= this.#hookConcurrency) return false;
    if (!this.#isShared) return true;
    const isSuspect = this.#suspects.has(hook);
    if (isSuspect && this.#runningSuspects() >= this.#hookConcurrency) return false;
    return (running === 0 && !isSuspect) || this.#leavesOne();
  }

  #runningSuspects(): number {
    let running = 0;
    for (const hook of this.#suspects) running += this.#runningOf.get(hook) ?? 0;
    return running;
  }

  /** Whether another worker is ready beside the next one that gets a call, or none will soon be. */
  #leavesOne(): boolean {
    let ready = 0;
    let coming = 0;
    for (const worker of this.#workers) {
      if (worker.state === 'starting' || worker.isAhead) coming++;
      else if (worker.state === 'idle') {
        if ([...this.#ahead].every((hook) => worker.loaded.has(hook))) ready++;
        else coming++;
      }
    }
    return ready > 1 || coming === 0;
  }

  /**
   * An idle worker for a call of the hook. One that has yet to load it gets none: another may be free sooner, and a call
   * that loads pays for it with its own deadline.
   */
  #freeWorker(hook: string): PoolWorker | undefined {
    const warm = this.#lastUsed((worker) => worker.loaded.has(hook));
    return warm ?? (this.#ahead.has(hook) ? undefined : this.#lastUsed(() => true));
  }

  /**
   * The idle worker whose call ended last: its memory is warmest, and it has kept what it fetched. Loading counts for
   * nothing, or a worker that has just been made ready would be taken for the one in use.
   */
  #lastUsed(suits: (worker: PoolWorker) => boolean): PoolWorker | undefined {
    let best: PoolWorker | undefined;
    for (const worker of this.#workers) {
      if (worker.state !== 'idle' || !suits(worker)) continue;
      if (best === undefined || worker.usedAt > best.usedAt) best = worker;
    }
    return best;
  }

  #assign(worker: PoolWorker, task: Task, isAhead: boolean): void {
    worker.state = 'busy';
    worker.task = task;
    worker.isAhead = isAhead;
    worker.lastHook = task.hook;
    worker.process.send(task.message, task.body);
  }

  /** Ends the work of a worker and returns what it did. */
  #release(worker: PoolWorker): Task | undefined {
    const { task } = worker;
    worker.task = undefined;
    const { isAhead } = worker;
    worker.isAhead = false;
    if (task !== undefined && !isAhead) {
      this.#running--;
      const left = (this.#runningOf.get(task.hook) ?? 1) - 1;
      if (left > 0) this.#runningOf.set(task.hook, left);
      else this.#runningOf.delete(task.hook);
    }
    return task;
  }

  /** Gives idle workers a hook to load, those that calls wait for first. */
  #loadAhead(mayRun: (hook: string) => boolean): void {
    for (const worker of this.#workers) {
      if (worker.state !== 'idle') continue;
      const isMissing = (hook: string) => this.#ahead.has(hook) && !worker.loaded.has(hook);
      const awaited = [...this.#queue.hooks()].find((hook) => isMissing(hook) && mayRun(hook));
      const hook = awaited ?? [...this.#ahead].find(isMissing);
      if (hook !== undefined) this.#assign(worker, this.#aheadTask(hook), true);
    }
  }

  /** Loading a hook ahead. Where that ends the worker or has no end, calls load the hook themselves from then on. */
  #aheadTask(hook: string): Task {
    const seconds = this.#options.loadTimeoutSeconds ?? defaultLoadSeconds;
    const task: Task = {
      hook,
      message: { type: 'load', hook },
      done: () => clearTimeout(timer),
      ended: () => {
        clearTimeout(timer);
        this.#ahead.delete(hook);
      },
    };
    const timer = setTimeout(() => {
      this.#ahead.delete(hook);
      this.cancel(task);
    }, seconds * 1000).unref();
    return task;
  }

  #grow(): void {
    if (!this.#isOpen || this.#retryTimer !== undefined) return;
    const wanted = this.#wanted();
    while (this.#workers.size < wanted) this.#spawn();
  }

  /** How many workers there should be now. */
  #wanted(): number {
    const needed = Math.min(this.#running + this.#queue.size, this.#options.workers);
    return Math.max(needed, 1) + (this.#isWarm ? (this.#options.spareWorkers ?? defaultSpares) : 0);
  }

  #spawn(): void {
    const facts: WorkerFacts = { id: this.#nextId++, kind: 'process' };
    const process = new WorkerProcess(
      { heapMb: this.#options.workerHeapMb, stackMb: this.#options.workerStackMb },
      {
        message: (message, body) => this.#receive(worker, message, body),
        output: (hook, level, text) => {
          this.#observer.hookOutput(hook ?? (worker.lastHook || `worker ${facts.id}`), level, text);
        },
        ended: (end) => this.#ended(worker, end),
      },
    );
    const worker: PoolWorker = {
      facts,
      process,
      state: 'starting',
      task: undefined,
      isAhead: false,
      lastHook: '',
      loaded: new Set(),
      idleSince: 0,
      usedAt: 0,
    };
    this.#workers.add(worker);
    const shared = { transpiled: [...this.#transpiled], files: [...this.#files] };
    process.send({ ...this.#setup, shared });
    this.#observer.workerStarted(facts);
  }

  #receive(worker: PoolWorker, message: Exclude<FromWorker, { type: 'output' }>, body: Uint8Array): void {
    if (message.type === 'uncaught') {
      const end: WorkerEnd = {
        reason: 'crash',
        message: `threw where nothing could catch it: ${message.message}`,
        trace: message.trace,
      };
      const task = this.#kill(worker, 'crash');
      if (task !== undefined) this.#suspects.add(task.hook);
      task?.ended(end);
      this.#dispatch();
      return;
    }
    if (message.type === 'outcome') {
      this.#failedStarts = 0;
      worker.usedAt = performance.now();
    }
    const task = this.#release(worker);
    if (message.type === 'outcome' && task !== undefined) this.#suspects.delete(task.hook);
    worker.state = 'idle';
    worker.idleSince = performance.now();
    if (task !== undefined) worker.loaded.add(task.hook);
    if (message.type === 'loaded') {
      // What came first stays, for workers run by it.
      for (const [key, code] of message.shared.transpiled)
        if (!this.#transpiled.has(key)) this.#transpiled.set(key, code);
      for (const [path, text] of message.shared.files) if (!this.#files.has(path)) this.#files.set(path, text);
    }
    if (message.type !== 'ready') task?.done(message, body);
    this.#dispatch();
  }

  #ended(worker: PoolWorker, end: WorkerEnd): void {
    this.#workers.delete(worker);
    this.#observer.workerStopped(worker.facts, end.reason);
    const { isAhead } = worker;
    const task = this.#release(worker);
    if (task !== undefined) this.#suspects.add(task.hook);
    task?.ended(end);
    // Without a call to blame, the next worker would most likely end the same way.
    if (task === undefined || isAhead) this.#startFailed(end);
    this.#dispatch();
  }

  #startFailed(end: WorkerEnd): void {
    this.#failedStarts++;
    if (this.#failedStarts >= maxFailedStarts && [...this.#workers].every(({ state }) => state === 'starting')) {
      this.#queued.clear();
      for (const { task } of this.#queue.drain())
        task.ended({ ...end, message: `got no worker; the last one that was started ${end.message}` });
    }
    if (this.#retryTimer !== undefined) return;
    const wait = Math.min(retryMs * 2 ** this.#failedStarts, maxRetryMs);
    this.#retryTimer = setTimeout(() => {
      this.#retryTimer = undefined;
      this.#grow();
    }, wait);
  }

  /** Ends a worker and returns the task it had. */
  #kill(worker: PoolWorker, reason: 'idle' | 'stop' | 'deadline' | 'crash'): Task | undefined {
    this.#workers.delete(worker);
    const closed = worker.process.kill().then(() => {
      this.#stopped.splice(this.#stopped.indexOf(closed), 1);
    });
    this.#stopped.push(closed);
    this.#observer.workerStopped(worker.facts, reason);
    return this.#release(worker);
  }

  #endIdle(): void {
    const before = performance.now() - idleMs;
    for (const worker of this.#workers) {
      if (this.#workers.size <= this.#wanted()) return;
      if (worker.state === 'idle' && worker.idleSince < before) this.#kill(worker, 'idle');
    }
  }
}

interface QueuedTask {
  readonly hook: string;
  readonly task: Task;
  /** When it came, by the monotonic clock. */
  readonly since: number;
}

import { randomInt } from 'node:crypto';
import type { HookConfig } from '../../hooks/config.js';
import type { HookSpec, HttpFacts } from '../../hooks/hook.js';
import type { ExecutorOptions } from '../limits.js';
import type { ExecutorObserver, StopReason, WorkerFacts } from '../observer.js';
import type { FromThread, ToThread, TurnEnd, TurnProgress } from '../wire/messages.js';
import { FairQueue } from './fair-queue.js';
import { nextAhead, placeFor, type Situation, type WorkerState, type WorkerView, wantedWorkers } from './schedule.js';
import type { WorkerEnd } from './worker-end.js';
import { WorkerProcess } from './worker-process.js';

/** Something to do in a worker. Exactly one of `done` and `ended` is called, unless the task is cancelled. */
export interface Task {
  readonly hook: string;
  /** Undefined for a task that only loads the hook. */
  readonly call: { readonly http: HttpFacts; readonly body: Uint8Array } | undefined;
  /** When it came, by the monotonic clock. */
  readonly since: number;
  /** The answer to `ask`. */
  progress(progress: TurnProgress): void;
  done(end: Exclude<TurnEnd, { type: 'uncaught' }>, body: Uint8Array): void;
  /** The worker ended before it answered. */
  ended(end: WorkerEnd): void;
}

interface PoolWorker extends WorkerView {
  readonly facts: WorkerFacts;
  readonly process: WorkerProcess;
  readonly loaded: Set<string>;
  state: WorkerState;
  hook: string;
  usedAt: number;
  task: Task | undefined;
  /** Number of the task it has, or had last. */
  turn: number;
  idleSince: number;
}

/** Seconds that one hook may take to be loaded, unless the options say. */
export const defaultLoadSeconds = 10;
/** Workers kept ready in addition to those that run, unless the options say. */
const defaultSpares = 1;
/** Milliseconds after which a worker that has nothing to do is ended. */
const idleMs = 60_000;
/** After this many workers in a row died before doing any work, waiting tasks fail. */
const maxFailedStarts = 3;
/** Milliseconds before the next worker is started after one died without work; doubles up to `maxRetryMs`. */
const retryMs = 100;
const maxRetryMs = 5_000;

/** Workers and the queue before them: starts workers, gives them tasks by the rules of schedule.ts, ends them. */
export class Pool {
  readonly #setup: Omit<Extract<ToThread, { type: 'setup' }>, 'handover'>;
  /** What workers have read and transpiled, for those that start later. */
  readonly #transpiled = new Map<string, string>();
  readonly #files = new Map<string, string>();
  readonly #options: ExecutorOptions;
  readonly #observer: ExecutorObserver;
  readonly #queue = new FairQueue<Task>();
  readonly #workers = new Set<PoolWorker>();
  readonly #ahead = new Set<string>();
  readonly #suspects = new Set<string>();
  readonly #now: Situation<PoolWorker>;
  /** Hooks that have ended a worker: they report what they were called with before they begin. */
  readonly #reporting = new Set<string>();
  readonly #stopped: Promise<void>[] = [];
  #nextId = 1;
  #nextTurn = randomInt(2 ** 30);
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
    const isShared = specs.length > 1;
    this.#now = {
      workers: this.#workers,
      ahead: this.#ahead,
      suspects: this.#suspects,
      maxRunning: workers,
      // One worker is always left to the other hooks.
      maxOfHook: isShared ? Math.min(hookConcurrency, Math.max(1, workers - 1)) : hookConcurrency,
      isShared,
    };
  }

  /** Number of tasks that workers have. */
  get running(): number {
    let running = 0;
    for (const { state } of this.#workers) if (state === 'busy') running++;
    return running;
  }

  /** Number of tasks in the queue. */
  get waiting(): number {
    return this.#queue.size;
  }

  /** Whether the task is in the queue, neither running nor done. */
  isWaiting(task: Task): boolean {
    return this.#queue.has(task);
  }

  /** Starts the first worker. */
  open(): void {
    this.#isOpen = true;
    this.#idleTimer = setInterval(() => this.#endIdle(), idleMs / 2).unref();
    this.#grow();
  }

  /** From now on spare workers are kept ready, and every worker loads these hooks while it has nothing else to do. */
  warm(hooks: Iterable<string>): void {
    for (const hook of hooks) this.#ahead.add(hook);
    this.#isWarm = true;
    this.#dispatch();
  }

  /** Runs the task as soon as a worker is free. Returns false, and does nothing, if too many tasks wait already. */
  submit(task: Task, maxQueue = Number.POSITIVE_INFINITY): boolean {
    this.#queue.add(task);
    this.#dispatch();
    return this.#queue.size <= maxQueue || !this.#queue.delete(task);
  }

  /** Forgets a waiting task, or kills the worker that runs it. Returns what the task did before. */
  cancel(task: Task): 'waiting' | 'running' | undefined {
    if (this.#queue.delete(task)) return 'waiting';
    const worker = this.#workerOf(task);
    if (worker === undefined) return undefined;
    this.#suspects.add(task.hook);
    this.#kill(worker, 'deadline');
    this.#dispatch();
    return 'running';
  }

  /** Asks how far a task has come; `progress` of the task is called with the answer. Does nothing if it waits. */
  ask(task: Task): void {
    const worker = this.#workerOf(task);
    worker?.process.ask(worker.turn);
  }

  /** Ends all workers. Tasks that run or wait are dropped; their owner knows of the end. */
  async close(): Promise<void> {
    this.#isOpen = false;
    clearTimeout(this.#retryTimer);
    clearInterval(this.#idleTimer);
    this.#queue.drain();
    for (const worker of this.#workers) this.#kill(worker, 'stop');
    await Promise.all(this.#stopped);
  }

  #workerOf(task: Task): PoolWorker | undefined {
    for (const worker of this.#workers) if (worker.task === task) return worker;
    return undefined;
  }

  #dispatch(): void {
    if (!this.#isOpen) return;
    for (;;) {
      let place: PoolWorker | undefined;
      const task = this.#queue.take((hook) => {
        place = placeFor(this.#now, hook);
        return place !== undefined;
      });
      if (task === undefined || place === undefined) break;
      if (task.call !== undefined) this.#observer.dequeued(task.hook, (performance.now() - task.since) / 1000);
      this.#assign(place, task, 'busy');
    }
    for (const worker of this.#workers) {
      const hook = nextAhead(this.#now, worker, this.#queue.hooks());
      if (hook !== undefined) this.#assign(worker, this.#aheadTask(hook), 'loading');
    }
    this.#grow();
  }

  #assign(worker: PoolWorker, task: Task, state: 'busy' | 'loading'): void {
    const { hook, call } = task;
    const turn = this.#nextTurn++;
    worker.state = state;
    worker.task = task;
    worker.hook = hook;
    worker.turn = turn;
    if (call === undefined) worker.process.send({ type: 'load', turn, hook });
    else {
      const sendsProgress = this.#reporting.has(hook);
      worker.process.send({ type: 'call', turn, hook, http: call.http, sendsProgress }, call.body);
    }
  }

  /** Loading a hook ahead. If that ends the worker or does not end in time, calls load the hook themselves from then on. */
  #aheadTask(hook: string): Task {
    const seconds = this.#options.loadTimeoutSeconds ?? defaultLoadSeconds;
    const task: Task = {
      hook,
      call: undefined,
      since: performance.now(),
      progress: () => {},
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

  #wanted(): number {
    return wantedWorkers(this.#now, this.#queue.size, this.#isWarm ? (this.#options.spareWorkers ?? defaultSpares) : 0);
  }

  #spawn(): void {
    const facts: WorkerFacts = { id: this.#nextId++ };
    const process = new WorkerProcess(
      { heapMb: this.#options.workerHeapMb, stackMb: this.#options.workerStackMb },
      {
        message: (message, body) => this.#receive(worker, message, body),
        output: (hook, level, text) => {
          this.#observer.hookOutput(hook ?? (worker.hook || `worker ${facts.id}`), level, text);
        },
        ended: (end) => this.#ended(worker, end),
      },
    );
    const worker: PoolWorker = {
      facts,
      process,
      state: 'starting',
      hook: '',
      task: undefined,
      turn: 0,
      loaded: new Set(),
      idleSince: 0,
      usedAt: 0,
    };
    this.#workers.add(worker);
    process.send({ ...this.#setup, handover: { transpiled: [...this.#transpiled], files: [...this.#files] } });
    this.#observer.workerStarted(facts);
  }

  #receive(worker: PoolWorker, message: Exclude<FromThread, { type: 'output' }>, body: Uint8Array): void {
    switch (message.type) {
      case 'ready':
        this.#rest(worker);
        break;
      case 'progress':
        if (message.turn === worker.turn) worker.task?.progress(message);
        return;
      case 'uncaught':
        this.#uncaught(worker, message.message, message.trace);
        break;
      case 'loaded':
      case 'outcome':
        this.#turnOver(worker, message, body);
        break;
    }
    this.#dispatch();
  }

  #turnOver(worker: PoolWorker, end: Exclude<TurnEnd, { type: 'uncaught' }>, body: Uint8Array): void {
    const { task } = worker;
    worker.loaded.add(worker.hook);
    if (end.type === 'outcome') {
      this.#failedStarts = 0;
      this.#suspects.delete(worker.hook);
      worker.usedAt = performance.now();
    } else {
      // What came first stays, for workers run by it.
      for (const [key, code] of end.handover.transpiled)
        if (!this.#transpiled.has(key)) this.#transpiled.set(key, code);
      for (const [path, text] of end.handover.files) if (!this.#files.has(path)) this.#files.set(path, text);
    }
    this.#rest(worker);
    task?.done(end, body);
  }

  #uncaught(worker: PoolWorker, message: string, trace: string): void {
    const { task, hook } = worker;
    this.#suspects.add(hook);
    this.#reporting.add(hook);
    this.#kill(worker, 'crash');
    task?.ended({ reason: 'crash', message: `threw where nothing could catch it: ${message}`, trace });
  }

  #rest(worker: PoolWorker): void {
    worker.state = 'idle';
    worker.task = undefined;
    worker.idleSince = performance.now();
  }

  #ended(worker: PoolWorker, end: WorkerEnd): void {
    this.#workers.delete(worker);
    this.#observer.workerStopped(worker.facts, end.reason);
    const { task, hook } = worker;
    if (task !== undefined) {
      this.#suspects.add(hook);
      this.#reporting.add(hook);
      task.ended(end);
    }
    // Without a call to blame, the next worker would most likely end the same way.
    if (worker.state !== 'busy') this.#startFailed(end);
    this.#dispatch();
  }

  #startFailed(end: WorkerEnd): void {
    this.#failedStarts++;
    if (this.#failedStarts >= maxFailedStarts && [...this.#workers].every(({ state }) => state === 'starting')) {
      const message = `got no worker; the last one that was started ${end.message}`;
      for (const task of this.#queue.drain()) task.ended({ ...end, message });
    }
    if (this.#retryTimer !== undefined) return;
    const wait = Math.min(retryMs * 2 ** this.#failedStarts, maxRetryMs);
    this.#retryTimer = setTimeout(() => {
      this.#retryTimer = undefined;
      this.#grow();
    }, wait);
  }

  #kill(worker: PoolWorker, reason: StopReason): void {
    this.#workers.delete(worker);
    worker.task = undefined;
    const closed = worker.process.kill().then(() => {
      this.#stopped.splice(this.#stopped.indexOf(closed), 1);
    });
    this.#stopped.push(closed);
    this.#observer.workerStopped(worker.facts, reason);
  }

  #endIdle(): void {
    const before = performance.now() - idleMs;
    for (const worker of this.#workers) {
      if (this.#workers.size <= this.#wanted()) return;
      if (worker.state === 'idle' && worker.idleSince < before) this.#kill(worker, 'idle');
    }
  }
}

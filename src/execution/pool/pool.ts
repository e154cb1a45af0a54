import { randomInt } from 'node:crypto';
import type { HookConfig } from '../../hooks/config.js';
import type { HookSpec } from '../../hooks/hook.js';
import { defaultMaxAnswerBytes, type ExecutorOptions } from '../limits.js';
import type { ExecutorObserver, StopReason, WorkerFacts } from '../observer.js';
import type { FromThread, TurnEnd, TurnProgress } from '../wire/messages.js';
import { FairQueue } from './fair-queue.js';
import { Handovers } from './handovers.js';
import {
  groupOf,
  idleTooLong,
  leastNeeded,
  nextAhead,
  placeFor,
  type Situation,
  type WorkerState,
  type WorkerView,
  wantedWorkers,
} from './schedule.js';
import type { Task, TaskDone } from './task.js';
import type { WorkerEnd } from './worker-end.js';
import { WorkerProcess } from './worker-process.js';

interface PoolWorker extends WorkerView {
  readonly facts: WorkerFacts;
  readonly process: WorkerProcess;
  readonly loaded: Set<string>;
  state: WorkerState;
  group: string | undefined;
  hook: string;
  startedAt: number;
  usedAt: number;
  idleSince: number;
  task: Task | undefined;
  /** Number of the task it has, or had last. */
  turn: number;
  /** The first answer that said its thread had not begun, and when that came. */
  notBegun: { readonly turn: number; readonly activity: number; readonly at: number } | undefined;
}

/** Seconds that one hook may take to be loaded, unless the options say. */
export const defaultLoadSeconds = 10;
/** Workers kept ready in addition to those that run, unless the options say. */
const defaultSpares = 1;
/** Milliseconds between two looks for workers that have nothing to do, and for places while tasks wait. */
const idleLookMs = 30_000;
const waitLookMs = 250;
/** Milliseconds after which a thread that neither begins its turn nor reads anything is taken for blocked. */
const blockedMs = 200;
/** After this many workers in a row died before doing any work, waiting tasks fail. */
const maxFailedStarts = 3;
/** Milliseconds before the next worker is started after one died without work; doubles up to `maxRetryMs`. */
const retryMs = 100;
const maxRetryMs = 5_000;

/** Workers and the queue before them: starts workers, gives them tasks by the rules of schedule.ts, ends them. */
export class Pool {
  readonly #specs: readonly HookSpec[];
  readonly #config: HookConfig;
  readonly #options: ExecutorOptions;
  readonly #observer: ExecutorObserver;
  readonly #queue = new FairQueue<Task>();
  readonly #workers = new Set<PoolWorker>();
  readonly #groups: ReadonlyMap<string, string>;
  readonly #handovers = new Handovers();
  readonly #ahead = new Set<string>();
  readonly #suspects = new Set<string>();
  readonly #maxOfHook: number;
  /** Hooks that have ended a worker: they report what they were called with before they begin. */
  readonly #reporting = new Set<string>();
  /** Hooks whose worker ended while it had nothing to do. */
  readonly #diedIdle = new Set<string>();
  readonly #stopped = new Set<Promise<void>>();
  #nextId = 1;
  #nextTurn = randomInt(2 ** 30);
  #isOpen = false;
  #isWarm = false;
  #failedStarts = 0;
  #retryTimer: NodeJS.Timeout | undefined;
  #waitTimer: NodeJS.Timeout | undefined;
  #idleTimer: NodeJS.Timeout | undefined;

  constructor(specs: readonly HookSpec[], config: HookConfig, options: ExecutorOptions, observer: ExecutorObserver) {
    this.#specs = specs;
    this.#config = config;
    this.#options = options;
    this.#observer = observer;
    this.#groups = new Map(specs.map((spec) => [spec.name, groupOf(spec)]));
    const { workers, hookConcurrency } = options;
    // One worker is always left to the other hooks.
    this.#maxOfHook = specs.length > 1 ? Math.min(hookConcurrency, Math.max(1, workers - 1)) : hookConcurrency;
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

  /** From now on tasks are taken. */
  open(): void {
    this.#isOpen = true;
    this.#idleTimer = setInterval(() => this.#endIdle(), idleLookMs).unref();
    this.#grow();
  }

  /** From now on spare workers are kept ready, and every worker loads these hooks while it has nothing else to do. */
  warm(hooks: Iterable<string>): void {
    for (const hook of hooks) this.#ahead.add(hook);
    this.#isWarm = true;
    this.#dispatch();
  }

  /**
   * Runs the task as soon as a worker is free.
   * @param maxQueue most tasks of its hook that wait
   * @returns false if too many wait already; then nothing was done
   */
  submit(task: Task, maxQueue = Number.POSITIVE_INFINITY): boolean {
    this.#queue.add(task);
    this.#dispatch();
    const waiting = this.#queue.waiting.get(task.hook)?.size ?? 0;
    return waiting <= maxQueue || !this.#queue.delete(task);
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
    clearTimeout(this.#waitTimer);
    clearInterval(this.#idleTimer);
    this.#queue.drain();
    for (const worker of this.#workers) this.#kill(worker, 'stop');
    await Promise.all(this.#stopped);
  }

  #now(): Situation<PoolWorker> {
    return {
      time: performance.now(),
      workers: this.#workers,
      groups: this.#groups,
      waiting: this.#queue.waiting,
      ahead: this.#ahead,
      suspects: this.#suspects,
      maxRunning: this.#options.workers,
      maxOfHook: this.#maxOfHook,
      spares: this.#isWarm ? (this.#options.spareWorkers ?? defaultSpares) : 0,
    };
  }

  #workerOf(task: Task): PoolWorker | undefined {
    for (const worker of this.#workers) if (worker.task === task) return worker;
    return undefined;
  }

  #dispatch(): void {
    if (!this.#isOpen) return;
    const now = this.#now();
    for (;;) {
      let place: PoolWorker | undefined;
      const task = this.#queue.take((hook) => {
        place = placeFor(now, hook);
        return place !== undefined;
      });
      if (task === undefined || place === undefined) break;
      if (task.call !== undefined) this.#observer.dequeued(task.hook, (now.time - task.since) / 1000);
      this.#assign(place, task, 'busy');
    }
    for (const worker of this.#workers) {
      const hook = nextAhead(now, worker);
      if (hook !== undefined) this.#assign(worker, this.#aheadTask(hook), 'loading');
    }
    this.#grow();
    if (this.#queue.size > 0) this.#lookAgain();
  }

  /** What lasts long leaves places after a while, without anything that happens then. */
  #lookAgain(): void {
    this.#waitTimer ??= setTimeout(() => {
      this.#waitTimer = undefined;
      this.#dispatch();
    }, waitLookMs);
  }

  #assign(worker: PoolWorker, task: Task, state: 'busy' | 'loading'): void {
    const { hook, call } = task;
    if (worker.group === undefined) this.#bind(worker, this.#groups.get(hook) as string);
    const turn = this.#nextTurn;
    this.#nextTurn = (turn + 1) % 2 ** 31;
    worker.state = state;
    worker.task = task;
    worker.hook = hook;
    worker.turn = turn;
    worker.startedAt = performance.now();
    if (call === undefined) worker.process.send({ type: 'load', turn, hook });
    else {
      const sendsProgress = this.#reporting.has(hook);
      worker.process.send({ type: 'call', turn, hook, http: call.http, sendsProgress }, call.body);
    }
  }

  /** From now on the worker serves the hooks of one group, and starts from what others of the group have read. */
  #bind(worker: PoolWorker, group: string): void {
    worker.group = group;
    worker.process.send({ type: 'handover', handover: this.#handovers.of(group) });
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
    const now = this.#now();
    const needless = this.#queue.size > 0 ? leastNeeded(now) : undefined;
    if (needless !== undefined) this.#kill(needless, 'idle');
    const wanted = wantedWorkers(now);
    while (this.#workers.size < wanted) this.#spawn();
  }

  #spawn(): void {
    const { workerHeapMb, workerStackMb, maxAnswerBytes = defaultMaxAnswerBytes } = this.#options;
    const facts: WorkerFacts = { id: this.#nextId++ };
    const process = new WorkerProcess({ heapMb: workerHeapMb, stackMb: workerStackMb }, maxAnswerBytes, {
      message: (message, body) => this.#receive(worker, message, body),
      output: (hook, level, text) => {
        this.#observer.hookOutput(hook ?? (worker.hook || `worker ${facts.id}`), level, text);
      },
      ended: (end) => this.#ended(worker, end),
    });
    const worker: PoolWorker = {
      facts,
      process,
      state: 'starting',
      group: undefined,
      hook: '',
      task: undefined,
      turn: 0,
      loaded: new Set(),
      startedAt: 0,
      usedAt: 0,
      idleSince: 0,
      notBegun: undefined,
    };
    this.#workers.add(worker);
    process.send({ type: 'setup', key: process.key, specs: this.#specs, config: this.#config, maxAnswerBytes });
    this.#observer.workerStarted(facts);
    const [only, ...others] = new Set(this.#groups.values());
    if (only !== undefined && others.length === 0) this.#bind(worker, only);
  }

  #receive(worker: PoolWorker, message: Exclude<FromThread, { type: 'output' }>, body: Uint8Array): void {
    if (message.type === 'progress') {
      if (message.turn === worker.turn) this.#progress(worker, message);
      return;
    }
    if (!isExpected(worker, message)) {
      worker.process.violated();
      return;
    }
    if (message.type === 'ready') this.#rest(worker);
    else if (message.type === 'uncaught') this.#uncaught(worker, message.message, message.trace);
    else this.#turnOver(worker, message, body);
    this.#dispatch();
  }

  #progress(worker: PoolWorker, progress: TurnProgress): void {
    const { task, turn, notBegun } = worker;
    if (task === undefined) return;
    task.progress(progress);
    if (progress.begun) return;
    const { activity } = progress;
    const at = performance.now();
    if (notBegun?.turn !== turn || notBegun.activity !== activity) worker.notBegun = { turn, activity, at };
    else if (at - notBegun.at >= blockedMs) this.#moveOn(worker, task);
  }

  /** Ends a worker that earlier work of its hook blocks, and gives the task that it did not begin to another one. */
  #moveOn(worker: PoolWorker, task: Task): void {
    const text =
      'a request is given to another worker, since work that was left behind after an answer blocks this one';
    this.#observer.hookOutput(worker.hook, 'warn', text);
    this.#suspects.add(worker.hook);
    this.#kill(worker, 'blocked');
    this.#queue.addFirst(task);
    this.#dispatch();
  }

  #turnOver(worker: PoolWorker, end: TaskDone, body: Uint8Array): void {
    const { task } = worker;
    worker.loaded.add(worker.hook);
    if (end.type === 'outcome') {
      this.#failedStarts = 0;
      this.#suspects.delete(worker.hook);
      worker.usedAt = performance.now();
    } else this.#handovers.add(worker.group as string, end.handover);
    // Code of hookd failed, perhaps because the hook has changed what it builds on.
    if (end.type === 'outcome' && !end.outcome.ok && end.outcome.code === 'Internal') this.#kill(worker, 'crash');
    else this.#rest(worker);
    task?.done(end, body);
  }

  #uncaught(worker: PoolWorker, message: string, trace: string): void {
    const { task } = worker;
    this.#blame(worker.hook);
    this.#kill(worker, 'crash');
    task?.ended({ reason: 'crash', message: `threw where nothing could catch it: ${message}`, trace });
  }

  #rest(worker: PoolWorker): void {
    worker.state = 'idle';
    worker.task = undefined;
    worker.idleSince = performance.now();
  }

  #blame(hook: string): void {
    this.#suspects.add(hook);
    this.#reporting.add(hook);
  }

  #ended(worker: PoolWorker, end: WorkerEnd): void {
    const { task, hook, state } = worker;
    this.#remove(worker, worker.process.kill(), end.reason);
    if (hook !== '') this.#blame(hook);
    task?.ended(end);
    if (state === 'idle' && hook !== '') {
      // A worker that loads it ahead would most likely end the same way.
      if (this.#diedIdle.has(hook)) this.#ahead.delete(hook);
      this.#diedIdle.add(hook);
    } else if (hook === '') this.#startFailed(end);
    this.#dispatch();
  }

  /** No hook is to blame, so the next worker would most likely end the same way. */
  #startFailed(end: WorkerEnd): void {
    this.#failedStarts++;
    if (this.#failedStarts >= maxFailedStarts) {
      const served = new Set<string | undefined>();
      for (const { state, group } of this.#workers) if (state !== 'starting') served.add(group);
      const isServed = (hook: string) => served.has(undefined) || served.has(this.#groups.get(hook));
      const message = `got no worker: the last one ${end.message}`;
      for (const task of this.#queue.drain((hook) => !isServed(hook))) task.ended({ ...end, message });
    }
    if (this.#retryTimer !== undefined || !this.#isOpen) return;
    const wait = Math.min(retryMs * 2 ** this.#failedStarts, maxRetryMs);
    this.#retryTimer = setTimeout(() => {
      this.#retryTimer = undefined;
      this.#grow();
    }, wait);
  }

  #kill(worker: PoolWorker, reason: StopReason): void {
    worker.task = undefined;
    this.#remove(worker, worker.process.kill(), reason);
  }

  /** @param gone resolves when its process is gone */
  #remove(worker: PoolWorker, gone: Promise<void>, reason: StopReason): void {
    this.#workers.delete(worker);
    const stopped = gone.then(() => void this.#stopped.delete(stopped));
    this.#stopped.add(stopped);
    this.#observer.workerStopped(worker.facts, reason);
  }

  #endIdle(): void {
    for (;;) {
      const worker = idleTooLong(this.#now());
      if (worker === undefined) return;
      this.#kill(worker, 'idle');
    }
  }
}

/** Whether a worker may send this now: that it is ready once, and the end of the turn that it has. */
function isExpected(
  { state, task, turn }: PoolWorker,
  message: Extract<FromThread, { type: 'ready' }> | TurnEnd,
): boolean {
  if (message.type === 'ready') return state === 'starting';
  if (task === undefined || message.turn !== turn) return false;
  return message.type === 'uncaught' || message.type === (task.call === undefined ? 'loaded' : 'outcome');
}

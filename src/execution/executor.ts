import type { ErrorCode } from '../errors.js';
import type { HookConfig } from '../hooks/config.js';
import type { HookSpec, Language } from '../hooks/hook.js';
import type { Call, Outcome } from './outcome.js';
import { PooledExecutor } from './pooled-executor.js';

/** Limits of an executor. */
export interface ExecutorOptions {
  /** Most calls at a time, each in a worker; workers are started as they are needed. */
  readonly workers: number;
  /** Seconds from the call until the evaluation is killed, waiting in the queue included. */
  readonly timeoutSeconds: number;
  /** Most calls waiting for a worker; one more is answered `QueueFull`. */
  readonly maxQueue: number;
  /** Most calls of one hook at a time, so that one slow hook leaves workers to the others. */
  readonly hookConcurrency: number;
  /** Heap of one worker in MiB; beyond it the hook is stopped with `OutOfMemory`. */
  readonly workerHeapMb: number;
  /** Stack of one worker in MiB; 16 or more, see the notes on recursion. */
  readonly workerStackMb: number;
  /** Bytes of remembered answers; 0 turns the cache off. */
  readonly cacheBytes: number;
  /** Workers kept ready beside those that run, so that a kill costs the next call nothing; 1 where not given. */
  readonly spareWorkers?: number;
  /** Seconds one hook may take to be loaded; 10 where not given. */
  readonly loadTimeoutSeconds?: number;
}

/** What an executor tells the outside, as it happens. Telemetry listens. */
export interface ExecutorObserver {
  /** A line a hook wrote: `std.trace`, `console.log`. `level` follows the console method. */
  hookOutput(hook: string, level: 'debug' | 'info' | 'warn' | 'error', text: string): void;
  workerStarted(worker: WorkerFacts): void;
  /** `reason` is `idle` or `stop` in good order; `deadline`, `crash` and `memory` when a hook made it necessary. */
  workerStopped(worker: WorkerFacts, reason: 'idle' | 'stop' | 'deadline' | 'crash' | 'memory'): void;
  /** A call left the queue after `seconds`. */
  dequeued(hook: string, seconds: number): void;
}

export interface WorkerFacts {
  readonly id: number;
  readonly kind: 'thread' | 'process';
}

/** What loading a hook gave, told when the executor starts. */
export interface LoadedHook {
  readonly name: string;
  readonly file: string;
  readonly language: Language;
  /** See Hook.nodejsStyle: such a hook takes any method and trailing path segments. */
  readonly nodejsStyle: boolean;
  /** Why the hook cannot be called; it answers every call with this, the others are served. */
  readonly error?: { readonly code: ErrorCode; readonly message: string; readonly trace?: string };
}

/** Runs hooks where they can be killed. */
export interface Executor {
  /** Loads every hook once and resolves with what came of each, in the order of the specs. */
  start(): Promise<readonly LoadedHook[]>;
  /** Never rejects: whatever goes wrong is a `Failed` outcome. `signal` drops a call that still waits. */
  run(call: Call, signal?: AbortSignal): Promise<Outcome>;
  /** Calls that run and calls that wait, now. */
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

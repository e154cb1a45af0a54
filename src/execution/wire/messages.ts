import type { ErrorCode } from '../../errors.js';
import type { HookConfig } from '../../hooks/config.js';
import type { Shared } from '../../hooks/handover.js';
import type { HookSpec, HttpFacts } from '../../hooks/hook.js';
import type { Outcome } from '../outcome.js';

/** What the server tells a worker. One `load` or `call` at a time; the body of a call travels beside its head. */
export type ToWorker =
  | {
      readonly type: 'setup';
      readonly specs: readonly HookSpec[];
      readonly config: HookConfig;
      readonly shared: Shared;
    }
  | { readonly type: 'load'; readonly hook: string }
  | { readonly type: 'call'; readonly hook: string; readonly http: HttpFacts; readonly ifNoneMatch?: string };

/** What a worker tells the server. The body of an answer travels beside its head. */
export type FromWorker =
  | { readonly type: 'ready' }
  | {
      readonly type: 'loaded';
      readonly result: LoadResult;
      readonly shared: Shared;
      readonly mark?: number;
    }
  | { readonly type: 'outcome'; readonly outcome: WithoutBody<Outcome>; readonly mark?: number }
  | { readonly type: 'output'; readonly hook: string; readonly level: OutputLevel; readonly text: string }
  | { readonly type: 'uncaught'; readonly message: string; readonly trace: string };

export type OutputLevel = 'debug' | 'info' | 'warn' | 'error';

type WithoutBody<T> = T extends unknown ? Omit<T, 'body'> : never;

/** What loading a hook in a worker gave. */
export type LoadResult =
  | { readonly ok: true; readonly nodejsStyle: boolean; readonly digest?: string }
  | { readonly ok: false; readonly code: ErrorCode; readonly message: string; readonly trace?: string };

/** The first message to the process, before any frame. */
export interface WorkerLimits {
  /** Heap of the thread that evaluates, in MiB. */
  readonly heapMb: number;
  /** Stack of that thread, in MiB. */
  readonly stackMb: number;
}

/** The last message of the process: why its thread ended. */
export interface ThreadEnd {
  readonly reason: 'exit' | 'error' | 'memory';
  /** Exit code where the reason is `exit`. */
  readonly code?: number;
  /** What was thrown where the reason is `error`. */
  readonly message?: string;
  readonly trace?: string;
}

/**
 * File descriptors of the two pipes in a worker process, after stdin, stdout, stderr and Node's own channel. What the
 * worker writes has a pipe of its own, since a descriptor that libuv reads from cannot be written to synchronously.
 */
export const toWorkerDescriptor = 4;
export const fromWorkerDescriptor = 5;

/**
 * A line on the standard error of a worker that says: all before it belongs to the call or load with this number. Only
 * libjsonnet needs it, which writes there past Node.
 */
export function markLine(mark: number): string {
  return `\u0000hookd:${mark}`;
}

import type { OutputLevel } from '../hooks/hook.js';

/** What an executor reports to the outside, as it happens. Telemetry listens. */
export interface ExecutorObserver {
  /** A line a hook wrote: `std.trace`, `console.log`. `level` follows the console method. */
  hookOutput(hook: string, level: OutputLevel, text: string): void;
  workerStarted(worker: WorkerFacts): void;
  workerStopped(worker: WorkerFacts, reason: StopReason): void;
  /** A call left the queue after `seconds`. */
  dequeued(hook: string, seconds: number): void;
}

/** `idle` and `stop` are in good order; the others are when a hook made it necessary. */
export type StopReason = 'idle' | 'stop' | 'deadline' | 'crash' | 'memory' | 'blocked';

export interface WorkerFacts {
  readonly id: number;
}

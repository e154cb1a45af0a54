import type { ExecutorOptions } from '../../execution/executor.js';

/** MiB of stack: enough that --max-stack ends a runaway recursion long before the stack itself does. */
export const workerStackMb = 64;

/** The options that every evaluating command has. */
interface WorkerOptions {
  readonly timeout: number;
  readonly workerHeap: number;
}

/** The limits of one worker. */
export function workerLimits(
  options: WorkerOptions,
): Pick<ExecutorOptions, 'timeoutSeconds' | 'workerHeapMb' | 'workerStackMb'> {
  return {
    timeoutSeconds: options.timeout,
    workerHeapMb: Math.max(1, Math.ceil(options.workerHeap / 1024 ** 2)),
    workerStackMb,
  };
}

/** The limits of commands that run one thing at a time and end: no spare worker, nothing remembered. */
export function singleWorkerLimits(options: WorkerOptions): ExecutorOptions {
  return {
    ...workerLimits(options),
    workers: 1,
    hookConcurrency: 1,
    maxQueue: 1,
    cacheBytes: 0,
    spareWorkers: 0,
  };
}

import type { ExecutorOptions } from '../execution/executor.js';

/** MiB of stack: enough that --max-stack ends a runaway recursion long before the stack itself does. */
export const workerStackMb = 64;

/** The limits of one worker, from the options that every evaluating command has. */
export function workerLimits(options: {
  readonly timeout: number;
  readonly workerHeap: number;
}): Pick<ExecutorOptions, 'timeoutSeconds' | 'workerHeapMb' | 'workerStackMb'> {
  return {
    timeoutSeconds: options.timeout,
    workerHeapMb: Math.max(1, Math.ceil(options.workerHeap / 1024 ** 2)),
    workerStackMb,
  };
}

import type { ExecutorOptions } from '../../execution/executor.js';
import { workerLimits } from '../../hook-server.js';
import { defaultWorkers, readMachine } from '../../machine.js';

/** The limits for commands that make one call at a time: no spare worker, nothing remembered. */
export function singleWorkerLimits(options: {
  readonly timeoutSeconds: number;
  readonly workerHeapBytes: number | undefined;
}): ExecutorOptions {
  const workerHeapBytes = options.workerHeapBytes ?? defaultWorkers(readMachine()).heapBytes;
  return {
    ...workerLimits({ ...options, workerHeapBytes }),
    workers: 1,
    hookConcurrency: 1,
    maxQueue: 1,
    cacheBytes: 0,
    spareWorkers: 0,
  };
}

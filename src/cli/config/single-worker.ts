import type { ExecutorOptions } from '../../execution/executor.js';
import { workerLimits } from '../../hook-server.js';

/** The limits for commands that make one call at a time: no spare worker, nothing remembered. */
export function singleWorkerLimits(options: Parameters<typeof workerLimits>[0]): ExecutorOptions {
  return { ...workerLimits(options), workers: 1, hookConcurrency: 1, maxQueue: 1, cacheBytes: 0, spareWorkers: 0 };
}

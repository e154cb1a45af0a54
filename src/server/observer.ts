import type { ExecutorObserver } from '../execution/executor.js';
import type { Log } from '../telemetry/log.js';
import type { Metrics } from '../telemetry/metrics.js';

/** Passes what an executor reports on to the log and the metrics. */
export function observeExecutor(log: Log, metrics: Metrics): ExecutorObserver {
  return {
    hookOutput: (hook, level, text) => log.hookOutput(hook, level, text),
    workerStarted: ({ id }) => {
      metrics.workerStarted();
      log.workerStarted(id);
    },
    workerStopped: ({ id }, reason) => {
      metrics.workerStopped(reason);
      log.workerStopped(id, reason);
    },
    dequeued: (hook, seconds) => metrics.waited(hook, seconds),
  };
}

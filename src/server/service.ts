import type { Executor, LoadedHook } from '../execution/executor.js';
import type { Log } from '../telemetry/log.js';
import type { Metrics } from '../telemetry/metrics.js';

/** What the whole room works with: the hooks, what runs them, and where everything is reported. */
export interface Service {
  /** The result of `executor.start()`. */
  readonly hooks: readonly LoadedHook[];
  readonly executor: Executor;
  readonly log: Log;
  readonly metrics: Metrics;
}

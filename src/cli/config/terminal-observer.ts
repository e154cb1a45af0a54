import type { ExecutorObserver } from '../../execution/executor.js';
import type { Output } from '../context.js';

/** Shows what hooks write (`std.trace`, `console.*`) and leaves out the rest: there is one call, and its end is shown. */
export function terminalObserver(stderr: Output): ExecutorObserver {
  return {
    hookOutput: (hook, _level, text) => stderr.write(`${hook}: ${text.trimEnd()}\n`),
    workerStarted: () => {},
    workerStopped: () => {},
    dequeued: () => {},
  };
}

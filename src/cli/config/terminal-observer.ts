import type { ExecutorObserver } from '../../execution/executor.js';
import type { Output } from '../context.js';

/** Prints what hooks write (`std.trace`, `console.*`). The rest is left out, since the result of the one call is printed. */
export function terminalObserver(stderr: Output): ExecutorObserver {
  return {
    hookOutput: (hook, _level, text) => stderr.write(`${hook}: ${text.trimEnd()}\n`),
    workerStarted: () => {},
    workerStopped: () => {},
    dequeued: () => {},
  };
}

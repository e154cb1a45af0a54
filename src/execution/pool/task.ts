import type { HttpFacts } from '../../hooks/hook.js';
import type { TurnEnd, TurnProgress } from '../wire/messages.js';
import type { WorkerEnd } from './worker-end.js';

/** How a worker ends a task, unless it ends itself. */
export type TaskDone = Exclude<TurnEnd, { type: 'uncaught' }>;

/** Something to do in a worker. Exactly one of `done` and `ended` is called, unless the task is cancelled. */
export interface Task {
  readonly hook: string;
  /** Undefined for a task that only loads the hook. */
  readonly call: { readonly http: HttpFacts; readonly body: Uint8Array } | undefined;
  /** When it came, by the monotonic clock. */
  readonly since: number;
  /** The answer to `ask`. */
  progress(progress: TurnProgress): void;
  done(end: TaskDone, body: Uint8Array): void;
  /** The worker ended before it answered. */
  ended(end: WorkerEnd): void;
}

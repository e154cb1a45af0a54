/** Who goes next, and into which worker: the rules of the pool, without its processes. */

/**
 * What a worker does. `loading` is loading a hook ahead of the calls, while there is nothing else to do; such a worker
 * does not count as one that runs.
 */
export type WorkerState = 'starting' | 'idle' | 'loading' | 'busy';

/** A worker as far as the rules look at it. */
export interface WorkerView {
  readonly state: WorkerState;
  /** The hook whose task it has, or had last. */
  readonly hook: string;
  /** Hooks that were loaded in it. */
  readonly loaded: ReadonlySet<string>;
  /** When its last call ended, by the monotonic clock; 0 if it had none. */
  readonly usedAt: number;
}

/** All that the rules look at. */
export interface Situation<W extends WorkerView = WorkerView> {
  readonly workers: Iterable<W>;
  /** Hooks that each worker loads before it gets a call. */
  readonly ahead: ReadonlySet<string>;
  /** Hooks whose last call ended its worker. */
  readonly suspects: ReadonlySet<string>;
  /** Most tasks at a time, of all hooks and of one. */
  readonly maxRunning: number;
  readonly maxOfHook: number;
  /** Whether there are several hooks. */
  readonly isShared: boolean;
}

/** The worker that a waiting task of the hook gets now; undefined if it has to wait. */
export function placeFor<W extends WorkerView>(now: Situation<W>, hook: string): W | undefined {
  return mayStart(now, hook) ? freeWorker(now, hook) : undefined;
}

/**
 * Whether a task of the hook may start. A hook that runs already, or whose last call ended its worker, does not get the
 * last worker that is ready while the next ones are still starting, which takes far longer than the calls of the other
 * hooks. All hooks of the second kind together leave a worker to the others.
 */
function mayStart(now: Situation, hook: string): boolean {
  let running = 0;
  let ofHook = 0;
  let ofSuspects = 0;
  for (const worker of now.workers) {
    if (worker.state !== 'busy') continue;
    running++;
    if (worker.hook === hook) ofHook++;
    if (now.suspects.has(worker.hook)) ofSuspects++;
  }
  if (running >= now.maxRunning || ofHook >= now.maxOfHook) return false;
  if (!now.isShared) return true;
  const isSuspect = now.suspects.has(hook);
  if (isSuspect && ofSuspects >= now.maxOfHook) return false;
  return (ofHook === 0 && !isSuspect) || leavesOne(now);
}

/** True if starting this call still leaves a ready worker to other hooks, or if no other worker is coming up anyway. */
function leavesOne(now: Situation): boolean {
  let ready = 0;
  let coming = 0;
  for (const { state, loaded } of now.workers) {
    if (state === 'idle' && [...now.ahead].every((hook) => loaded.has(hook))) ready++;
    else if (state !== 'busy') coming++;
  }
  return ready > 1 || coming === 0;
}

/**
 * An idle worker for a call of the hook. A worker that has yet to load it does not suit: another may be free sooner, and
 * a call that loads pays for it with its own deadline.
 */
function freeWorker<W extends WorkerView>(now: Situation<W>, hook: string): W | undefined {
  const warm = lastUsed(now, (worker) => worker.loaded.has(hook));
  return warm ?? (now.ahead.has(hook) ? undefined : lastUsed(now, () => true));
}

/**
 * The idle worker whose call ended last: its memory is warmest, and it has kept what it fetched. Loading counts for
 * nothing, or a worker that has just been made ready would be taken for the one in use.
 */
function lastUsed<W extends WorkerView>(now: Situation<W>, suits: (worker: W) => boolean): W | undefined {
  let best: W | undefined;
  for (const worker of now.workers) {
    if (worker.state !== 'idle' || !suits(worker)) continue;
    if (best === undefined || worker.usedAt > best.usedAt) best = worker;
  }
  return best;
}

/**
 * The hook that an idle worker loads ahead, those that calls wait for first.
 * @param waiting hooks with waiting tasks, the one whose turn it is first
 */
export function nextAhead(now: Situation, worker: WorkerView, waiting: Iterable<string>): string | undefined {
  if (worker.state !== 'idle') return undefined;
  const isMissing = (hook: string) => now.ahead.has(hook) && !worker.loaded.has(hook);
  return (
    [...waiting].find((hook) => isMissing(hook) && mayStart(now, hook)) ??
    [...now.ahead].find((hook) => isMissing(hook))
  );
}

/**
 * How many workers there should be.
 * @param waiting number of tasks in the queue
 * @param spares workers kept ready in addition to those that are needed
 */
export function wantedWorkers(now: Situation, waiting: number, spares: number): number {
  let running = 0;
  for (const { state } of now.workers) if (state === 'busy') running++;
  return Math.max(1, Math.min(running + waiting, now.maxRunning)) + spares;
}

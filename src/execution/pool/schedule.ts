/**
 * Who goes next, and into which worker: the rules of the pool, without its processes.
 *
 * Hooks of one **group** share workers. A worker belongs to one group from its first task on, or to none yet.
 */
import type { HookSpec } from '../../hooks/hook.js';

/**
 * What a worker does. `loading` is loading a hook ahead of the calls, while there is nothing else to do; such a worker
 * does not count as one that runs.
 */
export type WorkerState = 'starting' | 'idle' | 'loading' | 'busy';

/** A worker as far as the rules look at it. */
export interface WorkerView {
  readonly state: WorkerState;
  /** The group it belongs to; undefined for one that any group may have. */
  readonly group: string | undefined;
  /** The hook whose task it has, or had last. */
  readonly hook: string;
  /** Hooks that were loaded in it. */
  readonly loaded: ReadonlySet<string>;
  /** When its task began, and when its last call ended, by the monotonic clock; 0 if it had none. */
  readonly startedAt: number;
  readonly usedAt: number;
  /** Since when it has had nothing to do. */
  readonly idleSince: number;
}

/** All that the rules look at. */
export interface Situation<W extends WorkerView = WorkerView> {
  /** The time by the monotonic clock, in milliseconds. */
  readonly time: number;
  readonly workers: Iterable<W>;
  /** The group of each hook. */
  readonly groups: ReadonlyMap<string, string>;
  /** Number of waiting tasks of each hook that has any, the hook whose turn it is first. */
  readonly waiting: ReadonlyMap<string, { readonly size: number }>;
  /** Hooks that each worker of their group loads before it gets a call. */
  readonly ahead: ReadonlySet<string>;
  /** Hooks whose last call ended its worker. */
  readonly suspects: ReadonlySet<string>;
  /** Most tasks at a time, of all hooks and of one. */
  readonly maxRunning: number;
  readonly maxOfHook: number;
  /** Workers kept ready in addition to those that are needed. */
  readonly spares: number;
}

/** Milliseconds after which a worker that has nothing to do is ended, and after which the last one of a group is. */
const idleMs = 60_000;
const lastIdleMs = 600_000;
/** Milliseconds after which an evaluation that takes all places leaves one to hooks that run nothing. */
const longMs = 1_000;

/**
 * The group of a hook. Whatever a script does to the process that it runs in (to prototypes, descriptors, memory, or with
 * work that it leaves behind) reaches its own callers alone, since each script has workers of its own. A Jsonnet program
 * cannot do anything to it, so all Jsonnet hooks share theirs.
 */
export function groupOf({ language, name }: HookSpec): string {
  return language === 'jsonnet' ? language : `${language} ${name}`;
}

/** The worker that a waiting task of the hook gets now; undefined if it has to wait. */
export function placeFor<W extends WorkerView>(now: Situation<W>, hook: string): W | undefined {
  if (!mayStart(now, hook)) return undefined;
  const group = now.groups.get(hook);
  const warm = lastUsed(now, (worker) => worker.group === group && worker.loaded.has(hook));
  // Another worker that has it may be free sooner, and a call that loads pays for it with its own deadline.
  if (warm !== undefined || now.ahead.has(hook)) return warm;
  return lastUsed(now, (worker) => worker.group === group) ?? lastUsed(now, (worker) => worker.group === undefined);
}

/**
 * Whether a task of the hook may start. In a group of several hooks, a hook that runs already, or whose last call ended its
 * worker, does not get the last worker that is ready while the next ones are still starting, which takes far longer than
 * the calls of the other hooks. All hooks of the second kind together leave a place to the others.
 */
function mayStart(now: Situation, hook: string): boolean {
  let running = 0;
  let long = 0;
  let ofHook = 0;
  let ofSuspects = 0;
  for (const worker of now.workers) {
    if (worker.state !== 'busy') continue;
    running++;
    if (now.time - worker.startedAt >= longMs) long++;
    if (worker.hook === hook) ofHook++;
    if (now.suspects.has(worker.hook)) ofSuspects++;
  }
  const isSuspect = now.suspects.has(hook);
  const isFirst = ofHook === 0 && !isSuspect;
  // Evaluations that last long, of several hooks perhaps, must not keep all others waiting.
  const taken = isFirst && running < 2 * now.maxRunning ? running - long : running;
  if (taken >= now.maxRunning || ofHook >= now.maxOfHook) return false;
  if (now.groups.size > 1 && isSuspect && ofSuspects >= now.maxOfHook) return false;
  return isFirst || leavesOne(now, hook);
}

/** True if starting this call still leaves a ready worker to the others of its group, or if no other is coming up anyway. */
function leavesOne(now: Situation, hook: string): boolean {
  const group = now.groups.get(hook) as string;
  const hooks = hooksOf(now, group);
  if (hooks.length === 1) return true;
  let ready = 0;
  let coming = 0;
  for (const worker of now.workers) {
    if (worker.group !== group || worker.state === 'busy') continue;
    if (worker.state === 'idle' && hooks.every((one) => worker.loaded.has(one) || !now.ahead.has(one))) ready++;
    else coming++;
  }
  return ready > 1 || coming === 0;
}

function hooksOf(now: Situation, group: string): string[] {
  return [...now.groups].filter(([, one]) => one === group).map(([hook]) => hook);
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
 * The hook that an idle worker loads ahead, those that calls wait for first. A worker that belongs to no group gets one
 * whose group has fewer workers than it needs.
 */
export function nextAhead(now: Situation, worker: WorkerView): string | undefined {
  if (worker.state !== 'idle') return undefined;
  if (worker.group === undefined) {
    if (now.waiting.size === 0) return undefined;
    const demands = demandsOf(now);
    const isLacking = (hook: string) => (demands.get(now.groups.get(hook) as string) as Demand).lacking > 0;
    return [...now.waiting.keys()].find((hook) => now.ahead.has(hook) && isLacking(hook) && mayStart(now, hook));
  }
  let missing: string | undefined;
  for (const hook of now.ahead) {
    if (now.groups.get(hook) !== worker.group || worker.loaded.has(hook)) continue;
    if (now.waiting.has(hook) && mayStart(now, hook)) return hook;
    missing ??= hook;
  }
  return missing;
}

/** How many workers a group needs, and how many of them it has not. */
interface Demand {
  have: number;
  need: number;
  lacking: number;
}

function demandsOf(now: Situation): Map<string, Demand> {
  const demands = new Map<string, Demand>();
  for (const group of now.groups.values()) demands.set(group, { have: 0, need: 0, lacking: 0 });
  const runningOf = new Map<string, number>();
  for (const { group, state, hook } of now.workers) {
    if (group === undefined) continue;
    const demand = demands.get(group) as Demand;
    demand.have++;
    if (state !== 'busy') continue;
    demand.need++;
    runningOf.set(hook, (runningOf.get(hook) ?? 0) + 1);
  }
  for (const [hook, { size }] of now.waiting) {
    const demand = demands.get(now.groups.get(hook) as string) as Demand;
    demand.need += Math.max(0, Math.min(size, now.maxOfHook - (runningOf.get(hook) ?? 0)));
  }
  for (const demand of demands.values()) demand.lacking = Math.max(0, demand.need - demand.have);
  return demands;
}

/** How many workers there should be. If there is one group, its idle workers are the spares. */
export function wantedWorkers(now: Situation): number {
  const demands = [...demandsOf(now).values()];
  const [only] = demands;
  if (demands.length === 1 && only !== undefined) {
    return Math.max(1, Math.min(only.need, now.maxRunning)) + now.spares;
  }
  let bound = 0;
  let lacking = 0;
  let running = 0;
  for (const demand of demands) {
    bound += demand.have;
    lacking += demand.lacking;
  }
  for (const { state } of now.workers) if (state === 'busy') running++;
  const places = Math.max(1, now.maxRunning - running);
  return Math.min(bound + Math.min(lacking, places) + now.spares, mostWorkers(now, demands.length));
}

/** Each group may keep a worker, so that calls of several groups in turn do not end each other's workers. */
function mostWorkers(now: Situation, groups: number): number {
  return now.maxRunning + groups - 1 + now.spares;
}

/**
 * The idle worker to end when another group needs one and there are as many as there may be: the one that was not used for
 * longest of a group with more than it needs.
 */
export function leastNeeded<W extends WorkerView>(now: Situation<W>): W | undefined {
  const demands = demandsOf(now);
  const workers = [...now.workers];
  const isFull = workers.length >= mostWorkers(now, demands.size);
  if (!isFull || [...demands.values()].every(({ lacking }) => lacking === 0)) return undefined;
  let best: W | undefined;
  for (const worker of workers) {
    // One that belongs to no group will be taken by the group that lacks it.
    if (worker.group === undefined) return undefined;
    const { have, need } = demands.get(worker.group) as Demand;
    if (worker.state !== 'idle' || have <= need) continue;
    if (best === undefined || worker.usedAt < best.usedAt) best = worker;
  }
  return best;
}

/** A worker that has had nothing to do for too long, if there is one. */
export function idleTooLong<W extends WorkerView>(now: Situation<W>): W | undefined {
  const demands = demandsOf(now);
  const workers = [...now.workers];
  const isSpare = demands.size === 1 ? workers.length <= wantedWorkers(now) : undefined;
  return workers.find(({ state, group, idleSince }) => {
    if (state !== 'idle' || group === undefined || isSpare === true) return false;
    const isLast = isSpare === undefined && (demands.get(group) as Demand).have === 1;
    return now.time - idleSince >= (isLast ? lastIdleMs : idleMs);
  });
}

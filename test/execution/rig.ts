import {
  createExecutor,
  type Executor,
  type ExecutorObserver,
  type ExecutorOptions,
} from '../../src/execution/executor.js';
import type { Call, Outcome } from '../../src/execution/outcome.js';
import { defaultHookConfig, type HookConfig } from '../../src/hooks/config.js';
import { findHooks } from '../../src/hooks/find-hooks.js';
import { fixture } from '../checkout.js';
import { bytesOf, compositeSync, type RequestWish } from './requests.js';

/** The folder that hooks are named in. */
export const cwd = fixture('');

export const options: ExecutorOptions = {
  workers: 2,
  timeoutSeconds: 100,
  maxQueue: 1_000,
  hookConcurrency: 2,
  workerHeapMb: 64,
  workerStackMb: 16,
  cacheBytes: 0,
  loadTimeoutSeconds: 100,
};

export const silentObserver: ExecutorObserver = {
  hookOutput: () => {},
  workerStarted: () => {},
  workerStopped: () => {},
  dequeued: () => {},
};

/** A running executor, and all that it reported. */
export interface Rig {
  readonly executor: Executor;
  /** `hook level text` of each line a hook wrote. */
  readonly output: string[];
  /** `started 1`, `stopped 1 deadline`, in order. */
  readonly workers: string[];
  readonly dequeued: string[];
  /** Calls a hook with a good request, whose own timeout is long unless the wish says: machines may be busy. */
  call(hook: string, wish?: RequestWish, more?: Partial<Call>, signal?: AbortSignal): Promise<Outcome>;
}

/** What a rig may be made of. */
export interface RigWish {
  /** Arguments as `serve` takes them, relative to test/data. */
  readonly hooks: readonly string[];
  readonly options?: Partial<ExecutorOptions>;
  readonly config?: Partial<HookConfig>;
}

/** Starts an executor with real workers for the time of `work`. */
export async function withRig(wish: RigWish, work: (rig: Rig) => Promise<void>): Promise<void> {
  const output: string[] = [];
  const workers: string[] = [];
  const dequeued: string[] = [];
  const executor = createExecutor(
    findHooks(wish.hooks, { cwd }),
    { ...defaultHookConfig, ...wish.config },
    { ...options, ...wish.options },
    {
      hookOutput: (hook, level, text) => output.push(`${hook} ${level} ${text}`),
      workerStarted: ({ id }) => workers.push(`started ${id}`),
      workerStopped: ({ id }, reason) => workers.push(`stopped ${id} ${reason}`),
      dequeued: (hook) => dequeued.push(hook),
    },
  );
  const call: Rig['call'] = (hook, request = {}, more = {}, signal) => {
    const http = { method: 'POST', url: `/${hook}`, headers: {} };
    return executor.run({ hook, body: bytesOf(compositeSync({ timeout: '200s', ...request })), http, ...more }, signal);
  };
  try {
    await executor.start();
    await work({ executor, output, workers, dequeued, call });
  } finally {
    await executor.stop();
  }
}

/** What matters of an outcome: status and body, or code and message. */
export function gist(outcome: Outcome): readonly unknown[] {
  if (!outcome.ok) return [outcome.code, outcome.message];
  const text = Buffer.from(outcome.body).toString();
  return [outcome.status, text === '' ? undefined : JSON.parse(text)];
}

import { resolve } from 'node:path';
import { UsageError } from './errors.js';
import type { ExecutorOptions } from './execution/executor.js';
import { defaultHookConfig, evaluationStackMb, type HookConfig, rulesWithoutHook } from './hooks/config.js';
import { searchHooks } from './hooks/find-hooks.js';
import { defaultWorkers, readMachine } from './machine.js';
import { type ListenAddress, parseListenAddress } from './server/address.js';
import { probePaths } from './server/probes.js';
import type { HookServer, HookServerOptions } from './server/server.js';
import type { LineOutput } from './telemetry/backlog.js';
import type { LogLevel } from './telemetry/levels.js';
import { version } from './version.js';

/**
 * What a server of hooks is made from. A setting that is left out has the value that `hookd serve` has without the flag.
 * Nothing is read from the environment.
 */
export interface HookServerSettings extends Partial<HookConfig> {
  /** Hook files, directories and `name=file`, as `hookd serve` takes them. */
  readonly paths: readonly string[];
  /** The directory that relative paths are relative to. Default: the working directory of the process. */
  readonly cwd?: string;
  /** True if routes keep the directories of the paths, as those of `kubecfg httpd` do. Default: false. */
  readonly kubecfgRoutes?: boolean;
  /** Where hooks are served: `:8080`, `127.0.0.1:0` for a free port, `unix:/run/hookd.sock`. Default: `:8080`. */
  readonly listenAddress?: ListenAddress | string;
  /** Where /livez, /readyz and /metrics are served. Default: next to the hooks. */
  readonly adminListenAddress?: ListenAddress | string | undefined;
  /** Seconds after which an evaluation is stopped. Default: 10. */
  readonly timeoutSeconds?: number;
  /** Memory of one worker; a hook that needs more is stopped. Default: 256 MiB, less if the container has little memory. */
  readonly workerHeapBytes?: number | undefined;
  /**
   * Maximum number of evaluations at the same time. Default: one per CPU of the container, at least 2, fewer if it has
   * little memory; with several hooks one more.
   */
  readonly workers?: number | undefined;
  /** Maximum number of evaluations of one hook at the same time. Default: all workers; with several hooks all but one. */
  readonly hookConcurrency?: number | undefined;
  /** Maximum number of requests to one hook that wait for a worker; one more gets 503. Default: 100. */
  readonly maxQueue?: number;
  /** Largest request body; a larger one gets 413. Default: 32 MiB. */
  readonly maxRequestBytes?: number;
  /** Largest answer; a larger one is refused. Default: 32 MiB. */
  readonly maxAnswerBytes?: number;
  /** Memory for remembered answers of Jsonnet hooks; 0 remembers none. Default: 64 MiB. */
  readonly cacheBytes?: number;
  /** Receives the log, one line of JSON at a time. Default: nothing is logged. */
  readonly log?: LineOutput | undefined;
  /** The lowest level that is logged. Default: info. */
  readonly logLevel?: LogLevel;
}

const mebibyte = 1024 ** 2;

/** The value of each setting that is left out. `workers` and `hookConcurrency` then depend on the machine and the hooks. */
export const defaultSettings: Required<HookServerSettings> = {
  ...defaultHookConfig,
  paths: [],
  cwd: '.',
  kubecfgRoutes: false,
  listenAddress: ':8080',
  adminListenAddress: undefined,
  timeoutSeconds: 10,
  workerHeapBytes: undefined,
  workers: undefined,
  hookConcurrency: undefined,
  maxQueue: 100,
  maxRequestBytes: 32 * mebibyte,
  maxAnswerBytes: 32 * mebibyte,
  cacheBytes: 64 * mebibyte,
  log: undefined,
  logLevel: 'info',
};

/** The least value of each number. */
const leastNumbers = {
  timeoutSeconds: 0.001,
  workerHeapBytes: 1,
  workers: 1,
  hookConcurrency: 1,
  maxQueue: 0,
  maxRequestBytes: 1,
  maxAnswerBytes: 1,
  cacheBytes: 0,
  maxStack: 1,
  maxTrace: 0,
} as const;

/**
 * Loads hooks into a server that does not listen yet: `hookd serve` for your own program, or for a test. A hook that
 * cannot be loaded is logged, and answers each call with its error.
 *
 * @example
 * await using server = await createHookServer({ paths: ['hooks'], listenAddress: '127.0.0.1:0' });
 * await server.listen();
 * await fetch(`http://${server.address}/sync`, { method: 'POST', body });
 *
 * @returns the server: `listen()` starts it, `drain()` and `close()` end it
 * @throws UsageError if the paths or the settings make no sense
 */
export async function createHookServer(settings: HookServerSettings): Promise<HookServer> {
  checkSettings(settings);
  const all = { ...defaultSettings, ...settings };
  const options = serverOptions(all);
  const config = configOf(all);
  const reserved = options.adminListenAddress === undefined ? probePaths : [];
  const found = searchHooks(all.paths, { cwd: all.cwd, kubecfg: all.kubecfgRoutes, reserved });
  const problems = [...found.problems, ...rulesWithoutHook(config, found.specs)];
  if (problems.length > 0) throw new UsageError(problems);
  // Not imported above, so that importing hookd for the types and functions of hooks stays cheap.
  const [{ createExecutor }, { observeExecutor }, { Log }, { Metrics }] = await Promise.all([
    import('./execution/executor.js'),
    import('./server/observer.js'),
    import('./telemetry/log.js'),
    import('./telemetry/metrics.js'),
  ]);
  const level = all.log === undefined ? 'silent' : all.logLevel;
  const log = new Log({ level, destination: all.log ?? { write: () => {} } });
  const metrics = new Metrics({ version, process: true });
  const limits = executorOptions(all, found.specs.length);
  const executor = createExecutor(found.specs, config, limits, observeExecutor(log, metrics));
  try {
    // A worker loads the hooks while this process loads the server.
    const [hooks, { HookServer: Server }] = await Promise.all([executor.start(), import('./server/server.js')]);
    for (const sentence of found.refused) log.notServed('error', sentence);
    for (const sentence of found.leftOut) log.notServed('info', sentence);
    for (const { name, file, error, note } of hooks) {
      if (error === undefined) log.hookServed(name, file, note);
      else log.hookBroken(name, file, error.message, error.trace);
    }
    return new Server({ hooks, executor, log, metrics, options });
  } catch (error) {
    await executor.stop();
    throw error;
  }
}

type AllSettings = Required<HookServerSettings>;

function serverOptions({ listenAddress, adminListenAddress, maxRequestBytes }: AllSettings): HookServerOptions {
  return {
    listenAddress: readAddress('listenAddress', listenAddress),
    adminListenAddress:
      adminListenAddress === undefined ? undefined : readAddress('adminListenAddress', adminListenAddress),
    maxRequestBytes,
  };
}

function configOf({ cwd, ...all }: AllSettings): HookConfig {
  const { engine, extVars, tlas, maxStack, maxTrace, strict, rules, natives, urls } = all;
  const searchPath = all.searchPath.map((directory) => resolve(cwd, directory));
  const allowedImportDirs = all.allowedImportDirs.map((directory) => resolve(cwd, directory));
  return { engine, searchPath, extVars, tlas, maxStack, maxTrace, strict, rules, natives, allowedImportDirs, urls };
}

function executorOptions(all: AllSettings, hookCount: number): ExecutorOptions {
  const { timeoutSeconds, maxQueue, maxAnswerBytes, cacheBytes } = all;
  const defaults = defaultWorkers(readMachine());
  // With several hooks one worker is always kept from each of them, see Pool; that must not leave a CPU idle.
  const workers = all.workers ?? defaults.workers + (hookCount > 1 ? 1 : 0);
  return {
    ...workerLimits({ timeoutSeconds, workerHeapBytes: all.workerHeapBytes ?? defaults.heapBytes }),
    workers,
    hookConcurrency: all.hookConcurrency ?? workers,
    maxQueue,
    maxAnswerBytes,
    cacheBytes,
  };
}

/** The limits of one worker, in the units of the executor. */
export function workerLimits(limits: { readonly timeoutSeconds: number; readonly workerHeapBytes: number }) {
  const { timeoutSeconds, workerHeapBytes } = limits;
  const workerHeapMb = Math.max(1, Math.ceil(workerHeapBytes / mebibyte));
  return { timeoutSeconds, workerHeapMb, workerStackMb: evaluationStackMb };
}

/** @throws UsageError for settings that the compiler would refuse, since programs in JavaScript have none */
function checkSettings(settings: HookServerSettings): void {
  const problems = Object.keys(settings)
    .filter((key) => !Object.hasOwn(defaultSettings, key))
    .map((key) => `createHookServer has no setting ${key}`);
  for (const [key, minimum] of Object.entries(leastNumbers)) {
    const value: unknown = settings[key as keyof typeof leastNumbers];
    if (value === undefined || (typeof value === 'number' && value >= minimum)) continue;
    problems.push(
      `${key} must be a number of at least ${minimum}, but it is ${typeof value === 'number' ? value : JSON.stringify(value)}`,
    );
  }
  if (problems.length > 0) throw new UsageError(problems);
}

function readAddress(key: string, address: ListenAddress | string): ListenAddress {
  if (typeof address !== 'string') return address;
  try {
    return parseListenAddress(address);
  } catch (error) {
    throw new UsageError(`${key}: ${(error as Error).message}`);
  }
}

import { createExecutor } from '../execution/executor.js';
import type { HookConfig } from '../hooks/config.js';
import { findHooks } from '../hooks/find-hooks.js';
import { observeExecutor } from '../server/observer.js';
import type { HookServer } from '../server/server.js';
import { Log } from '../telemetry/log.js';
import { Metrics } from '../telemetry/metrics.js';
import { hookConfig, kubecfgSearchPath, servedPaths } from './config/hook-config.js';
import { workerLimits } from './config/worker-limits.js';
import type { Output } from './context.js';
import type { Environment, ResolvedOptions } from './options/resolve.js';
import type { optionsOf } from './options/table.js';

export type ServeOptions = ResolvedOptions<typeof optionsOf.serve>;

/** What a server is built from beside its options. */
export interface ServerParts {
  /** Hook files, directories and `name=file`; none stands for the working directory. */
  readonly paths: readonly string[];
  /** Routes as `kubecfg httpd` has them. */
  readonly kubecfg?: boolean;
  /** Where the log goes. */
  readonly output: Output;
  readonly env: Environment;
  readonly cwd: string;
  readonly cpus: number;
  readonly version: string;
}

/**
 * Finds and loads hooks and puts a server before them, which does not listen yet. A hook that cannot be loaded is
 * logged and answers with its error.
 * @throws UsageError where the paths or the options make no sense
 */
export async function buildServer(options: ServeOptions, parts: ServerParts): Promise<HookServer> {
  const { cwd } = parts;
  const { paths, config } = servedPaths(parts.paths, librariesOf(options, parts), cwd);
  const specs = findHooks(paths, { cwd, kubecfg: parts.kubecfg === true });
  const log = new Log({ level: options.logLevel, destination: await logDestination(options, parts) });
  const metrics = new Metrics({ version: parts.version, process: true });
  // With several hooks one worker is always kept from each of them, see Pool; that must not leave a CPU idle.
  const workers = options.workers ?? Math.max(2, parts.cpus) + (specs.length > 1 ? 1 : 0);
  const limits = {
    ...workerLimits(options),
    workers,
    hookConcurrency: options.hookConcurrency ?? workers,
    maxQueue: options.maxQueue,
    cacheBytes: options.cacheBytes,
  };
  const executor = createExecutor(specs, config, limits, observeExecutor(log, metrics));
  try {
    // Both take their time, one in a worker and one here.
    const [hooks, { HookServer }] = await Promise.all([executor.start(), import('../server/server.js')]);
    for (const { name, file, error } of hooks) {
      if (error === undefined) log.hookServed(name, file);
      else log.hookBroken(name, file, error.message, error.trace);
    }
    const { listenAddr: listenAddress, adminListenAddr: adminListenAddress, maxRequestBytes } = options;
    return new HookServer({
      hooks,
      executor,
      log,
      metrics,
      options: { listenAddress, adminListenAddress, maxRequestBytes },
    });
  } catch (error) {
    await executor.stop();
    throw error;
  }
}

/** Sentences at a terminal, JSON everywhere else; colours unless NO_COLOR (no-color.org) is set. */
async function logDestination(
  options: ServeOptions,
  { output, env }: ServerParts,
): Promise<{ write(line: string): void }> {
  const lines = { write: (line: string) => void output.write(line) };
  if ((options.logFormat ?? (output.isTTY === true ? 'pretty' : 'json')) === 'json') return lines;
  const { prettyStream } = await import('../telemetry/pretty.js');
  return prettyStream(lines, output.isTTY === true && (env.NO_COLOR ?? '') === '');
}

/** What the options say about hooks; kubecfg has its own order of library directories. */
function librariesOf(options: ServeOptions, { cwd, env, kubecfg }: ServerParts): HookConfig {
  const config = hookConfig(options, env, cwd);
  return kubecfg === true ? { ...config, searchPath: kubecfgSearchPath(options.jpath, env, cwd) } : config;
}

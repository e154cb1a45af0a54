import { UsageError } from '../errors.js';
import { createExecutor } from '../execution/executor.js';
import type { HookConfig } from '../hooks/config.js';
import { findHooks } from '../hooks/routes.js';
import { observeExecutor } from '../server/observer.js';
import { HookServer } from '../server/server.js';
import { Log } from '../telemetry/log.js';
import { Metrics } from '../telemetry/metrics.js';
import { type CliContext, exitCodes } from './context.js';
import { hookConfig } from './hook-config.js';
import type { ResolvedOptions } from './option.js';
import type { optionsOf } from './options.js';
import { StopSignals } from './stop-signals.js';
import { workerLimits } from './worker-limits.js';

export type ServeOptions = ResolvedOptions<typeof optionsOf.serve>;

/**
 * `hookd serve`: loads hooks, serves them until SIGTERM or SIGINT, ends in good order.
 *
 * @param paths hook files, directories and `name=file`; none serves the working directory, as jsonnetd does
 * @param kubecfg routes as `kubecfg httpd` has them
 * @returns the exit code: 0 after a shutdown in which every request finished
 * @throws UsageError, ListenError
 */
export async function serve(
  paths: readonly string[],
  options: ServeOptions,
  context: CliContext,
  kubecfg = false,
): Promise<number> {
  const { stdout, env, cwd } = context;
  const specs = findHooks(paths.length === 0 ? ['.'] : paths, { cwd, kubecfg });
  if (specs.length === 0) {
    throw new UsageError(
      `there is no hook in ${paths.length === 0 ? cwd : paths.join(', ')}; hooks end in .jsonnet, .ts or .js`,
    );
  }
  const log = new Log({
    level: options.logLevel,
    format: options.logFormat ?? (stdout.isTTY === true ? 'pretty' : 'json'),
    color: stdout.isTTY === true && (env.NO_COLOR ?? '') === '',
    destination: stdout as { write(line: string): void },
  });
  const metrics = new Metrics({ version: context.version, process: true });
  const config = withWorkingDirectory(hookConfig(options, env, cwd), paths, cwd);
  const workers = options.workers ?? Math.max(2, context.cpus);
  const executor = createExecutor(
    specs,
    config,
    {
      ...workerLimits(options),
      workers,
      hookConcurrency: options.hookConcurrency ?? workers,
      maxQueue: options.maxQueue,
      cacheBytes: options.cacheBytes,
    },
    observeExecutor(log, metrics),
  );
  const stop = new StopSignals(context.signals);
  const untilStopped = async () => {
    try {
      const hooks = await executor.start();
      const server = new HookServer({
        hooks,
        executor,
        log,
        metrics,
        options: {
          listenAddress: options.listenAddr,
          adminListenAddress: options.adminListenAddr,
          maxRequestBytes: options.maxRequestBytes,
        },
      });
      for (const hook of hooks) {
        if (hook.error === undefined) log.hookServed(hook.name, hook.file);
        else log.hookBroken(hook.name, hook.file, hook.error.message, hook.error.trace);
      }
      await server.listen();
      const signal = await stop.first;
      const unfinished = await server.drain({
        reason: signal,
        // The delay is for load balancers; nobody at a terminal wants to wait for them.
        delaySeconds: signal === 'SIGINT' ? 0 : options.shutdownDelay,
        timeoutSeconds: options.shutdownTimeout,
      });
      return unfinished === 0 ? exitCodes.ok : exitCodes.failed;
    } finally {
      await executor.stop();
    }
  };
  try {
    return await Promise.race([untilStopped(), stop.second]);
  } finally {
    stop.end();
  }
}

/** Without arguments imports are also looked for in the working directory, as jsonnetd does. */
function withWorkingDirectory(config: HookConfig, paths: readonly string[], cwd: string): HookConfig {
  return paths.length > 0 ? config : { ...config, jpath: [cwd, ...config.jpath] };
}

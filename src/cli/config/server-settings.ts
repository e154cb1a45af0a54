import type { HookServerSettings } from '../../hook-server.js';
import type { CliContext } from '../context.js';
import type { ResolvedOptions } from '../options/resolve.js';
import type { optionsOf } from '../options/table.js';
import { hookConfig, kubecfgSearchPath, servedPaths } from './hook-config.js';
import { logDestination } from './log-destination.js';

export type ServeOptions = ResolvedOptions<typeof optionsOf.serve>;

/**
 * The settings of a server that the command line asks for.
 * @param given hook files, directories and `name=file`; the working directory if there are none
 * @param kubecfg true for `hookd httpd`: routes and search path are as with `kubecfg httpd`
 * @throws UsageError
 */
export async function serverSettings(
  given: readonly string[],
  options: ServeOptions,
  context: Pick<CliContext, 'env' | 'cwd' | 'stdout'>,
  kubecfg: boolean,
): Promise<HookServerSettings> {
  const { env, cwd } = context;
  const { paths, config } = servedPaths(given, hookConfig(options, env, cwd), cwd);
  return {
    ...config,
    ...(kubecfg ? { searchPath: kubecfgSearchPath(options.jpath, env, cwd) } : {}),
    paths,
    cwd,
    kubecfgRoutes: kubecfg,
    listenAddress: options.listenAddress,
    adminListenAddress: options.adminListenAddress,
    timeoutSeconds: options.timeoutSeconds,
    workerHeapBytes: options.workerHeapBytes,
    workers: options.workers,
    hookConcurrency: options.hookConcurrency,
    maxQueue: options.maxQueue,
    maxRequestBytes: options.maxRequestBytes,
    maxAnswerBytes: options.maxAnswerBytes,
    cacheBytes: options.cacheBytes,
    log: await logDestination(options.logFormat, context),
    logLevel: options.logLevel,
  };
}

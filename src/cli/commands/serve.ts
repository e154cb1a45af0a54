import { buildServer, type ServeOptions } from '../build-server.js';
import { StopSignals } from '../config/stop-signals.js';
import { type CliContext, exitCodes } from '../context.js';

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
  const stop = new StopSignals(context.signals);
  const untilStopped = async () => {
    const server = await buildServer(options, { ...context, paths, kubecfg, output: context.stdout });
    await server.listen();
    const signal = await stop.first;
    const unfinished = await server.drain({
      reason: signal,
      // The delay is for load balancers; nobody at a terminal wants to wait for them.
      delaySeconds: signal === 'SIGINT' ? 0 : options.shutdownDelay,
      timeoutSeconds: options.shutdownTimeout,
    });
    return unfinished === 0 ? exitCodes.ok : exitCodes.failed;
  };
  try {
    return await Promise.race([untilStopped(), stop.second]);
  } finally {
    stop.end();
  }
}

import { createHookServer } from '../../hook-server.js';
import { type ServeOptions, serverSettings } from '../config/server-settings.js';
import { StopSignals } from '../config/stop-signals.js';
import { type CliContext, exitCodes } from '../context.js';

/**
 * `hookd serve`: loads hooks and serves them until SIGTERM or SIGINT, then stops in an orderly way.
 *
 * @param given hook files, directories and `name=file`; without any, the working directory is served, as jsonnetd does
 * @param kubecfg true for `hookd httpd`: routes and search path are as with `kubecfg httpd`
 * @returns the exit code: 0 if every request was finished
 * @throws UsageError, ListenError
 */
export async function serve(
  given: readonly string[],
  options: ServeOptions,
  context: CliContext,
  kubecfg = false,
): Promise<number> {
  const stop = new StopSignals(context.signals);
  const untilStopped = async () => {
    const server = await createHookServer(await serverSettings(given, options, context, kubecfg));
    await server.listen();
    const signal = await stop.first;
    const unfinished = await server.drain({
      reason: signal,
      // The delay is for load balancers; nobody at a terminal wants to wait for them.
      delaySeconds: signal === 'SIGINT' ? 0 : options.shutdownDelaySeconds,
      timeoutSeconds: options.shutdownTimeoutSeconds,
    });
    return unfinished === 0 ? exitCodes.ok : exitCodes.failed;
  };
  try {
    return await Promise.race([untilStopped(), stop.second]);
  } finally {
    stop.end();
  }
}

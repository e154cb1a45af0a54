import { createHookServer } from '../../hook-server.js';
import type { HookServer } from '../../server/server.js';
import { type ServeOptions, serverSettings } from '../config/server-settings.js';
import { StopSignals } from '../config/stop-signals.js';
import { type CliContext, exitCodes } from '../context.js';

/**
 * `hookd serve`: loads hooks and serves them until SIGTERM, SIGINT or SIGHUP, then stops in an orderly way.
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
  // Output is the log here. If nobody reads it, the server must end all the same.
  context.limitFlush?.(1);
  const stop = new StopSignals(context.events);
  let server: HookServer | undefined;
  // The last resort: whatever a defect of hookd, the requests of all other hooks go on being served.
  const onDefect = (error: unknown) => {
    if (server !== undefined) server.logDefect(error);
    else context.stderr.write(`hookd: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`);
  };
  context.events.on('uncaughtException', onDefect);
  const untilStopped = async () => {
    server = await createHookServer(await serverSettings(given, options, context, kubecfg));
    await server.listen();
    if (context.stdout.isTTY === true) context.stdout.write(howToTry(server));
    const signal = await stop.first;
    const unfinished = await server.drain({
      reason: signal,
      // The delay is for load balancers; somebody at a terminal, who stops hookd or closes it, does not need it.
      delaySeconds: signal === 'SIGTERM' ? options.shutdownDelaySeconds : 0,
      timeoutSeconds: options.shutdownTimeoutSeconds,
    });
    return unfinished === 0 ? exitCodes.ok : exitCodes.failed;
  };
  try {
    return await Promise.race([untilStopped(), stop.second]);
  } finally {
    stop.end();
    context.events.off('uncaughtException', onDefect);
  }
}

/** A line for somebody at a terminal: how to call the first hook that can answer. Empty if there is none. */
function howToTry({ address = '', hooks }: HookServer): string {
  const hook = hooks.find(({ error }) => error === undefined);
  if (hook === undefined) return '';
  const [socket, host] = address.startsWith('unix:')
    ? [` --unix-socket ${address.slice('unix:'.length)}`, 'localhost']
    : ['', address.replace(/^(?:0\.0\.0\.0|\[::\])?(?=:\d+$)/, 'localhost')];
  return `try it: curl${socket} -H 'Content-Type: application/json' --data-binary @request.json http://${host}/${hook.name}\n`;
}

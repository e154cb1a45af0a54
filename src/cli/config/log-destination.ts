import type { LineOutput } from '../../telemetry/backlog.js';
import type { LogFormat } from '../../telemetry/levels.js';
import type { CliContext } from '../context.js';

/**
 * Where `hookd serve` writes its log: stdout.
 * @param format sentences or JSON; sentences on a terminal and JSON elsewhere unless given. There are colours unless
 * NO_COLOR is set (no-color.org).
 */
export async function logDestination(
  format: LogFormat | undefined,
  { stdout, env }: Pick<CliContext, 'stdout' | 'env'>,
): Promise<LineOutput> {
  const isTerminal = stdout.isTTY === true;
  if ((format ?? (isTerminal ? 'pretty' : 'json')) === 'json') return stdout;
  const { prettyStream } = await import('../../telemetry/pretty.js');
  return prettyStream(stdout, isTerminal && (env.NO_COLOR ?? '') === '');
}

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
): Promise<{ write(line: string): unknown }> {
  const isTerminal = stdout.isTTY === true;
  if ((format ?? (isTerminal ? 'pretty' : 'json')) === 'json') return stdout;
  const { prettyStream } = await import('../../telemetry/pretty.js');
  return prettyStream({ write: (line) => void stdout.write(line) }, isTerminal && (env.NO_COLOR ?? '') === '');
}

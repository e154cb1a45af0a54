import type { CliContext } from './context.js';
import type { ResolvedOptions } from './option.js';
import type { optionsOf } from './options.js';

export type EvalOptions = ResolvedOptions<typeof optionsOf.eval>;

/** TODO */
export async function evaluate(
  _file: string | undefined,
  _options: EvalOptions,
  _context: CliContext,
): Promise<number> {
  return 1;
}

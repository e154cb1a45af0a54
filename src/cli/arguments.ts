import { UsageError } from '../errors.js';
import { flagOf, type Option } from './option.js';

/**
 * Writes every flag with a value as `--flag=value`, whatever form it came in (`-l :80`, `-l:80`, `--listen-addr :80`).
 * The value is taken as it is, also where it begins with a dash (`-e '-1 + 2'`), as kubecfg and jsonnet do; left to
 * itself the parser takes such a value for a flag, and `-Va=b` for six.
 *
 * @throws UsageError where a value is missing
 */
export function joinValues(argv: readonly string[], options: Readonly<Record<string, Option<unknown>>>): string[] {
  const flags = new Map<string, string>();
  for (const [key, option] of Object.entries(options)) {
    if (option.kind === 'switch') continue;
    flags.set(`--${flagOf(key)}`, flagOf(key));
    if (option.alias !== undefined) flags.set(`-${option.alias}`, flagOf(key));
  }
  const joined: string[] = [];
  for (let index = 0; index < argv.length; index++) {
    const argument = argv[index] as string;
    if (argument === '--') return [...joined, ...argv.slice(index)];
    const flag = flags.get(argument);
    const short = argument.startsWith('--') ? undefined : flags.get(argument.slice(0, 2));
    if (flag !== undefined) {
      index++;
      if (index >= argv.length) throw new UsageError(`${argument} needs a value`);
      joined.push(`--${flag}=${argv[index]}`);
    } else if (short !== undefined) joined.push(`--${short}=${argument.slice(2).replace(/^=/, '')}`);
    else joined.push(argument);
  }
  return joined;
}

import { UsageError } from '../errors.js';
import { flagOf, type Option } from './option.js';

/**
 * Writes every flag with a value as `--flag="value"`, whatever form it came in (`-l :80`, `-l:80`, `--listen-addr=:80`).
 * So a value reaches us as it is, as with kubecfg and jsonnet. Left to itself the parser takes one that begins with a
 * dash (`-e '-1 + 2'`) for a flag, reads `-Va=b` as three of them, and takes the quotes off `-e '"text"'`; it takes off
 * the ones that are put on here instead.
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
    const { name, value } = split(argument);
    const flag = flags.get(name);
    if (flag === undefined) joined.push(argument);
    else if (value !== undefined) joined.push(`--${flag}="${value}"`);
    else {
      index++;
      if (index >= argv.length) throw new UsageError(`${argument} needs a value`);
      joined.push(`--${flag}="${argv[index]}"`);
    }
  }
  return joined;
}

/** `--name=value`, `-nvalue` and `-n=value` in their two parts; the value is undefined where it is an argument of its own. */
function split(argument: string): { readonly name: string; readonly value?: string } {
  if (!argument.startsWith('--')) {
    return argument.length > 2
      ? { name: argument.slice(0, 2), value: argument.slice(2).replace(/^=/, '') }
      : { name: argument };
  }
  const equals = argument.indexOf('=');
  return equals === -1 ? { name: argument } : { name: argument.slice(0, equals), value: argument.slice(equals + 1) };
}

import { UsageError } from '../../errors.js';
import { flagOf, type Option } from './resolve.js';

/** The arguments of a command line. */
export interface Arguments {
  /** All of them for the parser, in a form in which it cannot misread a value. */
  readonly safe: readonly string[];
  /** Those that are no flags and no values of flags, as they were given; the name of the command comes first. */
  readonly positionals: readonly string[];
}

/**
 * Writes every flag with a value as `--flag="value"`, whatever form it came in (`-l :80`, `-l:80`, `--listen-addr=:80`).
 * So a value reaches us as it is, as with kubecfg and jsonnet. Left to itself the parser takes one that begins with a
 * dash (`-e '-1 + 2'`) for a flag, reads `-Va=b` as three of them, and takes the quotes off `-e '"text"'`; it takes off
 * the ones that are put on here instead. A positional `-` it would read as `true`, so positionals are told apart here.
 *
 * @throws UsageError where a value is missing
 */
export function readArguments(argv: readonly string[], options: Readonly<Record<string, Option<unknown>>>): Arguments {
  const flags = new Map<string, string>();
  for (const [key, option] of Object.entries(options)) {
    if (option.kind === 'switch') continue;
    flags.set(`--${flagOf(key)}`, flagOf(key));
    if (option.alias !== undefined) flags.set(`-${option.alias}`, flagOf(key));
  }
  const safe: string[] = [];
  const positionals: string[] = [];
  for (let index = 0; index < argv.length; index++) {
    const argument = argv[index] as string;
    const { name, value } = split(argument);
    const flag = flags.get(name);
    if (argument === '--') {
      const rest = argv.slice(index + 1);
      positionals.push(...rest);
      safe.push(...rest.map(harmless));
      break;
    }
    if (flag === undefined) {
      if (argument.startsWith('-') && argument !== '-') safe.push(argument);
      else {
        positionals.push(argument);
        safe.push(harmless(argument));
      }
    } else if (value !== undefined) safe.push(`--${flag}="${value}"`);
    else {
      index++;
      if (index >= argv.length) throw new UsageError(`${argument} needs a value`);
      safe.push(`--${flag}="${argv[index]}"`);
    }
  }
  return { safe, positionals };
}

/** A positional that the parser, which only counts them, takes for nothing else. */
const harmless = (positional: string) => positional.replace(/^-+/, '') || 'stdin';

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

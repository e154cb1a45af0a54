import { flagOf, type Options } from './resolve.js';

/** A command line, taken apart. */
export interface Arguments {
  /** The arguments that are neither flags nor values of flags. */
  readonly positionals: readonly string[];
  /** The texts given for each known flag; a switch without a value has the text `true`. */
  readonly flags: Readonly<Record<string, readonly string[]>>;
  /** Flags that no option has, as they were written: `--frob`, `-x`. */
  readonly unknown: readonly string[];
  /** Flags at the end of the line whose value is missing. */
  readonly withoutValue: readonly string[];
}

/**
 * Takes a command line apart as kubecfg and jsonnet do: the argument after a flag is its value, whatever it looks like
 * (`-e '-1 + 2'`), and values are kept as they are. A value can be written as `-l :80`, `-l:80`, `-l=:80`,
 * `--listen-addr :80` and `--listen-addr=:80`. What follows `--` are positionals.
 */
export function readArguments(argv: readonly string[], options: Options): Arguments {
  const known = new Map<string, { readonly flag: string; readonly isSwitch: boolean }>();
  for (const [key, option] of Object.entries(options)) {
    const row = { flag: flagOf(key, option), isSwitch: option.kind === 'switch' };
    known.set(`--${row.flag}`, row);
    if (option.alias !== undefined) known.set(`-${option.alias}`, row);
  }
  const positionals: string[] = [];
  const flags: Record<string, string[]> = Object.create(null);
  const unknown: string[] = [];
  const withoutValue: string[] = [];
  const rest = [...argv];
  for (let argument = rest.shift(); argument !== undefined; argument = rest.shift()) {
    if (argument === '--') {
      positionals.push(...rest);
      break;
    }
    if (!argument.startsWith('-') || argument === '-') {
      positionals.push(argument);
      continue;
    }
    const { name, value } = split(argument);
    const row = known.get(name);
    if (row === undefined) {
      unknown.push(argument.startsWith('--') ? name : argument);
      continue;
    }
    const text = value ?? (row.isSwitch ? 'true' : rest.shift());
    if (text === undefined) withoutValue.push(name);
    else flags[row.flag] = [...(flags[row.flag] ?? []), text];
  }
  return { positionals, flags, unknown, withoutValue };
}

/** The two parts of `--name=value`, `-nvalue` and `-n=value`; the value is undefined if there is only a name. */
function split(argument: string): { readonly name: string; readonly value?: string } {
  if (!argument.startsWith('--')) {
    return argument.length > 2
      ? { name: argument.slice(0, 2), value: argument.slice(2).replace(/^=/, '') }
      : { name: argument };
  }
  const equals = argument.indexOf('=');
  return equals === -1 ? { name: argument } : { name: argument.slice(0, equals), value: argument.slice(equals + 1) };
}

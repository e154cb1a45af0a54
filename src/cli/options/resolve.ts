import { UsageError } from '../../errors.js';

/** One row of the option table. Its key is the name that the value has in the program, with the unit. */
export interface Option<T> {
  /** How often it may be given: once, several times, or as a switch without a value. */
  readonly kind: 'value' | 'list' | 'switch';
  /** The flag without dashes, if it is not the key in kebab case. */
  readonly flag?: string;
  /** One letter, for `-l`. */
  readonly alias?: string;
  /** Heading in `--help`. */
  readonly group: string;
  readonly describe: string;
  /** The text that is read if neither flag nor variable is given; without it the value is then undefined. */
  readonly default?: string;
  /** What `--help` shows as the default, if that is not the text itself. */
  readonly defaultDescription?: string;
  /** Separates the entries of a list in its variable; a line break unless given. */
  readonly separator?: string;
  /** Turns the text into the value. Throws an Error whose message completes "--flag: …". */
  readonly parse: (text: string) => T;
}

export type Options = Readonly<Record<string, Option<unknown>>>;

/** What an option resolves to: a list to an array, an option without default to its value or undefined. */
type Resolved<O> = O extends { readonly kind: 'list'; readonly parse: (text: string) => infer T }
  ? readonly T[]
  : O extends { readonly default: string; readonly parse: (text: string) => infer T }
    ? T
    : O extends { readonly parse: (text: string) => infer T }
      ? T | undefined
      : never;

export type ResolvedOptions<O extends Options> = { readonly [K in keyof O]: Resolved<O[K]> };

/** The texts given for each flag, in their order; a switch without a value has the text `true`. */
export type GivenFlags = Readonly<Record<string, readonly string[]>>;

export type Environment = Readonly<Record<string, string | undefined>>;

/** The flag of an option without dashes: `maxQueue` → `max-queue` */
export function flagOf(key: string, option: Option<unknown>): string {
  return option.flag ?? key.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}

/** The variable of a flag: `max-queue` → `HOOKD_MAX_QUEUE` */
export function variableOf(flag: string, prefix = 'HOOKD'): string {
  return `${prefix}_${flag.toUpperCase().replaceAll('-', '_')}`;
}

/**
 * Resolves options: a flag beats its variable, the variable beats the default. An empty variable counts as not given.
 *
 * @param prefixes prefixes of the variables; that of the first one wins
 * @returns frozen values by key
 * @throws UsageError with all problems at once, each naming the flag or the variable it came from
 */
export function resolveOptions<const O extends Options>(
  options: O,
  given: GivenFlags,
  env: Environment,
  prefixes: readonly string[] = ['HOOKD'],
): ResolvedOptions<O> {
  const problems: string[] = [];
  const entries = Object.entries(options).map(([key, option]) => {
    const { origin, texts } = textsOf(flagOf(key, option), option, given, env, prefixes);
    const values: unknown[] = [];
    for (const text of option.kind === 'list' ? texts : texts.slice(-1)) {
      try {
        values.push(option.parse(text));
      } catch (error) {
        problems.push(`${origin}: ${(error as Error).message}`);
      }
    }
    return [key, option.kind === 'list' ? Object.freeze(values) : values[0]] as const;
  });
  if (problems.length > 0) throw new UsageError(problems);
  return Object.freeze(Object.fromEntries(entries)) as ResolvedOptions<O>;
}

function textsOf(
  flag: string,
  option: Option<unknown>,
  given: GivenFlags,
  env: Environment,
  prefixes: readonly string[],
): { readonly origin: string; readonly texts: readonly string[] } {
  const texts = given[flag];
  if (texts !== undefined) return { origin: `--${flag}`, texts };
  for (const prefix of prefixes) {
    const variable = variableOf(flag, prefix);
    const text = env[variable];
    if (text === undefined || text === '') continue;
    if (option.kind !== 'list') return { origin: variable, texts: [text] };
    return { origin: variable, texts: text.split(option.separator ?? '\n').filter((entry) => entry !== '') };
  }
  return { origin: `--${flag}`, texts: option.default === undefined ? [] : [option.default] };
}

import { UsageError } from '../../errors.js';

/** Where an option's text comes from and what it means. `kind` says how often it may be given. */
export interface Option<T> {
  readonly kind: 'value' | 'list' | 'switch';
  /** One letter, for `-l`. */
  readonly alias?: string;
  /** Heading in `--help`. */
  readonly group: string;
  readonly describe: string;
  /** The text that holds where neither flag nor variable is given; undefined leaves the option undefined. */
  readonly default?: string;
  /** What `--help` shows as the default, where that is not the text itself. */
  readonly defaultDescription?: string;
  /** Separates the entries of a list in its variable: a line break, or `:` for paths. */
  readonly separator?: string;
  /** The value of a text. Throws an Error whose message completes "--flag: …". */
  readonly parse: (text: string) => T;
}

type Options = Readonly<Record<string, Option<unknown>>>;

/** What an option resolves to: a list to an array, a value without default to maybe undefined. */
type Resolved<O> = O extends { readonly kind: 'list'; readonly parse: (text: string) => infer T }
  ? readonly T[]
  : O extends { readonly default: string; readonly parse: (text: string) => infer T }
    ? T
    : O extends { readonly parse: (text: string) => infer T }
      ? T | undefined
      : never;

export type ResolvedOptions<O extends Options> = { readonly [K in keyof O]: Resolved<O[K]> };

/** What was given, by flag; one text, or several where the flag was given more than once. */
export type GivenFlags = Readonly<Record<string, unknown>>;

export type Environment = Readonly<Record<string, string | undefined>>;

/** `maxQueue` → `max-queue` */
export const flagOf = (key: string) => key.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);

/** `maxQueue` → `HOOKD_MAX_QUEUE` */
export const variableOf = (key: string, prefix = 'HOOKD') =>
  `${prefix}_${flagOf(key).toUpperCase().replaceAll('-', '_')}`;

/**
 * Resolves options: flag beats variable beats default. An empty variable counts as not given.
 *
 * @param prefixes prefixes of the variables looked at, the first one first
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
    const { origin, texts } = textsOf(key, option, given, env, prefixes);
    const values: unknown[] = [];
    for (const text of texts) {
      try {
        values.push(option.parse(text));
      } catch (error) {
        problems.push(`${origin}: ${(error as Error).message}`);
      }
    }
    return [key, option.kind === 'list' ? Object.freeze(values) : values.at(-1)] as const;
  });
  if (problems.length > 0) throw new UsageError(problems);
  return Object.freeze(Object.fromEntries(entries)) as ResolvedOptions<O>;
}

function textsOf(
  key: string,
  option: Option<unknown>,
  given: GivenFlags,
  env: Environment,
  prefixes: readonly string[],
): { readonly origin: string; readonly texts: readonly string[] } {
  const flag = given[flagOf(key)];
  if (flag !== undefined) {
    const texts = (Array.isArray(flag) ? flag : [flag]).map(String);
    return { origin: `--${flagOf(key)}`, texts: option.kind === 'list' ? texts : texts.slice(-1) };
  }
  for (const prefix of prefixes) {
    const variable = variableOf(key, prefix);
    const text = env[variable];
    if (text === undefined || text === '') continue;
    const texts =
      option.kind === 'list' ? text.split(option.separator ?? '\n').filter((entry) => entry !== '') : [text];
    return { origin: variable, texts };
  }
  return { origin: `--${flagOf(key)}`, texts: option.default === undefined ? [] : [option.default] };
}

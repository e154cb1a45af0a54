import { suggestion } from '../../jsonnet/syntax/suggestion.js';
import type { Arguments } from './arguments.js';
import { flagOf, type Options } from './resolve.js';
import { optionsOf } from './table.js';

/** Flags that people know from other programs, and ours for the same purpose. */
const sameAs: Readonly<Record<string, string>> = {
  '--port': '--listen-addr',
  '-p': '--listen-addr',
  '--host': '--listen-addr',
  '--bind': '--listen-addr',
  '--listen': '--listen-addr',
  '--address': '--listen-addr',
  '--lib': '--jpath',
  '--library-path': '--jpath',
  '--memory': '--worker-heap',
  '--verbose': '--log-level',
};

/**
 * What is wrong with the arguments of a command, as sentences: unknown flags, missing values, too few or too many
 * positionals. `usage` says how many positionals there may be: `render <hook> [request]`.
 */
export function usageProblems(usage: string, options: Options, given: Arguments): string[] {
  const problems = given.unknown.map((flag) => `unknown option ${flag}${advice(flag, usage, flagsOf(options))}`);
  problems.push(...given.withoutValue.map((flag) => `${flag} needs a value`));
  // What follows an unknown flag may be its value, so positionals are not judged then.
  if (problems.length > 0) return problems;
  const places = [...usage.matchAll(/([<[])(\w+)(\.\.)?[\]>]/g)];
  const missing = places[given.positionals.length];
  const extra = given.positionals[places.length];
  if (missing?.[1] === '<') problems.push(`${missing[2]} is missing; write hookd ${usage}`);
  if (extra !== undefined && places.at(-1)?.[3] === undefined) {
    problems.push(`unexpected argument ${extra}; write hookd ${usage}`);
  }
  return problems;
}

/** The end of a sentence about an unknown flag: what was probably meant, or where to look. */
function advice(flag: string, usage: string, flags: readonly string[]): string {
  const same = sameAs[flag];
  if (same !== undefined && flags.includes(same)) return ` (did you mean ${same}?)`;
  const others = Object.entries(optionsOf).filter(([, options]) => flagsOf(options).includes(flag));
  if (others.length > 0) return `; it is an option of hookd ${others.map(([command]) => command).join(' and ')}`;
  return suggestion(flag, flags) || `; see hookd ${usage.split(' ', 1)[0]} --help`;
}

const flagsOf = (options: Options) => Object.entries(options).map(([key, option]) => `--${flagOf(key, option)}`);

import { suggestion } from '../../jsonnet/syntax/suggestion.js';
import { type Environment, flagOf, type Option, variableOf } from '../options/resolve.js';
import { optionsOf } from '../options/table.js';

/** What Kubernetes sets for a Service that is called `hookd`, or `hookd-something`. */
const serviceVariable = /_SERVICE_HOST$|_SERVICE_PORT(_|$)|_PORT$|_PORT_\d+_(TCP|UDP|SCTP)(_|$)/;

/** Sentences about variables that start with `HOOKD_` but belong to no option: most likely they are misspelt. */
export function unknownVariables(env: Environment): string[] {
  const known = Object.values(optionsOf).flatMap((options) =>
    Object.entries<Option<unknown>>(options).map(([key, option]) => variableOf(flagOf(key, option))),
  );
  return Object.keys(env)
    .filter((name) => name.startsWith('HOOKD_') && !known.includes(name) && !serviceVariable.test(name))
    .map((name) => `the variable ${name} belongs to no option${suggestion(name, known)}`);
}

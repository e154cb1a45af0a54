import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { UsageError } from '../../errors.js';
import type { ExternalValue, ExternalValues } from '../../jsonnet/engine.js';
import type { Environment } from '../options/resolve.js';

/** The entries of the four flags for external variables, or of the four for top-level arguments. */
export interface BindingFlags {
  readonly str: readonly string[];
  readonly strFile: readonly string[];
  readonly code: readonly string[];
  readonly codeFile: readonly string[];
}

/**
 * Reads `NAME=VALUE`, `NAME` (value from the environment) and `NAME=FILE`. If a name is given twice, the later flag of
 * the list above wins, and within a flag the later entry, as in kubecfg.
 *
 * @param prefix `ext` or `tla`, for the messages
 * @throws UsageError with all problems
 */
export function readBindings(
  prefix: 'ext' | 'tla',
  flags: BindingFlags,
  env: Environment,
  cwd: string,
): ExternalValues {
  const problems: string[] = [];
  const entries: [string, ExternalValue][] = [];
  const add = (
    flag: string,
    texts: readonly string[],
    bind: (name: string, value: string | undefined) => ExternalValue,
  ) => {
    for (const text of texts) {
      const equals = text.indexOf('=');
      const name = equals === -1 ? text : text.slice(0, equals);
      try {
        if (name === '') throw new Error('the name is missing');
        entries.push([name, bind(name, equals === -1 ? undefined : text.slice(equals + 1))]);
      } catch (error) {
        problems.push(`--${prefix}-${flag} ${text}: ${(error as Error).message}`);
      }
    }
  };
  const fromEnvironment = (name: string) => {
    const value = env[name];
    if (value === undefined) throw new Error(`the environment has no variable ${name}; write ${name}=VALUE to set it`);
    return value;
  };
  add('str', flags.str, (name, value) => ({ kind: 'str', value: value ?? fromEnvironment(name) }));
  add('str-file', flags.strFile, (_name, file) => ({ kind: 'str', value: readText(file, cwd).text }));
  add('code', flags.code, (name, value) => ({ kind: 'code', value: value ?? fromEnvironment(name) }));
  add('code-file', flags.codeFile, (_name, file) => {
    const { path } = readText(file, cwd);
    // Imported and not pasted, so that the file's own imports are relative to it, and errors name it.
    return { kind: 'code', value: `import @'${path.replaceAll("'", "''")}'` };
  });
  if (problems.length > 0) throw new UsageError(problems);
  return Object.fromEntries(entries);
}

function readText(file: string | undefined, cwd: string): { readonly path: string; readonly text: string } {
  if (file === undefined) throw new Error('the file is missing; write NAME=FILE');
  const path = resolve(cwd, file);
  try {
    return { path, text: readFileSync(path, 'utf8') };
  } catch (error) {
    throw new Error(`cannot read ${path} (${(error as NodeJS.ErrnoException).code})`);
  }
}

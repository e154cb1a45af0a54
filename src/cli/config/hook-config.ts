import { delimiter, resolve } from 'node:path';
import { defaultHookConfig, type HookConfig } from '../../hooks/config.js';
import type { RuleLevel } from '../../protocol/index.js';
import type { Environment, ResolvedOptions } from '../options/resolve.js';
import type { optionsOf } from '../options/table.js';
import { readBindings } from './bindings.js';
import { nativesConfig } from './natives-config.js';

/** The options that say how Jsonnet is evaluated; `strict` and `rules` only matter for hooks. */
type HookOptions = ResolvedOptions<Omit<typeof optionsOf.eval, 'exec' | 'string'>> & {
  readonly strict?: boolean;
  readonly rules?: readonly (readonly [key: string, level: RuleLevel])[];
};

/** How the options say that hooks are loaded and evaluated. @throws UsageError */
export function hookConfig(options: HookOptions, env: Environment, cwd: string): HookConfig {
  return {
    engine: options.engine,
    searchPath: searchPath(options.jpath, env, cwd),
    extVars: readBindings(
      'ext',
      { str: options.extStr, strFile: options.extStrFile, code: options.extCode, codeFile: options.extCodeFile },
      env,
      cwd,
    ),
    tlas: readBindings(
      'tla',
      { str: options.tlaStr, strFile: options.tlaStrFile, code: options.tlaCode, codeFile: options.tlaCodeFile },
      env,
      cwd,
    ),
    maxStack: options.maxStack,
    maxTrace: options.maxTrace,
    strict: options.strict ?? defaultHookConfig.strict,
    rules: Object.fromEntries(options.rules ?? []),
    ...nativesConfig(options, env, cwd),
  };
}

/** What is served if no paths are given: the working directory, in which imports are then looked for last, as in jsonnetd. */
export function servedPaths(
  paths: readonly string[],
  config: HookConfig,
  cwd: string,
): { readonly paths: readonly string[]; readonly config: HookConfig } {
  if (paths.length > 0) return { paths, config };
  return { paths: ['.'], config: { ...config, searchPath: [...config.searchPath, cwd] } };
}

/**
 * All library directories, the one that is searched first at the start. As with the `jsonnet` command, the last flag
 * comes first; then the last entry of KUBECFG_JPATH, then the first entry of JSONNET_PATH.
 */
export function searchPath(jpath: readonly string[], env: Environment, cwd: string): string[] {
  const all = [...jpath.toReversed(), ...list(env.KUBECFG_JPATH).reverse(), ...list(env.JSONNET_PATH)];
  return all.map((directory) => resolve(cwd, directory));
}

/** The same in the order of kubecfg: first KUBECFG_JPATH, then the flags, each from the first to the last. */
export function kubecfgSearchPath(jpath: readonly string[], env: Environment, cwd: string): string[] {
  const all = [...list(env.KUBECFG_JPATH), ...jpath, ...list(env.JSONNET_PATH)];
  return all.map((directory) => resolve(cwd, directory));
}

function list(text: string | undefined): string[] {
  return (text ?? '').split(delimiter).filter((entry) => entry !== '');
}

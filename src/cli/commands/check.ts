import { statSync } from 'node:fs';
import { relative, resolve } from 'node:path';
import { createExecutor, type LoadedHook } from '../../execution/executor.js';
import { type HookConfig, rulesWithoutHook } from '../../hooks/config.js';
import { searchHooks } from '../../hooks/find-hooks.js';
import type { HookSpec } from '../../hooks/hook.js';
import { probePaths } from '../../server/probes.js';
import { hookConfig, servedPaths } from '../config/hook-config.js';
import { singleWorkerLimits } from '../config/single-worker.js';
import { terminalObserver } from '../config/terminal-observer.js';
import { type CliContext, exitCodes } from '../context.js';
import type { ResolvedOptions } from '../options/resolve.js';
import type { optionsOf } from '../options/table.js';

type CheckOptions = ResolvedOptions<typeof optionsOf.check>;

/**
 * `hookd check`: loads everything that `serve` would load with the same arguments, and looks for faults that would show
 * only when a request comes. Prints one line per route, and every problem.
 * @returns the exit code: 2 if the arguments make no sense, 3 if a hook has a fault
 * @throws UsageError if the options make no sense
 */
export async function check(given: readonly string[], options: CheckOptions, context: CliContext): Promise<number> {
  const { stdout, stderr, env, cwd } = context;
  const { paths, config } = servedPaths(given, hookConfig(options, env, cwd), cwd);
  const reserved = options.adminListenAddress === undefined ? probePaths : [];
  const { specs, problems, refused, leftOut } = searchHooks(paths, { cwd, reserved });
  const wrongUsage = [...problems, ...missingDirectories(options.jpath, cwd), ...rulesWithoutHook(config, specs)];
  const hooks = await loadHooks(specs, config, options, context);
  const faults = [...refused.map((sentence) => `hookd: ${sentence}`)];
  for (const hook of hooks) faults.push(...(await faultsOf(hook, config, cwd)));
  if (options.types) faults.push(...(await typeErrors(hooks, cwd)));

  const width = Math.max(0, ...hooks.map((hook) => hook.name.length + 1));
  for (const { name, file, error } of hooks) {
    stdout.write(`${`/${name}`.padEnd(width)}  ${shown(file, cwd)}${error === undefined ? '' : '  BROKEN'}\n`);
  }
  for (const sentence of [...wrongUsage, ...leftOut]) stderr.write(`hookd: ${sentence}\n`);
  for (const { name, note } of hooks) if (note !== undefined) stderr.write(`/${name}: note: ${note}\n`);
  for (const fault of faults) stderr.write(`${fault}\n`);
  if (wrongUsage.length > 0) return exitCodes.usage;
  return faults.length === 0 ? exitCodes.ok : exitCodes.hookFailed;
}

async function loadHooks(
  specs: readonly HookSpec[],
  config: HookConfig,
  options: CheckOptions,
  { stderr }: CliContext,
): Promise<readonly LoadedHook[]> {
  const executor = createExecutor(specs, config, singleWorkerLimits(options), terminalObserver(stderr));
  try {
    return await executor.start();
  } finally {
    await executor.stop();
  }
}

/** What is wrong with one hook: why it cannot be loaded, or else what its text shows. */
async function faultsOf(
  { name, file, language, error }: LoadedHook,
  config: HookConfig,
  cwd: string,
): Promise<string[]> {
  if (error !== undefined) {
    const { message, trace } = error;
    return [`/${name}: ${message}`, ...(trace === undefined || trace === message ? [] : [trace.trimEnd()])];
  }
  // What std and the natives hold is known of our own engine only.
  if (language !== 'jsonnet' || config.engine !== 'js') return [];
  const { lintHook } = await import('../../hooks/jsonnet/lint-hook.js');
  return lintHook({ name, file, language }, config).map(
    ({ file: place, line, column, message }) => `/${name}: ${shown(place, cwd)}:${line}:${column}: ${message}`,
  );
}

async function typeErrors(hooks: readonly LoadedHook[], cwd: string): Promise<string[]> {
  const files = hooks.map(({ file }) => file).filter((file) => /\.m?ts$/.test(file));
  const { checkTypes } = await import('./check-types.js');
  const report = await checkTypes(files, cwd);
  return report === '' ? [] : [report.trimEnd()];
}

function missingDirectories(jpath: readonly string[], cwd: string): string[] {
  return jpath
    .filter((path) => statSync(resolve(cwd, path), { throwIfNoEntry: false })?.isDirectory() !== true)
    .map((path) => `-J ${path}: ${resolve(cwd, path)} is not a directory`);
}

const shown = (file: string, cwd: string) => relative(cwd, file) || file;

import { relative } from 'node:path';
import { createExecutor } from '../../execution/executor.js';
import { searchHooks } from '../../hooks/find-hooks.js';
import { probePaths } from '../../server/probes.js';
import { hookConfig, servedPaths } from '../config/hook-config.js';
import { singleWorkerLimits } from '../config/single-worker.js';
import { terminalObserver } from '../config/terminal-observer.js';
import { type CliContext, exitCodes } from '../context.js';
import type { ResolvedOptions } from '../options/resolve.js';
import type { optionsOf } from '../options/table.js';

type CheckOptions = ResolvedOptions<typeof optionsOf.check>;

/**
 * `hookd check`: loads everything that `serve` would load with the same arguments. Prints one line per route, and every
 * problem.
 * @returns the exit code: 2 if `serve` would not start, 3 if a hook cannot be loaded
 * @throws UsageError if the options make no sense
 */
export async function check(given: readonly string[], options: CheckOptions, context: CliContext): Promise<number> {
  const { stdout, stderr, env, cwd } = context;
  const { paths, config } = servedPaths(given, hookConfig(options, env, cwd), cwd);
  const { specs, problems, refused, leftOut } = searchHooks(paths, { cwd, reserved: probePaths });
  const executor = createExecutor(specs, config, singleWorkerLimits(options), terminalObserver(stderr));
  try {
    const hooks = await executor.start();
    const width = Math.max(0, ...hooks.map((hook) => hook.name.length + 1));
    for (const { name, file, error } of hooks) {
      const shown = relative(cwd, file) || file;
      stdout.write(`${`/${name}`.padEnd(width)}  ${shown}${error === undefined ? '' : '  BROKEN'}\n`);
    }
    for (const sentence of [...problems, ...refused, ...leftOut]) stderr.write(`hookd: ${sentence}\n`);
    const broken = hooks.filter((hook) => hook.error !== undefined);
    for (const { name, error } of broken) {
      stderr.write(`/${name}: ${error?.message}\n`);
      if (error?.trace !== undefined && error.trace !== error.message) stderr.write(`${error.trace.trimEnd()}\n`);
    }
    if (problems.length > 0) return exitCodes.usage;
    return broken.length + refused.length === 0 ? exitCodes.ok : exitCodes.hookFailed;
  } finally {
    await executor.stop();
  }
}

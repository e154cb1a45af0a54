import { availableParallelism } from 'node:os';
import { UsageError } from '../errors.js';
import type { HookServer } from '../server/server.js';
import { version } from '../version.js';
import { buildServer } from './build-server.js';
import { flagOf, resolveOptions } from './options/resolve.js';
import { optionsOf } from './options/table.js';

/** The options of `hookd serve` under their own names, as the texts a flag takes: `{ timeout: '2s', jpath: ['lib'] }`. */
export type HookServerSettings = {
  readonly [K in keyof typeof optionsOf.serve]?: string | boolean | readonly string[];
};

/** What a server of one's own program is made of. */
export interface HookServerInput extends HookServerSettings {
  /** Hook files, directories and `name=file`, as `hookd serve` takes them. */
  readonly paths: readonly string[];
  /** What relative paths are relative to; the working directory of the process unless given. */
  readonly cwd?: string;
  /** Receives the log, a line at a time; without it nothing is logged. */
  readonly log?: { write(line: string): unknown };
}

/**
 * Loads hooks into a server that does not listen yet; `listen()` does, `drain()` and `close()` end it. Options are read
 * from here alone, not from the environment.
 * @throws UsageError
 */
export async function createHookServer({ paths, cwd, log, ...settings }: HookServerInput): Promise<HookServer> {
  const unknown = Object.keys(settings).filter((key) => !Object.hasOwn(optionsOf.serve, key));
  if (unknown.length > 0) throw new UsageError(`createHookServer knows no ${unknown.join(', ')}`);
  const given = Object.fromEntries(Object.entries(settings).map(([key, value]) => [flagOf(key), value]));
  const options = resolveOptions(optionsOf.serve, given, {});
  return buildServer(log === undefined ? { ...options, logLevel: 'silent' } : options, {
    paths,
    output: log ?? { write: () => {} },
    env: {},
    cwd: cwd ?? process.cwd(),
    cpus: availableParallelism(),
    version,
  });
}

import type { Importer, JsonnetEngine } from '../../jsonnet/engine.js';
import { createJsEngine } from '../../jsonnet/js-engine.js';
import { createLibjsonnetEngine } from '../../jsonnet/libjsonnet.js';
import { createNatives } from '../../natives/index.js';
import type { HookConfig } from '../config.js';

/** Receives lines a hook wrote: `std.trace`, warnings of natives. */
export type HookOutput = (level: 'debug' | 'info' | 'warn' | 'error', text: string) => void;

/**
 * Makes the engine that a configuration names, with its variables and natives; the one place that knows which there are.
 * @throws EngineUnavailableError where it is not installed
 */
export async function createEngine(config: HookConfig, importer: Importer, output: HookOutput): Promise<JsonnetEngine> {
  const { engine, jpath, extVars, tlas, maxStack, maxTrace, natives = {} } = config;
  const options = {
    importer,
    extVars,
    tlas,
    maxStack,
    maxTrace,
    searchPath: [...jpath].reverse(),
    natives: createNatives(natives, { warn: (line) => output('warn', line) }),
    trace: (line: string) => output('info', line),
  };
  switch (engine) {
    case 'libjsonnet':
      return createLibjsonnetEngine(options);
    case 'js':
      return createJsEngine(options);
  }
}

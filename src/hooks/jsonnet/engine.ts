import type { Importer, JsonnetEngine } from '../../jsonnet/engine.js';
import { createJsEngine } from '../../jsonnet/js-engine.js';
import { createLibjsonnetEngine } from '../../jsonnet/libjsonnet.js';
import { createNatives } from '../../natives/index.js';
import type { HookConfig } from '../config.js';
import type { HookOutput } from '../hook.js';

/**
 * Makes the engine that a configuration names, with its variables and natives. No other place knows which engines exist.
 * @throws EngineUnavailableError if the engine is not installed
 */
export async function createEngine(config: HookConfig, importer: Importer, output: HookOutput): Promise<JsonnetEngine> {
  const { engine, searchPath, extVars, tlas, maxStack, maxTrace, natives } = config;
  const options = {
    importer,
    extVars,
    tlas,
    maxStack,
    maxTrace,
    searchPath,
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

import type { EngineName, EngineOptions, JsonnetEngine } from '../jsonnet/engine.js';
import { createJsEngine } from '../jsonnet/js-engine.js';
import { createLibjsonnetEngine } from '../jsonnet/libjsonnet.js';

/**
 * Makes the engine of that name; the one place that knows which there are.
 * @throws EngineUnavailableError where it is not installed
 */
export async function createEngine(name: EngineName, options: EngineOptions): Promise<JsonnetEngine> {
  switch (name) {
    case 'libjsonnet':
      return createLibjsonnetEngine(options);
    case 'js':
      return createJsEngine(options);
  }
}

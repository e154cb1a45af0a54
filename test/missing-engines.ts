import type { EngineName } from '../src/jsonnet/engine.js';
import { createLibjsonnetEngine } from '../src/jsonnet/libjsonnet.js';

/** The reason why the cases of an engine cannot run here, by engine; libjsonnet is an optional dependency. */
export const missingEngines: Partial<Record<EngineName, string>> = {};

const importer = {
  read(): never {
    throw new Error('libjsonnet reads by itself');
  },
};
try {
  createLibjsonnetEngine({ importer });
} catch {
  missingEngines.libjsonnet = 'libjsonnet is not installed';
}

import assert from 'node:assert/strict';
import type { Json } from '../../src/json/json.js';
import type { NativeFunction } from '../../src/jsonnet/index.js';
import { createNatives, type NativesConfig, type NativesEffects } from '../../src/natives/index.js';

/** The native of that name, made for one test; a warning fails it unless the test takes them. */
export function nativeOf(
  name: string,
  config: Partial<NativesConfig> = {},
  effects: Partial<NativesEffects> = {},
): NativeFunction {
  const native = createNatives(config, { warn: assert.fail, ...effects }).find((candidate) => candidate.name === name);
  assert.ok(native, `no native ${name}`);
  return native;
}

/** Calls a native by its name. */
export function callNative(name: string, ...args: Json[]): Json {
  return nativeOf(name).call(...args);
}

import { performance } from 'node:perf_hooks';
import type { NativeFunction } from '../jsonnet/index.js';
import { defaultNativesConfig, type NativesConfig } from './config.js';
import { createBlockingFetch } from './effects/blocking-fetch.js';
import type { NativesEffects } from './effects/effects.js';
import { removeLeftFolders, runProgram } from './effects/run-program.js';
import { jsonNatives } from './go-json.js';
import { helmNatives } from './helm-chart.js';
import { imageNatives } from './images/resolve-image.js';
import { schemaNatives } from './json-schema.js';
import { integerNatives } from './parse-int.js';
import { regexpNatives } from './regexp.js';
import { retryLaterNatives } from './retry-later.js';
import { yamlNatives } from './yaml/manifest.js';

export type { NativesConfig, ProxyConfig } from './config.js';
export { defaultNativesConfig, resolveImagesErrorModes, resolveImagesModes } from './config.js';
export { createBlockingFetch } from './effects/blocking-fetch.js';
export type {
  BlockingFetch,
  BlockingReply,
  BlockingRequest,
  NativesEffects,
  ProgramCall,
  ProgramResult,
  RunProgram,
} from './effects/effects.js';

/**
 * Makes the natives of kubecfg, of jsonnetd and of hookd. Each evaluating thread makes them once, because they keep
 * compiled patterns, compiled schemas and the answers of registries.
 * @param config what differs from `defaultNativesConfig`
 * @param effects `warn` gets lines for the log; the other effects default to the real ones
 */
export function createNatives(
  config: Partial<NativesConfig>,
  effects: Pick<NativesEffects, 'warn'> & Partial<NativesEffects>,
): readonly NativeFunction[] {
  const settled: NativesConfig = { ...defaultNativesConfig, ...config };
  if (effects.run === undefined) removeLeftFolders();
  const world: NativesEffects = {
    warn: effects.warn,
    now: effects.now ?? (() => performance.now()),
    fetch: effects.fetch ?? createBlockingFetch(settled.proxy),
    run: effects.run ?? runProgram,
  };
  return [
    ...jsonNatives(),
    ...yamlNatives(),
    ...regexpNatives(),
    ...integerNatives(),
    ...schemaNatives(),
    ...imageNatives(settled, world),
    ...helmNatives(settled, world),
    ...retryLaterNatives(),
  ];
}

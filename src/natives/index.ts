import type { ImportedFile, NativeFunction } from '../jsonnet/index.js';
import type { NativesConfig, UrlImportConfig } from './config.js';
import type { BlockingFetch, NativesEffects } from './effects.js';

export type { NativesConfig, UrlImportConfig } from './config.js';
export {
  defaultNativesConfig,
  defaultUrlImportConfig,
  resolveImagesErrorModes,
  resolveImagesModes,
} from './config.js';
export type {
  BlockingFetch,
  BlockingReply,
  BlockingRequest,
  NativesEffects,
  ProgramCall,
  ProgramResult,
  RunProgram,
} from './effects.js';

/** Every native of kubecfg, of jsonnetd and of hookd. `warn` gets lines for the log; the other effects have defaults. */
export function createNatives(
  _config: Partial<NativesConfig>,
  _effects: Pick<NativesEffects, 'warn'> & Partial<NativesEffects>,
): readonly NativeFunction[] {
  return [];
}

/** Files that are importable by name from every hook, with their texts: `kubecfg.libsonnet`. */
export const internalFiles: ReadonlyMap<string, string> = new Map();

/** Finds files behind URLs. */
export interface UrlImporter {
  /**
   * @param from path of the importing file, a URL where that came from one
   * @param target the text of the import, as written
   * @returns undefined where neither `from` nor `target` is a URL
   * @throws Error saying what was looked for, and which flag would allow it
   */
  resolve(from: string, target: string): ImportedFile | undefined;
  /** Looks below the `--jurl` base URLs, to be asked once no directory has the file. */
  search(target: string): ImportedFile | undefined;
}

export function createUrlImporter(_config: Partial<UrlImportConfig>, _fetch?: BlockingFetch): UrlImporter {
  return { resolve: () => undefined, search: () => undefined };
}

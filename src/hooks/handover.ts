import type { Transpiled } from './script/transpiler.js';

/**
 * What one worker has read and made of hook files, for the workers that start later: they need no compiler, and all run
 * the same code, though the files (a ConfigMap, say) may have changed by then. Plain data.
 */
export interface Shared {
  readonly transpiled: readonly Transpiled[];
  /** Files that Jsonnet read: path and content in base64. */
  readonly files: readonly SharedFile[];
}

export type SharedFile = readonly [path: string, content: string];

export const nothingShared: Shared = { transpiled: [], files: [] };

import type { EncodedFile } from '../imports/files.js';
import type { Transpiled } from './script/transpiler.js';

/**
 * What one worker hands to those that start later: what it has read and transpiled of hook files. They start sooner, and
 * all workers run the same code even if the files (a ConfigMap, say) have changed since. Plain data.
 */
export interface Handover {
  readonly transpiled: readonly Transpiled[];
  /** Files that Jsonnet hooks read. */
  readonly files: readonly EncodedFile[];
}

export const emptyHandover: Handover = { transpiled: [], files: [] };

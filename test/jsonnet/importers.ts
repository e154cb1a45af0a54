import { readFileSync } from 'node:fs';
import { dirname, isAbsolute, join, normalize } from 'node:path';
import type { ImportedFile, Importer } from '../../src/jsonnet/index.js';

/** An importer for files that exist only in the test. `reads` lists the paths it returned, in order. */
export interface MemoryImporter extends Importer {
  readonly reads: string[];
}

/** @param files content by path. Imports are relative to the importing file. A file may change between reads. */
export function memoryImporter(files: Readonly<Record<string, string | Uint8Array>> = {}): MemoryImporter {
  const reads: string[] = [];
  return {
    reads,
    read(from: string, target: string): ImportedFile {
      const path = isAbsolute(target) ? target : join(dirname(from), target);
      const content = Object.hasOwn(files, path) ? files[path] : undefined;
      if (content === undefined) throw new Error(`couldn't open import "${target}": no such file`);
      reads.push(path);
      return { path, content: typeof content === 'string' ? new TextEncoder().encode(content) : content };
    },
  };
}

/** An importer for the files below a directory. Paths, also those in errors, are relative to it. */
export function directoryImporter(directory: string): Importer {
  return {
    read(from: string, target: string): ImportedFile {
      if (target === '') throw new Error(`couldn't open import "": the empty string is not a valid filename`);
      const path = normalize(isAbsolute(target) ? target : join(dirname(from), target));
      try {
        return { path, content: readFileSync(isAbsolute(path) ? path : join(directory, path)) };
      } catch {
        const shown = JSON.stringify(target);
        throw new Error(`couldn't open import ${shown}: no match locally or in the Jsonnet library paths.`);
      }
    },
  };
}

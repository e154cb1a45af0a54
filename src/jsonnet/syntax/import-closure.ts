import type { ImportedFile, Importer } from '../engine.js';
import { JsonnetError } from '../error.js';
import type { ImportNode } from './ast.js';
import { parse } from './parser.js';

/** One thing a program could import. */
export interface ClosureFile {
  /** The path that the importer gave, or the text of the import if it found nothing. */
  readonly path: string;
  /** Undefined if the importer found nothing. */
  readonly content: Uint8Array | undefined;
}

/**
 * Everything a program could import, directly or through its imports. The texts are parsed but not evaluated. Each file
 * is listed once, in the order of the texts. A file that does not parse is listed without what it imports. Missing files
 * are listed too, since a program may never need them.
 * @param file path of the program, from which its imports start; it is listed only if it is imported itself
 */
export function importClosure(importer: Importer, file: string, source: string): ClosureFile[] {
  const files = new Map<string, ClosureFile>();
  const parsed = new Set<string>();
  const pending: { from: string; text: string }[] = [{ from: file, text: source }];
  for (let next = pending.shift(); next !== undefined; next = pending.shift()) {
    for (const { kind, target } of importsOf(next.from, next.text)) {
      const found = read(importer, next.from, target);
      if (found === undefined) {
        files.set(`${next.from}\0${target}`, { path: target, content: undefined });
        continue;
      }
      if (!files.has(found.path)) files.set(found.path, found);
      if (kind === 'import' && !parsed.has(found.path)) {
        parsed.add(found.path);
        pending.push({ from: found.path, text: new TextDecoder().decode(found.content) });
      }
    }
  }
  return [...files.values()];
}

function read(importer: Importer, from: string, target: string): ImportedFile | undefined {
  try {
    return importer.read(from, target);
  } catch {
    return undefined;
  }
}

function importsOf(path: string, text: string): readonly ImportNode[] {
  // Data files need no parsing then.
  if (!text.includes('import')) return [];
  try {
    return parse({ path, text }).imports;
  } catch (error) {
    if (error instanceof JsonnetError || error instanceof RangeError) return [];
    throw error;
  }
}

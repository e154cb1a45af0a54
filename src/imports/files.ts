import { readFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import type { ImportedFile, Importer } from '../jsonnet/engine.js';
import { internalFiles, type UrlImporter } from '../natives/index.js';

/** The scheme of files that come with hookd. */
const internal = 'internal:///';

/** A file that was read, as text for the way to another worker: its path, and its content in base64. */
export type EncodedFile = readonly [path: string, content: string];

/** Where imports are looked for. */
export interface ImporterOptions {
  /** Library directories, searched from the first to the last. */
  readonly searchPath: readonly string[];
  readonly urls: UrlImporter;
  /** Files that were read before, by another importer. */
  readonly files?: readonly EncodedFile[];
}

/**
 * Reads imports: a path relative to the importing file, then below each library directory from the first to the last,
 * then below the library URLs, then among the files that come with hookd (`kubecfg.libsonnet`). A file that was read is
 * kept, so all evaluations see the same text.
 */
export class FileImporter implements Importer {
  readonly #files = new Map<string, ImportedFile>();
  readonly #directories: readonly string[];
  readonly #urls: UrlImporter;
  #fresh: ImportedFile[] = [];

  constructor(options: ImporterOptions) {
    this.#directories = options.searchPath;
    this.#urls = options.urls;
    for (const [path, content] of options.files ?? []) {
      this.#files.set(path, { path, content: Buffer.from(content, 'base64') });
    }
  }

  read(from: string, target: string): ImportedFile {
    const byUrl = this.#urls.resolve(from, target);
    if (byUrl !== undefined) return byUrl;
    if (target.startsWith(internal)) {
      const file = internalFile(target.slice(internal.length));
      if (file !== undefined) return file;
      throw new Error(
        `couldn't open import ${JSON.stringify(target)}: hookd comes with ${[...internalFiles.keys()].join(', ')}`,
      );
    }
    const paths = this.#paths(from, target);
    const found = this.#firstOf(paths) ?? this.#urls.search(target) ?? internalFile(target);
    if (found !== undefined) return found;
    throw new Error(`couldn't open import ${JSON.stringify(target)}: looked for ${paths.join(', ')}`);
  }

  /**
   * The file, where it lies on this machine; undefined where only a URL may have it, or where nothing has. Fetches
   * nothing.
   */
  readLocal(from: string, target: string): ImportedFile | undefined {
    if (isUrl(from) || isUrl(target)) return undefined;
    if (target.startsWith(internal)) return internalFile(target.slice(internal.length));
    return this.#firstOf(this.#paths(from, target)) ?? internalFile(target);
  }

  /** The files of this machine that were read since the last time this was asked. */
  takeFresh(): EncodedFile[] {
    const fresh = this.#fresh.map(({ path, content }): EncodedFile => [path, Buffer.from(content).toString('base64')]);
    this.#fresh = [];
    return fresh;
  }

  /** Where a file may lie, each place once. */
  #paths(from: string, target: string): string[] {
    return [...new Set([dirname(from), ...this.#directories].map((directory) => resolve(directory, target)))];
  }

  #firstOf(paths: readonly string[]): ImportedFile | undefined {
    for (const path of paths) {
      const file = this.#file(path);
      if (file !== undefined) return file;
    }
    return undefined;
  }

  #file(path: string): ImportedFile | undefined {
    const known = this.#files.get(path);
    if (known !== undefined) return known;
    try {
      const file = { path, content: readFileSync(path) };
      this.#files.set(path, file);
      this.#fresh.push(file);
      return file;
    } catch (error) {
      const code = (error as NodeJS.ErrnoException).code;
      if (code === 'ENOENT' || code === 'ENOTDIR' || code === 'EISDIR') return undefined;
      throw new Error(`couldn't open import ${path}: ${(error as Error).message}`, { cause: error });
    }
  }
}

function internalFile(name: string): ImportedFile | undefined {
  const text = internalFiles.get(name);
  return text === undefined ? undefined : { path: internal + name, content: new TextEncoder().encode(text) };
}

function isUrl(path: string): boolean {
  return /^https?:\/\//i.test(path);
}

import { readFileSync, realpathSync, statSync } from 'node:fs';
import { dirname, isAbsolute, join, normalize, resolve } from 'node:path';
import type { ImportedFile, Importer } from '../jsonnet/engine.js';
import { kubecfgLibrary } from './kubecfg-library.js';
import type { UrlImporter } from './urls.js';

/**
 * The files that come with hookd, by name. They are searched last, after all directories and URLs, so that your own file
 * of the same name wins; `internal:///` before the name asks for these alone.
 */
export const internalFiles: ReadonlyMap<string, string> = new Map([['kubecfg.libsonnet', kubecfgLibrary]]);

/** The scheme of files that come with hookd. */
const internal = 'internal:///';

/**
 * Directories that hold secrets of the process and of the pod, and files that are none: hooks must not import from there.
 * Everywhere else they may, since libraries are often in `../lib`.
 */
const closedDirectories: readonly string[] = ['/proc', '/sys', '/dev', '/run/secrets', '/var/run/secrets'];

/** A file that was read, as text for the way to another worker: its path, and its content in base64. */
export type EncodedFile = readonly [path: string, content: string];

/** Where imports are looked for. */
export interface ImporterOptions {
  /** Library directories, searched from the first to the last. */
  readonly searchPath: readonly string[];
  readonly urls: UrlImporter;
  /** Directories from which files may be imported although they are below a closed one. Default: none. */
  readonly allowedDirectories?: readonly string[];
  /** Files that another importer has read already. */
  readonly files?: readonly EncodedFile[];
  /** The directory that relative paths start from; that of the process if left out. */
  readonly cwd?: string;
}

/**
 * Finds the file of an import: relative to the importing file, then below each library directory from the first to the
 * last, then below the library URLs, then among the files that come with hookd. Each file is read once and kept, so all
 * evaluations see the same text.
 */
export class FileImporter implements Importer {
  readonly #files = new Map<string, ImportedFile>();
  readonly #directories: readonly string[];
  readonly #urls: UrlImporter;
  readonly #cwd: string;
  readonly #allowed: readonly string[];
  #fresh: ImportedFile[] = [];

  constructor(options: ImporterOptions) {
    this.#directories = options.searchPath;
    this.#urls = options.urls;
    this.#cwd = options.cwd ?? '';
    this.#allowed = (options.allowedDirectories ?? []).flatMap((directory) => [directory, realPath(directory)]);
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

  /** The file if it is on this machine, otherwise undefined. Fetches nothing. */
  readLocal(from: string, target: string): ImportedFile | undefined {
    if (isUrl(from) || isUrl(target)) return undefined;
    if (target.startsWith(internal)) return internalFile(target.slice(internal.length));
    return this.#firstOf(this.#paths(from, target)) ?? internalFile(target);
  }

  /** The files of this machine that were read since the last call. */
  takeFresh(): EncodedFile[] {
    const fresh = this.#fresh.map(({ path, content }): EncodedFile => [path, Buffer.from(content).toString('base64')]);
    this.#fresh = [];
    return fresh;
  }

  /** The paths at which a file may be, each once. As in go-jsonnet, what is found from a relative path has one too. */
  #paths(from: string, target: string): string[] {
    if (isAbsolute(target)) return [normalize(target)];
    const paths = [dirname(from), ...this.#directories].map((directory) => join(directory, target));
    return paths.filter((path, i) => paths.findIndex((other) => this.#absolute(other) === this.#absolute(path)) === i);
  }

  #absolute(path: string): string {
    return resolve(this.#cwd, path);
  }

  #firstOf(paths: readonly string[]): ImportedFile | undefined {
    for (const path of paths) {
      const file = this.#file(path);
      if (file !== undefined) return file;
    }
    return undefined;
  }

  /** @throws ClosedError if the file is below a closed directory, or is a device, a pipe or a socket */
  #check(path: string): void {
    const paths = [path, realPath(path)].filter((one) => !this.#allowed.some((directory) => isBelow(directory, one)));
    const closed = closedDirectories.find((directory) => paths.some((one) => isBelow(directory, one)));
    if (closed !== undefined) {
      throw new ClosedError(
        `couldn't open import ${path}: hooks must not import from ${closed}; --allow-import-dir names exceptions`,
      );
    }
    if (paths.length === 0) return;
    const stat = statSync(path);
    if (!stat.isFile() && !stat.isDirectory()) throw new ClosedError(`couldn't open import ${path}: it is not a file`);
  }

  #file(path: string): ImportedFile | undefined {
    const known = this.#files.get(path);
    if (known !== undefined) return known;
    try {
      const absolute = this.#absolute(path);
      this.#check(absolute);
      const file = { path, content: readFileSync(absolute) };
      this.#files.set(path, file);
      this.#fresh.push(file);
      return file;
    } catch (error) {
      if (error instanceof ClosedError) throw error;
      const code = (error as NodeJS.ErrnoException).code;
      if (code === 'ENOENT' || code === 'ENOTDIR' || code === 'EISDIR') return undefined;
      throw new Error(`couldn't open import ${path}: ${(error as Error).message}`, { cause: error });
    }
  }
}

/** A file that must not be imported. */
class ClosedError extends Error {}

/** The path without symbolic links; the same path if there is no such file. */
function realPath(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    return path;
  }
}

const isBelow = (directory: string, path: string): boolean =>
  directory === '/' || path === directory || path.startsWith(`${directory}/`);

function internalFile(name: string): ImportedFile | undefined {
  const text = internalFiles.get(name);
  return text === undefined ? undefined : { path: internal + name, content: new TextEncoder().encode(text) };
}

function isUrl(path: string): boolean {
  return /^https?:\/\//i.test(path);
}

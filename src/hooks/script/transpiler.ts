import { createJiti, type TransformOptions } from 'jiti';

/** A transpiled module: the file with the options it was transpiled with, and the resulting code. */
export type Transpiled = readonly [key: string, code: string];

/**
 * Turns TypeScript into JavaScript and remembers it in memory, since the file system may be read-only. A worker that is
 * given what another worker has transpiled needs no compiler: it starts 0.4 s sooner and takes 25 MB less. A file is
 * transpiled once, even if it changes later, so that all workers run the same code.
 */
export class Transpiler {
  readonly #known: Map<string, string>;
  readonly #jiti = createJiti(import.meta.url, { fsCache: false, interopDefault: false });
  #fresh: Transpiled[] = [];

  constructor(known: Iterable<Transpiled> = []) {
    this.#known = new Map(known);
  }

  /** The function for jiti's option `transform`. */
  readonly transform = (options: TransformOptions): { code: string } => {
    const { source, ...kind } = options;
    // A module without a file, which is not expected, is identified by its text.
    const key = JSON.stringify(kind.filename === undefined ? options : kind);
    let code = this.#known.get(key);
    if (code === undefined) {
      code = this.#jiti.transform(options);
      this.#known.set(key, code);
      this.#fresh.push([key, code]);
    }
    return { code };
  };

  /** What was transpiled since the last call of this. */
  takeFresh(): Transpiled[] {
    const fresh = this.#fresh;
    this.#fresh = [];
    return fresh;
  }
}

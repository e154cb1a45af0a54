import { createJiti, type TransformOptions } from 'jiti';

/** A transpiled module: file and kind of module, and the code that came out. */
export type Transpiled = readonly [key: string, code: string];

/**
 * Turns TypeScript into what Node runs, and remembers it in memory (the file system may be read-only). A worker that is
 * given what another has transpiled needs no compiler: it starts 0.4 s sooner and takes 25 MB less. A file is transpiled
 * once; what becomes of it later changes nothing, so that all workers run the same code.
 */
export class Transpiler {
  readonly #known: Map<string, string>;
  readonly #jiti = createJiti(import.meta.url, { fsCache: false, interopDefault: false });
  #fresh: Transpiled[] = [];

  constructor(known: Iterable<Transpiled> = []) {
    this.#known = new Map(known);
  }

  /** For jiti's option of that name. */
  readonly transform = (options: TransformOptions): { code: string } => {
    const { source, ...kind } = options;
    // Modules without a file (there is no reason for any) are told apart by their text.
    const key = JSON.stringify(kind.filename === undefined ? options : kind);
    let code = this.#known.get(key);
    if (code === undefined) {
      code = this.#jiti.transform(options);
      this.#known.set(key, code);
      this.#fresh.push([key, code]);
    }
    return { code };
  };

  /** What was transpiled since the last time this was asked. */
  takeFresh(): Transpiled[] {
    const fresh = this.#fresh;
    this.#fresh = [];
    return fresh;
  }
}

/**
 * The decisions of a generated program, read from a tape of bytes. After its end every decision is the first choice, which
 * is always the simplest. So a shorter tape or a smaller byte makes a simpler program.
 */
export class Tape {
  readonly #bytes: Uint8Array;
  #position = 0;
  #names = 0;

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
  }

  get ended(): boolean {
    return this.#position >= this.#bytes.length;
  }

  byte(): number {
    return this.#bytes[this.#position++] ?? 0;
  }

  /** True in `one` of `of` cases. */
  chance(one: number, of: number): boolean {
    return this.byte() % of >= of - one;
  }

  pick<T>(from: readonly T[]): T {
    return from[this.byte() % from.length] as T;
  }

  /** A name that nothing else in the program has. */
  fresh(prefix: string): string {
    this.#names += 1;
    return `${prefix}${this.#names}`;
  }
}

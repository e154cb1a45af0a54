/** Keeps the results of a costly function that were used most recently. */
export class Recent<V> {
  readonly #entries = new Map<string, V>();
  readonly #limit: number;

  /** @param limit number of results to keep */
  constructor(limit: number) {
    this.#limit = limit;
  }

  /**
   * The kept result of the key, otherwise what `make` returns, which is kept from now on.
   * @param isCurrent whether a kept result may still be used
   */
  get(key: string, make: () => V, isCurrent: (value: V) => boolean = () => true): V {
    const known = this.#entries.get(key);
    const value = known !== undefined && isCurrent(known) ? known : make();
    // A Map lists its entries in the order in which they were added, so the first is the one used longest ago.
    this.#entries.delete(key);
    this.#entries.set(key, value);
    if (this.#entries.size > this.#limit) this.#entries.delete(this.#entries.keys().next().value as string);
    return value;
  }
}

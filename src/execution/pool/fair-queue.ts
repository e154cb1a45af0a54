/** Items that wait: first come, first served within a hook, and the hooks take turns. */
export class FairQueue<T extends { readonly hook: string }> {
  /** Hooks with waiting calls, the one whose turn it is first. A hook that was served goes to the end. */
  readonly #byHook = new Map<string, Set<T>>();
  #size = 0;

  get size(): number {
    return this.#size;
  }

  /** Hooks with waiting items and how many they are, the hook whose turn it is first. */
  get waiting(): ReadonlyMap<string, { readonly size: number }> {
    return this.#byHook;
  }

  add(item: T): void {
    const items = this.#byHook.get(item.hook);
    if (items === undefined) this.#byHook.set(item.hook, new Set([item]));
    else items.add(item);
    this.#size++;
  }

  /** Adds an item in front of all others, whose turn it had been before. */
  addFirst(item: T): void {
    const others = [...this.#byHook].filter(([hook]) => hook !== item.hook);
    const items = new Set([item, ...(this.#byHook.get(item.hook) ?? [])]);
    this.#byHook.clear();
    this.#byHook.set(item.hook, items);
    for (const [hook, waiting] of others) this.#byHook.set(hook, waiting);
    this.#size++;
  }

  has(item: T): boolean {
    return this.#byHook.get(item.hook)?.has(item) === true;
  }

  /** Takes the next item of a hook that may go on; undefined if there is none. */
  take(mayRun: (hook: string) => boolean): T | undefined {
    for (const [hook, items] of this.#byHook) {
      if (!mayRun(hook)) continue;
      const [item] = items as Iterable<T> & Set<T>;
      if (item === undefined) continue;
      this.delete(item);
      if (items.size > 0) {
        this.#byHook.delete(hook);
        this.#byHook.set(hook, items);
      }
      return item;
    }
    return undefined;
  }

  /** Removes an item. Returns whether it waited here. */
  delete(item: T): boolean {
    const items = this.#byHook.get(item.hook);
    if (items?.delete(item) !== true) return false;
    if (items.size === 0) this.#byHook.delete(item.hook);
    this.#size--;
    return true;
  }

  /** Takes all items of the hooks that are asked for, the longest waiting of each hook first. */
  drain(ofHook: (hook: string) => boolean = () => true): T[] {
    const drained = [...this.#byHook].filter(([hook]) => ofHook(hook)).flatMap(([, items]) => [...items]);
    for (const item of drained) this.delete(item);
    return drained;
  }
}

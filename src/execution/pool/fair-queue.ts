/** Items that wait: first come, first served within a hook, and the hooks take turns. */
export class FairQueue<T extends { readonly hook: string }> {
  /** Hooks with waiting calls, the one whose turn it is first. A hook that was served goes to the end. */
  readonly #byHook = new Map<string, Set<T>>();
  #size = 0;

  get size(): number {
    return this.#size;
  }

  add(item: T): void {
    let items = this.#byHook.get(item.hook);
    if (items === undefined) {
      items = new Set();
      this.#byHook.set(item.hook, items);
    }
    items.add(item);
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

  /** Hooks with waiting items, the one whose turn it is first. */
  hooks(): Iterable<string> {
    return this.#byHook.keys();
  }

  /** Removes an item. Returns whether it waited here. */
  delete(item: T): boolean {
    const items = this.#byHook.get(item.hook);
    if (items?.delete(item) !== true) return false;
    if (items.size === 0) this.#byHook.delete(item.hook);
    this.#size--;
    return true;
  }

  /** Takes all items, the longest waiting of each hook first. */
  drain(): T[] {
    const all = [...this.#byHook.values()].flatMap((items) => [...items]);
    this.#byHook.clear();
    this.#size = 0;
    return all;
  }
}

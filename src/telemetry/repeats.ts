/** Milliseconds in which equal events are logged once. */
const windowMs = 60_000;
/** How many different events are told apart; beyond that the one logged first counts as new. */
const maxKeys = 1_000;

/** Decides which of many equal events are logged: the first, and then one a minute, with their count. */
export class Repeats {
  readonly #now: () => number;
  /** When an event was logged last, and how often it happened since; the longest ago first. */
  readonly #seen = new Map<string, { loggedAt: number; since: number }>();

  /** @param now milliseconds of a clock that never goes back */
  constructor(now: () => number = () => performance.now()) {
    this.#now = now;
  }

  /**
   * Takes note of an event.
   * @param key the same for equal events
   * @returns how many events a line about it stands for now, this one included; undefined if none is to be logged
   */
  count(key: string): number | undefined {
    const now = this.#now();
    const seen = this.#seen.get(key);
    if (seen !== undefined && now - seen.loggedAt < windowMs) {
      seen.since++;
      return undefined;
    }
    this.#seen.delete(key);
    this.#seen.set(key, { loggedAt: now, since: 0 });
    if (this.#seen.size > maxKeys) this.#seen.delete(this.#seen.keys().next().value as string);
    return (seen?.since ?? 0) + 1;
  }
}

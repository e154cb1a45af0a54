/** Marks the error across realms and across copies of this package, where `instanceof` would not hold. */
const brand = Symbol.for('hookd.RetryLater');

/**
 * Thrown by a hook that wants to be called again later: the answer is 429 with `Retry-After`, which Metacontroller
 * takes as a quiet "later", without an Event.
 */
export class RetryLater extends Error {
  override readonly name = 'RetryLater';
  readonly [brand] = true;
  /** Seconds until Metacontroller should call again; a whole number of at least 1. */
  readonly seconds: number;

  /**
   * @param seconds rounded up, since `Retry-After` is a whole number, and at least 1, since Metacontroller retries a 0
   * at once
   * @param message why, for the log
   * @throws TypeError where seconds is not a finite number
   */
  constructor(seconds: number, message?: string) {
    if (typeof seconds !== 'number' || !Number.isFinite(seconds)) {
      throw new TypeError(`RetryLater wants a finite number of seconds, but got ${String(seconds)}`);
    }
    const whole = Math.max(1, Math.ceil(seconds));
    super(message ?? `the hook asked to be called again in ${whole} s`);
    this.seconds = whole;
  }
}

/**
 * The `RetryLater` in an error or in the chain of its causes (the Jsonnet engine wraps what a native throws), else
 * undefined.
 */
export function findRetryLater(error: unknown): RetryLater | undefined {
  let current = error;
  for (let depth = 0; depth < 16 && typeof current === 'object' && current !== null; depth++) {
    if ((current as Partial<RetryLater>)[brand] === true) return current as RetryLater;
    current = (current as { cause?: unknown }).cause;
  }
  return undefined;
}

/** Marks the error for other realms and other copies of this package, in which `instanceof` would not recognise it. */
const brand = Symbol.for('hookd.RetryLater');

/**
 * A hook throws this to be called again later. The answer is 429 with `Retry-After`; Metacontroller retries then and
 * reports no Event.
 */
export class RetryLater extends Error {
  override readonly name = 'RetryLater';
  readonly [brand] = true;
  /** Seconds until Metacontroller should call again; a whole number of at least 1. */
  readonly seconds: number;

  /**
   * @param seconds rounded up, because `Retry-After` is a whole number, and at least 1, because Metacontroller retries
   * at once after 0
   * @param message the reason, for the log
   * @throws TypeError if `seconds` is not a finite number
   */
  constructor(seconds: number, message?: string) {
    if (typeof seconds !== 'number' || !Number.isFinite(seconds)) {
      throw new TypeError(`RetryLater needs a finite number of seconds, but got ${String(seconds)}`);
    }
    const whole = Math.max(1, Math.ceil(seconds));
    super(message ?? `the hook asked to be called again in ${whole} s`);
    this.seconds = whole;
  }
}

/**
 * The `RetryLater` that an error is or has as a cause, at any depth; otherwise undefined. The Jsonnet engine wraps what a
 * native throws.
 */
export function findRetryLater(error: unknown): RetryLater | undefined {
  let current = error;
  for (let depth = 0; depth < 16 && typeof current === 'object' && current !== null; depth++) {
    if ((current as Partial<RetryLater>)[brand] === true) return current as RetryLater;
    current = (current as { cause?: unknown }).cause;
  }
  return undefined;
}

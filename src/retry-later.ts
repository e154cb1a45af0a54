/** Marks the error. `instanceof` fails across realms and across copies of this package, a global symbol does not. */
const brand = Symbol.for('hookd.RetryLater');

/**
 * Seconds as `Retry-After` must say them: a whole number, so they are rounded up, and at least 1, because Metacontroller
 * calls again at once if it reads anything else.
 */
export const retryAfterSeconds = (seconds: number): number => Math.max(1, Math.ceil(seconds));

/**
 * A hook throws this to be called again later. The reply is 429 with `Retry-After`; Metacontroller then waits that long
 * and makes no Event.
 */
export class RetryLater extends Error {
  override readonly name = 'RetryLater';
  readonly [brand] = true;
  /** Seconds until Metacontroller should call again; a whole number of at least 1. */
  readonly seconds: number;

  /**
   * @param seconds see `retryAfterSeconds`
   * @param message the reason, for the log
   * @throws TypeError if seconds is not a finite number
   */
  constructor(seconds: number, message?: string) {
    if (typeof seconds !== 'number' || !Number.isFinite(seconds)) {
      throw new TypeError(`RetryLater needs a finite number of seconds, but got ${String(seconds)}`);
    }
    const whole = retryAfterSeconds(seconds);
    super(message ?? `the hook asked to be called again in ${whole} s`);
    this.seconds = whole;
  }
}

/**
 * Returns the `RetryLater` that an error is or has among its causes (the Jsonnet engine wraps what a native throws);
 * undefined if there is none.
 */
export function findRetryLater(error: unknown): RetryLater | undefined {
  let current = error;
  for (let depth = 0; depth < 16 && typeof current === 'object' && current !== null; depth++) {
    if ((current as Partial<RetryLater>)[brand] === true) return current as RetryLater;
    current = (current as { cause?: unknown }).cause;
  }
  return undefined;
}

/**
 * How far a server is on its way from start to end, shared by everything that answers requests. From the start of the
 * shutdown replies carry `Connection: close` and the readiness probe fails; later, new requests are refused.
 */
export class Lifecycle {
  #phase: 'serving' | 'stopping' | 'refusing' = 'serving';
  #inFlight = 0;
  /** Requests whose caller has gone while their hook still runs. A shutdown does not wait for them. */
  abandoned = 0;
  #whenIdle: (() => void)[] = [];

  /** True from the start of the shutdown: callers are asked to go elsewhere, but are still served. */
  get stopping(): boolean {
    return this.#phase !== 'serving';
  }

  /** True once new requests are answered `Stopping`. */
  get refusing(): boolean {
    return this.#phase === 'refusing';
  }

  /** Requests that have started and whose reply is not yet handed to the system. */
  get inFlight(): number {
    return this.#inFlight;
  }

  stop(): void {
    if (this.#phase === 'serving') this.#phase = 'stopping';
  }

  refuse(): void {
    this.#phase = 'refusing';
  }

  begin(): void {
    this.#inFlight++;
  }

  end(): void {
    this.#inFlight--;
    if (this.#inFlight > 0) return;
    const waiting = this.#whenIdle;
    this.#whenIdle = [];
    for (const resolve of waiting) resolve();
  }

  /** Resolves when nothing is in flight. */
  idle(): Promise<void> {
    if (this.#inFlight === 0) return Promise.resolve();
    return new Promise((resolve) => this.#whenIdle.push(resolve));
  }
}

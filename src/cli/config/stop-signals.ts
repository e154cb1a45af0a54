import { constants } from 'node:os';
import type { ProcessEvents, StopSignal } from '../context.js';

/** Waits for the signals that end a server: the first one stops it in an orderly way, the second one at once. */
export class StopSignals {
  readonly #events: ProcessEvents;
  readonly #listeners: readonly (readonly [StopSignal, () => void])[];
  /** Resolves with the first signal. */
  readonly first: Promise<StopSignal>;
  /** Resolves with the second signal, with the exit code that shells give for it, 143 for instance. */
  readonly second: Promise<number>;

  constructor(events: ProcessEvents) {
    let onFirst: (signal: StopSignal) => void;
    let onSecond: (exitCode: number) => void;
    this.first = new Promise((resolve) => {
      onFirst = resolve;
    });
    this.second = new Promise((resolve) => {
      onSecond = resolve;
    });
    let count = 0;
    const listener = (signal: StopSignal) => () => {
      count++;
      if (count === 1) onFirst(signal);
      else onSecond(128 + constants.signals[signal]);
    };
    this.#events = events;
    this.#listeners = (['SIGTERM', 'SIGINT', 'SIGHUP'] as const).map((signal) => [signal, listener(signal)]);
    for (const [signal, call] of this.#listeners) events.on(signal, call);
  }

  /** Stops listening. */
  end(): void {
    for (const [signal, call] of this.#listeners) this.#events.off(signal, call);
  }
}

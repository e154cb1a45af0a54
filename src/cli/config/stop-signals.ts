import { constants } from 'node:os';
import type { Signals } from '../context.js';

type StopSignal = 'SIGTERM' | 'SIGINT';

/** Waits for the signals that end a server: the first one stops it in an orderly way, the second one at once. */
export class StopSignals {
  readonly #signals: Signals;
  readonly #listeners: readonly (readonly [StopSignal, () => void])[];
  /** Resolves with the first signal. */
  readonly first: Promise<StopSignal>;
  /** Resolves with the second signal, with the exit code that shells give for it: 143 or 130. */
  readonly second: Promise<number>;

  constructor(signals: Signals) {
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
    this.#signals = signals;
    this.#listeners = (['SIGTERM', 'SIGINT'] as const).map((signal) => [signal, listener(signal)]);
    for (const [signal, call] of this.#listeners) signals.on(signal, call);
  }

  /** Stops listening. */
  end(): void {
    for (const [signal, call] of this.#listeners) this.#signals.off(signal, call);
  }
}

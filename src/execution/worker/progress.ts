import type { RequestFacts } from '../../protocol/contract.js';
import type { TurnProgress } from '../wire/messages.js';

/** Bytes for facts as JSON; longer ones are not noted. */
const maxBytes = 8_192;
const notRead = -1;

/**
 * How far the turn of the evaluating thread has come, in memory that the main thread reads at any moment, also while a
 * hook blocks the other one. Noting costs a microsecond; a message of its own for each call would cost ten.
 */
export class Progress {
  /** Given to the other thread, which makes a Progress of its own from it. */
  readonly memory: SharedArrayBuffer;
  /** Number of the turn, and bytes of its facts. */
  readonly #numbers: Int32Array;
  readonly #facts: Buffer;

  constructor(memory = new SharedArrayBuffer(8 + maxBytes)) {
    this.memory = memory;
    this.#numbers = new Int32Array(memory, 0, 2);
    this.#facts = Buffer.from(memory as unknown as ArrayBuffer, 8);
  }

  /** The thread begins a turn. */
  begin(turn: number): void {
    Atomics.store(this.#numbers, 1, notRead);
    Atomics.store(this.#numbers, 0, turn);
  }

  /** The thread has read the request of its turn. */
  note(facts: RequestFacts | undefined): void {
    const text = JSON.stringify(facts ?? null);
    // No character takes more than three bytes of UTF-8.
    Atomics.store(this.#numbers, 1, this.#facts.write(text.length * 3 > maxBytes ? 'null' : text));
  }

  /** How far a turn has come. */
  of(turn: number): TurnProgress {
    const bytes = Atomics.load(this.#numbers, 1);
    if (bytes === notRead) return {};
    const text = this.#facts.toString('utf8', 0, bytes);
    // Looked at last, so that what was read before belongs to this turn.
    return Atomics.load(this.#numbers, 0) === turn ? { facts: JSON.parse(text) } : {};
  }

  /** How far the turn has come that began last. */
  get last(): TurnProgress {
    return this.of(Atomics.load(this.#numbers, 0));
  }
}

import { plainText } from '../../json/plain-text.js';
import type { RequestFacts } from '../../protocol/contract.js';
import type { TurnProgress } from '../wire/messages.js';

/** Bytes for facts as JSON; longer ones are not noted. */
const maxBytes = 8_192;
const notRead = -1;

/** The numbers in front of the facts: the turn, the bytes of its facts, and what `activity` counts. */
const turnAt = 0;
const bytesAt = 1;
const activityAt = 2;
const numberBytes = 12;

/**
 * How far the turn of the evaluating thread has come, in memory that the main thread reads at any moment, also while a
 * hook blocks the other one. Noting costs a microsecond; a message of its own for each call would cost ten.
 */
export class Progress {
  /** Given to the other thread, which makes a Progress of its own from it. */
  readonly memory: SharedArrayBuffer;
  readonly #numbers: Int32Array;
  readonly #facts: Buffer;

  constructor(memory = new SharedArrayBuffer(numberBytes + maxBytes)) {
    this.memory = memory;
    this.#numbers = new Int32Array(memory, 0, numberBytes / 4);
    this.#facts = Buffer.from(memory as unknown as ArrayBuffer, numberBytes);
  }

  /** The thread has read something from its pipe. */
  active(): void {
    Atomics.add(this.#numbers, activityAt, 1);
  }

  /** The thread begins a turn. */
  begin(turn: number): void {
    Atomics.store(this.#numbers, bytesAt, notRead);
    Atomics.store(this.#numbers, turnAt, turn);
  }

  /** The thread has read the request of its turn. */
  note(facts: RequestFacts | undefined): void {
    const text = plainText(facts ?? null);
    // No character takes more than three bytes of UTF-8.
    Atomics.store(this.#numbers, bytesAt, this.#facts.write(text.length * 3 > maxBytes ? 'null' : text));
  }

  /** How far a turn has come. */
  of(turn: number): TurnProgress {
    const activity = Atomics.load(this.#numbers, activityAt);
    const bytes = Atomics.load(this.#numbers, bytesAt);
    const text = bytes === notRead ? undefined : this.#facts.toString('utf8', 0, bytes);
    // Looked at last, so that what was read before belongs to this turn.
    if (Atomics.load(this.#numbers, turnAt) !== turn) return { begun: false, activity };
    return { begun: true, activity, ...(text !== undefined && { facts: parsed(text) }) };
  }

  /** How far the turn has come that began last. */
  get last(): TurnProgress {
    return this.of(Atomics.load(this.#numbers, turnAt));
  }
}

/** The facts, or null if a hook has written into the memory. */
function parsed(text: string): RequestFacts | null {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

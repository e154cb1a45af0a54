import type { Answered } from './outcome.js';

/** Bytes counted for an entry beside its body: key, facts, headers. */
const entryOverhead = 1_024;

/** Answers of pure hooks by the key of their call, bounded in bytes; the one not used for longest goes first. */
export class AnswerCache {
  readonly #entries = new Map<string, Answered>();
  readonly #maxBytes: number;
  #bytes = 0;

  /** @param maxBytes 0 keeps nothing */
  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes;
  }

  get enabled(): boolean {
    return this.#maxBytes > 0;
  }

  get bytes(): number {
    return this.#bytes;
  }

  get(key: string): Answered | undefined {
    const answer = this.#entries.get(key);
    if (answer === undefined) return undefined;
    this.#entries.delete(key);
    this.#entries.set(key, answer);
    return answer;
  }

  set(key: string, answer: Answered): void {
    const size = sizeOf(answer);
    if (size > this.#maxBytes) return;
    this.#drop(key);
    this.#entries.set(key, answer);
    this.#bytes += size;
    for (const oldest of this.#entries.keys()) {
      if (this.#bytes <= this.#maxBytes) return;
      this.#drop(oldest);
    }
  }

  #drop(key: string): void {
    const answer = this.#entries.get(key);
    if (answer === undefined) return;
    this.#entries.delete(key);
    this.#bytes -= sizeOf(answer);
  }
}

function sizeOf(answer: Answered): number {
  const warnings = answer.warnings.reduce((sum, { path, message }) => sum + 2 * (path.length + message.length), 0);
  return answer.body.byteLength + warnings + entryOverhead;
}

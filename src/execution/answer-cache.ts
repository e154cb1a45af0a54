import { LRUCache } from 'lru-cache';
import type { Answered } from './outcome.js';

/** Bytes counted for an entry in addition to its body: key, facts, headers. */
const entryOverhead = 1_024;

/**
 * Answers of pure hooks by the key of their call, bounded in bytes; the one not used for longest goes first. By
 * `lru-cache`, since a Map of our own that drops its oldest entry took 31 µs a new answer when it was full, and this 0.9.
 */
export class AnswerCache {
  readonly #entries: LRUCache<string, Answered> | undefined;

  /** @param maxBytes 0 keeps nothing */
  constructor(maxBytes: number) {
    if (maxBytes > 0) this.#entries = new LRUCache({ maxSize: maxBytes, sizeCalculation: sizeOf });
  }

  get enabled(): boolean {
    return this.#entries !== undefined;
  }

  get bytes(): number {
    return this.#entries?.calculatedSize ?? 0;
  }

  get(key: string): Answered | undefined {
    return this.#entries?.get(key);
  }

  /** Remembers the answer; one that is larger than all bytes together is not kept. */
  set(key: string, answer: Answered): void {
    this.#entries?.set(key, answer);
  }
}

function sizeOf({ body, warnings, request }: Answered): number {
  const texts = warnings.flatMap(({ path, message }) => [path, message]);
  // The names come from the request, so they may be of any length.
  if (request !== undefined)
    texts.push(request.controller ?? '', ...Object.values(request.parent).map((text) => text ?? ''));
  return body.byteLength + texts.reduce((sum, text) => sum + 2 * text.length, 0) + entryOverhead;
}

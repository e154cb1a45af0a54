import type { Log } from '../telemetry/log.js';
import { formatBytes } from './bytes.js';

export interface UnsentLimits {
  /** Seconds a caller has for reading its reply. */
  readonly timeoutSeconds: number;
  /** Bytes of all unsent replies together; beyond that, a reply that has waited for a second or two is given up. */
  readonly maxBytes: number;
}

/** A reply that the system has not yet taken completely. */
interface Reply {
  readonly socket: { destroy(): void };
  readonly bytes: number;
  /** How many sweeps it has seen. */
  age: number;
}

/** Seconds between two sweeps, and so the unit of a reply's age. */
const sweepSeconds = 1;

/**
 * Keeps replies that callers do not read from filling the memory: their connections are closed, the oldest first. A
 * caller that reads is never hit, because its reply is not here for a whole second.
 */
export class UnsentReplies {
  readonly #limits: UnsentLimits;
  readonly #log: Log;
  /** The oldest first. */
  readonly #replies = new Set<Reply>();
  #bytes = 0;
  #timer: NodeJS.Timeout | undefined;

  constructor(limits: UnsentLimits, log: Log) {
    this.#limits = limits;
    this.#log = log;
  }

  /** Bytes that callers have not read yet. */
  get bytes(): number {
    return this.#bytes;
  }

  /** @returns a function that must be called when the reply is sent, or its connection closed */
  add(socket: Reply['socket'], bytes: number): () => void {
    const reply = { socket, bytes, age: 0 };
    this.#replies.add(reply);
    this.#bytes += bytes;
    this.#timer ??= setInterval(() => this.#sweep(), sweepSeconds * 1000).unref();
    return () => this.#remove(reply);
  }

  #remove(reply: Reply): void {
    if (!this.#replies.delete(reply)) return;
    this.#bytes -= reply.bytes;
    if (this.#replies.size > 0) return;
    clearInterval(this.#timer);
    this.#timer = undefined;
  }

  #sweep(): void {
    const { timeoutSeconds, maxBytes } = this.#limits;
    for (const reply of [...this.#replies]) {
      reply.age++;
      const isLate = reply.age * sweepSeconds > timeoutSeconds;
      const isInTheWay = reply.age > 1 && this.#bytes > maxBytes;
      if (!isLate && !isInTheWay) continue;
      this.#remove(reply);
      const reason = isLate ? `within ${timeoutSeconds} s` : `while ${formatBytes(maxBytes)} of replies were unread`;
      this.#log.connectionError('ReplyUnread', `the caller did not read its reply of ${reply.bytes} bytes ${reason}`);
      reply.socket.destroy();
    }
  }
}

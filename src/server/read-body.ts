import type { IncomingMessage, ServerResponse } from 'node:http';
import { HookdError } from '../errors.js';
import { formatBytes } from './bytes.js';

export interface BodyLimits {
  readonly maxBytes: number;
  /** Seconds a body may take to arrive, counted from the head of its request. */
  readonly timeoutSeconds: number;
}

/**
 * Counts the bytes of all bodies in memory. Each is within its own limit, but a few dozen large ones at once would still
 * be more than a container has. Small bodies have a reserve, so that large ones that arrive slowly do not keep them out.
 */
export class BodyBudget {
  readonly #maxBytes: number;
  readonly #maxBytesForLarge: number;
  readonly #smallBytes: number;
  #held = 0;

  /** @param largestBody the limit of one body in bytes; eight of them fit, and a body up to a 32nd of it is small */
  constructor(largestBody: number) {
    this.#maxBytes = 8 * largestBody;
    this.#maxBytesForLarge = 7 * largestBody;
    this.#smallBytes = largestBody / 32;
  }

  /** Bytes held now. */
  get held(): number {
    return this.#held;
  }

  /**
   * @param bytes that have arrived of a body
   * @param size of all that has arrived of it, with these bytes
   * @throws HookdError `QueueFull`; nothing is taken then
   */
  take(bytes: number, size: number): void {
    const maxBytes = size > this.#smallBytes ? this.#maxBytesForLarge : this.#maxBytes;
    if (this.#held + bytes > maxBytes) {
      const message = `request bodies already take up the ${formatBytes(maxBytes)} set aside for them; try again later`;
      throw new HookdError('QueueFull', message);
    }
    this.#held += bytes;
  }

  give(bytes: number): void {
    this.#held -= bytes;
  }
}

/** The caller closed the connection in the middle of its request, so nobody is left to answer. */
export class CallerGone extends Error {
  override readonly name = 'CallerGone';

  constructor() {
    super('the caller closed the connection before its request was complete');
  }
}

/**
 * Reads the body of a request into a buffer of its own. Bytes are counted as they arrive. A body whose declared size is
 * beyond the limit is refused before any of it is read, and before `100 Continue` is sent.
 * @param budget the caller gives back what the body took from it; if this throws, nothing was taken
 * @throws HookdError `RequestTooLarge`, `RequestTimeout` or `QueueFull`; the rest of the body is left unread
 * @throws CallerGone
 */
export function readBody(
  request: IncomingMessage,
  response: ServerResponse,
  limits: BodyLimits,
  budget: BodyBudget,
): Promise<Uint8Array<ArrayBuffer>> {
  const declared = request.headers['content-length'];
  if (declared !== undefined && Number(declared) > limits.maxBytes) return Promise.reject(tooLarge(limits.maxBytes));
  if (request.headers.expect !== undefined) response.writeContinue();
  return new Promise((resolve, reject) => {
    const chunks: Uint8Array[] = [];
    let size = 0;

    const finish = () => {
      clearTimeout(timer);
      request.off('data', onData).off('end', onEnd).off('close', onClose);
    };
    const fail = (error: unknown) => {
      finish();
      request.pause();
      budget.give(size);
      reject(error);
    };
    const onData = (chunk: Uint8Array) => {
      if (size + chunk.length > limits.maxBytes) {
        fail(tooLarge(limits.maxBytes));
        return;
      }
      try {
        budget.take(chunk.length, size + chunk.length);
      } catch (error) {
        fail(error);
        return;
      }
      size += chunk.length;
      chunks.push(chunk);
    };
    const onEnd = () => {
      finish();
      resolve(join(chunks, size));
    };
    const onClose = () => fail(new CallerGone());
    const onTimeout = () => {
      const message = `the request body did not arrive within ${limits.timeoutSeconds} s`;
      fail(new HookdError('RequestTimeout', message));
    };
    const timer = setTimeout(onTimeout, limits.timeoutSeconds * 1000);
    request.on('data', onData).on('end', onEnd).on('close', onClose);
  });
}

function tooLarge(maxBytes: number): HookdError {
  return new HookdError(
    'RequestTooLarge',
    `the request body is larger than ${formatBytes(maxBytes)}; raise --max-request-bytes if it has to be`,
  );
}

/** Copies the chunks, even a single one: a chunk may share its buffer with the next request of the connection. */
function join(chunks: readonly Uint8Array[], size: number): Uint8Array<ArrayBuffer> {
  const body = new Uint8Array(size);
  let offset = 0;
  for (const chunk of chunks) {
    body.set(chunk, offset);
    offset += chunk.length;
  }
  return body;
}

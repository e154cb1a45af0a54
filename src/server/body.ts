import type { IncomingMessage, ServerResponse } from 'node:http';
import { HookdError } from '../errors.js';
import { formatBytes } from './bytes.js';

export interface BodyLimits {
  readonly maxBytes: number;
  /** Seconds a body may take to arrive, from the head of its request. */
  readonly timeoutSeconds: number;
}

/** The caller closed the connection in the middle of its request: there is nobody left to answer. */
export class CallerGone extends Error {
  override readonly name = 'CallerGone';

  constructor() {
    super('the caller closed the connection before its request was complete');
  }
}

/**
 * Reads the body of a request into a buffer of its own, so that it can be transferred to a worker. The size is counted
 * as it arrives; a declared one beyond the limit is refused before a byte is read, and before `100 Continue` is sent.
 * @throws HookdError `RequestTooLarge` or `RequestTimeout`, with the rest of the body left unread
 * @throws CallerGone
 */
export function readBody(
  request: IncomingMessage,
  response: ServerResponse,
  limits: BodyLimits,
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
    const onData = (chunk: Uint8Array) => {
      size += chunk.length;
      if (size > limits.maxBytes) {
        finish();
        request.pause();
        reject(tooLarge(limits.maxBytes));
      } else chunks.push(chunk);
    };
    const onEnd = () => {
      finish();
      resolve(join(chunks, size));
    };
    const onClose = () => {
      finish();
      reject(new CallerGone());
    };
    const onTimeout = () => {
      finish();
      request.pause();
      const message = `the request body did not arrive within ${limits.timeoutSeconds} s (${size} bytes came)`;
      reject(new HookdError('RequestTimeout', message));
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

/** A copy, also of a single chunk: a chunk may share its buffer with the next request of the connection. */
function join(chunks: readonly Uint8Array[], size: number): Uint8Array<ArrayBuffer> {
  const body = new Uint8Array(size);
  let offset = 0;
  for (const chunk of chunks) {
    body.set(chunk, offset);
    offset += chunk.length;
  }
  return body;
}

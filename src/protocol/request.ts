import type { RequestFacts } from './contract.js';

/** The body is JSON but no Metacontroller request. `message` is one sentence that says what is missing. */
export class RequestError extends Error {
  override readonly name = 'RequestError';
}

/** A request body that `readRequest` accepted, with the facts of it. */
export interface ReadRequest {
  /** The body itself, known to be an object. */
  readonly request: Readonly<Record<string, unknown>>;
  readonly facts: RequestFacts;
}

/**
 * Decides from the request itself which call it is, and gathers its facts.
 * @throws RequestError where the body is no Metacontroller request
 */
export function readRequest(_body: unknown): ReadRequest {
  throw new RequestError('the request reader is not there yet');
}

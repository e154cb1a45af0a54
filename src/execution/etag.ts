import { createHash } from 'node:crypto';
import type { Answered, Call } from './outcome.js';

/**
 * The key of a call of a pure hook: the same digest and body give the same answer. It is the name of a remembered
 * answer and, in quotes, its ETag.
 */
export function callKey(digest: string, body: Uint8Array): string {
  return createHash('sha256').update(digest).update(body).digest('base64url');
}

/** The key of an answer, for hooks whose answers depend on more than the request. */
function answerKey(answer: Uint8Array): string {
  return createHash('sha256').update(answer).digest('base64url');
}

/**
 * The answer with its ETag, or 304 in its place if the caller has it already; the answer itself if the controller did
 * not enable ETags (`webhook.etag`).
 *
 * @param key the key of the call if the answer depends on nothing else
 */
export function withTag(answer: Answered, { ifNoneMatch }: Call, key: string | undefined): Answered {
  if (answer.status !== 200 || answer.request?.etag !== true) return answer;
  const etag = quoteTag(key ?? answerKey(answer.body));
  if (isUnchanged(ifNoneMatch, etag)) return { ...answer, ...notModified(etag) };
  return { ...answer, headers: { ...answer.headers, etag } };
}

/** Status, headers and body of the answer to a caller that has it already. */
export function notModified(etag: string): Pick<Answered, 'status' | 'headers' | 'body'> {
  return { status: 304, headers: { etag }, body: new Uint8Array(0) };
}

/** A strong entity tag. */
export function quoteTag(key: string): string {
  return `"${key}"`;
}

/**
 * Whether an `If-None-Match` names the tag, by the weak comparison of RFC 9110, section 13.1.2: a list of tags, each
 * possibly `W/`. `*` stands for any answer there is; callers that have not evaluated yet must not take it for a match.
 */
export function namesTag(ifNoneMatch: string, tag: string): boolean {
  return [...ifNoneMatch.matchAll(/(?:W\/)?("[^"]*")/g)].some((match) => match[1] === tag);
}

/** Whether an answer with this tag need not be sent. */
export function isUnchanged(ifNoneMatch: string | undefined, tag: string): boolean {
  return ifNoneMatch !== undefined && (ifNoneMatch.trim() === '*' || namesTag(ifNoneMatch, tag));
}

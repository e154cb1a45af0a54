import { createHash } from 'node:crypto';

/**
 * The key of a call of a pure hook: the same digest and body give the same answer. It is the name of a remembered
 * answer and, in quotes, its ETag.
 */
export function callKey(digest: string, body: Uint8Array): string {
  return createHash('sha256').update(digest).update(body).digest('base64url');
}

/** The key of an answer, for hooks whose answers depend on more than the request. */
export function answerKey(answer: Uint8Array): string {
  return createHash('sha256').update(answer).digest('base64url');
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

import { defaultTimeoutSeconds, type RequestFacts } from '../protocol/contract.js';

/** The part of `webhook.timeout` that is left for the way of the answer, and the least of it in seconds. */
const marginPart = 0.1;
const leastMargin = 0.1;

/** When an evaluation is stopped. */
export interface Deadline {
  /** Seconds from the arrival of the call. */
  readonly seconds: number;
  /** Where the number comes from, for the message. */
  readonly source: string;
}

/**
 * The smaller of `--timeout` and the caller's own timeout less a margin of a tenth, at least 0.1 s, so that the caller
 * gets our error and not its own silence. The margin takes at most half of the caller's timeout.
 *
 * @param facts undefined as long as they are not known, and if the request is not one of Metacontroller's
 */
export function deadlineOf(timeoutSeconds: number, facts: RequestFacts | undefined): Deadline {
  const own = { seconds: timeoutSeconds, source: '--timeout' };
  if (facts === undefined) return own;
  const webhook = facts.timeoutSeconds ?? defaultTimeoutSeconds;
  const margin = Math.min(Math.max(webhook * marginPart, leastMargin), webhook / 2);
  if (webhook - margin >= timeoutSeconds) return own;
  return { seconds: webhook - margin, source: `webhook.timeout of ${webhook} s less a margin` };
}

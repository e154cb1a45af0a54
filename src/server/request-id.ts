import { randomUUID } from 'node:crypto';

/** What an id from outside may hold, so that it can stand in a log line and in a header as it is. */
const sane = /^[\w.:/+=@-]{1,128}$/;

/** The caller's own `X-Request-Id` if it is sane, else a new one. */
export function requestIdOf(header: string | string[] | undefined): string {
  return typeof header === 'string' && sane.test(header) ? header : randomUUID();
}

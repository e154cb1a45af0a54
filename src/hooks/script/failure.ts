import { dirname } from 'node:path';
import { HookdError } from '../../errors.js';
import { findRetryLater, type RetryLater } from '../../retry-later.js';
import type { HookSpec } from '../hook.js';
import { showPath } from '../show-path.js';
import { userPlace, userTrace } from './stack-trace.js';
import { attempt, describeThrown, textOf } from './thrown.js';

/** The error for what a hook threw or rejected with when it was called. */
export function callFailure(spec: HookSpec, thrown: unknown): HookdError {
  if (attempt(() => thrown instanceof HookdError) === true) return thrown as HookdError;
  const later = attempt((): RetryLater | undefined => findRetryLater(thrown));
  const seconds = later && attempt(() => later.seconds);
  if (seconds !== undefined && Number.isFinite(seconds)) {
    const message = textOf(later, 'message') ?? 'the hook asked to be called again later';
    return new HookdError('RetryLater', message, { retryAfterSeconds: seconds, cause: thrown });
  }
  return failure('HookFailed', spec, thrown);
}

/** The error for what was thrown while the file of a hook was loaded. */
export function loadFailure(spec: HookSpec, thrown: unknown): HookdError {
  if (attempt(() => thrown instanceof HookdError) === true) return thrown as HookdError;
  // jiti reports a syntax error as `ParseError: what \n file:line:column`, and counts columns from 0.
  const parse = /^ParseError: (.*?)\s*\n\s*(.*?):(\d+):(\d+)\s*$/s.exec(textOf(thrown, 'message') ?? '');
  if (parse === null) return failure('HookLoadFailed', spec, thrown);
  const [, what, file, line, column] = parse as unknown as [string, string, string, string, string];
  const where = `${showPath(file, dirname(spec.file))}:${line}:${Number(column) + 1}`;
  return new HookdError('HookLoadFailed', `syntax error at ${where}: ${what}`);
}

function failure(code: 'HookFailed' | 'HookLoadFailed', spec: HookSpec, thrown: unknown): HookdError {
  const stack = textOf(thrown, 'stack');
  const place = stack === undefined ? undefined : userPlace(stack, dirname(spec.file));
  const text = describeThrown(thrown);
  const trace = userTrace(thrown);
  return new HookdError(code, place === undefined ? text : `${text} (${place})`, {
    ...(trace === undefined ? {} : { trace }),
    cause: thrown,
  });
}

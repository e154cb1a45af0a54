import type { Frame, Span } from './error.js';
import { JsonnetError } from './error.js';

/** A place in a program that can be on the stack: the span, and what it belongs to (`function <f>`). Made at compile time. */
export interface Site extends Frame {
  readonly span: Span | undefined;
  readonly what: string;
}

/**
 * The state of the evaluation that runs now. Evaluation is synchronous, so one is enough; `enter` saves and restores it
 * where a native function starts another evaluation inside.
 *
 * `depth` is only counted down on a normal return, never on a throw: nothing in Jsonnet catches, so after an error it
 * still tells where it happened, and the next `enter` starts anew.
 */
export const machine = {
  /** Nested calls, thunks and fields. */
  depth: 0,
  /** Most of them. */
  limit: 500,
  /** The sites of the first `depth` of them. */
  stack: [] as Site[],
  /** Number of this evaluation. A thunk marked with it is being evaluated; older marks were left by a failed evaluation. */
  epoch: 1,
};

/** One nesting level deeper. The caller counts `machine.depth` down again after a normal return. */
export function push(site: Site): void {
  const depth = machine.depth;
  if (depth >= machine.limit) throw new JsonnetError('runtime', 'max stack frames exceeded.', site.span);
  machine.stack[depth] = site;
  machine.depth = depth + 1;
}

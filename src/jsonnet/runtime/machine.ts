import type { Span, TraceLine } from '../error.js';
import { JsonnetError } from '../error.js';

/** A place in a program that can be on the stack: the span, and what it belongs to (`function <f>`). Made at compile time. */
export interface Site extends TraceLine {
  readonly span: Span | undefined;
  readonly what: string;
}

/**
 * The state of the evaluation that runs now. Evaluation is synchronous, so one is enough; `evaluate` saves and restores
 * it where a native function starts another evaluation inside.
 *
 * `depth` is only counted down on a normal return, never on a throw: nothing in Jsonnet catches, so after an error it
 * still tells where it happened, and the next evaluation starts anew.
 */
export const machine = {
  /** Nested calls, thunks and fields. */
  depth: 0,
  /** Most of them. */
  limit: 500,
  /** The sites of the first `depth` of them. */
  stack: [] as Site[],
  /** Number of this evaluation: marks of "being checked" with another number were left by one that failed. */
  epoch: 0,
  /** Whether nothing but pure natives took part so far. */
  pure: true,
};

let evaluations = 0;

/**
 * Goes one level deeper.
 * @returns the depth before, to which the caller sets `machine.depth` after a normal return
 * @throws JsonnetError beyond the limit
 */
export function push(site: Site): number {
  const { depth } = machine;
  if (depth >= machine.limit) stackExceeded(site);
  machine.stack[depth] = site;
  machine.depth = depth + 1;
  return depth;
}

/** The error for a program that nests too deeply. */
export function stackExceeded(site?: Site): never {
  throw new JsonnetError('runtime', 'max stack frames exceeded.', site);
}

/**
 * Runs host code (a built-in, an operator) that may fail or evaluate further, with its place on the stack, but without
 * counting it: go-jsonnet counts only calls, thunks and fields of the program.
 */
export function atSite<T>(site: Site, run: () => T): T {
  const { depth } = machine;
  machine.stack[depth] = site;
  machine.depth = depth + 1;
  machine.limit++;
  const result = run();
  machine.depth = depth;
  machine.limit--;
  return result;
}

/** What an evaluation gave, and whether it may be kept. */
export interface Evaluated<T> {
  readonly result: T;
  readonly pure: boolean;
}

/**
 * Runs a whole evaluation on a fresh machine.
 * @param limit most nested calls
 * @param whenImpure runs at the end, also of a failure, where a native that is not pure took part
 * @throws JsonnetError with its frames; the host's limits become Jsonnet's own errors
 */
export function evaluate<T>(limit: number, run: () => T, whenImpure: () => void): Evaluated<T> {
  const { depth, limit: outerLimit, stack, epoch, pure: outerPure } = machine;
  // The stack is taken over between evaluations, but not from one that is going on.
  if (depth > 0) machine.stack = [];
  machine.depth = 0;
  machine.limit = limit;
  machine.epoch = ++evaluations;
  machine.pure = true;
  try {
    const result = run();
    return { result, pure: machine.pure };
  } catch (error) {
    throw located(error);
  } finally {
    const { pure } = machine;
    machine.depth = depth;
    machine.limit = outerLimit;
    machine.stack = stack;
    machine.epoch = epoch;
    machine.pure = outerPure && pure;
    if (!pure) whenImpure();
  }
}

/** The error with the frames of the stack as the throw left it, or what it means where the host threw it. */
function located(thrown: unknown): unknown {
  let error = thrown;
  if (thrown instanceof RangeError) {
    if (thrown.message === 'Maximum call stack size exceeded') {
      error = new JsonnetError('runtime', 'max stack frames exceeded.');
    } else if (thrown.message === 'Invalid string length') {
      error = new JsonnetError('runtime', 'The string is longer than the engine can hold.', undefined, thrown);
    } else if (thrown.message === 'Invalid array length') {
      error = new JsonnetError('runtime', 'The array is longer than the engine can hold.', undefined, thrown);
    }
  }
  if (error instanceof JsonnetError) error.locate(machine.stack.slice(0, machine.depth).reverse());
  return error;
}

import type { Span, TraceLine } from '../error.js';
import { JsonnetError } from '../error.js';

/** A place in a program that can be on the stack. Sites are made when the program is compiled. */
export interface Site extends TraceLine {
  readonly span: Span | undefined;
  readonly what: string;
}

/**
 * The state of the current evaluation. Evaluation is synchronous, so one is enough; `evaluate` saves and restores it in
 * case a native function starts another evaluation inside.
 *
 * `depth` is counted down only on a normal return, never on a throw. Nothing in Jsonnet catches an error, so after one
 * the stack still shows where it happened, and the next evaluation starts anew.
 */
export const machine = {
  /** How many calls, thunks and fields are nested now. */
  depth: 0,
  /** How many may be nested. Levels of a value that is being printed count too, see `enterLevel`. */
  limit: 500,
  /** The limit with which the evaluation started. */
  maxStack: 500,
  /** Their places: the first `depth` entries. */
  stack: [] as Site[],
  /** Number of this evaluation. A mark "being checked" with another number was left by an evaluation that failed. */
  epoch: 0,
  /** Whether only pure natives have taken part so far. */
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
 * Goes one level deeper into a value that is printed or taken apart. As in go-jsonnet, a level takes a frame of the
 * stack, so that a value without end is an error. After the level, `leaveLevel` must be called.
 * @throws JsonnetError beyond the limit
 */
export function enterLevel(): void {
  if (machine.depth >= --machine.limit) stackExceeded();
}

export function leaveLevel(): void {
  machine.limit++;
}

/** Checks how many levels are around what a printer of the library prints. @throws JsonnetError at the stack's limit */
export function checkManifestDepth(depth: number): void {
  if (depth + 1 >= machine.maxStack) {
    throw new JsonnetError('runtime', 'max manifest depth exceeded, possible infinite recursion');
  }
}

/**
 * Runs host code (a built-in, an operator) that may fail or evaluate something, with its place on the stack. It does not
 * count towards the limit: go-jsonnet counts only calls, thunks and fields of the program.
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

/** The result of an evaluation, and whether it may be kept. */
export interface Evaluated<T> {
  readonly result: T;
  readonly pure: boolean;
}

/**
 * Runs a whole evaluation on a fresh machine.
 * @param limit how many calls may be nested
 * @param whenImpure runs at the end, even of a failure, if a native that is not pure took part
 * @throws JsonnetError with its trace; exceeding the host's limits becomes an error of Jsonnet's own
 */
export function evaluate<T>(limit: number, run: () => T, whenImpure: () => void): Evaluated<T> {
  const { depth, limit: outerLimit, maxStack, stack, epoch, pure: outerPure } = machine;
  // The array is used again by the next evaluation, but not by one inside another.
  if (depth > 0) machine.stack = [];
  machine.depth = 0;
  machine.limit = limit;
  machine.maxStack = limit;
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
    machine.maxStack = maxStack;
    machine.stack = stack;
    machine.epoch = epoch;
    machine.pure = outerPure && pure;
    if (!pure) whenImpure();
  }
}

/** The error with its trace: the stack as the throw left it. RangeErrors of the host become errors of Jsonnet. */
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

import { fail } from '../error.js';
import { orderArguments, tooMany } from './builtin.js';
import { CodeThunk, type Frame, newFrame, type Unit } from './code.js';
import type { Cell, Parameter, Value } from './value.js';
import { JsonnetFunction } from './value.js';

/** What all closures of one function expression have in common. */
export interface Lambda {
  readonly params: readonly Parameter[];
  /** The default of each parameter, or undefined. Defaults run in the frame of the call. */
  readonly defaults: readonly (Unit | undefined)[];
  readonly label: string | undefined;
  readonly body: Unit;
  /** The number of slots of a call's frame: the frame around it, the parameters and the locals. */
  readonly size: number;
}

/** The call that was left last, see `tailMark`. */
const pending = { body: undefined as Unit | undefined, frame: undefined as Frame | undefined };

/**
 * What the body of a function returns if it ends in a `tailstrict` call. It leaves the call to the loop in `finish`, so
 * that such calls run in constant stack. Only bodies return it, and all who run a body look for it.
 */
export const tailMark = [] as Value;

/** Leaves a call to the loop in `finish`. */
export function leaveCall(closure: Closure, frame: Frame): Value {
  pending.body = closure.lambda.body;
  pending.frame = frame;
  return tailMark;
}

/** Runs the calls that were left until one returns a value. */
export function finish(): Value {
  for (;;) {
    const { body, frame } = pending;
    pending.frame = undefined;
    const value = (body as Unit).run(frame as Frame);
    if (value !== tailMark) return value;
  }
}

/** A function expression with the frame in which it was evaluated. */
export class Closure extends JsonnetFunction {
  readonly lambda: Lambda;
  readonly env: Frame;

  constructor(lambda: Lambda, env: Frame) {
    super();
    this.lambda = lambda;
    this.env = env;
  }

  override get params(): readonly Parameter[] {
    return this.lambda.params;
  }

  override get label(): string | undefined {
    return this.lambda.label;
  }

  override call(...args: Cell[]): Value {
    return run(this, this.frame(args));
  }

  override callNamed(positional: readonly Cell[], named: ReadonlyMap<string, Cell>): Value {
    return run(this, this.frame(orderArguments(this.params, positional, named)));
  }

  /** The frame of a call. Arguments that are left out are undefined and get their defaults. */
  frame(args: readonly (Cell | undefined)[]): Frame {
    const { params, defaults, size } = this.lambda;
    if (args.length > params.length) fail(tooMany(params.length, args.length));
    const frame = newFrame(this.env, size);
    for (let i = 0; i < args.length; i++) frame[i + 1] = args[i];
    for (let i = 0; i < params.length; i++) {
      if (frame[i + 1] !== undefined) continue;
      const value = defaults[i];
      if (value === undefined) fail(`Missing argument: ${(params[i] as Parameter).name}`);
      else frame[i + 1] = new CodeThunk(value, frame);
    }
    return frame;
  }
}

/** Runs a closure in the frame of a call. */
export function run(closure: Closure, frame: Frame): Value {
  const value = closure.lambda.body.run(frame);
  return value === tailMark ? finish() : value;
}

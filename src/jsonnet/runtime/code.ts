import { machine, type Site, stackExceeded } from './machine.js';
import type { Cell, Value } from './value.js';
import { Thunk } from './value.js';

/**
 * The variables of a file, a call, an object layer, or an element of a comprehension. Slot 0 is the frame around it, the
 * others are cells, see Scope. It is a plain array, since the host makes and reads nothing faster.
 */
// biome-ignore lint/suspicious/noExplicitAny: slot 0 is a frame, and slots 1 and 2 of an object frame are not cells
export type Frame = any[];

/** A compiled expression. */
export type Code = (frame: Frame) => Value;

/** A compiled expression whose evaluation is put off: it gives a thunk, or the value if that is at hand. */
export type Delay = (frame: Frame) => Cell;

/** An expression that is compiled when it first runs. */
export class Unit {
  private code: Code | undefined = undefined;
  private compile: (() => Code) | undefined;

  /** @param compile compiles the expression; called once */
  constructor(compile: () => Code) {
    this.compile = compile;
  }

  run(frame: Frame): Value {
    const { code } = this;
    return code === undefined ? this.first(frame) : code(frame);
  }

  private first(frame: Frame): Value {
    const code = (this.compile as () => Code)();
    this.code = code;
    this.compile = undefined;
    return code(frame);
  }
}

/** The thunk of a compiled expression. */
export class CodeThunk extends Thunk {
  private unit: Unit | undefined;
  private frame: Frame | undefined;
  private value: Value | undefined = undefined;

  constructor(unit: Unit, frame: Frame) {
    super();
    this.unit = unit;
    this.frame = frame;
  }

  override force(): Value {
    const { unit } = this;
    if (unit === undefined) return this.value as Value;
    const value = unit.run(this.frame as Frame);
    this.value = value;
    this.unit = undefined;
    this.frame = undefined;
    return value;
  }
}

/** A frame whose slots are empty except slot 0. The literals are as large as needed, and made fastest by the host. */
export function newFrame(env: Frame | undefined, size: number): Frame {
  switch (size) {
    case 1:
      return [env];
    case 2:
      return [env, undefined];
    case 3:
      return [env, undefined, undefined];
    case 4:
      return [env, undefined, undefined, undefined];
    case 5:
      return [env, undefined, undefined, undefined, undefined];
    case 6:
      return [env, undefined, undefined, undefined, undefined, undefined];
    default: {
      const frame: Frame = new Array(size).fill(undefined);
      frame[0] = env;
      return frame;
    }
  }
}

/** Evaluates the thunk in a slot and overwrites it with its value. */
export function forceSlot(frame: Frame, slot: number, thunk: Thunk, site: Site): Value {
  const { depth } = machine;
  // Unlike `push`, the error names what is around the variable, as go-jsonnet does.
  if (depth >= machine.limit) stackExceeded();
  machine.stack[depth] = site;
  machine.depth = depth + 1;
  const value = thunk.force();
  machine.depth = depth;
  frame[slot] = value;
  return value;
}

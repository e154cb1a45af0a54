import type { Json } from '../../json/json.js';

/**
 * A Jsonnet value. Scalars are those of JavaScript. To programs strings are sequences of code points, although they are
 * UTF-16 inside. Arrays are plain arrays of cells, which `at` evaluates in place.
 */
export type Value = null | boolean | number | string | JsonnetArray | JsonnetObject | JsonnetFunction;

/** A value, or a thunk that computes it. */
export type Cell = Value | Thunk;

export type JsonnetArray = Cell[];

/**
 * A computation that succeeds at most once: it keeps its result. Nothing marks a thunk as being evaluated, so a failed
 * evaluation leaves nothing to undo. A thunk that needs itself ends at the limit of the stack.
 */
export abstract class Thunk {
  /** The value. @throws JsonnetError */
  abstract force(): Value;
}

/** A thunk over a host function, for built-ins. */
class HostThunk extends Thunk {
  private compute: (() => Value) | undefined;
  private value: Value | undefined = undefined;

  constructor(compute: () => Value) {
    super();
    this.compute = compute;
  }

  force(): Value {
    if (this.compute === undefined) return this.value as Value;
    const value = this.compute();
    this.value = value;
    this.compute = undefined;
    return value;
  }
}

/** A cell whose value `compute` gives when it is first needed. If it throws, it runs again the next time. */
export function lazy(compute: () => Value): Cell {
  return new HostThunk(compute);
}

/** The value of a cell. */
export function force(cell: Cell): Value {
  return cell instanceof Thunk ? cell.force() : cell;
}

/** The value of an element, which must exist. It replaces the thunk in the array. */
export function at(array: JsonnetArray, index: number): Value {
  const cell = array[index] as Cell;
  if (!(cell instanceof Thunk)) return cell;
  const value = cell.force();
  array[index] = value;
  return value;
}

/** A parameter. It must be given unless `hasDefault`. */
export interface Parameter {
  readonly name: string;
  /** Another name by which it can be given. */
  readonly alias?: string | undefined;
  readonly hasDefault: boolean;
}

export abstract class JsonnetFunction {
  abstract readonly params: readonly Parameter[];
  /** The name shown in traces, or undefined for an anonymous function. */
  abstract readonly label: string | undefined;
  /** Calls with positional arguments. Checks their number and fills in defaults, also for undefined arguments. */
  abstract call(...args: Cell[]): Value;
  /** Calls with positional and named arguments, and checks both. */
  abstract callNamed(positional: readonly Cell[], named: ReadonlyMap<string, Cell>): Value;
}

/** An object: layers joined by `+`, with late-bound `self`. Keys are always in the order of their code points. */
export abstract class JsonnetObject {
  /** The value of a field, hidden or not; undefined if there is none. Runs the asserts of the object first. */
  abstract get(key: string): Value | undefined;
  /** The field as a cell, for results that stay lazy: nothing runs before it is evaluated. The field must exist. */
  abstract cell(key: string): Cell;
  /** Whether there is such a field; runs no asserts. */
  abstract has(key: string, includeHidden: boolean): boolean;
  /** The names of the fields. Runs no asserts. The caller must not change the array. */
  abstract keys(includeHidden: boolean): readonly string[];
  /** Runs the asserts. Manifestation does so before it reads any field. */
  abstract check(): void;
  /** The visible fields as plain JSON, each made by `convert`. An object of the request may come out as it is. */
  abstract toJson(convert: (value: Value) => Json): { [key: string]: Json };
}

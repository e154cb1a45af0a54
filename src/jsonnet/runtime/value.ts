import type { Json } from '../../json/json.js';

/**
 * A Jsonnet value. Scalars are the JavaScript ones; strings are UTF-16 inside but sequences of code points to programs.
 * Arrays are plain arrays of cells, forced in place by `at`.
 */
export type Value = null | boolean | number | string | JsonnetArray | JsonnetObject | JsonnetFunction;

/** A value, or one still to be computed. */
export type Cell = Value | Thunk;

export type JsonnetArray = Cell[];

/**
 * A computation that runs at most once with success. Subclasses overwrite themselves with the result. Nothing marks a
 * thunk as being evaluated, so a failed evaluation leaves nothing to undo: one that needs itself ends at the stack limit.
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

/** A cell whose value `compute` gives when it is first needed; one that throws runs again the next time. */
export function lazy(compute: () => Value): Cell {
  return new HostThunk(compute);
}

/** The value of a cell. */
export function force(cell: Cell): Value {
  return cell instanceof Thunk ? cell.force() : cell;
}

/** Element `index` of an array, which must exist; keeps the forced value. */
export function at(array: JsonnetArray, index: number): Value {
  const cell = array[index] as Cell;
  if (!(cell instanceof Thunk)) return cell;
  const value = cell.force();
  array[index] = value;
  return value;
}

/** A parameter; without `hasDefault` it must be given. */
export interface Parameter {
  readonly name: string;
  /** Another name it can be given by. */
  readonly alias?: string | undefined;
  readonly hasDefault: boolean;
}

export abstract class JsonnetFunction {
  abstract readonly params: readonly Parameter[];
  /** The name shown in traces, or undefined for an anonymous function. */
  abstract readonly label: string | undefined;
  /** Calls with positional arguments; checks arity and fills in defaults, also for those that are undefined. */
  abstract call(...args: Cell[]): Value;
  /** Calls with positional and then named arguments; checks both. */
  abstract callNamed(positional: readonly Cell[], named: ReadonlyMap<string, Cell>): Value;
}

/** An object: layers joined by `+`, with late-bound `self`. Keys are always returned ordered by code point. */
export abstract class JsonnetObject {
  /** The field's value, hidden or not; undefined where there is none. Runs the object's asserts first. */
  abstract get(key: string): Value | undefined;
  /** The field as a cell, for results that stay lazy: no assert and no field runs before it is forced. The field must exist. */
  abstract cell(key: string): Cell;
  /** Whether there is such a field; runs no asserts. */
  abstract has(key: string, includeHidden: boolean): boolean;
  /** Field names; runs no asserts. The caller must not change the array. */
  abstract keys(includeHidden: boolean): readonly string[];
  /** Runs the asserts, as manifestation and equality do before they look at any field. */
  abstract check(): void;
  /** The visible fields as plain JSON, each through `convert`; parsed JSON that went through untouched is itself. */
  abstract toJson(convert: (value: Value) => Json): { [key: string]: Json };
}

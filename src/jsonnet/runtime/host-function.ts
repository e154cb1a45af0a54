import type { Json } from '../../json/json.js';
import type { NativeFunction } from '../engine.js';
import { fail, JsonnetError } from '../error.js';
import { orderArguments, tooMany } from './builtin.js';
import { fromJson } from './json-object.js';
import { machine } from './machine.js';
import { toJson } from './to-json.js';
import type { Cell, Parameter, Value } from './value.js';
import { force, JsonnetFunction } from './value.js';

/** A function of the host, as `std.native(name)` gives it. */
export class HostFunction extends JsonnetFunction {
  readonly native: NativeFunction;
  override readonly params: readonly Parameter[];

  constructor(native: NativeFunction) {
    super();
    this.native = native;
    this.params = native.params.map((name) => ({ name, hasDefault: false }));
  }

  override get label(): string {
    return this.native.name;
  }

  override call(...args: Cell[]): Value {
    if (args.length > this.params.length) fail(tooMany(this.params.length, args.length));
    const values = this.params.map(({ name }, i) => {
      const cell = args[i];
      return cell === undefined ? fail(`Missing argument: ${name}`) : toJson(force(cell));
    });
    if (!this.native.pure) machine.pure = false;
    return fromJson(this.run(values));
  }

  override callNamed(positional: readonly Cell[], named: ReadonlyMap<string, Cell>): Value {
    return this.call(...(orderArguments(this.params, positional, named) as Cell[]));
  }

  /** What it throws is kept as the cause, so that the caller of the program finds a typed error. */
  private run(values: Json[]): Json {
    try {
      return this.native.call(...values);
    } catch (error) {
      if (error instanceof JsonnetError) throw error;
      return fail(error instanceof Error ? error.message : String(error), error);
    }
  }
}

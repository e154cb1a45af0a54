import { fail } from '../error.js';
import type { Cell, Parameter, Value } from './value.js';
import { force, JsonnetFunction, JsonnetObject } from './value.js';

/** The name of a type, as `std.type` gives it. */
export type TypeName = 'null' | 'boolean' | 'number' | 'string' | 'array' | 'object' | 'function';

/**
 * What a parameter takes: `any` is evaluated and not checked, `lazy` is passed on as it is, and everything else is
 * evaluated and must be of one of the types.
 */
export type ParamType = 'any' | 'lazy' | TypeName | `${TypeName}|${TypeName}` | `${TypeName}|${TypeName}|${TypeName}`;

/** A parameter of a built-in. It has the name of the standard-library page, since arguments can be passed by name. */
export interface BuiltinParam {
  readonly name: string;
  /** The name in the implementations, if the page has another: an argument can be given by either. */
  readonly alias: string | undefined;
  readonly type: ParamType;
  /** Taken if the argument is left out, without a check of its type; `identity` for the usual `keyF`. */
  readonly default: Value | undefined;
  /** What is said of an argument of another type, with `%s` for it; undefined for the usual sentence. */
  readonly wrongType: string | undefined;
}

/** One row of a table of built-ins. */
export interface Builtin {
  readonly name: string;
  readonly params: readonly BuiltinParam[];
  /** Gets one argument for each parameter, evaluated and checked, and then the runtime. */
  readonly body: (...args: (Cell | Runtime)[]) => Value;
}

/** What a built-in can ask of the engine and of the file that called it. */
export interface Runtime {
  /** Path of the file whose `std` this is. */
  readonly thisFile: string;
  /** Writes the line `TRACE: <file>:<line> <message>`, with the place of the call. */
  trace(message: string): void;
  /** The value of an external variable. @throws JsonnetError if there is none */
  extVar(name: string): Value;
  /** The native function with this name, or undefined. */
  native(name: string): JsonnetFunction | undefined;
  /** The names of all native functions. */
  nativeNames(): readonly string[];
}

/** The type of a value, as `std.type` names it. */
export function typeName(value: Value): TypeName {
  switch (typeof value) {
    case 'boolean':
    case 'number':
    case 'string':
      return typeof value as TypeName;
    default:
      if (value === null) return 'null';
      if (Array.isArray(value)) return 'array';
      return value instanceof JsonnetObject ? 'object' : 'function';
  }
}

/** Checks the number that an operation returns. @throws JsonnetError for infinities and NaN, which Jsonnet lacks */
export function checkNumber(value: number): number {
  if (Number.isFinite(value)) return value;
  return fail(Number.isNaN(value) ? 'Not a number' : 'Overflow');
}

/**
 * The length of the longest allowed string, in UTF-16 units. The host can hold strings 16 times as long, but when it
 * takes one apart it does not throw: it ends the whole process.
 */
export const longestText = 2 ** 25;

/** Checks the string that an operation returns. @throws JsonnetError if it is too long */
export function checkText(text: string): string {
  return text.length <= longestText ? text : fail('The string is longer than the engine can hold.');
}

/** Checks what a built-in returned. @throws JsonnetError for a number or string that Jsonnet cannot have */
export function checkResult(result: Value): Value {
  if (typeof result === 'number') return checkNumber(result);
  return typeof result === 'string' ? checkText(result) : result;
}

/** A built-in as a function value. It belongs to the file whose `std` it comes from. */
export class BuiltinFunction extends JsonnetFunction {
  readonly builtin: Builtin;
  readonly runtime: Runtime;
  override readonly params: readonly Parameter[];

  constructor(builtin: Builtin, runtime: Runtime) {
    super();
    this.builtin = builtin;
    this.runtime = runtime;
    this.params = builtin.params.map(({ name, alias, default: value }) => ({
      name,
      alias,
      hasDefault: value !== undefined,
    }));
  }

  override get label(): string {
    return this.builtin.name;
  }

  override call(...args: Cell[]): Value {
    const { params } = this.builtin;
    if (args.length > params.length) fail(tooMany(params.length, args.length));
    return callBuiltin(this.builtin, this.runtime, args);
  }

  override callNamed(positional: readonly Cell[], named: ReadonlyMap<string, Cell>): Value {
    return callBuiltin(this.builtin, this.runtime, orderArguments(this.params, positional, named));
  }
}

/** Calls a built-in. @param args in the order of the parameters; undefined or missing if left out */
export function callBuiltin(builtin: Builtin, runtime: Runtime, args: readonly (Cell | undefined)[]): Value {
  const { params } = builtin;
  const values: (Cell | Runtime)[] = new Array(params.length + 1);
  for (let i = 0; i < params.length; i++) {
    const param = params[i] as BuiltinParam;
    const cell = args[i];
    if (cell !== undefined) values[i] = checkArgument(param, cell);
    else if (param.default !== undefined) values[i] = param.default;
    else fail(`Missing argument: ${param.name}`);
  }
  values[params.length] = runtime;
  const result = builtin.body(...values);
  return checkResult(result);
}

/** The argument as the body gets it. @throws JsonnetError if the parameter does not take its type */
export function checkArgument(param: BuiltinParam, cell: Cell): Cell {
  if (param.type === 'lazy') return cell;
  const value = force(cell);
  if (param.type === 'any') return value;
  const found = typeName(value);
  if (found !== param.type && !param.type.includes(found)) {
    const usual = `Unexpected type %s, expected ${param.type.replaceAll('|', ' or ')}`;
    fail((param.wrongType ?? usual).replace('%s', found));
  }
  return value;
}

/** The arguments in the order of the parameters, undefined if left out. @throws JsonnetError if they do not fit */
export function orderArguments(
  params: readonly Parameter[],
  positional: readonly Cell[],
  named: ReadonlyMap<string, Cell>,
): (Cell | undefined)[] {
  const places = namedPlaces(params, positional.length, [...named.keys()]);
  const args: (Cell | undefined)[] = new Array(params.length).fill(undefined);
  for (let i = 0; i < positional.length; i++) args[i] = positional[i];
  let i = 0;
  for (const cell of named.values()) args[places[i++] as number] = cell;
  return args;
}

/** The place of each named argument among the parameters. @throws JsonnetError if the arguments do not fit */
export function namedPlaces(params: readonly Parameter[], positional: number, names: readonly string[]): number[] {
  if (positional > params.length) fail(tooMany(params.length, positional));
  const places: number[] = [];
  for (const name of names) {
    const place = params.findIndex((param) => param.name === name || param.alias === name);
    if (place < 0) fail(`function has no parameter ${name}`);
    if (place < positional || places.includes(place)) fail(`Argument ${name} already provided`);
    places.push(place);
  }
  return places;
}

/** The message for more positional arguments than there are parameters. */
export function tooMany(expected: number, found: number): string {
  return `function expected ${expected} positional argument(s), but got ${found}`;
}

class Identity extends JsonnetFunction {
  override readonly params = [{ name: 'x', hasDefault: false }];
  override readonly label = undefined;

  override call(...args: Cell[]): Value {
    if (args.length > 1) fail(tooMany(1, args.length));
    const [x] = args;
    return x === undefined ? fail('Missing argument: x') : force(x);
  }

  override callNamed(positional: readonly Cell[], named: ReadonlyMap<string, Cell>): Value {
    return this.call(...(orderArguments(this.params, positional, named) as Cell[]));
  }
}

/** `function(x) x`, the default of every `keyF`. Bodies may compare with it to skip the call. */
export const identity: JsonnetFunction = new Identity();

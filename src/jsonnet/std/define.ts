import { fail } from '../error.js';
import type { Builtin, BuiltinParam, ParamType, Runtime } from '../runtime/builtin.js';
import { identity, typeName } from '../runtime/builtin.js';
import type { Cell, JsonnetArray, JsonnetFunction, JsonnetObject, Value } from '../runtime/value.js';
import { argumentErrors } from './argument-errors.js';

/** What a body gets for a parameter of each type. */
interface ArgumentTypes {
  any: Value;
  lazy: Cell;
  null: null;
  boolean: boolean;
  number: number;
  string: string;
  array: JsonnetArray;
  object: JsonnetObject;
  function: JsonnetFunction;
}

type Argument<T extends string> = T extends `${infer First}|${infer Rest}`
  ? Argument<First> | Argument<Rest>
  : T extends keyof ArgumentTypes
    ? ArgumentTypes[T]
    : never;

/** `name: type`, or `name|alias: type`. */
type Signature = `${string}: ${ParamType}`;
/** A signature, with the default of a parameter that can be left out. */
type Parameter = Signature | readonly [signature: Signature, otherwise: Value];
type TypeOf<P extends Parameter> = P extends Signature ? P : P[0];
type Arguments<P extends readonly Parameter[]> = {
  [K in keyof P]: TypeOf<P[K]> extends `${string}: ${infer T}` ? Argument<T> : never;
};

/**
 * Makes a row of a table of built-ins, as in `define('substr', ['str: string', 'from: number', 'len: number'], substr)`.
 * @param body gets the arguments as its parameters say, forced and checked, and then the runtime of the calling file
 */
export function define<const P extends readonly Parameter[]>(
  name: string,
  params: P,
  body: (...args: [...Arguments<P>, runtime: Runtime]) => Value,
): Builtin {
  return {
    name,
    params: params.map((given, place): BuiltinParam => {
      const [signature, otherwise] = typeof given === 'string' ? [given] : given;
      const [names, type] = signature.split(': ') as [string, ParamType];
      const [param, alias] = names.split('|') as [string, string?];
      return { name: param, alias, type, default: otherwise, wrongType: argumentErrors[name]?.[place] };
    }),
    body: body as unknown as Builtin['body'],
  };
}

/** The last parameter of everything that sorts or compares by key. */
export const keyF = ['keyF: function', identity] as const;

/** Checks a whole number. @throws JsonnetError for a fraction, and beyond 2^53 */
export function whole(x: number): number {
  return Number.isSafeInteger(x) ? x : fail(`Expected an integer, but got ${x}`);
}

/** Checks what a function of the program returned, or an element of an array. @throws JsonnetError for another type */
export function expect(value: Value, type: 'array'): Value[];
export function expect(value: Value, type: 'number'): number;
export function expect(value: Value, type: 'string'): string;
export function expect(value: Value, type: string): unknown {
  const found = typeName(value);
  return found === type ? value : fail(`Unexpected type ${found}, expected ${type}`);
}

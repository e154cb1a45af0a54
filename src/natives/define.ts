import { type Json, type JsonObject, typeOf } from '../json/json.js';
import type { NativeFunction } from '../jsonnet/index.js';
import { findRetryLater } from '../retry-later.js';

/** The types a parameter may have, under the names that error messages use. */
interface ArgumentTypes {
  string: string;
  number: number;
  array: Json[];
  object: JsonObject;
  any: Json;
}

type Parameter = readonly [name: string, type: keyof ArgumentTypes];
type Arguments<P extends readonly Parameter[]> = { [K in keyof P]: ArgumentTypes[P[K][1]] };

/**
 * Makes a native that checks the number and the types of its arguments and puts its name before every error message.
 * @param pure whether the result depends on nothing but the arguments
 * @param body gets arguments of the declared types; what it throws fails the evaluation
 */
export function define<const P extends readonly Parameter[]>(
  name: string,
  params: P,
  pure: boolean,
  body: (...args: Arguments<P>) => Json,
): NativeFunction {
  return {
    name,
    params: params.map(([param]) => param),
    pure,
    call(...args: Json[]): Json {
      if (args.length !== params.length) {
        throw new Error(`${name} takes ${params.length} arguments, but was called with ${args.length}`);
      }
      for (const [index, [param, type]] of params.entries()) {
        const found = typeOf(args[index] as Json);
        if (type !== 'any' && found !== type) throw new Error(`${name}: ${param} must be ${type}, but is ${found}`);
      }
      try {
        return body(...(args as unknown as Arguments<P>));
      } catch (error) {
        if (findRetryLater(error) !== undefined) throw error;
        throw new Error(`${name}: ${messageOf(error)}`, { cause: error });
      }
    },
  };
}

/** The message of whatever was thrown. A stack overflow is reworded, because V8's message does not name the cause. */
export function messageOf(error: unknown): string {
  if (error instanceof RangeError && error.message.includes('call stack')) return 'the value nests too deeply';
  return error instanceof Error ? error.message : String(error);
}

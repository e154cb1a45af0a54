import { type Json, type JsonObject, typeOf } from '../json/json.js';
import type { NativeFunction } from '../jsonnet/index.js';
import { findRetryLater } from '../retry-later.js';

/** What a parameter may be, by its name in error messages. */
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
 * Makes a native: checks the number and the types of the arguments, and puts its name in front of every error.
 * @param body gets arguments of the declared types; throws Error to fail the evaluation
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

/** The message of whatever was thrown; a full stack gets words of its own, since V8's name no cause. */
export function messageOf(error: unknown): string {
  if (error instanceof RangeError && error.message.includes('call stack')) return 'the value nests too deeply';
  return error instanceof Error ? error.message : String(error);
}

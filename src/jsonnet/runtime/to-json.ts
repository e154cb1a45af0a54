import type { Json } from '../../json/json.js';
import { fail } from '../error.js';
import type { Value } from './value.js';
import { at, JsonnetObject } from './value.js';

/**
 * A value as plain JSON: everything evaluated, hidden fields left out. An object of the request that passed through
 * untouched comes out as it is, not as a copy. A deep value may overflow the host's stack, which `evaluate` turns into
 * "max stack frames exceeded.".
 * @throws JsonnetError for a function, and whatever evaluation throws
 */
export function toJson(value: Value): Json {
  if (typeof value !== 'object' || value === null) return value;
  if (value instanceof JsonnetObject) return value.toJson(toJson);
  if (!Array.isArray(value)) return fail("couldn't manifest function as JSON");
  const elements: Json[] = new Array(value.length);
  for (let i = 0; i < value.length; i++) elements[i] = toJson(at(value, i));
  return elements;
}

import type { Json } from '../../json/json.js';
import { fail } from '../error.js';
import type { Value } from './value.js';
import { at, JsonnetObject } from './value.js';

/**
 * The visible fields of a value as plain JSON, everything evaluated. A parsed JSON object that went through untouched
 * comes back as itself, not as a copy. Deep values may end in the host's stack overflow, which the program turns into
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

import { compareText } from '../../json/code-points.js';
import { fail } from '../error.js';
import { checkText, typeName } from './builtin.js';
import { charactersOf } from './characters.js';
import { jsonText, lineLayout } from './manifest.js';
import { numberText } from './numbers.js';
import { at, type Cell, type JsonnetArray, JsonnetFunction, JsonnetObject, type Value } from './value.js';

/**
 * `a == b`. Hidden fields do not count. Values of different types are never equal.
 * @throws JsonnetError for two functions
 */
export function equals(a: Value, b: Value): boolean {
  if (a === b) {
    if (typeof a !== 'object' || a === null) return true;
  } else if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false;
  if (Array.isArray(a)) return Array.isArray(b) && arraysEqual(a, b);
  if (a instanceof JsonnetFunction) {
    return b instanceof JsonnetFunction ? fail('Cannot test equality of functions') : false;
  }
  return b instanceof JsonnetObject && objectsEqual(a as JsonnetObject, b);
}

function arraysEqual(a: JsonnetArray, b: JsonnetArray): boolean {
  if (a.length !== b.length) return false;
  for (let i = 0; i < a.length; i++) {
    if (!equals(at(a, i), at(b, i))) return false;
  }
  return true;
}

/** Asserts run when the first field is read, so not at all if the names differ or there are none. */
function objectsEqual(a: JsonnetObject, b: JsonnetObject): boolean {
  const keys = a.keys(false);
  const others = b.keys(false);
  if (keys.length !== others.length) return false;
  for (let i = 0; i < keys.length; i++) {
    if (keys[i] !== others[i]) return false;
  }
  for (const key of keys) {
    if (!equals(a.get(key) as Value, b.get(key) as Value)) return false;
  }
  return true;
}

/**
 * The order of two values: negative, zero or positive. Numbers, strings (by code point) and arrays (element by element)
 * have an order.
 * @throws JsonnetError for values of different types, and for types without an order
 */
export function compare(a: Value, b: Value): number {
  if (typeof a === 'number' && typeof b === 'number') return a < b ? -1 : a > b ? 1 : 0;
  if (typeof a === 'string' && typeof b === 'string') return compareText(a, b);
  if (Array.isArray(a) && Array.isArray(b)) return compareArrays(a, b);
  const type = typeName(a);
  const other = typeName(b);
  if (type !== other) return fail(`Comparison requires matching types. Got ${type} and ${other}`);
  return fail(`Values of type ${type} are not comparable.`);
}

function compareArrays(a: JsonnetArray, b: JsonnetArray): number {
  const length = Math.min(a.length, b.length);
  for (let i = 0; i < length; i++) {
    const order = compare(at(a, i), at(b, i));
    if (order !== 0) return order;
  }
  return a.length - b.length;
}

/** A value as text, as in `std.toString`: strings as they are, everything else as JSON on one line. */
export function toText(value: Value): string {
  if (typeof value === 'string') return value;
  if (typeof value === 'number') return numberText(value);
  return jsonText(value, lineLayout);
}

/** `a + b` if at least one of them is a string. */
export function joinText(a: Value, b: Value): string {
  return checkText(toText(a) + toText(b));
}

/** The length of the longest allowed array. A little beyond it the host does not throw but ends the whole process. */
const longestArray = 2 ** 26;

/** Checks the length of an array that is about to be made. @throws JsonnetError if it is too long */
export function checkLength(length: number): number {
  return length <= longestArray ? length : fail('The array is longer than the engine can hold.');
}

/** `a + b` for arrays: a new array whose elements stay unevaluated. */
export function concatenate(a: JsonnetArray, b: JsonnetArray): JsonnetArray {
  if (a.length === 0) return b;
  if (b.length === 0) return a;
  checkLength(a.length + b.length);
  return a.concat(b);
}

/**
 * `a[from:to:step]` and `std.slice`, for arrays and strings. Null stands for what is left out. Negative positions count
 * from the end. Fractions are cut off, as in go-jsonnet.
 * @throws JsonnetError for a step that is not positive
 */
export function slice(
  indexable: string | JsonnetArray,
  from: number | null,
  to: number | null,
  step: number | null,
): string | JsonnetArray {
  const stride = step ?? 1;
  if (stride < 0) fail(`got [${from ?? ''}:${to ?? ''}:${stride}] but negative steps are not supported`);
  if (stride < 1) fail(`got ${stride} but step must be ${stride === 0 ? 'greater than 0' : 'at least 1'}`);
  const items = typeof indexable === 'string' ? charactersOf(indexable) : indexable;
  const start = from === null ? 0 : from < 0 ? Math.max(0, items.length + from) : from;
  const end = Math.min(items.length, to === null ? items.length : to < 0 ? items.length + to : to);
  const taken: Cell[] = [];
  for (let i = start; i < end; i += stride) taken.push(items[Math.floor(i)] as Cell);
  return typeof indexable === 'string' ? taken.join('') : taken;
}

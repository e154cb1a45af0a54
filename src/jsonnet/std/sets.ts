import { sortText } from '../../json/code-points.js';
import { fail } from '../error.js';
import type { Builtin } from '../runtime/builtin.js';
import { identity, typeName } from '../runtime/builtin.js';
import { compare, equals } from '../runtime/operations.js';
import { at, type Cell, type JsonnetArray, JsonnetFunction, type Value } from '../runtime/value.js';
import { elements } from './arrays.js';
import { define, keyF } from './define.js';

type Set = string | JsonnetArray;

/** As in go-jsonnet, what merges sets notices a key that is not a function only when it needs one. */
const mergeKeyF = ['keyF: any', identity] as const;

/** Sorting, and sets: ordered arrays without duplicates. That an argument is a set is not checked. */
export const setBuiltins: readonly Builtin[] = [
  define('sort', ['arr: array', keyF], sort),
  define('uniq', ['arr: array|string', mergeKeyF], (arr, key) => uniq(elements(arr), key)),
  define('set', ['arr: array', keyF], (arr, key) => uniq(sort(arr, key), key)),
  define('setUnion', ['a: array', 'b: array', mergeKeyF], setUnion),
  define('setInter', ['a: array|string', 'b: array|string', mergeKeyF], setInter),
  define('setDiff', ['a: array|string', 'b: array|string', mergeKeyF], setDiff),
  define('setMember', ['x: lazy', 'arr: array|string', mergeKeyF], setMember),
];

/** The key of one element. */
function keyOf(arr: JsonnetArray, index: number, key: Value): Value {
  if (key === identity) return at(arr, index);
  if (key instanceof JsonnetFunction) return key.call(arr[index] as Cell);
  return fail(`Unexpected type ${typeName(key)}, expected function`);
}

/** The keys of all elements, each computed once. */
function keysOf(arr: JsonnetArray, key: Value): Value[] {
  const keys: Value[] = new Array(arr.length);
  for (let i = 0; i < arr.length; i++) keys[i] = keyOf(arr, i, key);
  return keys;
}

function sort(arr: JsonnetArray, key: Value): JsonnetArray {
  if (arr.length < 2) return arr;
  const keys = keysOf(arr, key);
  if (key === identity && keys.every((k) => typeof k === 'string')) return sortText(keys as string[]);
  const numeric = keys.every((k) => typeof k === 'number' && !Object.is(k, -0));
  // This sorts without calling a comparison. It would tell -0 from 0, so there must not be a -0.
  if (key === identity && numeric) return Array.from(Float64Array.from(keys as number[]).sort());
  const order = keys.map((_, i) => i);
  return (
    numeric
      ? order.sort((a, b) => (keys[a] as number) - (keys[b] as number))
      : order.sort((a, b) => compare(keys[a] as Value, keys[b] as Value))
  ).map((i) => arr[i] as Cell);
}

function uniq(arr: JsonnetArray, key: Value): JsonnetArray {
  if (arr.length < 2) return arr;
  const keys = keysOf(arr, key);
  return arr.filter((_, i) => i === 0 || !equals(keys[i - 1] as Value, keys[i] as Value));
}

function setUnion(a: JsonnetArray, b: JsonnetArray, key: Value): JsonnetArray {
  const result: Cell[] = [];
  merge(a, b, key, result, true, true, true);
  return result;
}

function setInter(a: Set, b: Set, key: Value): JsonnetArray {
  const result: Cell[] = [];
  merge(elements(a), elements(b), key, result, false, true, false);
  return result;
}

function setDiff(a: Set, b: Set, key: Value): JsonnetArray {
  const result: Cell[] = [];
  merge(elements(a), elements(b), key, result, true, false, false);
  return result;
}

/** Equal values need no order, so keys can be booleans, for example, as long as all are the same. */
function orderOf(a: Value, b: Value): number {
  if (typeof a === 'number' || typeof a === 'string') return compare(a, b);
  return equals(a, b) ? 0 : compare(a, b);
}

/** Goes through two sets side by side and keeps what is only in `a`, in both (from `a`), or only in `b`. */
function merge(
  a: JsonnetArray,
  b: JsonnetArray,
  key: Value,
  result: Cell[],
  onlyA: boolean,
  both: boolean,
  onlyB: boolean,
): void {
  const keysA = new LazyKeys(a, key);
  const keysB = new LazyKeys(b, key);
  let i = 0;
  let j = 0;
  while (i < a.length && j < b.length) {
    const order = orderOf(keysA.at(i), keysB.at(j));
    if (order <= 0 && (order < 0 ? onlyA : both)) result.push(a[i] as Cell);
    if (order > 0 && onlyB) result.push(b[j] as Cell);
    if (order <= 0) i++;
    if (order >= 0) j++;
  }
  if (onlyA) for (; i < a.length; i++) result.push(a[i] as Cell);
  if (onlyB) for (; j < b.length; j++) result.push(b[j] as Cell);
}

/** The keys of a set. Each is computed when the merge reaches it. */
class LazyKeys {
  readonly #array: JsonnetArray;
  readonly #key: Value;
  #index = -1;
  #value: Value = null;

  constructor(array: JsonnetArray, key: Value) {
    this.#array = array;
    this.#key = key;
  }

  at(index: number): Value {
    if (index !== this.#index) {
      this.#index = index;
      this.#value = keyOf(this.#array, index, this.#key);
    }
    return this.#value;
  }
}

/** Searches by bisection. */
function setMember(x: Cell, arr: Set, key: Value): boolean {
  const set = elements(arr);
  if (set.length === 0) return false;
  const wanted = keyOf([x], 0, key);
  let low = 0;
  let high = set.length - 1;
  while (low <= high) {
    const middle = (low + high) >> 1;
    const order = orderOf(wanted, keyOf(set, middle, key));
    if (order === 0) return true;
    if (order < 0) high = middle - 1;
    else low = middle + 1;
  }
  return false;
}

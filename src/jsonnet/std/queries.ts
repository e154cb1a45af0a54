import { fail } from '../error.js';
import type { Builtin } from '../runtime/builtin.js';
import { identity, typeName } from '../runtime/builtin.js';
import { compare, equals, toText } from '../runtime/operations.js';
import { at, type Cell, force, type JsonnetArray, type JsonnetFunction, type Value } from '../runtime/value.js';
import { define, expect, keyF } from './define.js';

/** Questions about all elements of an array. If it is empty, what `count` and `find` look for stays unevaluated. */
export const queryBuiltins: readonly Builtin[] = [
  define('member', ['arr: array|string', 'x: any'], member),
  define('contains', ['arr: array', 'elem: any'], contains),
  define('count', ['arr: array', 'x: lazy'], (arr, x) => find(x, arr).length),
  define('find', ['value: lazy', 'arr: array'], find),
  define('all', ['arr: array'], (arr) => !some(arr, false)),
  define('any', ['arr: array'], (arr) => some(arr, true)),
  define('sum', ['arr: array'], sum),
  define('avg', ['arr: array'], avg),
  define('minArray', ['arr: array', keyF, ['onEmpty: lazy', identity]], extreme(-1)),
  define('maxArray', ['arr: array', keyF, ['onEmpty: lazy', identity]], extreme(1)),
];

function member(arr: string | JsonnetArray, x: Value): boolean {
  if (typeof arr !== 'string') return contains(arr, x);
  const text = expect(x, 'string');
  return arr.includes(text);
}

function contains(arr: JsonnetArray, elem: Value): boolean {
  for (let i = 0; i < arr.length; i++) {
    if (equals(at(arr, i), elem)) return true;
  }
  return false;
}

function find(value: Cell, arr: JsonnetArray): number[] {
  const indexes: number[] = [];
  for (let i = 0; i < arr.length; i++) {
    if (equals(at(arr, i), force(value))) indexes.push(i);
  }
  return indexes;
}

/** Whether one of the booleans is `wanted`. What follows it is not evaluated. */
function some(arr: JsonnetArray, wanted: boolean): boolean {
  for (let i = 0; i < arr.length; i++) {
    const element = at(arr, i);
    if (typeof element !== 'boolean') {
      return fail(`element "${toText(element)}" of type ${typeName(element)} is not a boolean`);
    }
    if (element === wanted) return true;
  }
  return false;
}

function sum(arr: JsonnetArray): number {
  let total = 0;
  for (let i = 0; i < arr.length; i++) total += expect(at(arr, i), 'number');
  return total;
}

function avg(arr: JsonnetArray): number {
  return arr.length === 0 ? fail('Cannot calculate average of an empty array.') : sum(arr) / arr.length;
}

/** The first of the smallest (-1) or largest (1) elements by key. `identity` stands for an `onEmpty` that is left out. */
function extreme(sign: number): (arr: JsonnetArray, key: JsonnetFunction, onEmpty: Cell) => Value {
  return (arr, key, onEmpty) => {
    if (arr.length === 0) {
      return onEmpty === identity ? fail('Expected at least one element in array. Got none') : force(onEmpty);
    }
    let best = at(arr, 0);
    let bestKey = key.call(best);
    for (let i = 1; i < arr.length; i++) {
      const element = at(arr, i);
      const elementKey = key.call(element);
      if (compare(elementKey, bestKey) * sign > 0) {
        best = element;
        bestKey = elementKey;
      }
    }
    return best;
  };
}

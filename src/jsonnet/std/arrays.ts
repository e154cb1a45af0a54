import { fail } from '../error.js';
import type { Builtin } from '../runtime/builtin.js';
import { typeName } from '../runtime/builtin.js';
import { charactersOf } from '../runtime/characters.js';
import { enterLevel, leaveLevel } from '../runtime/machine.js';
import { checkLength, equals, slice } from '../runtime/operations.js';
import { at, type Cell, type JsonnetArray, type JsonnetFunction, lazy, type Value } from '../runtime/value.js';
import { define, expect, whole } from './define.js';

type Text = string | JsonnetArray;

/** Making and changing arrays. Elements that nothing reads stay unevaluated. */
export const arrayBuiltins: readonly Builtin[] = [
  define('makeArray', ['sz: number', 'func: function'], makeArray),
  define('map', ['func: function', 'arr: array|string'], map),
  define('mapWithIndex', ['func: function', 'arr: array|string'], mapWithIndex),
  define('filterMap', ['filter_func: function', 'map_func: function', 'arr: array'], (test, func, arr) =>
    map(func, filter(test, arr)),
  ),
  define('flatMap', ['func: function', 'arr: array|string'], flatMap),
  define('filter', ['func: function', 'arr: array'], filter),
  define('foldl', ['func: function', 'arr: array|string', 'init: any'], foldl),
  define('foldr', ['func: function', 'arr: array|string', 'init: any'], foldr),
  define('range', ['from: number', 'to: number'], range),
  define('repeat', ['what: array|string', 'count: number'], repeat),
  define('slice', ['indexable: array|string', 'index: number|null', 'end: number|null', 'step: number|null'], slice),
  define('join', ['sep: array|string', 'arr: array'], join),
  define('lines', ['arr: array'], (arr) => join('\n', [...arr, ''])),
  define('deepJoin', ['arr: array|string'], deepJoin),
  define('flattenArrays', ['arr|arrs: array'], flattenArrays),
  define('flattenDeepArray', ['value: any'], flattenDeepArray),
  define('reverse', ['arrs|arr: array'], (arr) => arr.toReversed()),
  define('remove', ['arr: array', 'elem: any'], remove),
  define('removeAt', ['arr: array', 'idx|i: number'], (arr, idx) => arr.filter((_, i) => i !== whole(idx))),
];

/** The elements of an array, or the characters of a string. */
export function elements(arr: Text): JsonnetArray {
  return typeof arr === 'string' ? charactersOf(arr) : arr;
}

function makeArray(sz: number, func: JsonnetFunction): JsonnetArray {
  const length = checkLength(Math.max(0, whole(sz)));
  const array: Cell[] = new Array(length);
  for (let i = 0; i < length; i++) array[i] = lazy(() => func.call(i));
  return array;
}

function map(func: JsonnetFunction, arr: Text): JsonnetArray {
  return elements(arr).map((cell) => lazy(() => func.call(cell)));
}

function mapWithIndex(func: JsonnetFunction, arr: Text): JsonnetArray {
  return elements(arr).map((cell, i) => lazy(() => func.call(i, cell)));
}

function flatMap(func: JsonnetFunction, arr: Text): Text {
  if (typeof arr === 'string') {
    let text = '';
    for (const char of charactersOf(arr)) text += expect(func.call(char), 'string');
    return text;
  }
  const result: Cell[] = [];
  for (const cell of arr) append(result, expect(func.call(cell), 'array'));
  return result;
}

function filter(func: JsonnetFunction, arr: JsonnetArray): JsonnetArray {
  return arr.filter((cell) => {
    const keep = func.call(cell);
    if (typeof keep !== 'boolean') fail(`filter function must return boolean, got: ${typeName(keep)}`);
    return keep;
  });
}

function foldl(func: JsonnetFunction, arr: Text, init: Value): Value {
  let running = init;
  for (const cell of elements(arr)) running = func.call(running, cell);
  return running;
}

function foldr(func: JsonnetFunction, arr: Text, init: Value): Value {
  let running = init;
  const cells = elements(arr);
  for (let i = cells.length - 1; i >= 0; i--) running = func.call(cells[i] as Cell, running);
  return running;
}

function range(from: number, to: number): number[] {
  const first = whole(from);
  const array: number[] = new Array(checkLength(Math.max(0, whole(to) - first + 1)));
  for (let i = 0; i < array.length; i++) array[i] = first + i;
  return array;
}

function repeat(what: Text, count: number): Text {
  const times = Math.max(0, whole(count));
  if (typeof what === 'string') return what.repeat(times);
  const result: Cell[] = [];
  checkLength(what.length * times);
  if (what.length > 0) for (let i = 0; i < times; i++) append(result, what);
  return result;
}

/** Elements that are null are left out, as if they were not there. */
export function join(sep: Text, arr: JsonnetArray): Text {
  return typeof sep === 'string' ? joinStrings(sep, arr) : joinArrays(sep, arr);
}

function joinStrings(sep: string, arr: JsonnetArray): string {
  const parts: string[] = [];
  for (let i = 0; i < arr.length; i++) {
    const element = at(arr, i);
    if (typeof element === 'string') parts.push(element);
    else if (element !== null) fail(`expected string but arr[${i}] was ${typeName(element)}`);
  }
  return parts.join(sep);
}

function joinArrays(sep: JsonnetArray, arr: JsonnetArray): JsonnetArray {
  const result: Cell[] = [];
  let first = true;
  for (let i = 0; i < arr.length; i++) {
    const element = at(arr, i);
    if (element === null) continue;
    if (!Array.isArray(element)) fail(`expected array but arr[${i}] was ${typeName(element)}`);
    if (!first) append(result, sep);
    first = false;
    append(result, element);
  }
  return result;
}

function deepJoin(arr: Value): string {
  if (typeof arr === 'string') return arr;
  if (!Array.isArray(arr)) return fail(`Expected string or array, got ${typeName(arr)}`);
  enterLevel();
  let text = '';
  for (let i = 0; i < arr.length; i++) text += deepJoin(at(arr, i));
  leaveLevel();
  return text;
}

function flattenArrays(arr: JsonnetArray): JsonnetArray {
  const result: Cell[] = [];
  for (let i = 0; i < arr.length; i++) append(result, expect(at(arr, i), 'array'));
  return result;
}

function flattenDeepArray(value: Value): JsonnetArray {
  const result: Cell[] = [];
  flattenInto(result, value);
  return result;
}

function flattenInto(result: Cell[], value: Value): void {
  if (!Array.isArray(value)) {
    checkLength(result.length + 1);
    result.push(value);
    return;
  }
  enterLevel();
  for (let i = 0; i < value.length; i++) flattenInto(result, at(value, i));
  leaveLevel();
}

/** The array without the first element that equals `elem`. */
function remove(arr: JsonnetArray, elem: Value): JsonnetArray {
  for (let i = 0; i < arr.length; i++) {
    if (equals(at(arr, i), elem)) return arr.toSpliced(i, 1);
  }
  return arr;
}

function append(result: Cell[], cells: JsonnetArray): void {
  checkLength(result.length + cells.length);
  for (const cell of cells) result.push(cell);
}

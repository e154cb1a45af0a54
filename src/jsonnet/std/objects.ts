import type { Builtin } from '../runtime/builtin.js';
import { removeField } from '../runtime/layered-object.js';
import { enterLevel, leaveLevel } from '../runtime/machine.js';
import { objectOf } from '../runtime/plain-object.js';
import {
  at,
  type Cell,
  force,
  type JsonnetArray,
  type JsonnetFunction,
  JsonnetObject,
  lazy,
  Thunk,
  type Value,
} from '../runtime/value.js';
import { define } from './define.js';

/** Fields and values of objects, and new objects from old ones. Values that nothing reads stay unevaluated. */
export const objectBuiltins: readonly Builtin[] = [
  define(
    'get',
    ['o: object', 'f: string', ['default: lazy', null], ['inc_hidden: boolean', true]],
    (o, f, otherwise, hidden) => (o.has(f, hidden) ? (o.get(f) as Value) : force(otherwise)),
  ),
  define('objectHasEx', ['obj: object', 'fname|f: string', 'hidden|inc_hidden: boolean'], (obj, fname, hidden) =>
    obj.has(fname, hidden),
  ),
  define('objectHas', ['o: object', 'f: string'], (o, f) => o.has(f, false)),
  define('objectHasAll', ['o: object', 'f: string'], (o, f) => o.has(f, true)),
  define('objectFieldsEx', ['obj: object', 'hidden|inc_hidden: boolean'], (obj, hidden) => [...obj.keys(hidden)]),
  define('objectFields', ['o: object'], (o) => [...o.keys(false)]),
  define('objectFieldsAll', ['o: object'], (o) => [...o.keys(true)]),
  define('objectValues', ['o: object'], (o) => values(o, false)),
  define('objectValuesAll', ['o: object'], (o) => values(o, true)),
  define('objectKeysValues', ['o: object'], (o) => keysValues(o, false)),
  define('objectKeysValuesAll', ['o: object'], (o) => keysValues(o, true)),
  define('objectRemoveKey', ['obj: object', 'key: string'], (obj, key) => removeField(obj, key)),
  define('mapWithKey', ['func: function', 'obj: object'], mapWithKey),
  define('mergePatch', ['target: lazy', 'patch: any'], mergePatch),
  define('prune', ['a: any'], prune),
];

function values(o: JsonnetObject, hidden: boolean): JsonnetArray {
  return o.keys(hidden).map((key) => o.cell(key));
}

function keysValues(o: JsonnetObject, hidden: boolean): JsonnetArray {
  return o.keys(hidden).map((key) =>
    objectOf([
      ['key', key],
      ['value', o.cell(key)],
    ]),
  );
}

function mapWithKey(func: JsonnetFunction, obj: JsonnetObject): JsonnetObject {
  return objectOf(obj.keys(false).map((key) => [key, lazy(() => func.call(key, obj.cell(key)))] as const));
}

/**
 * RFC 7396. Hidden fields are ignored. Fields of the target that are not patched stay unevaluated. Evaluating a patched
 * field also evaluates the value it replaces, because std.jsonnet passes that value with `tailstrict`.
 */
function mergePatch(target: Cell, patch: Value): Value {
  if (!(patch instanceof JsonnetObject)) return patch;
  const old = force(target);
  const base = old instanceof JsonnetObject ? old : undefined;
  const fields = new Map<string, Cell>();
  for (const key of base?.keys(false) ?? []) fields.set(key, (base as JsonnetObject).cell(key));
  for (const key of patch.keys(false)) {
    const value = patch.get(key) as Value;
    const before = fields.get(key) ?? null;
    if (value === null) fields.delete(key);
    else if (value instanceof JsonnetObject)
      fields.set(
        key,
        lazy(() => mergePatch(before, value)),
      );
    else fields.set(key, before instanceof Thunk ? lazy(() => covering(before, value)) : value);
  }
  return objectOf(fields);
}

function covering(before: Thunk, value: Value): Value {
  before.force();
  return value;
}

/** Leaves out nulls and what is empty, even if it is empty only after pruning. */
function prune(a: Value): Value {
  if (!Array.isArray(a) && !(a instanceof JsonnetObject)) return a;
  enterLevel();
  const pruned = Array.isArray(a) ? pruneArray(a) : pruneObject(a);
  leaveLevel();
  return pruned;
}

function pruneArray(a: JsonnetArray): JsonnetArray {
  const kept: Value[] = [];
  for (let i = 0; i < a.length; i++) {
    const element = prune(at(a, i));
    if (!isEmpty(element)) kept.push(element);
  }
  return kept;
}

function pruneObject(a: JsonnetObject): JsonnetObject {
  const fields: [string, Value][] = [];
  for (const key of a.keys(false)) {
    const value = prune(a.get(key) as Value);
    if (!isEmpty(value)) fields.push([key, value]);
  }
  return objectOf(fields);
}

function isEmpty(value: Value): boolean {
  if (Array.isArray(value)) return value.length === 0;
  return value === null || (value instanceof JsonnetObject && value.keys(false).length === 0);
}

import type { Builtin } from '../runtime/builtin.js';
import { removeField } from '../runtime/layered-object.js';
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
import { params } from './arguments.js';

/** Objects: fields, values, and new objects from old ones. Field values stay unevaluated where nobody asks for them. */
export const objectBuiltins: readonly Builtin[] = [
  {
    name: 'get',
    params: [
      ...params({ o: 'object', f: 'string' }),
      { name: 'default', type: 'lazy', default: null },
      { name: 'inc_hidden', type: 'boolean', default: true },
    ],
    body: (o: JsonnetObject, f: string, otherwise: Cell, hidden: boolean) =>
      o.has(f, hidden) ? (o.get(f) as Value) : force(otherwise),
  },
  {
    name: 'objectHasEx',
    params: params({ obj: 'object', 'fname|f': 'string', 'hidden|inc_hidden': 'boolean' }),
    body: (obj: JsonnetObject, fname: string, hidden: boolean) => obj.has(fname, hidden),
  },
  {
    name: 'objectHas',
    params: params({ o: 'object', f: 'string' }),
    body: (o: JsonnetObject, f: string) => o.has(f, false),
  },
  {
    name: 'objectHasAll',
    params: params({ o: 'object', f: 'string' }),
    body: (o: JsonnetObject, f: string) => o.has(f, true),
  },
  {
    name: 'objectFieldsEx',
    params: params({ obj: 'object', 'hidden|inc_hidden': 'boolean' }),
    body: (obj: JsonnetObject, hidden: boolean) => [...obj.keys(hidden)],
  },
  { name: 'objectFields', params: params({ o: 'object' }), body: (o: JsonnetObject) => [...o.keys(false)] },
  { name: 'objectFieldsAll', params: params({ o: 'object' }), body: (o: JsonnetObject) => [...o.keys(true)] },
  { name: 'objectValues', params: params({ o: 'object' }), body: (o: JsonnetObject) => values(o, false) },
  { name: 'objectValuesAll', params: params({ o: 'object' }), body: (o: JsonnetObject) => values(o, true) },
  { name: 'objectKeysValues', params: params({ o: 'object' }), body: (o: JsonnetObject) => keysValues(o, false) },
  { name: 'objectKeysValuesAll', params: params({ o: 'object' }), body: (o: JsonnetObject) => keysValues(o, true) },
  {
    name: 'objectRemoveKey',
    params: params({ obj: 'object', key: 'string' }),
    body: (obj: JsonnetObject, key: string) => removeField(obj, key),
  },
  { name: 'mapWithKey', params: params({ func: 'function', obj: 'object' }), body: mapWithKey },
  { name: 'mergePatch', params: params({ target: 'lazy', patch: 'any' }), body: mergePatch },
  { name: 'prune', params: params({ a: 'any' }), body: prune },
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
 * RFC 7396. Hidden fields take no part; fields of the target that are not patched stay unevaluated. The value a patch
 * covers is evaluated with the field: the definition in Jsonnet hands it on with `tailstrict`.
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

/** Leaves out nulls and what is empty, also where it is empty only after pruning. */
function prune(a: Value): Value {
  if (Array.isArray(a)) {
    const kept: Value[] = [];
    for (let i = 0; i < a.length; i++) {
      const element = prune(at(a, i));
      if (!isEmpty(element)) kept.push(element);
    }
    return kept;
  }
  if (!(a instanceof JsonnetObject)) return a;
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

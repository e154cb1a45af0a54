import { fail } from '../error.js';
import type { Builtin } from '../runtime/builtin.js';
import { typeName } from '../runtime/builtin.js';
import { countCharacters } from '../runtime/characters.js';
import { equals, toText } from '../runtime/operations.js';
import { JsonnetObject, type Value } from '../runtime/value.js';
import { params } from './arguments.js';

function isType(name: string, type: string): Builtin {
  return { name, params: params({ v: 'any' }), body: (v: Value) => typeName(v) === type };
}

/** Types, reflection, equality and booleans. */
export const typeBuiltins: readonly Builtin[] = [
  { name: 'type', params: params({ x: 'any' }), body: (x: Value) => typeName(x) },
  isType('isArray', 'array'),
  isType('isBoolean', 'boolean'),
  isType('isFunction', 'function'),
  isType('isNumber', 'number'),
  isType('isObject', 'object'),
  isType('isString', 'string'),
  { name: 'id', params: params({ x: 'any' }), body: (x: Value) => x },
  { name: 'length', params: params({ x: 'any' }), body: lengthOf },
  {
    name: 'equals',
    params: params({ 'x|a': 'any', 'y|b': 'any' }),
    body: equals,
  },
  {
    name: 'primitiveEquals',
    params: params({ 'x|a': 'any', 'y|b': 'any' }),
    body: primitiveEquals,
  },
  {
    name: 'assertEqual',
    params: params({ a: 'any', b: 'any' }),
    body: (a: Value, b: Value) => equals(a, b) || fail(`Assertion failed. ${toText(a)} != ${toText(b)}`),
  },
  // libjsonnet takes any values; go-jsonnet booleans only.
  {
    name: 'xor',
    params: params({ x: 'boolean', y: 'boolean' }),
    body: (x: boolean, y: boolean) => x !== y,
  },
  {
    name: 'xnor',
    params: params({ x: 'boolean', y: 'boolean' }),
    body: (x: boolean, y: boolean) => x === y,
  },
];

function lengthOf(x: Value): number {
  if (typeof x === 'string') return countCharacters(x);
  if (typeof x !== 'object' || x === null) {
    return fail(`length operates on strings, objects, functions and arrays, got ${typeName(x)}`);
  }
  if (Array.isArray(x)) return x.length;
  return x instanceof JsonnetObject ? x.keys(false).length : x.params.length;
}

function primitiveEquals(a: Value, b: Value): boolean {
  const type = typeName(a);
  if (type !== typeName(b)) return false;
  if (type === 'array' || type === 'object' || type === 'function') {
    return fail(`primitiveEquals operates on primitive types, got ${type}`);
  }
  return a === b;
}

import { fail } from '../error.js';
import type { Builtin, TypeName } from '../runtime/builtin.js';
import { typeName } from '../runtime/builtin.js';
import { countCharacters } from '../runtime/characters.js';
import { jsonText, lineLayout } from '../runtime/manifest.js';
import { equals } from '../runtime/operations.js';
import { JsonnetObject, type Value } from '../runtime/value.js';
import { define } from './define.js';

function isType(name: string, type: TypeName): Builtin {
  return define(name, ['v: any'], (v) => typeName(v) === type);
}

/** Types, reflection, equality and booleans. */
export const typeBuiltins: readonly Builtin[] = [
  define('type', ['x: any'], (x) => typeName(x)),
  isType('isArray', 'array'),
  isType('isBoolean', 'boolean'),
  isType('isFunction', 'function'),
  // The page calls the parameter as in the other rows, go-jsonnet calls it x.
  define('isNull', ['v|x: any'], (v) => v === null),
  isType('isNumber', 'number'),
  isType('isObject', 'object'),
  isType('isString', 'string'),
  define('id', ['x: any'], (x) => x),
  define('length', ['x: any'], lengthOf),
  define('equals', ['x|a: any', 'y|b: any'], equals),
  define('primitiveEquals', ['x|a: any', 'y|b: any'], primitiveEquals),
  define(
    'assertEqual',
    ['a: any', 'b: any'],
    (a, b) => equals(a, b) || fail(`Assertion failed. ${jsonText(a, lineLayout)} != ${jsonText(b, lineLayout)}`),
  ),
  // libjsonnet takes any values, go-jsonnet only booleans.
  define('xor', ['x: boolean', 'y: boolean'], (x, y) => x !== y),
  define('xnor', ['x: boolean', 'y: boolean'], (x, y) => x === y),
];

function lengthOf(x: Value): number {
  if (typeof x === 'string') return countCharacters(x);
  if (typeof x !== 'object' || x === null) {
    return fail(`length operates on strings, objects, functions and arrays, got ${typeName(x)}`);
  }
  if (Array.isArray(x)) return x.length;
  if (x instanceof JsonnetObject) return x.keys(false).length;
  return x.params.filter(({ hasDefault }) => !hasDefault).length;
}

function primitiveEquals(a: Value, b: Value): boolean {
  const type = typeName(a);
  if (type !== typeName(b)) return false;
  if (type === 'array' || type === 'object' || type === 'function') {
    return fail(`primitiveEquals operates on primitive types, got ${type}`);
  }
  return a === b;
}

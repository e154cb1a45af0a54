import { fail } from '../error.js';
import type { BuiltinParam, ParamType } from '../runtime/builtin.js';
import { identity, typeName } from '../runtime/builtin.js';
import type { Value } from '../runtime/value.js';

/**
 * Parameters written as pairs, for rows that need no default: `params({ str: 'string', c: 'string' })`. A second name
 * follows after a bar: `'str|str_'`.
 */
export function params(types: Readonly<Record<string, ParamType>>): BuiltinParam[] {
  return Object.entries(types).map(([names, type]) => {
    const [name, alias] = names.split('|') as [string, string?];
    return alias === undefined ? { name, type } : { name, alias, type };
  });
}

/** The last parameter of everything that sorts or compares by key. */
export const keyF: BuiltinParam = { name: 'keyF', type: 'function', default: identity };

/** A whole number that can be counted with. @throws JsonnetError for a fraction, and beyond 2^53 */
export function whole(x: number): number {
  return Number.isSafeInteger(x) ? x : fail(`Expected an integer, but got ${x}`);
}

/** Checks what a function of the program returned, or an element of an array. @throws JsonnetError for another type */
export function expect(value: Value, type: 'array'): Value[];
export function expect(value: Value, type: 'number'): number;
export function expect(value: Value, type: 'string'): string;
export function expect(value: Value, type: string): unknown {
  const found = typeName(value);
  return found === type ? value : fail(`Unexpected type ${found}, expected ${type}`);
}

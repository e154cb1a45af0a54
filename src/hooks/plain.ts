import type { Json } from '../jsonnet/engine.js';

/** Nesting beyond this is taken for an object that contains itself; Kubernetes objects are never so deep. */
const maxDepth = 1_000;

/** A value that has no JSON form. `message` names the path and what was found there. */
export class NotJsonError extends Error {
  override readonly name = 'NotJsonError';
}

/**
 * The value as it would read after a way through JSON: `toJSON` called, undefined fields left out, undefined array
 * elements null. A value that is plain already is returned as it is, so the usual answer is not copied.
 *
 * @throws NotJsonError where JSON would silently lose something: NaN, functions, symbols, Map, Set, cycles
 */
export function toPlain(value: unknown): Json | undefined {
  return plain(value, [], '');
}

function plain(value: unknown, path: (string | number)[], key: string | number): Json | undefined {
  switch (typeof value) {
    case 'string':
    case 'boolean':
      return value;
    case 'undefined':
      return undefined;
    case 'number':
      if (Number.isFinite(value)) return value;
      return refuse(path, String(value));
    case 'object':
      break;
    default:
      return refuse(path, `a ${typeof value}`);
  }
  if (value === null) return null;
  if (path.length > maxDepth) {
    throw new NotJsonError(`the answer is nested deeper than ${maxDepth} levels, or contains itself`);
  }
  const toJson = (value as { toJSON?: unknown }).toJSON;
  if (typeof toJson === 'function') return plain(toJson.call(value, String(key)), path, key);
  if (Array.isArray(value)) return plainArray(value, path);
  if (value instanceof Map || value instanceof Set) return refuse(path, `a ${value.constructor.name}`);
  if (value instanceof Promise) return refuse(path, 'a Promise (is an await missing?)');
  if (value instanceof String || value instanceof Number || value instanceof Boolean) {
    return plain(value.valueOf(), path, key);
  }
  return plainObject(value as Record<string, unknown>, path);
}

function plainArray(value: unknown[], path: (string | number)[]): Json {
  let copy: Json[] | undefined;
  for (let index = 0; index < value.length; index++) {
    const item = value[index];
    path.push(index);
    const result = plain(item, path, index) ?? null;
    path.pop();
    if (result !== item && copy === undefined) copy = value.slice(0, index) as Json[];
    copy?.push(result);
  }
  return copy ?? (value as Json[]);
}

function plainObject(value: Record<string, unknown>, path: (string | number)[]): Json {
  // A class instance or a getter is copied, so that what is checked is what is sent.
  const prototype = Object.getPrototypeOf(value);
  let changed = prototype !== null && prototype !== Object.prototype;
  const keys = Object.keys(value);
  const results: (Json | undefined)[] = [];
  for (const key of keys) {
    const item = value[key];
    path.push(key);
    const result = plain(item, path, key);
    path.pop();
    results.push(result);
    if (result !== item || result === undefined) changed = true;
  }
  if (!changed) return value as Record<string, Json>;
  const copy: Record<string, Json> = {};
  keys.forEach((key, index) => {
    const result = results[index];
    if (result === undefined) return;
    // `__proto__` must become a key like any other.
    if (key === '__proto__') Object.defineProperty(copy, key, { value: result, enumerable: true, writable: true });
    else copy[key] = result;
  });
  return copy;
}

function refuse(path: readonly (string | number)[], found: string): never {
  const shown = path.map((part, index) => {
    if (typeof part === 'number') return `[${part}]`;
    if (/^[A-Za-z_$][\w$]*$/.test(part)) return index === 0 ? part : `.${part}`;
    return `[${JSON.stringify(part)}]`;
  });
  throw new NotJsonError(`${path.length === 0 ? 'the answer' : shown.join('')} is ${found}, which JSON cannot carry`);
}

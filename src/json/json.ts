/** A JSON value as `JSON.parse` makes it. */
export type Json = null | boolean | number | string | Json[] | JsonObject;

export type JsonObject = { [key: string]: Json };

/** The name of a value's type, as in `std.type` of Jsonnet. */
export function typeOf(value: Json): string {
  if (value === null) return 'null';
  return Array.isArray(value) ? 'array' : typeof value;
}

/** Sets a field, whatever its name is. Plain assignment to `__proto__` would change the prototype instead. */
export function setField(object: JsonObject, key: string, value: Json): void {
  if (key === '__proto__') {
    Object.defineProperty(object, key, { value, writable: true, enumerable: true, configurable: true });
  } else {
    object[key] = value;
  }
}

/** A JSON object. */
export type Fields = Readonly<Record<string, unknown>>;

/** True for objects that JSON writes with braces: neither null nor an array. */
export function isObject(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/**
 * The own field of an object; undefined if it has none or `from` is not an object. Never reads the prototype, so that
 * `constructor` or `__proto__` only find what the JSON holds.
 */
export function field(from: unknown, name: string): unknown {
  return isObject(from) && Object.hasOwn(from, name) ? from[name] : undefined;
}

/** Strings longer than this are cut in messages. */
const shown = 60;

/** A name in quotes, cut if it is long. */
export function quote(text: string): string {
  return JSON.stringify(text.length > shown ? `${text.slice(0, shown)}…` : text);
}

/**
 * What was found at a place, for messages: `a number`, `an empty string`, `an array`, `missing`. It never holds the value
 * itself: messages go into logs and Events, and any value may be a Secret's.
 */
export function describeType(value: unknown): string {
  switch (typeof value) {
    case 'undefined':
      return 'missing';
    case 'string':
      return value === '' ? 'an empty string' : 'a string';
    case 'number':
      return Number.isFinite(value) ? 'a number' : String(value);
    case 'boolean':
      return String(value);
    case 'bigint':
    case 'symbol':
    case 'function':
      return `a ${typeof value}`;
    default:
      return value === null ? 'null' : Array.isArray(value) ? 'an array' : 'an object';
  }
}

/** The keys that lead from the root of an answer or request to a place in it. */
export type Path = readonly (string | number)[];

const identifier = /^[A-Za-z_$][\w$]*$/;

/** `['children', 3, 'metadata', 'name']` as `children[3].metadata.name`. Long paths keep their first and last parts. */
export function formatPath(path: Path): string {
  const parts = path.length > 40 ? [...path.slice(0, 20), '…', ...path.slice(-10)] : path;
  let text = '';
  for (const part of parts) {
    if (typeof part === 'number') text += `[${part}]`;
    else if (identifier.test(part) || part === '…') text += text === '' ? part : `.${part}`;
    else text += `[${quote(part)}]`;
  }
  return text;
}

/** A JSON object, or what claims to be one. */
export type Fields = Readonly<Record<string, unknown>>;

/** True for objects that JSON writes with braces: neither null nor an array. */
export function isObject(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/**
 * The own field of an object; undefined where there is none or `from` is no object. Never reads the prototype, so
 * `constructor` or `__proto__` find nothing that the JSON did not hold.
 */
export function field(from: unknown, name: string): unknown {
  return isObject(from) && Object.hasOwn(from, name) ? from[name] : undefined;
}

/** Strings longer than this are cut in messages. */
const shown = 60;

/** A string in quotes, cut where it is long. */
export function quote(text: string): string {
  return JSON.stringify(text.length > shown ? `${text.slice(0, shown)}…` : text);
}

/** What was found, for messages: `the number 3`, `the string "yes"`, `an array`, `missing`. */
export function found(value: unknown): string {
  switch (typeof value) {
    case 'undefined':
      return 'missing';
    case 'string':
      return value === '' ? 'an empty string' : `the string ${quote(value)}`;
    case 'number':
    case 'boolean':
      return typeof value === 'number' && Number.isFinite(value) ? `the number ${value}` : String(value);
    case 'bigint':
    case 'symbol':
    case 'function':
      return `a ${typeof value}`;
    default:
      return value === null ? 'null' : Array.isArray(value) ? 'an array' : 'an object';
  }
}

/** The same without the value itself, for places that may hold anything, a Secret's data for instance. */
export function foundType(value: unknown): string {
  return typeof value === 'string' && value !== '' ? 'a string' : found(value);
}

/** What stands between the root of an answer and a place in it. */
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

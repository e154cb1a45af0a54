import { fail } from '../error.js';
import { typeName } from '../runtime/builtin.js';
import { checkManifestDepth } from '../runtime/machine.js';
import { quote } from '../runtime/manifest.js';
import { numberText } from '../runtime/numbers.js';
import { toText } from '../runtime/operations.js';
import { at, type JsonnetArray, JsonnetObject, type Value } from '../runtime/value.js';

type Path = readonly (string | number)[];

/** An object as a TOML document, without a final line break. Null and functions cannot be written. */
export function tomlText(value: Value, indent: string): string {
  if (!(value instanceof JsonnetObject)) fail(`TOML body must be an object. Got ${typeName(value)}`);
  return new TomlPrinter(indent).table(value as JsonnetObject, [], [], '');
}

/** `path` holds the keys for headers, `place` the keys and indices for errors, and `margin` the indentation. */
class TomlPrinter {
  readonly #indent: string;
  #depth = 0;

  constructor(indent: string) {
    this.#indent = indent;
  }

  /** The plain fields come first, each on a line, then the tables, each after an empty line. */
  table(object: JsonnetObject, path: readonly string[], place: Path, margin: string): string {
    checkManifestDepth(this.#depth);
    // As in go-jsonnet, a table counts twice.
    this.#depth += 2;
    object.check();
    const lines: string[] = [];
    const sections: string[] = [];
    for (const key of object.keys(false)) {
      const value = object.get(key) as Value;
      const inner = [...path, key];
      if (value instanceof JsonnetObject) sections.push(this.#section(value, inner, [...place, key], margin));
      else if (isTableArray(value)) {
        for (let i = 0; i < value.length; i++) {
          const header = `${margin}[[${inner.map(tomlKey).join('.')}]]`;
          sections.push(this.#body(header, at(value, i) as JsonnetObject, inner, [...place, key, i], margin));
        }
      } else lines.push(`${margin}${tomlKey(key)} = ${this.#value(value, [...place, key], margin, false)}`);
    }
    this.#depth -= 2;
    return [lines.join('\n'), ...sections].join('\n\n');
  }

  #section(object: JsonnetObject, path: readonly string[], place: Path, margin: string): string {
    return this.#body(`${margin}[${path.map(tomlKey).join('.')}]`, object, path, place, margin);
  }

  #body(header: string, object: JsonnetObject, path: readonly string[], place: Path, margin: string): string {
    if (object.keys(false).length === 0) return header;
    return `${header}\n${this.table(object, path, place, margin + this.#indent)}`;
  }

  /** The value of a key. An array that is not inside another value has a line for each element. */
  #value(value: Value, place: Path, margin: string, inline: boolean): string {
    if (typeof value === 'string') return quote(value);
    if (typeof value === 'number') return numberText(value);
    if (typeof value === 'boolean') return value ? 'true' : 'false';
    if (Array.isArray(value)) return this.#array(value, place, margin, inline);
    if (value instanceof JsonnetObject) return this.#inlineTable(value, place);
    return fail(`Tried to manifest ${value === null ? '"null"' : 'function'} at ${toText([...place])}`);
  }

  #array(array: JsonnetArray, place: Path, margin: string, inline: boolean): string {
    if (array.length === 0) return '[]';
    checkManifestDepth(this.#depth++);
    const inner = margin + this.#indent;
    const items: string[] = [];
    for (let i = 0; i < array.length; i++) items.push(this.#value(at(array, i), [...place, i], '', true));
    this.#depth--;
    return inline ? `[ ${items.join(', ')} ]` : `[\n${inner}${items.join(`,\n${inner}`)}\n${margin}]`;
  }

  #inlineTable(object: JsonnetObject, place: Path): string {
    checkManifestDepth(this.#depth++);
    object.check();
    const fields = object
      .keys(false)
      .map((key) => `${tomlKey(key)} = ${this.#value(object.get(key) as Value, [...place, key], '', true)}`);
    this.#depth--;
    return `{ ${fields.join(', ')} }`;
  }
}

function isTableArray(value: Value): value is JsonnetArray {
  if (!Array.isArray(value) || value.length === 0) return false;
  for (let i = 0; i < value.length; i++) {
    if (!(at(value, i) instanceof JsonnetObject)) return false;
  }
  return true;
}

function tomlKey(key: string): string {
  if (key === '') return "''";
  return /^[A-Za-z0-9_-]+$/.test(key) ? key : quote(key);
}

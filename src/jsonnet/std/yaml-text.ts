import { checkManifestDepth } from '../runtime/machine.js';
import { located, notManifestable, quote } from '../runtime/manifest.js';
import { shortestText } from '../runtime/numbers.js';
import { at, type JsonnetArray, JsonnetObject, type Value } from '../runtime/value.js';

export interface YamlOptions {
  /** Indents an array inside an object by one more level. */
  readonly indentArrayInObject: boolean;
  /** Puts all keys in quotes, not only those that YAML would not take for strings. */
  readonly quoteKeys: boolean;
}

/** A value as a YAML document, without `---` and without a final line break. */
export function yamlText(value: Value, options: YamlOptions): string {
  return new YamlPrinter(options).print(value, '\n');
}

/** In all methods `newline` is the line break with the indentation of the level. */
class YamlPrinter {
  readonly #options: YamlOptions;
  #depth = 0;

  constructor(options: YamlOptions) {
    this.#options = options;
  }

  print(value: Value, newline: string): string {
    if (typeof value === 'string') return scalar(value, newline);
    if (typeof value === 'number') return shortestText(value);
    if (value === null) return 'null';
    if (typeof value === 'boolean') return value ? 'true' : 'false';
    if (Array.isArray(value)) return this.#array(value, newline);
    return value instanceof JsonnetObject ? this.#object(value, newline) : notManifestable();
  }

  #array(array: JsonnetArray, newline: string): string {
    if (array.length === 0) return '[]';
    checkManifestDepth(this.#depth++);
    let text = '';
    for (let i = 0; i < array.length; i++) {
      if (i > 0) text += newline;
      try {
        text += `-${this.#element(at(array, i), newline)}`;
      } catch (error) {
        throw located(error, `Array element ${i}`);
      }
    }
    this.#depth--;
    return text;
  }

  /** What follows the dash. Arrays start on a new line, everything else on the line of the dash. */
  #element(value: Value, newline: string): string {
    const inner = `${newline}  `;
    if (Array.isArray(value) && value.length > 0) return inner + this.#array(value, inner);
    // A text block is indented from the dash, not from what follows it.
    return ` ${typeof value === 'string' ? scalar(value, newline) : this.print(value, inner)}`;
  }

  #object(object: JsonnetObject, newline: string): string {
    object.check();
    const keys = object.keys(false);
    if (keys.length === 0) return '{}';
    checkManifestDepth(this.#depth++);
    let text = '';
    for (let i = 0; i < keys.length; i++) {
      const key = keys[i] as string;
      if (i > 0) text += newline;
      text += `${this.#options.quoteKeys || !isBare(key) ? quote(key) : key}:`;
      try {
        text += this.#field(object.get(key) as Value, newline);
      } catch (error) {
        throw located(error, `Field ${JSON.stringify(key)}`);
      }
    }
    this.#depth--;
    return text;
  }

  /** What follows the colon. Arrays and objects that are not empty start on a new line. */
  #field(value: Value, newline: string): string {
    const inner = `${newline}  `;
    if (Array.isArray(value) && value.length > 0) {
      const start = this.#options.indentArrayInObject ? inner : newline;
      return start + this.#array(value, start);
    }
    if (value instanceof JsonnetObject) {
      const text = this.#object(value, inner);
      return text === '{}' ? ' {}' : inner + text;
    }
    return ` ${this.print(value, newline)}`;
  }
}

/** Text that ends with a line break becomes a block, everything else a JSON string. */
function scalar(text: string, newline: string): string {
  if (!text.endsWith('\n')) return quote(text);
  const inner = `${newline}  `;
  return `|${inner}${text.slice(0, -1).replaceAll('\n', inner)}`;
}

const words = new Set(
  ' null true false yes no on off y n nan inf infinity -inf -infinity .nan .inf -.inf - ---'.split(' '),
);
const digits = '[0-9]+(?:_[0-9]+)*';
const numeral = new RegExp(`^-?(?:${digits}(?:\\.(?:${digits})?)?|\\.${digits})(?:[eE]-?${digits})?$`);

/** Whether a key goes without quotes: go-jsonnet leaves them out if YAML would take the key for nothing but a string. */
export function isBare(key: string): boolean {
  if (!/^[A-Za-z0-9_./-]+$/.test(key) || words.has(key.toLowerCase())) return false;
  if (/0x[0-9a-fA-F_]/.test(key) || /^-?0b[01_]+$/.test(key) || /^-?0X[0-9a-f.]+p-?[0-9]+$/i.test(key)) return false;
  if (/^[0-9-]+$/.test(key) && key.split('-').length === 3) return false; // a date
  return !numeral.test(key) || !Number.isFinite(Number(key.replaceAll('_', '')));
}

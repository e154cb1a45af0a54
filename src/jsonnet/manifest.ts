import { fail, JsonnetError } from './error.js';
import { numberText, shortestText } from './numbers.js';
import { at, type JsonnetArray, JsonnetObject, type Value } from './value.js';

/** How one kind of JSON text is laid out. */
export interface JsonLayout {
  /** One level of indentation. */
  readonly indent: string;
  readonly newline: string;
  /** Between a key and its value. */
  readonly keySeparator: string;
  /** After an element that is not the last, before the line break. */
  readonly itemSeparator: string;
  /** `[ ]` and `{ }` for empties; otherwise brackets on two lines, as `std.manifestJsonEx` prints them. */
  readonly compactEmpties: boolean;
  readonly number: (x: number) => string;
}

/** What the `jsonnet` command prints. */
export const outputLayout: JsonLayout = {
  indent: '   ',
  newline: '\n',
  keySeparator: ': ',
  itemSeparator: ',',
  compactEmpties: true,
  number: numberText,
};

/** What `std.toString` and string concatenation print: all on one line. */
export const lineLayout: JsonLayout = {
  indent: '',
  newline: '',
  keySeparator: ': ',
  itemSeparator: ', ',
  compactEmpties: true,
  number: numberText,
};

/** What `std.manifestJsonEx` prints; numbers in their shortest form, as go-jsonnet does. */
export function customLayout(indent: string, newline: string, keySeparator: string): JsonLayout {
  return { indent, newline, keySeparator, itemSeparator: ',', compactEmpties: false, number: shortestText };
}

/**
 * A value as JSON text, without a final line break. Forces everything it prints and runs the asserts of every object.
 * @throws JsonnetError for a function, and for whatever the value itself throws; frames name the path to it
 */
export function jsonText(value: Value, layout: JsonLayout): string {
  return print(value, layout, layout.newline);
}

/** `indentation` is the line break with the indentation of the enclosing level. */
function print(value: Value, layout: JsonLayout, indentation: string): string {
  if (typeof value === 'string') return quote(value);
  if (typeof value === 'number') return layout.number(value);
  if (value === null) return 'null';
  if (typeof value === 'boolean') return value ? 'true' : 'false';
  if (Array.isArray(value)) return printArray(value, layout, indentation);
  if (value instanceof JsonnetObject) return printObject(value, layout, indentation);
  return notManifestable();
}

function printArray(array: JsonnetArray, layout: JsonLayout, indentation: string): string {
  if (array.length === 0) return layout.compactEmpties ? '[ ]' : `[${layout.newline}${indentation}]`;
  const inner = indentation + layout.indent;
  let text = `[${inner}`;
  for (let i = 0; i < array.length; i++) {
    if (i > 0) text += layout.itemSeparator + inner;
    try {
      text += print(at(array, i), layout, inner);
    } catch (error) {
      throw located(error, `Array element ${i}`);
    }
  }
  return `${text}${indentation}]`;
}

function printObject(object: JsonnetObject, layout: JsonLayout, indentation: string): string {
  object.check();
  const keys = object.keys(false);
  if (keys.length === 0) return layout.compactEmpties ? '{ }' : `{${layout.newline}${indentation}}`;
  const inner = indentation + layout.indent;
  let text = `{${inner}`;
  for (let i = 0; i < keys.length; i++) {
    const key = keys[i] as string;
    if (i > 0) text += layout.itemSeparator + inner;
    text += quote(key) + layout.keySeparator;
    try {
      text += print(object.get(key) as Value, layout, inner);
    } catch (error) {
      throw located(error, `Field ${JSON.stringify(key)}`);
    }
  }
  return `${text}${indentation}}`;
}

/** Says that a function cannot be printed. Every printer of this language throws the same sentence. */
export function notManifestable(): never {
  return fail("couldn't manifest function as JSON");
}

/** The same error with one more step of the path that was being manifested. */
export function located(error: unknown, what: string): unknown {
  if (error instanceof JsonnetError) error.frames.push({ span: undefined, what });
  return error;
}

// Control characters of both blocks are escaped, as libjsonnet and go-jsonnet do; JSON itself asks for the first only.
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what must be escaped
const special = /["\\\u0000-\u001f\u007f-\u009f]/;
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what must be escaped
const specials = /["\\\u0000-\u001f\u007f-\u009f]/g;
const short: Readonly<Record<string, string>> = {
  '"': '\\"',
  '\\': '\\\\',
  '\b': '\\b',
  '\f': '\\f',
  '\n': '\\n',
  '\r': '\\r',
  '\t': '\\t',
};

/** A string as a JSON string literal, `std.escapeStringJson`. */
export function quote(text: string): string {
  if (!special.test(text)) return `"${text}"`;
  const escaped = text.replace(
    specials,
    (char) => short[char] ?? `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
  return `"${escaped}"`;
}

import { fail, JsonnetError } from '../error.js';
import { checkManifestDepth, enterLevel, leaveLevel } from './machine.js';
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
  /** Whether levels count as frames of the stack. Otherwise only their own depth is limited. */
  readonly countsFrames: boolean;
  readonly number: (x: number) => string;
  readonly string: (text: string) => string;
}

/** What the `jsonnet` command prints. */
export const outputLayout: JsonLayout = {
  indent: '   ',
  newline: '\n',
  keySeparator: ': ',
  itemSeparator: ',',
  compactEmpties: true,
  countsFrames: true,
  number: numberText,
  string: quote,
};

/** What `std.toString` and string concatenation print: all on one line. */
export const lineLayout: JsonLayout = {
  indent: '',
  newline: '',
  keySeparator: ': ',
  itemSeparator: ', ',
  compactEmpties: true,
  countsFrames: true,
  number: numberText,
  string: quote,
};

/** What `std.manifestJsonEx` prints: numbers in their shortest form, and strings as Go's JSON library prints them. */
export function customLayout(indent: string, newline: string, keySeparator: string): JsonLayout {
  return {
    indent,
    newline,
    keySeparator,
    itemSeparator: ',',
    compactEmpties: false,
    countsFrames: false,
    number: shortestText,
    string: goQuote,
  };
}

/**
 * A value as JSON text, without a final line break. Evaluates everything it prints and runs the asserts of every object.
 * @throws JsonnetError for a function, and whatever the value itself throws; the trace names the path to it
 */
export function jsonText(value: Value, layout: JsonLayout): string {
  const printer = new JsonPrinter(layout);
  printer.print(value, 0);
  return printer.text;
}

/** What is printed around the items at one depth. */
interface Margins {
  readonly first: string;
  readonly next: string;
  readonly last: string;
}

/** Appends to a single text. What recurs is put together once, since joining strings takes time. */
class JsonPrinter {
  text = '';
  private readonly layout: JsonLayout;
  private readonly margins: Margins[] = [];
  /** Keys with their quotes and separators. */
  private readonly heads = new Map<string, string>();

  constructor(layout: JsonLayout) {
    this.layout = layout;
  }

  print(value: Value, depth: number): void {
    if (typeof value === 'string') this.text += this.layout.string(value);
    else if (typeof value === 'number') this.text += this.layout.number(value);
    else if (value === null) this.text += 'null';
    else if (typeof value === 'boolean') this.text += value ? 'true' : 'false';
    else if (Array.isArray(value)) this.array(value, depth);
    else if (value instanceof JsonnetObject) this.object(value, depth);
    else notManifestable();
  }

  private array(array: JsonnetArray, depth: number): void {
    if (array.length === 0) {
      this.empty('[', ']', depth);
      return;
    }
    this.enter(depth);
    const { first, next, last } = this.margin(depth);
    this.text += '[';
    for (let i = 0; i < array.length; i++) {
      this.text += i === 0 ? first : next;
      try {
        this.print(at(array, i), depth + 1);
      } catch (error) {
        throw located(error, `Array element ${i}`);
      }
    }
    this.leave();
    this.text += last;
    this.text += ']';
  }

  private object(object: JsonnetObject, depth: number): void {
    object.check();
    const keys = object.keys(false);
    if (keys.length === 0) {
      this.empty('{', '}', depth);
      return;
    }
    this.enter(depth);
    const { first, next, last } = this.margin(depth);
    this.text += '{';
    for (let i = 0; i < keys.length; i++) {
      const key = keys[i] as string;
      this.text += i === 0 ? first : next;
      this.text += this.head(key);
      try {
        this.print(object.get(key) as Value, depth + 1);
      } catch (error) {
        throw located(error, `Field ${JSON.stringify(key)}`);
      }
    }
    this.leave();
    this.text += last;
    this.text += '}';
  }

  private enter(depth: number): void {
    if (this.layout.countsFrames) enterLevel();
    else checkManifestDepth(depth);
  }

  private leave(): void {
    if (this.layout.countsFrames) leaveLevel();
  }

  private empty(open: string, close: string, depth: number): void {
    this.text += open;
    this.text += this.layout.compactEmpties ? ' ' : this.layout.newline + this.margin(depth).last;
    this.text += close;
  }

  private head(key: string): string {
    let head = this.heads.get(key);
    if (head === undefined) {
      head = this.layout.string(key) + this.layout.keySeparator;
      this.heads.set(key, head);
    }
    return head;
  }

  private margin(depth: number): Margins {
    let margins = this.margins[depth];
    if (margins === undefined) {
      const { newline, indent, itemSeparator } = this.layout;
      const last = newline + indent.repeat(depth);
      margins = { first: last + indent, next: itemSeparator + last + indent, last };
      this.margins[depth] = margins;
    }
    return margins;
  }
}

/** Throws the sentence with which every printer refuses a function. */
export function notManifestable(): never {
  return fail("couldn't manifest function as JSON");
}

/** The same error with one more step of the path that was being manifested. */
export function located(error: unknown, what: string): unknown {
  if (error instanceof JsonnetError) error.trace.push({ span: undefined, what });
  return error;
}

// The control characters of both blocks are escaped, as in libjsonnet and go-jsonnet. JSON requires only the first.
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters to escape
const special = /["\\\u0000-\u001f\u007f-\u009f]/;
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters to escape
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

/** A string as a JSON string literal, as in `std.escapeStringJson`. */
export function quote(text: string): string {
  if (!special.test(text)) return `"${text}"`;
  const escaped = text.replace(
    specials,
    (char) => short[char] ?? `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
  return `"${escaped}"`;
}

/** A string as the JSON library of Go prints it: as JavaScript does, but with the line breaks of Unicode escaped. */
function goQuote(text: string): string {
  return JSON.stringify(text).replace(/[\u2028\u2029]/g, (char) => (char === '\u2028' ? '\\u2028' : '\\u2029'));
}

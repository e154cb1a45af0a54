import { fail } from '../error.js';
import { typeName } from '../runtime/builtin.js';
import { characterAt, countCharacters, pad } from '../runtime/characters.js';
import { toText } from '../runtime/operations.js';
import { at, type JsonnetArray, JsonnetObject, type Value } from '../runtime/value.js';

/**
 * `std.format` and the `%` operator: Python's string formatting as the standard-library page describes it. If the
 * reference implementations differ from Python (rounding of `%e`, `%g` with few digits, numbers beyond 2^53), this
 * gives what they give, except that `%g` of zero is `0` and not an error.
 */
export function format(text: string, values: Value): string {
  const codes = parse(text);
  if (values instanceof JsonnetObject) return formatObject(codes, values);
  return formatArray(codes, Array.isArray(values) ? values : [values]);
}

interface Code {
  /** The mapping key in parentheses. */
  readonly key: string | undefined;
  readonly alternate: boolean;
  readonly zero: boolean;
  readonly left: boolean;
  readonly blank: boolean;
  readonly plus: boolean;
  /** The field width; '*' takes it from the values. */
  readonly width: number | '*';
  readonly precision: number | '*' | undefined;
  /** The conversion, in lower case if both cases exist. */
  readonly conversion: 'd' | 'o' | 'x' | 'e' | 'f' | 'g' | 'c' | 's' | '%';
  readonly upper: boolean;
}

/** The parsed forms of recent texts. Formats are nearly always literals, so few are needed. */
const parsed = new Map<string, readonly (string | Code)[]>();

function parse(text: string): readonly (string | Code)[] {
  let codes = parsed.get(text);
  if (codes === undefined) {
    codes = new Parser(text).parse();
    if (parsed.size >= 256) parsed.clear();
    if (text.length <= 1024) parsed.set(text, codes);
  }
  return codes;
}

class Parser {
  readonly #text: string;
  #position = 0;

  constructor(text: string) {
    this.#text = text;
  }

  parse(): (string | Code)[] {
    const parts: (string | Code)[] = [];
    while (this.#position < this.#text.length) {
      const percent = this.#text.indexOf('%', this.#position);
      const end = percent < 0 ? this.#text.length : percent;
      if (end > this.#position) parts.push(this.#text.slice(this.#position, end));
      this.#position = end + 1;
      if (percent >= 0) parts.push(this.#code());
    }
    return parts;
  }

  /** Reads what follows a percent sign. */
  #code(): Code {
    const key = this.#key();
    const flags = { alternate: false, zero: false, left: false, blank: false, plus: false };
    for (; ; this.#position++) {
      const char = this.#peek();
      if (char === '#') flags.alternate = true;
      else if (char === '0') flags.zero = true;
      else if (char === '-') flags.left = true;
      else if (char === ' ') flags.blank = true;
      else if (char === '+') flags.plus = true;
      else break;
    }
    const width = this.#number();
    let precision: number | '*' | undefined;
    if (this.#peek() === '.') {
      this.#position++;
      precision = this.#number();
    }
    if ('hlL'.includes(this.#peek())) this.#position++;
    const char = this.#peek();
    this.#position++;
    if (!'diuoxXeEfFgGcs%'.includes(char)) {
      const whole = String.fromCodePoint(this.#text.codePointAt(this.#position - 1) as number);
      fail(`Unrecognised conversion type: ${whole}`);
    }
    const conversion = char === 'i' || char === 'u' ? 'd' : (char.toLowerCase() as Code['conversion']);
    return { key, ...flags, width, precision, conversion, upper: 'XEFG'.includes(char) };
  }

  #key(): string | undefined {
    if (this.#peek() !== '(') return undefined;
    const end = this.#text.indexOf(')', this.#position);
    if (end < 0) fail('Truncated format code.');
    const key = this.#text.slice(this.#position + 1, end);
    this.#position = end + 1;
    return key;
  }

  #number(): number | '*' {
    if (this.#peek() === '*') {
      this.#position++;
      return '*';
    }
    let number = 0;
    for (; /[0-9]/.test(this.#peek()); this.#position++) number = number * 10 + Number(this.#peek());
    return number;
  }

  #peek(): string {
    const char = this.#text[this.#position];
    return char === undefined ? fail('Truncated format code.') : char;
  }
}

function formatArray(codes: readonly (string | Code)[], values: JsonnetArray): string {
  let text = '';
  let used = 0;
  const next = (): Value => {
    if (used >= values.length) fail(`Not enough values to format: ${values.length}, expected more than ${used}`);
    return at(values, used++);
  };
  for (const code of codes) {
    if (typeof code === 'string') {
      text += code;
      continue;
    }
    const width = code.width === '*' ? widthOf(next(), used - 1) : code.width;
    const precision = code.precision === '*' ? precisionOf(next(), used - 1) : code.precision;
    const body = code.conversion === '%' ? '%' : convert(code, width, precision, next(), used - 1);
    text += pad(body, width, code.left);
  }
  if (used < values.length) fail(`Too many values to format: ${values.length}, expected ${used}`);
  return text;
}

function formatObject(codes: readonly (string | Code)[], values: JsonnetObject): string {
  let text = '';
  for (const code of codes) {
    if (typeof code === 'string') {
      text += code;
      continue;
    }
    const { key, width, precision } = code;
    if (key === undefined && code.conversion !== '%') fail('Mapping keys required.');
    if (width === '*') fail('Cannot use * field width with object.');
    if (precision === '*') fail('Cannot use * precision with object.');
    let body = '%';
    if (code.conversion !== '%') {
      if (!values.has(key as string, true)) fail(`No such field: ${key}`);
      body = convert(code, width, precision, values.get(key as string) as Value, key as string);
    }
    text += pad(body, width, code.left);
  }
  return text;
}

/** A width taken from the values. A fraction counts as the next larger integer, as in the references. */
function widthOf(value: Value, place: number): number {
  return Math.ceil(numeric(value, place));
}

function precisionOf(value: Value, place: number): number {
  const x = numeric(value, place);
  return Number.isInteger(x) ? x : fail(`Format required integer at ${place}, got ${x}`);
}

function numeric(value: Value, place: number | string): number {
  if (typeof value === 'number') return value;
  return fail(`Format required number at ${place}, got ${typeName(value)}`);
}

/** The text of one value, before it is padded to its width. `place` is its index or key, for the errors. */
function convert(
  code: Code,
  width: number,
  precision: number | undefined,
  value: Value,
  place: number | string,
): string {
  // Zeros fill the field only if the number is adjusted to the right.
  const zeros = code.zero && !code.left ? width : 0;
  const cased = (text: string): string => (code.upper ? text.toUpperCase() : text);
  switch (code.conversion) {
    case 's':
      return toText(value);
    case 'c':
      return character(value);
    case 'd':
      return wholeNumber(code, numeric(value, place), zeros, precision ?? 0, 10, '');
    case 'o':
      return wholeNumber(code, numeric(value, place), zeros, precision ?? 0, 8, '0');
    case 'x': {
      // Unlike for the other two, the references round down before they look at the sign.
      const x = Math.floor(numeric(value, place));
      return cased(wholeNumber(code, x, zeros, precision ?? 0, 16, '0x'));
    }
    case 'f':
      return fixed(code, numeric(value, place), zeros, precision ?? 6, code.alternate, true);
    case 'e':
      return cased(scientific(code, numeric(value, place), zeros, precision ?? 6, code.alternate, true));
    case 'g':
      return cased(general(code, numeric(value, place), zeros, precision ?? 6));
    default:
      return '%';
  }
}

function character(value: Value): string {
  if (typeof value === 'number') {
    return (
      characterAt(value) ??
      fail(value < 0 ? `Codepoints must be >= 0, got ${value}` : `Invalid unicode codepoint, got ${value}`)
    );
  }
  if (typeof value !== 'string') return fail(`%c expected number / string, got: ${typeName(value)}`);
  const length = countCharacters(value);
  return length === 1 ? value : fail(`%c expected 1-sized string got: ${length}`);
}

function signOf(code: Code, negative: boolean): string {
  return negative ? '-' : code.plus ? '+' : code.blank ? ' ' : '';
}

/** `%d`, `%o`, `%x`: the whole part, with at least `digits` digits. */
function wholeNumber(code: Code, x: number, zeros: number, digits: number, radix: number, prefix: string): string {
  const magnitude = Math.floor(Math.abs(x));
  const sign = signOf(code, x <= -1);
  let text = digitsOf(magnitude, radix);
  // The zero in front of an octal number counts as one of its digits. Zero itself has it already.
  if (radix === 8 && code.alternate && magnitude !== 0) text = prefix + text;
  const mark = radix === 16 && code.alternate ? prefix : '';
  return sign + mark + text.padStart(Math.max(zeros - sign.length - mark.length, digits), '0');
}

/** The digits of a whole number. Beyond 2^53 they come from repeated division in floating point, as in the references. */
function digitsOf(x: number, radix: number): string {
  if (Number.isSafeInteger(x)) return x.toString(radix);
  let text = '';
  for (let rest = x; rest > 0; rest = Math.floor(rest / radix)) text = (rest % radix).toString(radix) + text;
  return text;
}

/**
 * `%f`, rounded half up at the last decimal.
 * @param point keeps a decimal point that no decimals follow
 * @param trailing keeps trailing zeros
 */
function fixed(code: Code, x: number, zeros: number, precision: number, point: boolean, trailing: boolean): string {
  const denominator = 10 ** precision;
  const numerator = finite(Math.abs(x) * denominator + 0.5);
  const whole = Math.floor(numerator / denominator);
  const fraction = Math.floor(numerator) % denominator;
  const sign = signOf(code, x < 0);
  let decimals = precision > 0 ? digitsOf(fraction, 10).padStart(precision, '0') : '';
  if (!trailing) decimals = decimals.replace(/0+$/, '');
  const tail = decimals === '' && !point ? '' : `.${decimals}`;
  // The field is filled as if no trailing zeros had been dropped.
  const reserved = precision === 0 && !point ? 0 : precision + 1;
  return sign + digitsOf(whole, 10).padStart(zeros - reserved - sign.length, '0') + tail;
}

/** `%e`. */
function scientific(
  code: Code,
  x: number,
  zeros: number,
  precision: number,
  point: boolean,
  trailing: boolean,
): string {
  const exponent = exponentOf(x);
  // 10 ** -324 is zero, so the smallest numbers are scaled in two steps.
  const mantissa = exponent === -324 ? (x * 10) / 10 ** (exponent + 1) : x / 10 ** exponent;
  const suffix = `e${exponent < 0 ? '-' : '+'}${String(Math.abs(exponent)).padStart(2, '0')}`;
  return fixed(code, mantissa, zeros - suffix.length, precision, point, trailing) + suffix;
}

/** `%g`: scientific for very small and very large numbers, fixed for the others. */
function general(code: Code, x: number, zeros: number, precision: number): string {
  const exponent = exponentOf(x);
  if (exponent < -4 || exponent >= precision) {
    return scientific(code, x, zeros, precision - 1, code.alternate, code.alternate);
  }
  const whole = Math.max(1, exponent + 1);
  return fixed(code, x, zeros, precision - whole, code.alternate, code.alternate);
}

function exponentOf(x: number): number {
  return x === 0 ? 0 : Math.floor(Math.log(Math.abs(x)) / Math.log(10));
}

function finite(x: number): number {
  return Number.isFinite(x) ? x : fail('Overflow');
}

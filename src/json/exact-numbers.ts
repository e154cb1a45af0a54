/**
 * Integers of a JSON text that need more digits than a double has. Two integers can be rounded to the same double; which
 * of them a program meant cannot be told any more.
 */
export interface LongIntegers {
  /** The text of each integer by the double to which it is rounded, if no other integer is rounded to the same one. */
  readonly textOf: ReadonlyMap<number, string>;
  /** The doubles to which several integers are rounded. */
  readonly ambiguous: ReadonlySet<number>;
}

/** Integers of fewer digits are below 2^53, so a double holds them exactly. */
const safeDigits = 15;

/**
 * Finds the integers beyond 2^53 of a JSON text. For a text without any, which is the usual case, this takes a few percent
 * of the time of parsing it.
 * @param text must be valid JSON
 * @returns undefined if there are none
 */
export function findLongIntegers(text: string): LongIntegers | undefined {
  if (!hasLongRun(text)) return undefined;
  const textOf = new Map<number, string>();
  const ambiguous = new Set<number>();
  for (const [start, end] of numbersOf(text)) {
    const digits = text.slice(start, end);
    const rounded = Number(digits);
    if (end - start <= safeDigits || Number.isSafeInteger(rounded) || !/^-?[0-9]+$/.test(digits)) continue;
    if ((textOf.get(rounded) ?? digits) !== digits) ambiguous.add(rounded);
    textOf.set(rounded, digits);
  }
  for (const rounded of ambiguous) textOf.delete(rounded);
  return textOf.size + ambiguous.size === 0 ? undefined : { textOf, ambiguous };
}

/**
 * Gives the integers of a JSON text all their digits, where `JSON.stringify` rounds them to seventeen or writes an
 * exponent: 2^60 is 1152921504606846976 and not 1152921504606847000, and 1e30 is 1000000000000000019884624838656. An
 * integer that equals a rounded one of `origin` gets the digits it has there, so that what is only passed on stays as it is.
 * @param text what `JSON.stringify` wrote
 * @param origin integers of the text that the values came from
 */
export function withAllDigits(text: string, origin?: LongIntegers): string {
  if (!hasLongRun(text) && !hasExponent(text)) return text;
  let result = '';
  let copied = 0;
  for (const [start, end] of numbersOf(text)) {
    const number = Number(text.slice(start, end));
    if (end - start < 5 || Number.isSafeInteger(number) || !Number.isInteger(number)) continue;
    result += text.slice(copied, start) + (origin?.textOf.get(number) ?? BigInt(number));
    copied = end;
  }
  return result + text.slice(copied);
}

/** Whether more than `safeDigits` digits stand in a row. Such a run covers a multiple of that number plus one. */
function hasLongRun(text: string): boolean {
  const step = safeDigits + 1;
  for (let at = safeDigits; at < text.length; at += step) {
    if (!isDigit(text, at)) continue;
    let start = at;
    let end = at + 1;
    while (isDigit(text, start - 1)) start--;
    while (isDigit(text, end)) end++;
    if (end - start >= step) return true;
  }
  return false;
}

/** Whether a large exponent may stand in the text. A search for `e+` would stop at each `e`, which is ten times slower. */
function hasExponent(text: string): boolean {
  for (let at = text.indexOf('+'); at >= 0; at = text.indexOf('+', at + 1)) {
    if (text[at - 1] === 'e' && isDigit(text, at - 2)) return true;
  }
  return false;
}

function isDigit(text: string, at: number): boolean {
  const code = text.charCodeAt(at);
  return code >= 0x30 && code <= 0x39;
}

/** The offsets of the numbers in a JSON text. Strings are skipped. */
function* numbersOf(text: string): Generator<[start: number, end: number]> {
  const number = /[-+.eE0-9]*/y;
  for (let at = 0; at < text.length; ) {
    const code = text.charCodeAt(at);
    if (code === 0x22) {
      at = endOfString(text, at);
    } else if (code === 0x2d || isDigit(text, at)) {
      number.lastIndex = at;
      number.test(text);
      yield [at, number.lastIndex];
      at = number.lastIndex;
    } else {
      at++;
    }
  }
}

function endOfString(text: string, start: number): number {
  let at = start + 1;
  for (;;) {
    const quote = text.indexOf('"', at);
    if (quote < 0) return text.length;
    let backslashes = 0;
    while (text.charCodeAt(quote - 1 - backslashes) === 0x5c) backslashes++;
    if (backslashes % 2 === 0) return quote + 1;
    at = quote + 1;
  }
}

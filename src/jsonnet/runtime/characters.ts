const surrogate = /[\ud800-\udfff]/;
const loneSurrogate = /[\ud800-\udfff]/gu;

/** Whether one UTF-16 unit is one character everywhere in the text, so that plain JavaScript offsets are right. */
export function isNarrow(text: string): boolean {
  return !surrogate.test(text);
}

/** The number of code points. */
export function countCharacters(text: string): number {
  if (isNarrow(text)) return text.length;
  let count = 0;
  for (let i = 0; i < text.length; i++) {
    if ((text.codePointAt(i) as number) > 0xffff) i++;
    count++;
  }
  return count;
}

/** One string per code point. */
export function charactersOf(text: string): string[] {
  return isNarrow(text) ? text.split('') : Array.from(text);
}

/** The code points from `start` up to, not including, `end`. Both are at least 0; `end` may be past the last. */
export function sliceCharacters(text: string, start: number, end: number): string {
  return isNarrow(text) ? text.slice(start, end) : Array.from(text).slice(start, end).join('');
}

/** The text padded with spaces to `width` code points. @param left whether the text stands left of the spaces */
export function pad(text: string, width: number, left: boolean): string {
  const missing = width - countCharacters(text);
  if (missing <= 0) return text;
  return left ? text + ' '.repeat(missing) : ' '.repeat(missing) + text;
}

/** The text with U+FFFD for every surrogate that is not part of a pair, as go-jsonnet decodes it. */
export function wellFormed(text: string): string {
  return isNarrow(text) ? text : text.replace(loneSurrogate, '\ufffd');
}

/**
 * The character of a code point. Surrogates, which are not characters, become U+FFFD. Fractions are cut off.
 * @returns undefined for a number that is not a code point
 */
export function characterAt(codePoint: number): string | undefined {
  const code = Math.trunc(codePoint);
  if (!(code >= 0 && code <= 0x10ffff)) return undefined;
  return code >= 0xd800 && code <= 0xdfff ? '\ufffd' : String.fromCodePoint(code);
}

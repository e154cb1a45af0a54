const beyondSurrogates = /[\ud800-\uffff]/;

/** Orders two strings by code point: negative, 0 or positive. UTF-16 has another order only from U+D800 on. */
export function compareText(a: string, b: string): number {
  if (a === b) return 0;
  const length = Math.min(a.length, b.length);
  for (let i = 0; i < length; i++) {
    const x = a.charCodeAt(i);
    const y = b.charCodeAt(i);
    if (x !== y) return x >= 0xd800 && y >= 0xd800 ? rank(x) - rank(y) : x - y;
  }
  return a.length - b.length;
}

/** Surrogates stand for code points above U+FFFF, so they rank after U+E000 to U+FFFF. */
function rank(unit: number): number {
  return unit >= 0xe000 ? unit - 0x2000 : unit + 0x2000;
}

/** Sorts an array of strings in place by code point, and returns it. */
export function sortText(texts: string[]): string[] {
  if (texts.length < 2) return texts;
  return texts.some((text) => beyondSurrogates.test(text)) ? texts.sort(compareText) : texts.sort();
}

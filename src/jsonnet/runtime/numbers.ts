/**
 * A number as `std.toString` and the top-level output print it: integers with all their digits, everything else as
 * `%.17g` of C does. Zero keeps its sign.
 */
export function numberText(x: number): string {
  if (Number.isInteger(x)) {
    if (x === 0) return Object.is(x, -0) ? '-0' : '0';
    return Number.isSafeInteger(x) ? String(x) : BigInt(x).toString();
  }
  const [digits, exponent] = seventeenDigits(x);
  const mantissa = digits.replace(/\.?0+$/, '');
  if (exponent < -4) return `${mantissa}e-${String(-exponent).padStart(2, '0')}`;
  return plainText(mantissa, exponent);
}

/** A number with the fewest digits that read back as the same number, without an exponent (`'f', -1` of Go). */
export function shortestText(x: number): string {
  if (x === 0) return Object.is(x, -0) ? '-0' : '0';
  const text = String(x);
  const e = text.indexOf('e');
  return e < 0 ? text : plainText(text.slice(0, e), Number(text.slice(e + 1)));
}

/** `d.ddd` with 17 significant digits, and the decimal exponent. Ties are rounded to the even digit, as in C. */
function seventeenDigits(x: number): [digits: string, exponent: number] {
  const text = x.toExponential(16);
  const e = text.indexOf('e');
  const exponent = Number(text.slice(e + 1));
  // JavaScript rounds a tie away from zero. A tie has exactly 17 - exponent binary digits after the point.
  const scaled = x * 2 ** (17 - exponent);
  if (Number.isInteger(scaled) && scaled % 2 !== 0) {
    const exact = x.toExponential(17);
    const truncated = exact.slice(0, exact.indexOf('e') - 1);
    if (Number(truncated.at(-1)) % 2 === 0) return [truncated, exponent];
  }
  return [text.slice(0, e), exponent];
}

/** `d.ddd` times a power of ten, written without an exponent. */
function plainText(mantissa: string, exponent: number): string {
  const sign = mantissa.startsWith('-') ? '-' : '';
  const digits = mantissa.replace(/[-.]/g, '');
  if (exponent < 0) return `${sign}0.${'0'.repeat(-exponent - 1)}${digits}`;
  if (exponent + 1 >= digits.length) return sign + digits.padEnd(exponent + 1, '0');
  return `${sign}${digits.slice(0, exponent + 1)}.${digits.slice(exponent + 1)}`;
}

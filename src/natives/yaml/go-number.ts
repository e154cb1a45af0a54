/** A number as Go's encoding/json writes a float64: JavaScript's form, but for the sign of a negative zero. */
export function goNumber(value: number): string {
  return Object.is(value, -0) ? '-0' : String(value);
}

/**
 * A number as Go's `strconv.FormatFloat(value, 'g', -1, 64)` writes it: the shortest digits that read back, with an
 * exponent of at least two digits below 1e-4 and from 1e6 on.
 */
export function goShortest(value: number): string {
  const [digits, exponentText] = value.toExponential().split('e') as [string, string];
  const exponent = Number(exponentText);
  if (exponent >= -4 && exponent < 6) return goNumber(value);
  return `${digits}e${exponent < 0 ? '-' : '+'}${String(Math.abs(exponent)).padStart(2, '0')}`;
}

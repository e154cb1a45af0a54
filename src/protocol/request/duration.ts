/** Seconds in each unit of a Go duration; `u`, `µ` (U+00B5) and `μ` (U+03BC) all mean micro. */
const unitSeconds: Readonly<Record<string, number>> = {
  ns: 1e-9,
  us: 1e-6,
  µs: 1e-6,
  μs: 1e-6,
  ms: 1e-3,
  s: 1,
  m: 60,
  h: 3600,
};

const whole = /^[-+]?(?:0|(?:(?:\d+\.?\d*|\.\d+)(?:ns|us|µs|μs|ms|s|m|h))+)$/;
const part = /(\d+\.?\d*|\.\d+)(ns|us|µs|μs|ms|s|m|h)/g;

/**
 * Reads a Go duration such as `10s`, `1m30s` or `500ms` (package time, ParseDuration), the form of `webhook.timeout`.
 * @returns seconds; undefined if the text is not a duration
 */
export function parseDuration(text: string): number | undefined {
  // Nobody writes such a long duration; it is not worth the regular expression.
  if (text.length > 100 || !whole.test(text)) return undefined;
  let seconds = 0;
  for (const [, amount, unit] of text.matchAll(part))
    seconds += Number(amount) * (unitSeconds[unit as string] as number);
  return text.startsWith('-') ? -seconds : seconds;
}

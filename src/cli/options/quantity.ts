const secondsPer: Readonly<Record<string, number>> = { ms: 0.001, s: 1, m: 60, h: 3600 };

/** Longest duration in seconds; Node's timers overflow at 24.8 days, and nothing here needs more than a day. */
const longest = 24 * 3600;

/**
 * Seconds of a duration as Go writes it (`10s`, `500ms`, `1m30s`), or of a plain number of seconds.
 * @throws Error
 */
export function parseDuration(text: string): number {
  const seconds = /^\d+(\.\d+)?$/.test(text) ? Number(text) : sumOfParts(text);
  if (seconds === undefined) throw new Error(`'${text}' is no duration; write 10s, 500ms or 1m30s`);
  if (seconds > longest) throw new Error(`'${text}' is longer than a day`);
  return seconds;
}

function sumOfParts(text: string): number | undefined {
  if (!/^(\d+(\.\d+)?(ms|s|m|h))+$/.test(text)) return undefined;
  const parts = [...text.matchAll(/(\d+(?:\.\d+)?)(ms|s|m|h)/g)];
  return parts.reduce((sum, [, number, unit]) => sum + Number(number) * (secondsPer[unit as string] as number), 0);
}

const bytesPer: Readonly<Record<string, number>> = {
  '': 1,
  k: 1000,
  ki: 1024,
  m: 1000 ** 2,
  mi: 1024 ** 2,
  g: 1000 ** 3,
  gi: 1024 ** 3,
};

/**
 * Bytes of a size: a plain number, or one with a unit as people and as Kubernetes write it (`32MiB`, `32Mi`, `64MB`).
 * @throws Error
 */
export function parseBytes(text: string): number {
  const match = /^(\d+(?:\.\d+)?)\s?([kmg]?i?)b?$/i.exec(text);
  const factor = match === null ? undefined : bytesPer[(match[2] as string).toLowerCase()];
  if (match === null || factor === undefined) throw new Error(`'${text}' is no size; write 32MiB, 64MB or 1048576`);
  return Math.round(Number(match[1]) * factor);
}

/** A parser for whole numbers of at least `least`. */
export function wholeNumber(least: number): (text: string) => number {
  return (text) => {
    const number = Number(text);
    if (!/^\d+$/.test(text) || !Number.isSafeInteger(number) || number < least) {
      throw new Error(`'${text}' is no whole number of at least ${least}`);
    }
    return number;
  };
}

/** A parser for one of several words. */
export function oneOf<const T extends string>(words: readonly T[]): (text: string) => T {
  return (text) => {
    const word = words.find((candidate) => candidate === text);
    if (word === undefined) throw new Error(`'${text}' is none of ${words.join(', ')}`);
    return word;
  };
}

/** A switch: `--strict`, `HOOKD_STRICT=true`. */
export function parseSwitch(text: string): boolean {
  if (/^(true|1|yes|on)$/i.test(text)) return true;
  if (/^(false|0|no|off)$/i.test(text)) return false;
  throw new Error(`'${text}' is neither true nor false`);
}

import { parseDuration } from '../../protocol/request/duration.js';

/** The longest duration, in seconds. Node's timers overflow at 24.8 days, and nothing here needs more than a day. */
const longest = 24 * 3600;

/**
 * Seconds of a duration as Go writes it (`10s`, `500ms`, `1m30s`), or of a plain number of seconds.
 * @throws Error
 */
export function parseSeconds(text: string): number {
  const seconds = /^\d+(\.\d+)?$/.test(text) ? Number(text) : parseDuration(text);
  if (seconds === undefined || seconds < 0) {
    throw new Error(`'${text}' is not a duration; write 10s, 500ms or 1m30s`);
  }
  if (seconds > longest) throw new Error(`'${text}' is longer than a day`);
  return seconds;
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
  if (match === null || factor === undefined) throw new Error(`'${text}' is not a size; write 32MiB, 64MB or 1048576`);
  return Math.round(Number(match[1]) * factor);
}

/** The same parser for quantities, but zero is an error. */
export function moreThanZero(parse: (text: string) => number): (text: string) => number {
  return (text) => {
    const quantity = parse(text);
    if (quantity === 0) throw new Error(`'${text}' must be more than zero`);
    return quantity;
  };
}

/** A parser for whole numbers of at least `least`. */
export function wholeNumber(least: number): (text: string) => number {
  return (text) => {
    const number = Number(text);
    if (!/^\d+$/.test(text) || !Number.isSafeInteger(number) || number < least) {
      throw new Error(`'${text}' is not a whole number of at least ${least}`);
    }
    return number;
  };
}

/** A parser for one of several words. */
export function oneOf<const T extends string>(words: readonly T[]): (text: string) => T {
  return (text) => {
    const word = words.find((candidate) => candidate === text);
    if (word === undefined) throw new Error(`'${text}' is not one of ${words.join(', ')}`);
    return word;
  };
}

/** The value of a switch: `--strict` is `true`, and so is `HOOKD_STRICT=1`. @throws Error */
export function parseSwitch(text: string): boolean {
  if (/^(true|1|yes|on)$/i.test(text)) return true;
  if (/^(false|0|no|off)$/i.test(text)) return false;
  throw new Error(`'${text}' is neither true nor false`);
}

/** What a plain scalar of YAML 1.1 stands for. */
export type ScalarValue = null | boolean | number | bigint | string;

/**
 * What a plain scalar is, as Go's yaml.v2 resolves it. `timestamp` is a kind of its own because such a string is written
 * in quotes, although reading one gives the string.
 */
export interface ResolvedScalar {
  readonly kind: 'null' | 'bool' | 'int' | 'float' | 'timestamp' | 'str';
  readonly value: ScalarValue;
}

type Word = readonly [kind: ResolvedScalar['kind'], value: ScalarValue, ...texts: string[]];

// The words of YAML 1.1 with the spellings yaml.v2 knows; any other mixture of cases is a string.
const wordTable: readonly Word[] = [
  ['bool', true, 'y', 'Y', 'yes', 'Yes', 'YES', 'true', 'True', 'TRUE', 'on', 'On', 'ON'],
  ['bool', false, 'n', 'N', 'no', 'No', 'NO', 'false', 'False', 'FALSE', 'off', 'Off', 'OFF'],
  ['null', null, '', '~', 'null', 'Null', 'NULL'],
  ['float', Number.NaN, '.nan', '.NaN', '.NAN'],
  ['float', Number.POSITIVE_INFINITY, '.inf', '.Inf', '.INF', '+.inf', '+.Inf', '+.INF'],
  ['float', Number.NEGATIVE_INFINITY, '-.inf', '-.Inf', '-.INF'],
];

const words = new Map<string, ResolvedScalar>(
  wordTable.flatMap(([kind, value, ...texts]) => texts.map((text) => [text, { kind, value }] as const)),
);

const float = /^[-+]?(\.[0-9]+|[0-9]+(\.[0-9]*)?)([eE][-+]?[0-9]+)?$/;
const integer = /^([-+]?)(?:0[xX]([0-9a-fA-F]+)|0[bB]([01]+)|0[oO]?([0-7]+)|(0|[1-9][0-9]*))$/;
const date = /^[0-9]{4}-([0-9]{1,2})-([0-9]{1,2})$/;
const dateTime =
  /^[0-9]{4}-([0-9]{1,2})-([0-9]{1,2})(?:[Tt]| )([0-9]{1,2}):([0-9]{1,2}):([0-9]{1,2})(?:[.,][0-9]+)?(Z|[-+][0-9]{2}:[0-9]{2})?$/;

/**
 * Resolves a plain scalar as Go's yaml.v2 does: the words of YAML 1.1, integers in Go's base prefixes with `_` anywhere,
 * floats. Base 60 was never supported there, so `1:30` is a string.
 */
export function resolvePlain(text: string): ResolvedScalar {
  const word = words.get(text);
  if (word !== undefined) return word;
  if (/^[-+.0-9]/.test(text)) {
    const number = resolveNumber(text);
    if (number !== undefined) return number;
    if (isTimestamp(text)) return { kind: 'timestamp', value: text };
  }
  return { kind: 'str', value: text };
}

function resolveNumber(text: string): ResolvedScalar | undefined {
  // Go reads a text that starts with a dot as it is, and an underscore in it only between digits.
  if (text.startsWith('.') && /_(?![0-9])|(?<![0-9])_/.test(text)) return undefined;
  const plain = text.replaceAll('_', '');
  const match = integer.exec(plain);
  if (match !== null) {
    const value = integerOf(match);
    if (value >= -(2n ** 63n) && value < 2n ** 64n) return { kind: 'int', value };
  }
  if (!float.test(plain)) return undefined;
  const value = Number(plain);
  return Number.isFinite(value) ? { kind: 'float', value } : undefined; // to Go, a number out of range is a string
}

function integerOf([, sign, hex, binary, octal, decimal]: RegExpExecArray): bigint {
  const magnitude = BigInt(
    hex !== undefined
      ? `0x${hex}`
      : binary !== undefined
        ? `0b${binary}`
        : octal !== undefined
          ? `0o${octal}`
          : (decimal as string),
  );
  return sign === '-' ? -magnitude : magnitude;
}

/** The timestamps of YAML 1.1 that yaml.v2 knows, each part within its range. */
function isTimestamp(text: string): boolean {
  const match = date.exec(text) ?? dateTime.exec(text);
  if (match === null) return false;
  const [, month, day, hour = '0', minute = '0', second = '0'] = match;
  const year = Number(text.slice(0, 4));
  const last = new Date(Date.UTC(year, Number(month), 0)).getUTCDate();
  return (
    inRange(month, 1, 12) &&
    inRange(day, 1, last) &&
    inRange(hour, 0, 23) &&
    inRange(minute, 0, 59) &&
    inRange(second, 0, 59)
  );
}

function inRange(text: string | undefined, from: number, to: number): boolean {
  const value = Number(text);
  return value >= from && value <= to;
}

/**
 * A number as Go's `strconv.FormatFloat(value, 'g', -1, 64)` and yaml.v2 write it: the fewest digits that read back, with
 * an exponent of at least two digits below 1e-4 and from 1e6 on.
 */
export function formatFloat(value: number): string {
  const [digits, exponentText] = value.toExponential().split('e') as [string, string];
  const exponent = Number(exponentText);
  if (exponent >= -4 && exponent < 6) return Object.is(value, -0) ? '-0' : String(value);
  return `${digits}e${exponent < 0 ? '-' : '+'}${String(Math.abs(exponent)).padStart(2, '0')}`;
}

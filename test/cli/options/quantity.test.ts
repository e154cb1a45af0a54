import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import {
  moreThanZero,
  oneOf,
  parseBytes,
  parseSeconds,
  parseSwitch,
  wholeNumber,
} from '../../../src/cli/options/quantity.js';
import { formatBytes } from '../../../src/server/bytes.js';

interface Row {
  readonly text: string;
  readonly value?: unknown;
  readonly error?: string;
}

function table(name: string, parse: (text: string) => unknown, rows: readonly Row[]): void {
  describe(name, () => {
    for (const { text, value, error } of rows) {
      test(`'${text}'`, () => {
        if (error === undefined) assert.equal(parse(text), value);
        else assert.throws(() => parse(text), { message: error });
      });
    }
  });
}

const noDuration = (text: string) => `'${text}' is not a duration; write 10s, 500ms or 1m30s`;
table('durations, in seconds', parseSeconds, [
  { text: '10s', value: 10 },
  { text: '500ms', value: 0.5 },
  { text: '1m', value: 60 },
  { text: '1m30s', value: 90 },
  { text: '1.5h', value: 5400 },
  { text: '24h', value: 86_400 },
  { text: '10', value: 10 },
  { text: '0.25', value: 0.25 },
  { text: '0', value: 0 },
  { text: '24h1ms', error: "'24h1ms' is longer than a day" },
  { text: '1e3', error: noDuration('1e3') },
  { text: '-1s', error: noDuration('-1s') },
  { text: '10 s', error: noDuration('10 s') },
  { text: 's', error: noDuration('s') },
  { text: '1d', error: noDuration('1d') },
  { text: '', error: noDuration('') },
  { text: 'Infinity', error: noDuration('Infinity') },
]);

const noSize = (text: string) => `'${text}' is not a size; write 32MiB, 64MB or 1048576`;
table('quantities that cannot be zero', moreThanZero(parseSeconds), [
  { text: '1ms', value: 0.001 },
  { text: '0s', error: "'0s' must be more than zero" },
]);

table('sizes, in bytes', parseBytes, [
  { text: '1048576', value: 1_048_576 },
  { text: '32MiB', value: 33_554_432 },
  { text: '32Mi', value: 33_554_432 },
  { text: '64MB', value: 64_000_000 },
  { text: '64m', value: 64_000_000 },
  { text: '1.5 KiB', value: 1536 },
  { text: '2Gi', value: 2_147_483_648 },
  { text: '0', value: 0 },
  { text: '10B', value: 10 },
  { text: '', error: noSize('') },
  { text: 'MiB', error: noSize('MiB') },
  { text: '-1', error: noSize('-1') },
  { text: '1TB', error: noSize('1TB') },
  { text: '1i', error: noSize('1i') },
]);

table('whole numbers of at least 1', wholeNumber(1), [
  { text: '1', value: 1 },
  { text: '500', value: 500 },
  { text: '0', error: "'0' is not a whole number of at least 1" },
  { text: '1.5', error: "'1.5' is not a whole number of at least 1" },
  { text: '1e3', error: "'1e3' is not a whole number of at least 1" },
  { text: '', error: "'' is not a whole number of at least 1" },
  { text: '99999999999999999999', error: "'99999999999999999999' is not a whole number of at least 1" },
]);

table('words', oneOf(['json', 'yaml']), [
  { text: 'yaml', value: 'yaml' },
  { text: 'YAML', error: "'YAML' is not one of json, yaml" },
]);

table('switches', parseSwitch, [
  { text: 'true', value: true },
  { text: 'On', value: true },
  { text: '1', value: true },
  { text: 'no', value: false },
  { text: '0', value: false },
  { text: 'maybe', error: "'maybe' is neither true nor false" },
]);

describe('sizes for people', () => {
  const rows = [
    { bytes: 0, text: '0 bytes' },
    { bytes: 1500, text: '1500 bytes' },
    { bytes: 1536, text: '1536 bytes' },
    { bytes: 2048, text: '2 KiB' },
    { bytes: 33_554_432, text: '32 MiB' },
    { bytes: 5 * 1024 ** 5, text: '5120 TiB' },
  ];
  for (const { bytes, text } of rows) test(text, () => assert.equal(formatBytes(bytes), text));
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseDuration } from '../../../src/protocol/request/duration.js';

// biome-ignore format: a table, one row a line
const rows: readonly { readonly name: string; readonly text: string; readonly seconds: number | undefined }[] = [
  { name: 'seconds', text: '10s', seconds: 10 },
  { name: 'minutes and seconds', text: '1m30s', seconds: 90 },
  { name: 'milliseconds', text: '500ms', seconds: 0.5 },
  { name: 'hours as Go prints them', text: '1h0m0s', seconds: 3600 },
  { name: 'fractions', text: '1.5s', seconds: 1.5 },
  { name: 'a fraction without a whole', text: '.5m', seconds: 30 },
  { name: 'a whole without a fraction', text: '2.s', seconds: 2 },
  { name: 'microseconds in three spellings', text: '1us1µs1μs', seconds: 3e-6 },
  { name: 'nanoseconds', text: '250000000ns', seconds: 0.25 },
  { name: 'zero needs no unit', text: '0', seconds: 0 },
  { name: 'negative', text: '-1m', seconds: -60 },
  { name: 'a sign', text: '+2s', seconds: 2 },
  { name: 'no unit', text: '10', seconds: undefined },
  { name: 'no number', text: 's', seconds: undefined },
  { name: 'a space', text: '10 s', seconds: undefined },
  { name: 'days, which Go has not', text: '1d', seconds: undefined },
  { name: 'empty', text: '', seconds: undefined },
  { name: 'only a sign', text: '-', seconds: undefined },
  { name: 'words', text: 'ten seconds', seconds: undefined },
  { name: 'very long', text: `${'1'.repeat(1_000_000)}s`, seconds: undefined },
];

for (const { name, text, seconds } of rows) {
  test(`duration: ${name}`, () => {
    const parsed = parseDuration(text);
    if (seconds === undefined) assert.equal(parsed, undefined);
    else assert.ok(parsed !== undefined && Math.abs(parsed - seconds) < 1e-12, String(parsed));
  });
}

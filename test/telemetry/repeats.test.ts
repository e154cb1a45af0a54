import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { Log } from '../../src/telemetry/log.js';
import { Repeats } from '../../src/telemetry/repeats.js';

describe('repeated events', () => {
  test('stand in the log once a minute, with their count', () => {
    let now = 0;
    const repeats = new Repeats(() => now);
    const counts = [0, 1, 59_999, 60_000, 60_001, 180_000].map((time) => {
      now = time;
      return repeats.count('a');
    });
    assert.deepEqual(counts, [1, undefined, undefined, 3, undefined, 2]);
  });

  test('are counted by their key', () => {
    const repeats = new Repeats(() => 0);
    assert.deepEqual([repeats.count('a'), repeats.count('b'), repeats.count('a')], [1, 1, undefined]);
  });

  test('are forgotten if there are too many different ones, the one logged first before the others', () => {
    const repeats = new Repeats(() => 0);
    for (let key = 0; key <= 1000; key++) repeats.count(`${key}`);
    assert.deepEqual([repeats.count('1000'), repeats.count('1'), repeats.count('0')], [undefined, undefined, 1]);
  });
});

test('connections that are closed for the same reason are one line a minute', () => {
  const lines: unknown[] = [];
  let now = 0;
  const destination = { write: (line: string) => void lines.push(JSON.parse(line)) };
  const log = new Log({ level: 'info', destination, now: () => now });
  for (const code of ['400', '400', '408', '400']) log.connectionError(code, `some reason ${lines.length}`);
  now = 60_000;
  log.connectionError('400', 'the last one');
  assert.deepEqual(
    lines.map((line) => {
      const { code, error, times } = line as Record<string, unknown>;
      return [code, error, times];
    }),
    [
      ['400', 'some reason 0', undefined],
      ['408', 'some reason 1', undefined],
      ['400', 'the last one', 3],
    ],
  );
});

test('warnings about the same place in the answers of a hook are one line a minute', () => {
  const lines: unknown[] = [];
  let now = 0;
  const destination = { write: (line: string) => void lines.push(JSON.parse(line)) };
  const log = new Log({ level: 'info', destination, now: () => now });
  const warn = (hook: string, rule: string, path: string) =>
    log.contractWarning({ hook, rule, path, message: 'is null', requestId: 'r-1' });
  for (let count = 0; count < 3; count++) warn('sync', 'null-field', 'children[0].spec');
  warn('sync', 'null-field', 'children[1].spec');
  warn('sync', 'observed-field', 'children[0].spec');
  warn('other', 'null-field', 'children[0].spec');
  now = 60_000;
  warn('sync', 'null-field', 'children[0].spec');
  assert.deepEqual(
    lines.map((line) => {
      const { hook, rule, path, times } = line as Record<string, unknown>;
      return [hook, rule, path, times];
    }),
    [
      ['sync', 'null-field', 'children[0].spec', undefined],
      ['sync', 'null-field', 'children[1].spec', undefined],
      ['sync', 'observed-field', 'children[0].spec', undefined],
      ['other', 'null-field', 'children[0].spec', undefined],
      ['sync', 'null-field', 'children[0].spec', 3],
    ],
  );
});

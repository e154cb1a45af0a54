import assert from 'node:assert/strict';
import { test } from 'node:test';
import { AnswerCache } from '../../src/execution/answer-cache.js';
import type { Answered } from '../../src/execution/outcome.js';

/** An answer that counts as 2,000 bytes. */
function answer(text: string): Answered {
  const body = new TextEncoder().encode(text.padEnd(976));
  return { ok: true, status: 200, headers: {}, body, warnings: [] };
}

function keysIn(cache: AnswerCache, keys: string): string {
  return [...keys].filter((key) => cache.get(key) !== undefined).join('');
}

test('keeps what was used last within its bytes', () => {
  const cache = new AnswerCache(6_000);
  for (const key of 'abc') cache.set(key, answer(key));
  assert.equal(cache.bytes, 6_000);
  assert.equal(
    Buffer.from(cache.get('a')?.body ?? [])
      .toString()
      .trim(),
    'a',
  );
  cache.set('d', answer('d'));
  assert.equal(cache.bytes, 6_000);
  assert.equal(keysIn(cache, 'abcd'), 'acd');
});

test('an answer set twice counts once', () => {
  const cache = new AnswerCache(6_000);
  cache.set('a', answer('old'));
  cache.set('a', answer('new'));
  assert.equal(cache.bytes, 2_000);
  assert.equal(
    Buffer.from(cache.get('a')?.body ?? [])
      .toString()
      .trim(),
    'new',
  );
});

test('an answer larger than the cache is not kept and drives out nothing', () => {
  const cache = new AnswerCache(2_000);
  cache.set('a', answer('a'));
  cache.set('b', answer('b'.repeat(1_000)));
  assert.equal(keysIn(cache, 'ab'), 'a');
});

test('0 bytes turn it off', () => {
  const cache = new AnswerCache(0);
  cache.set('a', answer('a'));
  assert.equal(cache.enabled, false);
  assert.equal(keysIn(cache, 'a'), '');
});

test('the names that an answer keeps count too, since a request chooses them', () => {
  const cache = new AnswerCache(100_000);
  const parent = { apiVersion: 'v1', kind: 'A', namespace: undefined, name: 'n'.repeat(20_000) };
  const request = {
    kind: 'composite-sync',
    parent,
    controller: 'c',
    observed: 0,
    timeoutSeconds: 10,
    etag: false,
  } as const;
  cache.set('a', { ...answer('a'), request });
  assert.equal(cache.bytes, 2_000 + 2 * (20_000 + 'v1'.length + 'A'.length + 'c'.length));
});

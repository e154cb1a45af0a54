import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { test } from 'node:test';
import { callKey, isUnchanged, withTag } from '../../src/execution/etag.js';
import type { Answered, Call } from '../../src/execution/outcome.js';
import { bytesOf, thingFacts } from './requests.js';

const cases: { name: string; header: string | undefined; expected: boolean }[] = [
  { name: 'absent', header: undefined, expected: false },
  { name: 'empty', header: '', expected: false },
  { name: 'the tag', header: '"a"', expected: true },
  { name: 'the weak form of the tag', header: 'W/"a"', expected: true },
  { name: 'another tag', header: '"b"', expected: false },
  { name: 'a tag that begins the same', header: '"ab"', expected: false },
  { name: 'a list with the tag', header: '"b", W/"a","c"', expected: true },
  { name: 'a list without it', header: '"b", "c"', expected: false },
  { name: 'any', header: ' * ', expected: true },
  { name: 'a tag that is a star', header: '"*"', expected: false },
  { name: 'no quotes', header: 'a', expected: false },
];

for (const { name, header, expected } of cases) {
  test(`If-None-Match: ${name}`, () => assert.equal(isUnchanged(header, '"a"'), expected));
}

const sha = (...parts: string[]) => createHash('sha256').update(parts.join('')).digest('base64url');
const json = { 'content-type': 'application/json' };

test('the key of a call comes from the digest of the hook and the body', () => {
  assert.equal(callKey('d1', bytesOf('{"a":1}')), sha('d1', '{"a":1}'));
});

/** `is` is what differs from the answer that came in. */
const tagged: {
  name: string;
  answer?: Partial<Answered>;
  etag?: boolean;
  ifNoneMatch?: string;
  key?: string;
  is: Partial<Answered>;
}[] = [
  { name: 'from the key of the call for a pure hook', key: 'k', is: { headers: { ...json, etag: '"k"' } } },
  { name: 'from the answer for any other', is: { headers: { ...json, etag: `"${sha('{}')}"` } } },
  {
    name: '304 for a pure hook whose answer the caller has',
    key: 'k',
    ifNoneMatch: '"k"',
    is: { status: 304, headers: { etag: '"k"' }, body: new Uint8Array(0) },
  },
  {
    name: '304 for a script after it was called',
    ifNoneMatch: `"x", W/"${sha('{}')}"`,
    is: { status: 304, headers: { etag: `"${sha('{}')}"` }, body: new Uint8Array(0) },
  },
  { name: 'none if the controller does not enable ETags', etag: false, ifNoneMatch: `"${sha('{}')}"`, is: {} },
  { name: 'none for another status', answer: { status: 202 }, is: {} },
  { name: 'none if the request is not one of Metacontroller', answer: { request: undefined }, key: 'k', is: {} },
];

for (const { name, answer, etag = true, ifNoneMatch, key, is } of tagged) {
  test(`the ETag of an answer: ${name}`, () => {
    const given: Answered = {
      ok: true,
      request: { ...thingFacts, etag },
      warnings: [],
      status: 200,
      headers: json,
      body: bytesOf('{}'),
      ...answer,
    };
    const http = { method: 'POST', url: '/sync', headers: {} };
    const call: Call = { hook: 'sync', body: bytesOf(''), http, ifNoneMatch };
    assert.deepEqual(withTag(given, call, key), { ...given, ...is });
  });
}

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { deadlineOf } from '../../src/execution/deadline.js';
import { thingFacts } from './requests.js';

const cases: { name: string; own: number; webhook?: number | undefined; expected: object }[] = [
  { name: 'no request of Metacontroller', own: 30, expected: { seconds: 30, source: '--timeout' } },
  {
    name: "Metacontroller's default of 10 s",
    own: 10,
    webhook: undefined,
    expected: { seconds: 9, source: 'webhook.timeout of 10 s less a margin' },
  },
  { name: '--timeout is smaller', own: 5, webhook: 10, expected: { seconds: 5, source: '--timeout' } },
  {
    name: 'a margin of a tenth',
    own: 10,
    webhook: 5,
    expected: { seconds: 4.5, source: 'webhook.timeout of 5 s less a margin' },
  },
  {
    name: 'a margin of at least 0.1 s',
    own: 10,
    webhook: 0.5,
    expected: { seconds: 0.4, source: 'webhook.timeout of 0.5 s less a margin' },
  },
  {
    name: 'a margin of at most the half',
    own: 10,
    webhook: 0.1,
    expected: { seconds: 0.05, source: 'webhook.timeout of 0.1 s less a margin' },
  },
];

for (const { name, own, expected, ...more } of cases) {
  test(`the deadline: ${name}`, () => {
    const facts = 'webhook' in more ? { ...thingFacts, timeoutSeconds: more.webhook } : undefined;
    assert.deepEqual(deadlineOf(own, facts), expected);
  });
}

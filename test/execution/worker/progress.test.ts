import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Progress } from '../../../src/execution/worker/progress.js';
import { thingFacts } from '../requests.js';

const facts = { ...thingFacts, timeoutSeconds: 5 };
const long = { ...facts, controller: 'ü'.repeat(5_000) };

const cases: { name: string; note: (thread: Progress) => void; expected: object }[] = [
  { name: 'nothing before the request is read', note: () => {}, expected: {} },
  { name: 'what the request says', note: (thread) => thread.note(facts), expected: { facts } },
  { name: 'that it is not one of Metacontroller', note: (thread) => thread.note(undefined), expected: { facts: null } },
  { name: 'nothing of facts that are too long', note: (thread) => thread.note(long), expected: { facts: null } },
  {
    name: 'nothing of another turn',
    note(thread) {
      thread.note(facts);
      thread.begin(8);
    },
    expected: {},
  },
];

for (const { name, note, expected } of cases) {
  test(`the main thread sees ${name}`, () => {
    const host = new Progress();
    const thread = new Progress(host.memory);
    thread.begin(7);
    note(thread);
    assert.deepEqual(host.of(7), expected);
  });
}

test('the main thread sees the turn that began last', () => {
  const host = new Progress();
  const thread = new Progress(host.memory);
  thread.begin(7);
  thread.begin(8);
  thread.note(facts);
  assert.deepEqual([host.of(7), host.last], [{}, { facts }]);
});

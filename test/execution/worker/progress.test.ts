import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Progress } from '../../../src/execution/worker/progress.js';
import { thingFacts } from '../requests.js';

const facts = { ...thingFacts, timeoutSeconds: 5 };
const long = { ...facts, controller: 'ü'.repeat(5_000) };

const cases: { name: string; note: (thread: Progress) => void; expected: object }[] = [
  { name: 'nothing before the request is read', note: () => {}, expected: { begun: true, activity: 0 } },
  {
    name: 'what the request says',
    note: (thread) => thread.note(facts),
    expected: { begun: true, activity: 0, facts },
  },
  {
    name: 'that it is not one of Metacontroller',
    note: (thread) => thread.note(undefined),
    expected: { begun: true, activity: 0, facts: null },
  },
  {
    name: 'nothing of facts that are too long',
    note: (thread) => thread.note(long),
    expected: { begun: true, activity: 0, facts: null },
  },
  {
    name: 'nothing of another turn',
    note(thread) {
      thread.note(facts);
      thread.begin(8);
    },
    expected: { begun: false, activity: 0 },
  },
  {
    name: 'that something was read',
    note: (thread) => thread.active(),
    expected: { begun: true, activity: 1 },
  },
  {
    name: 'nothing of a hook that writes there',
    note(thread) {
      thread.note(facts);
      new Uint8Array(thread.memory).fill(0x7b, 12);
    },
    expected: { begun: true, activity: 0, facts: null },
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
  const begun = { begun: true, activity: 0, facts };
  assert.deepEqual([host.of(7), host.last], [{ begun: false, activity: 0 }, begun]);
});

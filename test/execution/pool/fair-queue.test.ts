import assert from 'node:assert/strict';
import { test } from 'node:test';
import { FairQueue } from '../../../src/execution/pool/fair-queue.js';

interface Item {
  readonly hook: string;
  readonly id: number;
}

/** Fills a queue with items numbered in the order of the hooks given. */
function queueOf(hooks: string) {
  const queue = new FairQueue<Item>();
  const items = [...hooks].map((hook, id) => ({ hook, id }));
  for (const item of items) queue.add(item);
  return { queue, items };
}

function takeAll(queue: FairQueue<Item>, mayRun: (hook: string) => boolean = () => true): string {
  const taken: string[] = [];
  for (let item = queue.take(mayRun); item !== undefined; item = queue.take(mayRun)) {
    taken.push(`${item.hook}${item.id}`);
  }
  return taken.join(' ');
}

test('hooks take turns, within a hook the first is first', () => {
  assert.equal(takeAll(queueOf('aaabbc').queue), 'a0 b3 c5 a1 b4 a2');
});

test('a hook that may not run is passed over and keeps its place', () => {
  const { queue } = queueOf('aab');
  assert.equal(
    takeAll(queue, (hook) => hook !== 'a'),
    'b2',
  );
  assert.equal(queue.size, 2);
  assert.equal(takeAll(queue), 'a0 a1');
});

test('an item that is deleted is not taken', () => {
  const { queue, items } = queueOf('aab');
  assert.equal(queue.delete(items[0] as Item), true);
  assert.equal(queue.delete(items[0] as Item), false);
  assert.equal(queue.size, 2);
  assert.equal(takeAll(queue), 'a1 b2');
  assert.equal(queue.size, 0);
});

test('drain takes everything', () => {
  const { queue, items } = queueOf('aba');
  assert.deepEqual(queue.drain(), [items[0], items[2], items[1]]);
  assert.equal(queue.size, 0);
  assert.equal(takeAll(queue), '');
});

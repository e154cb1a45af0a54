import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  nextAhead,
  placeFor,
  type Situation,
  type WorkerState,
  type WorkerView,
  wantedWorkers,
} from '../../../src/execution/pool/schedule.js';

interface Worker extends WorkerView {
  readonly id: number;
}

/** `busy a; idle ab 3` stands for a worker that runs hook a, and one that has loaded a and b and was used at 3. */
function workersOf(text: string): Worker[] {
  if (text === '') return [];
  return text.split('; ').map((one, id) => {
    const [state, hooks = '', usedAt = '0'] = one.split(' ');
    return { id, state: state as WorkerState, hook: hooks[0] ?? '', loaded: new Set(hooks), usedAt: Number(usedAt) };
  });
}

function situation(workers: string, more: Partial<Situation<Worker>> & { hooks?: string; suspect?: string } = {}) {
  const { hooks = 'ab', suspect = '', ...rest } = more;
  return {
    workers: workersOf(workers),
    ahead: new Set(hooks),
    suspects: new Set(suspect),
    maxRunning: 3,
    maxOfHook: 2,
    isShared: hooks.length > 1,
    ...rest,
  };
}

/** `place` is the index of the worker that a call of hook a gets. */
const places: { name: string; now: Situation<Worker>; place: number | undefined }[] = [
  { name: 'the idle worker', now: situation('busy b; idle ab'), place: 1 },
  { name: 'the one whose call ended last', now: situation('idle ab 1; idle ab 3; idle ab 2'), place: 1 },
  { name: 'none that starts or loads', now: situation('starting; loading a'), place: undefined },
  { name: 'none that has yet to load it', now: situation('idle b'), place: undefined },
  { name: 'any if it is not loaded ahead', now: situation('idle b', { hooks: 'b', isShared: true }), place: 0 },
  {
    name: 'none if all may run that may',
    now: situation('busy b; busy b; idle ab', { maxRunning: 2 }),
    place: undefined,
  },
  { name: 'none if its own share runs', now: situation('busy a; busy a; idle ab'), place: undefined },
  {
    name: 'a second one not if it is the last that is ready while another starts',
    now: situation('busy a; idle ab; starting'),
    place: undefined,
  },
  { name: 'a second one if another stays ready', now: situation('busy a; idle ab; idle ab; starting'), place: 1 },
  { name: 'a second one if no other is coming', now: situation('busy a; idle ab'), place: 1 },
  {
    name: 'a second one in any case if it is the only hook',
    now: situation('busy a; idle a; starting', { hooks: 'a' }),
    place: 1,
  },
  {
    name: 'a suspect not the last one that is ready while another starts',
    now: situation('idle ab; starting', { suspect: 'a' }),
    place: undefined,
  },
  {
    name: 'a suspect not if all suspects together have the share of one hook',
    now: situation('busy b; busy b; idle ab; idle ab', { suspect: 'ab', maxRunning: 4 }),
    place: undefined,
  },
];

for (const { name, now, place } of places) {
  test(`the place of a call: ${name}`, () => assert.equal(placeFor(now, 'a')?.id, place));
}

const ahead: { name: string; now: Situation<Worker>; waiting?: string; hook: string | undefined }[] = [
  { name: 'the first hook that is missing', now: situation('idle a', { hooks: 'abc' }), hook: 'b' },
  { name: 'one that calls wait for', now: situation('idle a', { hooks: 'abc' }), waiting: 'c', hook: 'c' },
  {
    name: 'one that calls wait for, but not beyond its share',
    now: situation('idle a; busy c; busy c', { hooks: 'abc' }),
    waiting: 'c',
    hook: 'b',
  },
  { name: 'nothing in a worker that runs', now: situation('busy a'), hook: undefined },
  { name: 'nothing in one that has all', now: situation('idle ab'), hook: undefined },
];

for (const { name, now, waiting = '', hook } of ahead) {
  test(`loaded ahead: ${name}`, () => {
    const [worker] = now.workers;
    assert.equal(nextAhead(now, worker as Worker, waiting), hook);
  });
}

const wanted: { name: string; workers: string; waiting?: number; spares?: number; expected: number }[] = [
  { name: 'one if there is nothing to do', workers: '', expected: 1 },
  { name: 'spares in addition', workers: 'idle a', spares: 1, expected: 2 },
  { name: 'one for each that runs or waits', workers: 'busy a', waiting: 1, spares: 1, expected: 3 },
  { name: 'not more than may run', workers: 'busy a; busy a', waiting: 9, spares: 1, expected: 4 },
];

for (const { name, workers, waiting = 0, spares = 0, expected } of wanted) {
  test(`workers there should be: ${name}`, () => {
    assert.equal(wantedWorkers(situation(workers), waiting, spares), expected);
  });
}

import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  groupOf,
  idleTooLong,
  leastNeeded,
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

interface Wish {
  /** Hooks with their groups: `ab J` are a and b in group J; one group after the other. */
  readonly hooks?: string;
  /** Hooks that are loaded ahead; all unless given. */
  readonly ahead?: string;
  readonly suspects?: string;
  readonly waiting?: Readonly<Record<string, number>>;
  readonly maxRunning?: number;
  readonly spares?: number;
}

/** It is this late. */
const time = 1_000_000;

/**
 * A situation in a few words. Of workers, `busy J a` has run hook a of group J since now, `busy J a 1200` for 1.2 s; `idle J
 * ab` has loaded a and b, `idle J ab 3` has had nothing to do for 3 s; `idle` belongs to no group.
 */
function situation(workers: string, wish: Wish = {}): Situation<Worker> {
  const { hooks = 'ab J', waiting = {}, maxRunning = 3, spares = 1, suspects = '' } = wish;
  const words = hooks.split(' ');
  const groups = new Map<string, string>();
  for (let at = 0; at < words.length; at += 2)
    for (const hook of words[at] ?? '') groups.set(hook, words[at + 1] ?? '');
  return {
    time,
    workers: (workers === '' ? [] : workers.split('; ')).map((text, id): Worker => {
      const [state, group, loaded = '', ago = '0'] = text.split(' ');
      const isBusy = state === 'busy';
      return {
        id,
        state: state as WorkerState,
        group,
        hook: loaded[0] ?? '',
        loaded: new Set(loaded),
        startedAt: isBusy ? time - Number(ago) : 0,
        usedAt: isBusy ? 0 : time - Number(ago) * 1_000,
        idleSince: isBusy ? 0 : time - Number(ago) * 1_000,
      };
    }),
    groups,
    waiting: new Map(Object.entries(waiting).map(([hook, size]) => [hook, { size }])),
    ahead: new Set(wish.ahead ?? groups.keys()),
    suspects: new Set(suspects),
    maxRunning,
    maxOfHook: groups.size > 1 ? maxRunning - 1 : maxRunning,
    spares,
  };
}

test('each script is a group of its own, and all Jsonnet hooks are one', () => {
  const spec = (name: string, language: 'script' | 'jsonnet') => ({ name, language, file: `/${name}` });
  assert.deepEqual(
    [spec('a', 'script'), spec('b', 'script'), spec('c', 'jsonnet'), spec('d', 'jsonnet')].map(groupOf),
    ['script a', 'script b', 'jsonnet', 'jsonnet'],
  );
});

const twoScripts = 'a A b B';

/** `place` is the index of the worker that a call of hook a gets. */
const places: { name: string; now: Situation<Worker>; place: number | undefined }[] = [
  { name: 'the idle worker', now: situation('busy J b; idle J ab'), place: 1 },
  { name: 'the one whose call ended last', now: situation('idle J ab 3; idle J ab 1; idle J ab 2'), place: 1 },
  { name: 'none that starts or loads', now: situation('starting; loading J a'), place: undefined },
  { name: 'none that has yet to load it', now: situation('idle J b'), place: undefined },
  { name: 'one of its group if it is not loaded ahead', now: situation('idle J b', { ahead: 'b' }), place: 0 },
  {
    name: 'none of another group',
    now: situation('idle B b; idle B b', { hooks: twoScripts, ahead: '' }),
    place: undefined,
  },
  {
    name: 'one of no group if it is not loaded ahead',
    now: situation('idle B b; idle', { hooks: twoScripts, ahead: 'b' }),
    place: 1,
  },
  {
    name: 'none if as many run as may',
    now: situation('busy J b; busy J b; idle J ab', { maxRunning: 2 }),
    place: undefined,
  },
  { name: 'none if its own share runs', now: situation('busy J a; busy J a; idle J ab'), place: undefined },
  {
    name: 'one in addition if all that run last long, for a hook that runs nothing',
    now: situation('busy J b 1000; busy J b 1200; idle J ab', { maxRunning: 2 }),
    place: 2,
  },
  {
    name: 'none in addition for a hook that runs',
    now: situation('busy J b 1000; busy J a 1200; idle J ab', { maxRunning: 2 }),
    place: undefined,
  },
  {
    name: 'none in addition if twice as many run',
    now: situation('busy J b 1000; busy J b 1000; busy J b 1000; busy J b 1000; idle J ab', { maxRunning: 2 }),
    place: undefined,
  },
  {
    name: 'a second one not if it is the last that is ready while another starts',
    now: situation('busy J a; idle J ab; starting J'),
    place: undefined,
  },
  {
    name: 'a second one if another stays ready',
    now: situation('busy J a; idle J ab; idle J ab; starting J'),
    place: 1,
  },
  { name: 'a second one if no other is coming', now: situation('busy J a; idle J ab'), place: 1 },
  {
    name: 'a second one in any case if no other hook is in its group',
    now: situation('busy A a; idle A a; starting', { hooks: twoScripts }),
    place: 1,
  },
  {
    name: 'a suspect not the last one that is ready while another starts',
    now: situation('idle J ab; starting J', { suspects: 'a' }),
    place: undefined,
  },
  {
    name: 'a suspect not if all suspects together have the share of one hook',
    now: situation('busy J b; busy J b; idle J ab; idle J ab', { suspects: 'ab' }),
    place: undefined,
  },
];

for (const { name, now, place } of places) {
  test(`the place of a call: ${name}`, () => assert.equal(placeFor(now, 'a')?.id, place));
}

/** `hook` is what the first worker loads. */
const ahead: { name: string; now: Situation<Worker>; hook: string | undefined }[] = [
  { name: 'the first hook that is missing', now: situation('idle J a', { hooks: 'abc J' }), hook: 'b' },
  { name: 'one that calls wait for', now: situation('idle J a', { hooks: 'abc J', waiting: { c: 1 } }), hook: 'c' },
  {
    name: 'one that calls wait for, but not beyond its share',
    now: situation('idle J a; busy J c; busy J c', { hooks: 'abc J', waiting: { c: 1 } }),
    hook: 'b',
  },
  {
    name: 'nothing of another group',
    now: situation('idle A a', { hooks: twoScripts, waiting: { b: 1 } }),
    hook: undefined,
  },
  { name: 'nothing in a worker that runs', now: situation('busy J a'), hook: undefined },
  { name: 'nothing in one that has all', now: situation('idle J ab'), hook: undefined },
  {
    name: 'nothing in one of no group while no calls wait',
    now: situation('idle', { hooks: twoScripts }),
    hook: undefined,
  },
  {
    name: 'in one of no group the hook that lacks a worker',
    now: situation('idle; idle A a', { hooks: twoScripts, waiting: { a: 1, b: 1 } }),
    hook: 'b',
  },
];

for (const { name, now, hook } of ahead) {
  test(`loaded ahead: ${name}`, () => {
    const [worker] = now.workers;
    assert.equal(nextAhead(now, worker as Worker), hook);
  });
}

const wanted: { name: string; now: Situation<Worker>; count: number }[] = [
  { name: 'one group, nothing to do', now: situation('', { spares: 0 }), count: 1 },
  { name: 'one group, spares in addition', now: situation('idle J ab'), count: 2 },
  { name: 'one group, one for each that runs or waits', now: situation('busy J a', { waiting: { b: 1 } }), count: 3 },
  {
    name: 'one group, not more than may run',
    now: situation('busy J a; busy J a', { waiting: { a: 9, b: 9 } }),
    count: 4,
  },
  { name: 'several groups, nothing to do', now: situation('', { hooks: twoScripts, spares: 0 }), count: 0 },
  {
    name: 'several groups, idle ones are no spares',
    now: situation('idle A a; idle B b', { hooks: twoScripts }),
    count: 3,
  },
  {
    name: 'several groups, one for a group that lacks it',
    now: situation('idle A a', { hooks: twoScripts, waiting: { a: 1, b: 1 } }),
    count: 3,
  },
  {
    name: 'several groups, a limit for all',
    now: situation('idle A a; idle A a; idle A a; idle', { hooks: twoScripts, waiting: { b: 5 } }),
    count: 5,
  },
];

for (const { name, now, count } of wanted) {
  test(`workers there should be: ${name}`, () => assert.equal(wantedWorkers(now), count));
}

const needless: { name: string; now: Situation<Worker>; ended: number | undefined }[] = [
  {
    name: 'the one not used for longest, when another group lacks one and there is no room',
    now: situation('idle A a 1; idle A a 3; idle A a 2; idle A a 2; idle A a 1', {
      hooks: twoScripts,
      waiting: { b: 1 },
    }),
    ended: 1,
  },
  {
    name: 'none while there is one of no group',
    now: situation('idle A a 1; idle A a 3; idle A a 2; idle A a 2; idle', { hooks: twoScripts, waiting: { b: 1 } }),
    ended: undefined,
  },
  {
    name: 'none while there is room',
    now: situation('idle A a 1; idle A a 3', { hooks: twoScripts, waiting: { b: 1 } }),
    ended: undefined,
  },
];

for (const { name, now, ended } of needless) {
  test(`ended for another: ${name}`, () => assert.equal(leastNeeded(now)?.id, ended));
}

const idle: { name: string; now: Situation<Worker>; ended: number | undefined }[] = [
  { name: 'one group, the one beyond the spare', now: situation('idle J ab 59; idle J ab 60; idle J ab 61'), ended: 1 },
  { name: 'one group, not the spare', now: situation('idle J ab 999; idle J ab 999'), ended: undefined },
  {
    name: 'several groups, not the last one',
    now: situation('idle A a 599; idle', { hooks: twoScripts }),
    ended: undefined,
  },
  {
    name: 'several groups, the last one after ten minutes',
    now: situation('idle A a 600; idle', { hooks: twoScripts }),
    ended: 0,
  },
  {
    name: 'several groups, the second one',
    now: situation('idle A a 60; idle A a 59', { hooks: twoScripts }),
    ended: 0,
  },
  { name: 'several groups, never one of no group', now: situation('idle', { hooks: twoScripts }), ended: undefined },
];

for (const { name, now, ended } of idle) {
  test(`ended after a while: ${name}`, () => assert.equal(idleTooLong(now)?.id, ended));
}

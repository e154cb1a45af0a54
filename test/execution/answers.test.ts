import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Outcome } from '../../src/execution/outcome.js';
import { gist, type Rig, withRig } from './rig.js';

const jsonnet = ['misbehaving/endless.jsonnet'];
const script = ['misbehaving/healthy.ts'];

function etagOf(outcome: Outcome): string {
  assert.ok(outcome.ok);
  const { etag } = outcome.headers;
  assert.match(etag ?? '', /^"[\w-]{43}"$/);
  return etag as string;
}

/** How often the Jsonnet hook was evaluated, by the line it traces. */
function evaluations({ output }: Rig): number {
  return output.splice(0).length;
}

test('a repeated request of a Jsonnet hook is answered without an evaluation', async () => {
  await withRig({ hooks: jsonnet, options: { cacheBytes: 1_000_000 } }, async (rig) => {
    const first = await rig.call('endless', { spec: { number: 1 } });
    assert.deepEqual(gist(first), [200, { status: { fine: 1 }, children: [] }]);
    assert.deepEqual([first.cache, evaluations(rig)], ['miss', 1]);
    const second = await rig.call('endless', { spec: { number: 1 } });
    const { evaluationSeconds: _, ...kept } = first;
    assert.deepEqual(second, { ...kept, cache: 'hit' });
    assert.equal(evaluations(rig), 0);
    const other = await rig.call('endless', { spec: { number: 2 } });
    assert.deepEqual([gist(other), other.cache], [[200, { status: { fine: 2 }, children: [] }], 'miss']);
  });
});

test('without a cache each request is evaluated', async () => {
  await withRig({ hooks: jsonnet }, async (rig) => {
    for (let turn = 0; turn < 2; turn++) assert.equal((await rig.call('endless')).cache, undefined);
    assert.equal(evaluations(rig), 2);
  });
});

test('a script is never answered from the cache', async () => {
  await withRig({ hooks: script, options: { cacheBytes: 1_000_000 } }, async ({ call }) => {
    for (let turn = 0; turn < 2; turn++) {
      const { cache, evaluationSeconds } = await call('healthy');
      assert.deepEqual([cache, typeof evaluationSeconds], [undefined, 'number']);
    }
  });
});

test('a failure is not remembered', async () => {
  await withRig({ hooks: ['jsonnet-hooks/fails.jsonnet'], options: { cacheBytes: 1_000_000 } }, async ({ call }) => {
    for (let turn = 0; turn < 2; turn++) {
      const outcome = await call('fails', { etag: true });
      assert.deepEqual([outcome.ok, outcome.cache], [false, 'miss']);
    }
  });
});

for (const cacheBytes of [0, 1_000_000]) {
  test(`304 for a Jsonnet hook needs no evaluation, with ${cacheBytes} bytes of cache`, async () => {
    await withRig({ hooks: jsonnet, options: { cacheBytes } }, async (rig) => {
      const wish = { etag: true, spec: { number: 1 } };
      const etag = etagOf(await rig.call('endless', wish));
      assert.equal(evaluations(rig), 1);
      const unchanged = await rig.call('endless', wish, { ifNoneMatch: `W/${etag}, "x"` });
      assert.ok(unchanged.ok);
      assert.deepEqual(
        [unchanged.status, unchanged.headers, unchanged.body.byteLength, evaluations(rig)],
        [304, { etag }, 0, 0],
      );
      const any = await rig.call('endless', wish, { ifNoneMatch: '*' });
      assert.deepEqual([any.ok && any.status, evaluations(rig)], [304, cacheBytes === 0 ? 1 : 0]);
      const changed = await rig.call('endless', { ...wish, spec: { number: 2 } }, { ifNoneMatch: etag });
      assert.deepEqual(gist(changed), [200, { status: { fine: 2 }, children: [] }]);
      assert.notEqual(etagOf(changed), etag);
    });
  });
}

test('304 for a script comes after an evaluation', async () => {
  await withRig({ hooks: script }, async ({ call }) => {
    const wish = { etag: true, spec: { number: 1 } };
    const etag = etagOf(await call('healthy', wish));
    const unchanged = await call('healthy', wish, { ifNoneMatch: etag });
    assert.ok(unchanged.ok);
    assert.deepEqual([unchanged.status, unchanged.headers], [304, { etag }]);
    assert.equal(typeof unchanged.evaluationSeconds, 'number');
    const changed = await call('healthy', { ...wish, spec: { number: 2 } }, { ifNoneMatch: etag });
    assert.deepEqual(gist(changed), [200, { status: { fine: 2 }, children: [] }]);
  });
});

test('a flag changes the tag', async () => {
  const tags: string[] = [];
  for (const value of ['a', 'b', 'b']) {
    const config = { extVars: { x: { kind: 'str' as const, value } } };
    await withRig({ hooks: jsonnet, config }, async ({ call }) => {
      tags.push(etagOf(await call('endless', { etag: true })));
    });
  }
  assert.deepEqual([tags[0] === tags[1], tags[1] === tags[2]], [false, true]);
});

import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import type { Outcome } from '../../src/execution/outcome.js';
import { gist, withRig } from './rig.js';

const jsonnet = ['execution/repeated/pure.jsonnet'];
const script = ['execution/misbehaving/healthy.ts'];

function etagOf(outcome: Outcome): string {
  assert.ok(outcome.ok);
  const { etag } = outcome.headers;
  assert.match(etag ?? '', /^"[\w-]{43}"$/);
  return etag as string;
}

/** Whether the hook was called for it. */
function wasEvaluated({ evaluationSeconds }: Outcome): boolean {
  return evaluationSeconds !== undefined;
}

test('a repeated request of a Jsonnet hook is answered without an evaluation', async () => {
  await withRig({ hooks: jsonnet, options: { cacheBytes: 1_000_000 } }, async ({ call }) => {
    const first = await call('pure', { spec: { number: 1 } });
    assert.deepEqual(gist(first), [200, { status: { fine: 1 }, children: [] }]);
    assert.deepEqual([first.cache, wasEvaluated(first)], ['miss', true]);
    const second = await call('pure', { spec: { number: 1 } });
    const { evaluationSeconds: _, ...kept } = first;
    assert.deepEqual(second, { ...kept, cache: 'hit' });
    const other = await call('pure', { spec: { number: 2 } });
    assert.deepEqual([gist(other), other.cache], [[200, { status: { fine: 2 }, children: [] }], 'miss']);
  });
});

test('a hook that traces is evaluated each time, for its lines', async () => {
  await withRig(
    { hooks: ['execution/repeated/traced.jsonnet'], options: { cacheBytes: 1_000_000 } },
    async ({ call, output }) => {
      for (let turn = 1; turn <= 2; turn++) {
        assert.equal((await call('traced', { spec: { number: 1 } })).cache, 'miss');
        assert.equal(output.length, turn);
      }
    },
  );
});

test('without a cache each request is evaluated', async () => {
  await withRig({ hooks: jsonnet }, async ({ call }) => {
    for (let turn = 0; turn < 2; turn++) {
      const outcome = await call('pure', { spec: { number: 1 } });
      assert.deepEqual([outcome.ok, outcome.cache, wasEvaluated(outcome)], [true, undefined, true]);
    }
  });
});

test('a script is never answered from the cache', async () => {
  await withRig({ hooks: script, options: { cacheBytes: 1_000_000 } }, async ({ call }) => {
    for (let turn = 0; turn < 2; turn++) {
      const outcome = await call('healthy');
      assert.deepEqual([outcome.ok, outcome.cache, wasEvaluated(outcome)], [true, undefined, true]);
    }
  });
});

test('a failure is not remembered', async () => {
  await withRig({ hooks: ['hooks/jsonnet/fails.jsonnet'], options: { cacheBytes: 1_000_000 } }, async ({ call }) => {
    for (let turn = 0; turn < 2; turn++) {
      const outcome = await call('fails', { etag: true });
      assert.deepEqual([outcome.ok, outcome.cache], [false, 'miss']);
    }
  });
});

for (const cacheBytes of [0, 1_000_000]) {
  test(`304 for a Jsonnet hook needs no evaluation, with ${cacheBytes} bytes of cache`, async () => {
    await withRig({ hooks: jsonnet, options: { cacheBytes } }, async ({ call }) => {
      const wish = { etag: true, spec: { number: 1 } };
      const etag = etagOf(await call('pure', wish));
      const unchanged = await call('pure', wish, { ifNoneMatch: `W/${etag}, "x"` });
      assert.ok(unchanged.ok);
      assert.deepEqual(
        [unchanged.status, unchanged.headers, unchanged.body.byteLength, wasEvaluated(unchanged)],
        [304, { etag }, 0, false],
      );
      const any = await call('pure', wish, { ifNoneMatch: '*' });
      assert.deepEqual([any.ok && any.status, wasEvaluated(any)], [304, cacheBytes === 0]);
      const changed = await call('pure', { ...wish, spec: { number: 2 } }, { ifNoneMatch: etag });
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
    assert.equal(wasEvaluated(unchanged), true);
    const changed = await call('healthy', { ...wish, spec: { number: 2 } }, { ifNoneMatch: etag });
    assert.deepEqual(gist(changed), [200, { status: { fine: 2 }, children: [] }]);
  });
});

test('a flag changes the tag', async () => {
  const tags: string[] = [];
  for (const value of ['a', 'b', 'b']) {
    const config = { extVars: { x: { kind: 'str' as const, value } } };
    await withRig({ hooks: jsonnet, config }, async ({ call }) => {
      tags.push(etagOf(await call('pure', { etag: true, spec: { number: 1 } })));
    });
  }
  assert.deepEqual([tags[0] === tags[1], tags[1] === tags[2]], [false, true]);
});

test('all workers run the files as they were at the start', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'hookd-changing-'));
  const write = (version: number) => {
    writeFileSync(
      join(folder, 'script.ts'),
      `export default () => ({ status: { version: ${version} as number }, children: [] });`,
    );
    writeFileSync(join(folder, 'library.libsonnet'), `${version}`);
    writeFileSync(
      join(folder, 'jsonnet.jsonnet'),
      "function(request) { status: { version: import 'library.libsonnet' }, children: [] }",
    );
  };
  try {
    write(1);
    await withRig(
      { hooks: [folder, 'execution/misbehaving/sync.ts'], options: { workers: 3 } },
      async ({ call, workers }) => {
        write(2);
        // Workers that are lost are followed by ones that read the files anew.
        for (let turn = 0; turn < 3; turn++) await call('sync', { spec: { how: 'exit' } });
        assert.equal(workers.filter((line) => line.startsWith('stopped')).length, 3);
        for (let turn = 0; turn < 4; turn++) {
          for (const hook of ['script', 'jsonnet']) {
            assert.deepEqual(gist(await call(hook)), [200, { status: { version: 1 }, children: [] }]);
          }
        }
      },
    );
  } finally {
    rmSync(folder, { recursive: true });
  }
});

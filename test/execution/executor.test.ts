import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { createExecutor } from '../../src/execution/executor.js';
import type { Outcome } from '../../src/execution/outcome.js';
import { defaultHookConfig } from '../../src/hooks/config.js';
import { findHooks } from '../../src/hooks/find-hooks.js';
import { bytesOf, compositeSync, thingFacts } from './requests.js';
import { cwd, gist, options, type Rig, silentObserver, withRig } from './rig.js';

const answered = [200, { status: { how: 'nothing' }, children: [] }];
const stopping = ['Stopping', 'the server is shutting down'];

/** Waits until the executor has that many calls running and waiting. */
async function untilLoad({ executor }: Rig, running: number, waiting: number): Promise<void> {
  for (let turn = 0; executor.load.running !== running || executor.load.waiting !== waiting; turn++) {
    assert.ok(turn < 5_000, `it never came to that: ${JSON.stringify(executor.load)}`);
    await new Promise((resolve) => setTimeout(resolve, 2));
  }
}

test('a broken hook does not stop the others', async () => {
  const hooks = ['good', 'exits-at-load', 'no-function'].map((name) => `execution/broken/${name}.ts`);
  await withRig({ hooks }, async ({ executor, call }) => {
    assert.deepEqual(gist(await call('good')), [200, { status: {}, children: [] }]);
    const failures = [
      ['exits-at-load', 'while it was loaded it ended its worker with process.exit(5)'],
      ['no-function', 'no-function.ts must export a function by default, but its default export is a number'],
    ] as const;
    for (const [hook, message] of failures) {
      assert.deepEqual(gist(await call(hook)), ['HookLoadFailed', `hook ${hook}: ${message}`]);
    }
    assert.deepEqual(executor.load, { running: 0, waiting: 0 });
  });
});

test('a hook that loads without end is stopped', async () => {
  const options = { loadTimeoutSeconds: 0.5 };
  await withRig({ hooks: ['execution/loops-at-load.ts'], options }, async ({ executor, call }) => {
    const message = 'hook loops-at-load: it was not loaded within 0.5 s and was stopped';
    assert.deepEqual(gist(await call('loops-at-load')), ['HookLoadFailed', message]);
    assert.deepEqual(executor.load, { running: 0, waiting: 0 });
  });
});

test('start reports what came of each hook, in their order', async () => {
  const hooks = ['hooks/scripts/nodejs-server/sync.js', 'execution/broken/no-function.ts', 'execution/broken/good.ts'];
  const executor = createExecutor(findHooks(hooks, { cwd }), defaultHookConfig, options, silentObserver);
  try {
    assert.deepEqual(await executor.start(), [
      { name: 'sync', file: `${cwd}hooks/scripts/nodejs-server/sync.js`, language: 'script', nodejsStyle: true },
      {
        name: 'no-function',
        file: `${cwd}execution/broken/no-function.ts`,
        language: 'script',
        nodejsStyle: false,
        error: {
          code: 'HookLoadFailed',
          message: 'no-function.ts must export a function by default, but its default export is a number',
        },
      },
      { name: 'good', file: `${cwd}execution/broken/good.ts`, language: 'script', nodejsStyle: false },
    ]);
  } finally {
    await executor.stop();
  }
});

test('the queue has an end, and what waits is answered in turn', async () => {
  const options = { workers: 1, hookConcurrency: 1, maxQueue: 2 };
  await withRig({ hooks: ['execution/misbehaving/sync.ts'], options }, async (rig) => {
    const slow = rig.call('sync', { spec: { how: 'slow' } });
    await untilLoad(rig, 1, 0);
    const waiting = [rig.call('sync', { spec: { how: 'nothing' } }), rig.call('sync', { spec: { how: 'nothing' } })];
    const refused = await rig.call('sync');
    assert.deepEqual(refused, {
      ok: false,
      warnings: [],
      code: 'QueueFull',
      message: 'hook sync: 2 requests to it are waiting for a worker already',
      retryAfterSeconds: 1,
    });
    assert.deepEqual(rig.executor.load, { running: 1, waiting: 2 });
    assert.deepEqual(gist(await slow), [200, { status: { how: 'slow' }, children: [] }]);
    assert.deepEqual((await Promise.all(waiting)).map(gist), [answered, answered]);
    assert.deepEqual(rig.dequeued, ['sync', 'sync', 'sync']);
  });
});

test('a full queue of one hook refuses no calls of others', async () => {
  const hooks = ['slow=execution/misbehaving/sync.ts', 'healthy=execution/misbehaving/healthy.ts'];
  await withRig({ hooks, options: { workers: 3, hookConcurrency: 3, maxQueue: 20 } }, async (rig) => {
    const slow = Array.from({ length: 500 }, () => rig.call('slow', { spec: { how: 'slow' } }));
    const healthy = Array.from({ length: 20 }, (_, number) => rig.call('healthy', { spec: { number } }));
    for (const [number, outcome] of (await Promise.all(healthy)).entries()) {
      assert.deepEqual(gist(outcome), [200, { status: { fine: number }, children: [] }]);
    }
    const refused = (await Promise.all(slow)).filter((outcome) => !outcome.ok);
    assert.deepEqual([...new Set(refused.map((outcome) => gist(outcome)[0]))], ['QueueFull']);
  });
});

test('a call whose caller went away is dropped from the queue, one that runs is not', async () => {
  const options = { workers: 1, hookConcurrency: 1 };
  await withRig({ hooks: ['execution/misbehaving/sync.ts'], options }, async (rig) => {
    const running = new AbortController();
    const slow = rig.call('sync', { spec: { how: 'slow' } }, {}, running.signal);
    await untilLoad(rig, 1, 0);
    const waiting = new AbortController();
    const dropped = rig.call('sync', { spec: { how: 'exit' } }, {}, waiting.signal);
    running.abort();
    waiting.abort();
    const gone = ['DeadlineExceeded', 'hook sync: the caller went away before a worker was free'];
    assert.deepEqual(gist(await dropped), gone);
    assert.deepEqual(gist(await rig.call('sync', {}, {}, waiting.signal)), gone);
    assert.deepEqual(rig.executor.load, { running: 1, waiting: 0 });
    assert.deepEqual(gist(await slow), [200, { status: { how: 'slow' }, children: [] }]);
    assert.deepEqual(
      rig.workers.filter((line) => line.startsWith('stopped')),
      [],
    );
  });
});

test('the deadline covers waiting, for which --timeout alone counts', async () => {
  const options = { workers: 1, hookConcurrency: 1, timeoutSeconds: 2, spareWorkers: 0 };
  await withRig({ hooks: ['execution/misbehaving/sync.ts'], options }, async (rig) => {
    const loop = rig.call('sync', { spec: { how: 'loop' } });
    await untilLoad(rig, 1, 0);
    const waiting = await rig.call('sync', { timeout: '500ms' });
    assert.deepEqual(gist(waiting), ['DeadlineExceeded', 'hook sync: no worker was free within 2 s (--timeout)']);
    assert.deepEqual(gist(await loop), [
      'DeadlineExceeded',
      'hook sync: did not end within 2 s (--timeout) and was stopped',
    ]);
  });
});

test('the deadline comes from the caller once a worker has read the request', async () => {
  await withRig({ hooks: ['execution/misbehaving/sync.ts'] }, async (rig) => {
    const impatient = await rig.call('sync', { spec: { how: 'loop' }, timeout: '500ms' });
    assert.deepEqual(gist(impatient), [
      'DeadlineExceeded',
      'hook sync: did not end within 0.4 s (webhook.timeout of 0.5 s less a margin) and was stopped',
    ]);
    assert.deepEqual(impatient.request, { ...thingFacts, timeoutSeconds: 0.5 });
  });
});

test('one bad hook leaves a worker to the others', async () => {
  const options = { workers: 3, hookConcurrency: 3 };
  await withRig({ hooks: ['execution/misbehaving'], options }, async (rig) => {
    const loops = [1, 2, 3, 4].map(() => rig.call('sync', { spec: { how: 'loop' } }));
    await untilLoad(rig, 2, 2);
    for (let number = 0; number < 20; number++) {
      const outcome = await rig.call('healthy', { spec: { number } });
      assert.deepEqual(gist(outcome), [200, { status: { fine: number }, children: [] }]);
    }
    await rig.executor.stop();
    assert.deepEqual(
      (await Promise.all(loops)).map(gist),
      loops.map(() => stopping),
    );
  });
});

for (const { name, workers, loadTimeoutSeconds, ended } of [
  { name: 'that loads without end', workers: 2, loadTimeoutSeconds: 60, ended: [] },
  { name: 'that was stopped while it loaded', workers: 1, loadTimeoutSeconds: 10, ended: ['stopped 2 deadline'] },
]) {
  test(`calls do not wait for a worker ${name}`, async () => {
    const directory = mkdtempSync(join(tmpdir(), 'hookd-'));
    process.env.HOOKD_TEST_MARK = join(directory, 'mark');
    try {
      const options = { workers, hookConcurrency: workers, loadTimeoutSeconds };
      await withRig({ hooks: ['execution/loads-once'], options }, async ({ call, workers: told }) => {
        for (let turn = 0; told.filter((line) => line.startsWith('stopped')).length < ended.length; turn++) {
          assert.ok(turn < 5_000, 'the worker was not stopped');
          await new Promise((resolve) => setTimeout(resolve, 2));
        }
        for (const outcome of await Promise.all([1, 2, 3, 4, 5, 6].map(() => call('sync')))) {
          assert.deepEqual(gist(outcome), [200, { status: {}, children: [] }]);
        }
        assert.deepEqual(
          told.filter((line) => line.startsWith('stopped')),
          ended,
        );
      });
    } finally {
      rmSync(directory, { recursive: true });
    }
  });
}

test('a hook that ends its workers does not get the last one that is ready', async () => {
  const directory = mkdtempSync(join(tmpdir(), 'hookd-'));
  process.env.HOOKD_TEST_MARK = join(directory, 'mark');
  try {
    const options = { workers: 3, hookConcurrency: 3, timeoutSeconds: 6 };
    await withRig({ hooks: ['execution/few-workers'], options }, async ({ call }) => {
      const loops = [await call('endless'), ...(await Promise.all([1, 2, 3, 4].map(() => call('endless'))))];
      assert.deepEqual(
        loops.map((outcome) => gist(outcome)[0]),
        loops.map(() => 'DeadlineExceeded'),
      );
      for (const outcome of await Promise.all([1, 2, 3].map(() => call('healthy')))) {
        assert.deepEqual(gist(outcome), [200, { status: {}, children: [] }]);
      }
    });
  } finally {
    rmSync(directory, { recursive: true });
  }
});

test('stop ends what runs and what waits, and nothing is taken afterwards', async () => {
  let afterwards: Promise<Outcome> | undefined;
  const options = { workers: 1, hookConcurrency: 1 };
  await withRig({ hooks: ['execution/misbehaving/sync.ts'], options }, async (rig) => {
    const calls = [1, 2].map(() => rig.call('sync', { spec: { how: 'loop' } }));
    await untilLoad(rig, 1, 1);
    await rig.executor.stop();
    assert.deepEqual((await Promise.all(calls)).map(gist), [stopping, stopping]);
    assert.deepEqual(gist(await rig.call('sync')), stopping);
    afterwards = rig.call('sync');
    const ended = rig.workers.filter((line) => line.startsWith('stopped')).length;
    assert.equal(ended, rig.workers.length / 2);
  });
  assert.deepEqual(gist((await afterwards) as Outcome), stopping);
});

test('bodies of all sizes and shapes go through', async () => {
  await withRig({ hooks: ['execution/misbehaving/sync.ts'] }, async ({ call }) => {
    const bodies: { name: string; body: string; expected: readonly unknown[] }[] = [
      { name: 'nothing', body: '', expected: ['InvalidJson', 'the body is empty'] },
      {
        name: 'no JSON',
        body: '{',
        expected: ['InvalidJson', 'the body is not JSON: it ends too early, at line 1 column 2'],
      },
      {
        name: 'deep nesting',
        body: '['.repeat(100_000) + ']'.repeat(100_000),
        expected: ['InvalidJson', 'the body is nested deeper than 10000 levels'],
      },
      {
        name: 'special keys',
        body: JSON.stringify(compositeSync({ spec: { how: 'nothing' } })).replace(
          '{',
          '{"__proto__":{"2":[]},"constructor":1,',
        ),
        expected: answered,
      },
      {
        name: '8 MB',
        body: JSON.stringify({
          ...compositeSync({ spec: { how: 'nothing' } }),
          related: { 'Secret.v1': { a: { data: 'x'.repeat(8e6) } } },
        }),
        expected: answered,
      },
    ];
    for (const { name, body, expected } of bodies) {
      assert.deepEqual(gist(await call('sync', {}, { body: bytesOf(body) })), expected, name);
    }
  });
});

test('a hook that wants to be called later', async () => {
  await withRig({ hooks: ['hooks/scripts/later.ts'] }, async ({ call }) => {
    const { request, evaluationSeconds, ...rest } = await call('later');
    assert.equal(request?.parent.name, 'one');
    assert.equal(typeof evaluationSeconds, 'number');
    assert.deepEqual(rest, {
      ok: false,
      warnings: [],
      code: 'RetryLater',
      message: 'hook later: the volume is not there yet',
      retryAfterSeconds: 3,
    });
  });
});

test('a nodejs-server hook gets the HTTP facts', async () => {
  await withRig({ hooks: ['hooks/scripts/nodejs-server/sync.js'] }, async ({ call }) => {
    const http = { method: 'GET', url: '/sync/a?b=c', headers: { 'user-agent': 'test' } };
    const outcome = await call('sync', {}, { body: new Uint8Array(0), http });
    assert.deepEqual(gist(outcome), [
      200,
      {
        status: {
          body: {},
          method: 'GET',
          url: '/sync/a?b=c',
          path: '/sync/a',
          query: { b: 'c' },
          agent: 'test',
          headers: { 'user-agent': 'test' },
        },
      },
    ]);
  });
});

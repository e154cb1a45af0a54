import assert from 'node:assert/strict';
import { test } from 'node:test';
import { engineNames } from '../../src/jsonnet/engine.js';
import { missingEngines } from '../missing-engines.js';
import { gist, withRig } from './rig.js';

const memory = 'hook sync: needed more memory than a worker may use (--worker-heap)';
const deadline = 'hook sync: did not end within 1.8 s (webhook.timeout of 2 s less a margin) and was stopped';

const failures: { how: string; timeout?: string; expected: readonly [string, string]; stopped: readonly string[] }[] = [
  { how: 'loop', timeout: '2s', expected: ['DeadlineExceeded', deadline], stopped: ['deadline'] },
  { how: 'never settles', timeout: '2s', expected: ['DeadlineExceeded', deadline], stopped: ['deadline'] },
  {
    how: 'exit',
    expected: ['HookCrashed', 'hook sync: ended its worker with process.exit(3)'],
    stopped: ['crash'],
  },
  {
    how: 'throw in a timer',
    expected: ['HookCrashed', 'hook sync: threw where nothing could catch it: Error: from a timer'],
    stopped: ['crash'],
  },
  {
    how: 'reject unnoticed',
    expected: ['HookCrashed', 'hook sync: threw where nothing could catch it: Error: nobody looks'],
    stopped: ['crash'],
  },
  { how: 'many objects', expected: ['OutOfMemory', memory], stopped: ['memory'] },
  { how: 'one huge array', expected: ['OutOfMemory', memory], stopped: ['memory'] },
  { how: 'an array beyond what V8 can', expected: ['OutOfMemory', memory], stopped: ['memory'] },
  { how: 'many buffers', expected: ['OutOfMemory', memory], stopped: ['memory'] },
  {
    how: 'kill the process',
    expected: ['OutOfMemory', 'hook sync: was killed with its worker, as the kernel does when memory runs out'],
    stopped: ['memory'],
  },
  {
    how: 'endless recursion',
    expected: ['HookFailed', 'hook sync: RangeError: Maximum call stack size exceeded (sync.ts:46)'],
    stopped: [],
  },
];

test('only the call that misbehaves fails', async (context) => {
  await withRig({ hooks: ['execution/misbehaving/sync.ts'] }, async ({ call, workers }) => {
    for (const { how, timeout, expected, stopped } of failures) {
      await context.test(how, async () => {
        const before = workers.length;
        const outcome = await call('sync', { spec: { how }, ...(timeout === undefined ? {} : { timeout }) });
        assert.deepEqual(gist(outcome), expected);
        // The outcome says who was called for, so that the log does.
        assert.equal(outcome.request?.parent.name, 'one');
        const ends = workers.slice(before).filter((line) => line.startsWith('stopped'));
        assert.deepEqual(
          ends.map((line) => line.split(' ')[2]),
          stopped,
        );
        assert.deepEqual(gist(await call('sync', { spec: { how: 'nothing' } })), [
          200,
          { status: { how: 'nothing' }, children: [] },
        ]);
      });
    }
  });
});

test('a hook that once ended its worker at once reports from then on whom it is called for', async () => {
  await withRig({ hooks: ['execution/misbehaving/sync.ts'] }, async ({ call }) => {
    const parents: unknown[] = [];
    for (let turn = 0; turn < 2; turn++) {
      const { request } = await call('sync', { spec: { how: 'kill the process' } });
      parents.push(request?.parent.name);
    }
    assert.deepEqual(parents, [undefined, 'one']);
  });
});

const afterwards = [
  {
    how: 'exit after answering',
    expected: 'sync error threw after it had answered: Error: process.exit(4) has no effect here',
  },
  { how: 'reject after answering', expected: 'sync error threw after it had answered: Error: too late' },
];

for (const { how, expected } of afterwards) {
  test(`no call fails: ${how}`, async () => {
    await withRig({ hooks: ['execution/misbehaving'] }, async ({ call, output }) => {
      for (let number = 0; number < 10; number++) {
        assert.deepEqual(gist(await call('sync', { spec: { how } })), [200, { status: { how }, children: [] }]);
        // Long enough for what comes afterwards, in a worker that may be busy with another hook by then.
        await new Promise((resolve) => setTimeout(resolve, 20));
        assert.deepEqual(gist(await call('healthy', { spec: { number } })), [
          200,
          { status: { fine: number }, children: [] },
        ]);
      }
      assert.deepEqual([...new Set(output.map((text) => text.split('\n')[0]))], [expected]);
    });
  });
}

for (const { name, hook, engine } of [
  { name: 'an endless loop in TypeScript', hook: 'sync', engine: 'js' as const },
  ...engineNames.map((engine) => ({ name: `an endless tail call in Jsonnet by ${engine}`, hook: 'endless', engine })),
]) {
  test(`${name} is stopped at its deadline and no other request fails`, {
    skip: missingEngines[engine] ?? false,
  }, async () => {
    const options = { timeoutSeconds: 60 };
    await withRig({ hooks: ['execution/misbehaving'], config: { engine }, options }, async ({ call }) => {
      const timeout = '60s';
      // Until two run at a time: then there are two workers before one of them is lost.
      for (let isAlone = true; isAlone; ) {
        const slow = call('sync', { spec: { how: 'slow' }, timeout }).then(() => true);
        isAlone = await Promise.race([slow, call('healthy', { spec: { number: 1 }, timeout }).then(() => false)]);
        await slow;
      }
      let isLooping = true;
      const looped = call(hook, { spec: { how: 'loop' }, timeout: '4s' }).finally(() => {
        isLooping = false;
      });
      let meanwhile = 0;
      const keepCalling = async (lane: number) => {
        for (let turn = 0; isLooping || turn < 10; turn++) {
          const number = lane * 1_000_000 + turn;
          const outcome = await call('healthy', { spec: { number }, timeout });
          assert.deepEqual(gist(outcome), [200, { status: { fine: number }, children: [] }]);
          if (isLooping) meanwhile++;
          await new Promise((resolve) => setTimeout(resolve, 5));
        }
      };
      await Promise.all([1, 2, 3, 4].map(keepCalling));
      assert.deepEqual(gist(await looped), [
        'DeadlineExceeded',
        `hook ${hook}: did not end within 3.6 s (webhook.timeout of 4 s less a margin) and was stopped`,
      ]);
      assert.ok(meanwhile > 0, 'no healthy call was answered before the loop was stopped');
      assert.equal((await call(hook, { spec: { number: 1 }, timeout })).ok, true);
    });
  });
}

test('what hooks write comes out line by line, with the level of the method', async () => {
  await withRig({ hooks: ['execution/misbehaving'] }, async ({ call, output }) => {
    assert.equal((await call('talkative')).ok, true);
    assert.deepEqual(output, [
      'talkative debug debug text',
      'talkative info log { a: [ 1 ] }',
      'talkative info info',
      'talkative warn warn\nin two lines',
      'talkative error error',
      'talkative info Group',
      'talkative info in the group',
      'talkative info out put',
      'talkative error problem',
    ]);
  });
});

for (const engine of engineNames) {
  // libjsonnet writes past Node, so its lines may come a little after the answer.
  const order = engine === 'libjsonnet' ? '' : ', before the answer';
  test(`std.trace lines of ${engine} come out with the name of the hook${order}`, {
    skip: missingEngines[engine] ?? false,
  }, async () => {
    await withRig(
      { hooks: ['execution/misbehaving/endless.jsonnet'], config: { engine } },
      async ({ call, output }) => {
        for (let turn = 0; turn < 5; turn++) {
          assert.equal((await call('endless')).ok, true);
          while (engine === 'libjsonnet' && output.length === 0) await new Promise((resolve) => setTimeout(resolve, 2));
          assert.deepEqual(
            output.splice(0).map((line) => line.replace(/\/\S*\//, '')),
            ['endless info TRACE: endless.jsonnet:5 fine'],
          );
        }
      },
    );
  });
}

test('output without end is cut off', async () => {
  await withRig(
    { hooks: ['execution/misbehaving/sync.ts'], options: { timeoutSeconds: 3 } },
    async ({ call, output }) => {
      await call('sync', { spec: { how: 'write without end' } });
      assert.deepEqual(
        [output.length, output[0], output.at(-1)],
        [
          1001,
          'sync info again',
          'sync warn the rest of what this call writes is dropped: it wrote more than 1000 lines',
        ],
      );
    },
  );
});

test('raw output without end is cut off', async () => {
  await withRig({ hooks: ['faulty=execution/faults/faulty.mjs'] }, async ({ call, output }) => {
    await call('faulty', { spec: { fault: 'raw lines without end' }, timeout: '3s' });
    assert.deepEqual(
      [output.length, output[0], output.at(-1)],
      [
        1001,
        'faulty info again',
        'faulty warn the rest of what is written past the console is dropped: it is too much',
      ],
    );
  });
});

test('a call that cannot begin, because of what an earlier one left behind, goes to another worker', async () => {
  await withRig({ hooks: ['faulty=execution/faults/faulty.mjs'] }, async ({ call, workers, output }) => {
    // Until the loop begins before the next call does.
    while (!workers.some((line) => line.endsWith(' blocked'))) {
      for (const fault of ['loops late', 'none']) {
        assert.deepEqual(gist(await call('faulty', { spec: { fault } })), [200, { status: { fault }, children: [] }]);
      }
    }
    assert.equal(
      output[0],
      'faulty warn a request is given to another worker, since work that was left behind after an answer blocks this one',
    );
  });
});

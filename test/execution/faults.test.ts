import assert from 'node:assert/strict';
import { test } from 'node:test';
import { gist, type Rig, withRig } from './rig.js';

// Every fault runs while clients call two healthy hooks, a script and a Jsonnet hook. Not one of their requests may be
// lost, wrong or late, and the process of the server, which is that of the test, must live.

interface Fault {
  readonly name: string;
  /** What the call that does it gets; `answer` is its own answer, undefined whatever it gets. */
  readonly expected: 'answer' | readonly [code: string, message: string | RegExp] | undefined;
  /** True if it harms the answers of its hook as long as its worker lives. */
  readonly stays?: boolean;
}

const late = 'hook faulty: did not end within 0.9 s (webhook.timeout of 1 s less a margin) and was stopped';
const memory = 'hook faulty: needed more memory than a worker may use (--worker-heap)';
const wrote = 'hook faulty: wrote to a pipe between hookd and its worker';
const closed = 'hook faulty: closed a pipe between hookd and its worker';
const exited = 'hook faulty: ended its worker with process.exit(3)';
const killed = 'hook faulty: was killed with its worker, as the kernel does when memory runs out';

const faults: readonly Fault[] = [
  { name: 'an endless loop', expected: ['DeadlineExceeded', late] },
  { name: 'an endless loop of promises', expected: ['DeadlineExceeded', late] },
  { name: 'an answer that never comes', expected: ['DeadlineExceeded', late] },
  { name: 'a regular expression without end', expected: ['DeadlineExceeded', late] },
  { name: 'a wait that blocks', expected: ['DeadlineExceeded', late] },
  { name: 'a program that does not end', expected: ['DeadlineExceeded', late] },
  { name: 'lines without end', expected: ['DeadlineExceeded', late] },
  { name: 'raw lines without end', expected: ['DeadlineExceeded', late] },
  { name: 'a program that writes without end', expected: 'answer', stays: true },

  { name: 'a bomb of objects', expected: ['OutOfMemory', memory] },
  { name: 'a bomb of one array', expected: ['OutOfMemory', memory] },
  { name: 'a bomb of buffers', expected: ['OutOfMemory', memory] },
  { name: 'a bomb of one string', expected: ['OutOfMemory', memory] },
  { name: 'endless recursion', expected: ['HookFailed', /^hook faulty: RangeError: Maximum call stack size exceeded/] },
  {
    name: 'an answer of 40 MB',
    expected: ['InvalidResponse', 'hook faulty: the answer has 40000036 bytes, but --max-answer-bytes allows 33554432'],
  },
  { name: 'an answer of 200 MB', expected: undefined },

  { name: 'exit', expected: ['HookCrashed', exited] },
  { name: 'a signal that aborts', expected: ['HookCrashed', 'hook faulty: ended its worker (signal SIGABRT)'] },
  { name: 'a signal that kills', expected: ['OutOfMemory', killed] },
  { name: 'a signal that ends', expected: 'answer' },
  {
    name: 'a signal to its group',
    expected: ['HookFailed', /^hook faulty: Error: process\.kill\(0\) would end hookd/],
  },
  {
    name: 'a signal to its parent',
    expected: ['HookFailed', /^hook faulty: Error: process\.kill\(\d+\) would end hookd/],
  },
  { name: 'all descriptors open', expected: undefined, stays: true },

  { name: 'throws late', expected: 'answer' },
  { name: 'loops late', expected: 'answer' },
  { name: 'loops late in promises', expected: 'answer' },
  { name: 'a late bomb', expected: 'answer', stays: true },
  { name: 'exits late', expected: 'answer' },
  { name: 'throws without handlers', expected: ['HookCrashed', 'hook faulty: ended its worker: nobody looks'] },

  { name: 'JSON.stringify replaced', expected: 'answer' },
  { name: 'JSON.parse replaced', expected: 'answer' },
  { name: 'a toJSON for all objects', expected: undefined, stays: true },
  { name: 'a toJSON for all arrays', expected: undefined, stays: true },
  { name: 'a toJSON for all that stays', expected: undefined, stays: true },
  { name: 'Map.prototype.get replaced', expected: undefined },
  { name: 'Array.prototype[Symbol.iterator] replaced', expected: undefined },
  { name: 'Promise.prototype.then replaced', expected: undefined },
  { name: 'Buffer.prototype.write replaced', expected: undefined },
  { name: 'Object.prototype frozen', expected: undefined, stays: true },
  { name: 'fs.writeSync replaced', expected: 'answer', stays: true },
  { name: 'Error.prepareStackTrace that throws', expected: undefined },
  { name: 'memory shared with hookd overwritten', expected: 'answer' },

  { name: 'junk on descriptor 3', expected: ['HookCrashed', wrote] },
  { name: 'junk on descriptor 4', expected: ['HookCrashed', wrote] },
  { name: 'junk on descriptor 5', expected: ['HookCrashed', wrote] },
  { name: 'a forged frame on descriptor 3', expected: ['HookCrashed', wrote] },
  { name: 'a forged frame on descriptor 5', expected: ['HookCrashed', wrote] },
  { name: 'a frame that is too large', expected: ['HookCrashed', wrote] },
  { name: 'half a prefix on descriptor 5', expected: ['HookCrashed', wrote] },
  // Node may abort when it uses one of these.
  { name: 'descriptor 1 closed', expected: undefined, stays: true },
  { name: 'descriptor 2 closed', expected: undefined, stays: true },
  { name: 'descriptor 3 closed', expected: ['HookCrashed', closed] },
  { name: 'descriptor 4 closed', expected: 'answer' },
  { name: 'descriptor 5 closed', expected: ['HookCrashed', /EBADF|closed a pipe/] },
  { name: 'a child that holds the output, then exit', expected: ['HookCrashed', exited] },
  { name: 'a child that holds all pipes, then exit', expected: ['HookCrashed', exited] },

  { name: 'throws a bigint', expected: ['HookFailed', /^hook faulty: /] },
  { name: 'throws nothing', expected: ['HookFailed', /^hook faulty: /] },
  { name: 'throws a proxy', expected: ['HookFailed', /^hook faulty: /] },
  { name: 'throws an error that cannot be read', expected: ['HookFailed', /^hook faulty: /] },
  { name: 'an answer that cannot be read', expected: ['InvalidResponse', /^hook faulty: /] },
  { name: 'an answer that refers to itself', expected: ['InvalidResponse', /^hook faulty: /] },
];

/** The faulty hook in as many lanes, each a hook of its own. */
const lanes = ['one', 'two', 'three'];
const options = { workers: 6, hookConcurrency: 4, workerHeapMb: 128 };
const steady = ['script=execution/faults/steady.mjs', 'jsonnet=execution/faults/steady.jsonnet'];

/** Calls a healthy hook until told to stop, and returns how often. */
async function keepCalling({ call }: Rig, hook: string, isOver: () => boolean): Promise<number> {
  let calls = 0;
  for (; !isOver(); calls++) {
    assert.deepEqual(gist(await call(hook, { spec: { number: calls } })), [
      200,
      { status: { number: calls }, children: [] },
    ]);
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
  return calls;
}

/** Calls the faulty hook with a fault, and afterwards until it answers as if nothing had been. */
async function runFault({ call }: Rig, lane: string, { name, expected, stays = false }: Fault): Promise<void> {
  const timeout = expected?.[1] === late ? '1s' : '60s';
  const outcome = await call(lane, { spec: { fault: name }, timeout });
  const [first, second] = gist(outcome);
  const message = typeof second === 'string' ? second.replace(`hook ${lane}:`, 'hook faulty:') : second;
  if (expected === 'answer') assert.deepEqual([first, message], [200, { status: { fault: name }, children: [] }], name);
  else if (expected !== undefined) {
    assert.equal(first, expected[0], `${name}: ${message}`);
    if (typeof expected[1] === 'string') assert.equal(message, expected[1], name);
    else assert.match(message as string, expected[1], name);
  }
  if (stays) await call(lane, { spec: { fault: 'exit' } });
  const tries: unknown[] = [];
  for (let turn = 0; turn < 5; turn++) {
    const [status, body] = gist(await call(lane, { spec: { fault: 'none' } }));
    if (status === 200) {
      assert.deepEqual(body, { status: { fault: 'none' }, children: [] }, name);
      return;
    }
    tries.push([status, body]);
  }
  assert.fail(`${name}: the hook does not recover: ${JSON.stringify(tries)}`);
}

test('no fault of a hook reaches the callers of others', async (context) => {
  const hooks = [...lanes.map((lane) => `${lane}=execution/faults/faulty.mjs`), ...steady];
  await withRig({ hooks, options }, async (rig) => {
    let isOver = false;
    const clients = ['script', 'script', 'jsonnet', 'jsonnet'].map((hook) => keepCalling(rig, hook, () => isOver));
    const rest = [...faults];
    const run = async (lane: string) => {
      for (let fault = rest.shift(); fault !== undefined; fault = rest.shift()) {
        const one = fault;
        await context.test(one.name, () => runFault(rig, lane, one));
      }
    };
    await Promise.all(lanes.map(run));
    isOver = true;
    for (const calls of await Promise.all(clients)) assert.ok(calls > faults.length, `only ${calls} healthy calls`);
  });
});

test('a worker that is stopped by a signal is killed at --timeout, and no other call is late', async () => {
  const hooks = ['one=execution/faults/faulty.mjs', ...steady];
  await withRig({ hooks, options: { ...options, timeoutSeconds: 15 } }, async (rig) => {
    let isOver = false;
    const clients = ['script', 'jsonnet'].map((hook) => keepCalling(rig, hook, () => isOver));
    const outcome = await rig.call('one', { spec: { fault: 'a signal that stops' } });
    assert.deepEqual(gist(outcome), [
      'DeadlineExceeded',
      'hook one: did not end within 15 s (--timeout) and was stopped',
    ]);
    isOver = true;
    await Promise.all(clients);
  });
});

test('no fault at load reaches other hooks', async () => {
  const hooks = ['stringify-at-load', 'junk-at-load'].map((name) => `execution/faults/${name}.mjs`);
  await withRig({ hooks: [...hooks, ...steady] }, async ({ call }) => {
    assert.deepEqual(gist(await call('junk-at-load')), [
      'HookLoadFailed',
      'hook junk-at-load: while it was loaded it wrote to a pipe between hookd and its worker',
    ]);
    assert.deepEqual(gist(await call('stringify-at-load')), [200, { status: {}, children: [] }]);
    for (const hook of ['script', 'jsonnet']) {
      assert.deepEqual(gist(await call(hook, { spec: { number: 1 } })), [200, { status: { number: 1 }, children: [] }]);
    }
  });
});

test('the stop ends whatever hooks do', async () => {
  const stubborn = [
    'an endless loop',
    'an endless loop of promises',
    'a wait that blocks',
    'a program that does not end',
  ];
  const hooks = [...stubborn.keys()].map((index) => `hook${index}=execution/faults/faulty.mjs`);
  const held = 'holds=execution/faults/faulty.mjs';
  await withRig({ hooks: [...hooks, held], options: { ...options, workers: 8 } }, async ({ call, executor }) => {
    await call('holds', { spec: { fault: 'a child that holds all pipes, then exit' } });
    const calls = stubborn.map((fault, index) => call(`hook${index}`, { spec: { fault } }));
    while (executor.load.running < stubborn.length) await new Promise((resolve) => setTimeout(resolve, 5));
    await executor.stop();
    const stopping = ['Stopping', 'the server is shutting down'];
    assert.deepEqual(
      (await Promise.all(calls)).map(gist),
      stubborn.map(() => stopping),
    );
  });
});

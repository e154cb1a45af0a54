import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';

const script = fileURLToPath(new URL('few-descriptors.js', import.meta.url));

test('a worker that cannot be started for want of descriptors fails the calls that need it, and no others', () => {
  const { stdout, stderr, status } = spawnSync(
    'sh',
    ['-c', 'ulimit -n 250; exec "$0" "$1"', process.execPath, script],
    {
      encoding: 'utf8',
      timeout: 300_000,
    },
  );
  assert.deepEqual([stderr, status], ['', 0]);
  const unable = `hook faulty: got no worker: the last one could not be started: spawn ${process.execPath} EMFILE`;
  assert.deepEqual(JSON.parse(stdout), [
    ['OutOfMemory', 'hook faulty: was killed with its worker, as the kernel does when memory runs out'],
    [200, { status: { fine: 1 }, children: [] }],
    ['HookCrashed', unable],
    [200, { status: { fault: 'none' }, children: [] }],
  ]);
});

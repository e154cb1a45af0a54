import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { test } from 'node:test';
import { killTree } from '../../src/execution/process-tree.js';

/** Whether the process is there and not only waiting for somebody to ask how it ended. */
function isAlive(pid: number): boolean {
  try {
    return !/\) Z /.test(readFileSync(`/proc/${pid}/stat`, 'utf8'));
  } catch {
    return false;
  }
}

test('kills a process, its children, theirs, and those in a session of their own', {
  skip: process.platform !== 'linux' && 'only Linux lists children',
}, async () => {
  const script = 'sleep 60 & echo $!; setsid sleep 60 & echo $!; sh -c "sleep 60 & echo \\$!; wait" & wait';
  const child = spawn('sh', ['-c', script], { stdio: ['ignore', 'pipe', 'ignore'] });
  const pids = [child.pid as number];
  for await (const line of createInterface({ input: child.stdout })) if (pids.push(Number(line)) === 4) break;
  assert.deepEqual(pids.map(isAlive), [true, true, true, true]);
  const ended = once(child, 'exit');
  killTree(child.pid as number);
  await ended;
  while (pids.some(isAlive)) await new Promise((resolve) => setTimeout(resolve, 5));
});

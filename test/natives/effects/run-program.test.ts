import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, suite, test } from 'node:test';
import { removeLeftFolders, runProgram } from '../../../src/natives/effects/run-program.js';

suite('programs that natives run', () => {
  const usual = process.env.TMPDIR;
  const folder = mkdtempSync(join(tmpdir(), 'hookd-test-'));
  process.env.TMPDIR = folder;
  after(() => {
    if (usual === undefined) delete process.env.TMPDIR;
    else process.env.TMPDIR = usual;
    rmSync(folder, { recursive: true });
  });

  test('a program finds its files, which only this user can read, and its folder is removed', () => {
    const result = runProgram({
      command: 'sh',
      args: ['-c', 'cat secret; pwd; stat -c %a secret'],
      files: { secret: 'values\n' },
      timeoutMs: 10_000,
    });
    const [content, path = '', mode] = result.stdout.split('\n');
    assert.deepEqual([result.outcome, content, mode], ['exited', 'values', '600']);
    assert.equal(path.startsWith(folder), true);
    assert.equal(existsSync(path), false);
  });

  test('the folder of a process that was killed is removed, and no other', async () => {
    const dead = spawnSync('true').pid;
    const running = spawn('sleep', ['60']);
    const folders = {
      dead: `hookd-run-${hostname()}-${dead}-AbCdEf`,
      running: `hookd-run-${hostname()}-${running.pid}-AbCdEf`,
      elsewhere: `hookd-run-elsewhere-${dead}-AbCdEf`,
      other: `hookd-run-${hostname()}-x`,
    };
    for (const name of Object.values(folders)) mkdirSync(join(folder, name));
    removeLeftFolders();
    assert.deepEqual(readdirSync(folder).sort(), [folders.elsewhere, folders.other, folders.running].sort());
    running.kill();
    await once(running, 'exit');
    removeLeftFolders();
    assert.deepEqual(readdirSync(folder).sort(), [folders.elsewhere, folders.other].sort());
    assert.equal(statSync(join(folder, folders.other)).isDirectory(), true);
  });
});

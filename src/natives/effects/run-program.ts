import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ProgramCall, ProgramResult } from './effects.js';

const maxOutputBytes = 64 * 1024 * 1024;

/** The folders of this machine or container begin so; the number of the process that made them follows. */
const prefix = `hookd-run-${hostname()}-`;

/** Runs a program in a new temporary folder and kills it at its time limit. See RunProgram. */
export function runProgram(call: ProgramCall): ProgramResult {
  let folder: string | undefined;
  try {
    folder = mkdtempSync(join(tmpdir(), `${prefix}${process.pid}-`));
    for (const [name, content] of Object.entries(call.files))
      writeFileSync(join(folder, name), content, { mode: 0o600 });
    const { error, status, signal, stdout, stderr } = spawnSync(call.command, call.args, {
      cwd: folder,
      timeout: call.timeoutMs,
      killSignal: 'SIGKILL',
      maxBuffer: maxOutputBytes,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    if (error === undefined) {
      const outcome = status === null ? 'failed' : 'exited';
      return { outcome, exitCode: status ?? -1, stdout, stderr: status === null ? `ended by ${signal}` : stderr };
    }
    return ended(codeOf(error), error);
  } catch (error) {
    return ended('', error as Error);
  } finally {
    if (folder !== undefined) rmSync(folder, { recursive: true, force: true });
  }
}

/** Removes the folders of processes that were killed while they ran a program. Never throws. */
export function removeLeftFolders(): void {
  let names: readonly string[];
  try {
    names = readdirSync(tmpdir()).filter((name) => name.startsWith(prefix));
  } catch {
    return;
  }
  for (const name of names) {
    const pid = Number.parseInt(name.slice(prefix.length), 10);
    if (!(pid > 0) || isAlive(pid)) continue;
    try {
      rmSync(join(tmpdir(), name), { recursive: true, force: true });
    } catch {
      // It belongs to somebody else.
    }
  }
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return codeOf(error as Error) !== 'ESRCH';
  }
}

function codeOf(error: Error): string {
  return (error as NodeJS.ErrnoException).code ?? '';
}

function ended(code: string, error: Error): ProgramResult {
  const outcome = code === 'ENOENT' ? 'not-found' : code === 'ETIMEDOUT' ? 'timed-out' : 'failed';
  return { outcome, exitCode: -1, stdout: '', stderr: error.message };
}

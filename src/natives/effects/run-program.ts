import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ProgramCall, ProgramResult } from './effects.js';

const maxOutputBytes = 64 * 1024 * 1024;

/** Runs a program in a new temporary folder and kills it at its time limit. See RunProgram. */
export function runProgram(call: ProgramCall): ProgramResult {
  let folder: string | undefined;
  try {
    folder = mkdtempSync(join(tmpdir(), 'hookd-'));
    for (const [name, content] of Object.entries(call.files)) writeFileSync(join(folder, name), content);
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

function codeOf(error: Error): string {
  return (error as NodeJS.ErrnoException).code ?? '';
}

function ended(code: string, error: Error): ProgramResult {
  const outcome = code === 'ENOENT' ? 'not-found' : code === 'ETIMEDOUT' ? 'timed-out' : 'failed';
  return { outcome, exitCode: -1, stdout: '', stderr: error.message };
}

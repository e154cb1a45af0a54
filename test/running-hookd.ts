import { type ChildProcess, spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { checkout } from './checkout.js';

/** The command of this checkout. */
export const hookdBin = `${checkout}bin/hookd.js`;

export interface RunningHookd {
  /** `http://127.0.0.1:<port>`, without a slash at the end. */
  readonly url: string;
  readonly pid: number;
  /** Sends SIGTERM and resolves with the exit code, or with the signal that ended it. */
  stop(): Promise<number | NodeJS.Signals | null>;
}

export interface RunOptions {
  /** The script to run; the one of this checkout unless given. */
  readonly bin?: string;
  readonly cwd?: string;
  readonly env?: NodeJS.ProcessEnv;
}

/**
 * Runs a server as a process of its own on a free port of the loopback and waits until it listens.
 * @param args the command (`serve` or `httpd`), hooks and flags
 * @throws Error with everything that it printed, if it ends before it listens
 */
export async function runHookd(args: readonly string[], options: RunOptions = {}): Promise<RunningHookd> {
  const child = spawn(
    process.execPath,
    [options.bin ?? hookdBin, ...args, '--listen-addr=127.0.0.1:0', '--shutdown-delay=0s', '--log-format=json'],
    { cwd: options.cwd, env: options.env ?? process.env, stdio: ['ignore', 'pipe', 'pipe'] },
  );
  const kill = () => child.kill('SIGKILL'); // a test that fails leaves nothing behind
  process.once('exit', kill);
  const ended = new Promise<number | NodeJS.Signals | null>((resolve) => {
    child.once('close', (code, signal) => {
      process.removeListener('exit', kill);
      resolve(code ?? signal);
    });
  });
  const url = await listening(child, ended);
  return {
    url,
    pid: child.pid as number,
    stop() {
      child.kill('SIGTERM');
      return ended;
    },
  };
}

async function listening(child: ChildProcess, ended: Promise<unknown>): Promise<string> {
  const printed: string[] = [];
  const address = new Promise<string>((resolve) => {
    for (const stream of [child.stdout, child.stderr]) {
      if (stream === null) continue;
      createInterface({ input: stream }).on('line', (line) => {
        printed.push(line);
        const port = /"address":"[^"]*127\.0\.0\.1:(\d+)"/.exec(line)?.[1];
        if (port !== undefined) resolve(`http://127.0.0.1:${port}`);
      });
    }
  });
  const early = ended.then(() => undefined);
  const url = await Promise.race([address, early]);
  if (url === undefined) throw new Error(`hookd ended before it listened:\n${printed.join('\n')}`);
  return url;
}

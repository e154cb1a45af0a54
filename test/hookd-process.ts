import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { checkout } from './checkout.js';

const program = `${checkout}bin/hookd.js`;

/** A running `hookd serve` or `hookd httpd`. */
export interface HookdProcess {
  /** `http://127.0.0.1:port` */
  readonly origin: string;
  /** Ends it as Ctrl-C does. */
  stop(): Promise<void>;
}

/**
 * Starts the command as people do, in a process of its own, on a free port, with our own Jsonnet engine.
 * @throws Error with all it said where it ended before it listened
 */
export async function startHookd(args: readonly string[], cwd: string): Promise<HookdProcess> {
  const child = spawn(process.execPath, [program, ...args, '--engine', 'js', '--listen-addr', '127.0.0.1:0'], {
    cwd,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const ended = once(child, 'exit');
  const said: string[] = [];
  child.stderr.on('data', (data) => said.push(String(data)));
  for await (const line of createInterface({ input: child.stdout })) {
    said.push(line);
    const { msg, address } = JSON.parse(line) as { msg: string; address?: string };
    if (msg !== 'listening') continue;
    child.stdout.resume();
    const stop = async () => {
      child.kill('SIGINT');
      await ended;
    };
    return { origin: `http://${address}`, stop };
  }
  throw new Error(`hookd did not start:\n${said.join('\n')}`);
}

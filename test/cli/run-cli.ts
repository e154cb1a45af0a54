import { EventEmitter } from 'node:events';
import type { CliContext } from '../../src/cli/context.js';
import { main } from '../../src/cli/main.js';
import { checkout } from '../checkout.js';

export interface RunOptions {
  readonly env?: Record<string, string>;
  readonly cwd?: string;
  readonly stdin?: string;
  /** True if stdin and stdout are a terminal. */
  readonly isTTY?: boolean;
}

/** A command that runs in this process. */
export class CliRun {
  stdout = '';
  stderr = '';
  readonly events = new EventEmitter();
  /** The exit code. */
  readonly ended: Promise<number>;

  constructor(argv: readonly string[], options: RunOptions = {}) {
    const context: CliContext = {
      env: options.env ?? {},
      cwd: options.cwd ?? checkout,
      stdin: Object.assign(readable(options.stdin ?? ''), options.isTTY === undefined ? {} : { isTTY: options.isTTY }),
      stdout: { write: (text) => (this.stdout = this.stdout + text), columns: 100, isTTY: options.isTTY },
      stderr: { write: (text) => (this.stderr = this.stderr + text) },
      events: this.events,
      version: '1.2.3',
    };
    this.ended = main(argv, context);
  }

  /** The log, a line an object. */
  get lines(): Record<string, unknown>[] {
    return this.stdout
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => JSON.parse(line));
  }

  /** Resolves with the first log line that has this message. */
  async logged(message: string): Promise<Record<string, unknown>> {
    let over = false;
    void this.ended.finally(() => {
      over = true;
    });
    for (;;) {
      const line = this.lines.find(({ msg }) => msg === message);
      if (line !== undefined) return line;
      if (over) throw new Error(`ended without logging '${message}': ${this.stdout}${this.stderr}`);
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
  }
}

async function* readable(text: string): AsyncGenerator<string> {
  yield text;
}

/** Runs a command to its end. */
export async function runCli(
  argv: readonly string[],
  options: RunOptions = {},
): Promise<{ readonly code: number; readonly stdout: string; readonly stderr: string }> {
  const run = new CliRun(argv, options);
  const code = await run.ended;
  return { code, stdout: run.stdout, stderr: run.stderr };
}

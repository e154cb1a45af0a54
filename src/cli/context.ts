import type { Environment } from './options/resolve.js';

/** Where a command writes text. */
export interface Output {
  write(text: string): unknown;
  readonly isTTY?: boolean | undefined;
  readonly columns?: number | undefined;
  /** Bytes that the reader has not taken yet. */
  readonly writableLength?: number | undefined;
}

/** The signals that end a server. */
export type StopSignal = 'SIGTERM' | 'SIGINT' | 'SIGHUP';

/** The part of `process` that reports signals, and errors that nothing caught. */
export interface ProcessEvents {
  on(event: StopSignal | 'uncaughtException', listener: (reason: unknown) => void): unknown;
  off(event: StopSignal | 'uncaughtException', listener: (reason: unknown) => void): unknown;
}

/** Everything of the outside world that a command may touch. */
export interface CliContext {
  readonly env: Environment;
  readonly cwd: string;
  readonly stdin: AsyncIterable<Uint8Array | string> & { readonly isTTY?: boolean };
  readonly stdout: Output;
  readonly stderr: Output;
  /** Limits how long the end of the command waits until its output is read; without a call it waits forever. */
  readonly limitFlush?: (seconds: number) => void;
  readonly events: ProcessEvents;
  /** The version of hookd. */
  readonly version: string;
}

/** The exit codes of hookd. `--help` lists them too. */
export const exitCodes = {
  ok: 0,
  failed: 1,
  usage: 2,
  hookFailed: 3,
  invalidAnswer: 4,
} as const;

/** The whole text of stdin, as UTF-8. Somebody at a terminal is told what is expected: the `what`. */
export async function readStdin(
  what: string,
  { stdin, stderr }: Pick<CliContext, 'stdin' | 'stderr'>,
): Promise<string> {
  if (stdin.isTTY === true) stderr.write(`reading the ${what} from the terminal; end it with Ctrl-D\n`);
  const chunks: Buffer[] = [];
  for await (const chunk of stdin) chunks.push(Buffer.from(chunk));
  return Buffer.concat(chunks).toString('utf8');
}

import type { Environment } from './options/resolve.js';

/** Where a command writes text. */
export interface Output {
  write(text: string): unknown;
  readonly isTTY?: boolean | undefined;
  readonly columns?: number | undefined;
}

/** The part of `process` that reports signals. */
export interface Signals {
  on(signal: 'SIGTERM' | 'SIGINT', listener: () => void): unknown;
  off(signal: 'SIGTERM' | 'SIGINT', listener: () => void): unknown;
}

/** Everything of the outside world that a command may touch. */
export interface CliContext {
  readonly env: Environment;
  readonly cwd: string;
  readonly stdin: AsyncIterable<Uint8Array | string>;
  readonly stdout: Output;
  readonly stderr: Output;
  readonly signals: Signals;
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

/** The whole text of a stream, as UTF-8. */
export async function readAll(stream: CliContext['stdin']): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of stream) chunks.push(Buffer.from(chunk));
  return Buffer.concat(chunks).toString('utf8');
}

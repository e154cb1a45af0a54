import { setTimeout as sleep } from 'node:timers/promises';
import { HookdError, ListenError, UsageError } from '../errors.js';
import { version } from '../version.js';
import { commandLine } from './command-line.js';
import { type CliContext, exitCodes } from './context.js';

/**
 * The whole command, without a process of its own: it reads and writes only through its context.
 *
 * @param argv the arguments after `hookd`
 * @returns the exit code
 */
export async function main(argv: readonly string[], context: CliContext): Promise<number> {
  try {
    return await commandLine(argv, context);
  } catch (error) {
    return report(error, context);
  }
}

/** Prints what went wrong; with a stack only if it is a defect of hookd. */
function report(error: unknown, { stderr }: CliContext): number {
  if (error instanceof UsageError) {
    for (const problem of error.problems) stderr.write(`hookd: ${problem}\n`);
    return exitCodes.usage;
  }
  const isExpected = error instanceof ListenError || error instanceof HookdError;
  const text = error instanceof Error ? (isExpected ? error.message : (error.stack ?? error.message)) : String(error);
  stderr.write(`hookd: ${text}\n`);
  return exitCodes.failed;
}

/** Runs the command in this process and exits. No other place of the command touches `process`. */
export async function run(): Promise<void> {
  // A reader that goes away (`hookd check | head`) must not end in a crash.
  process.stdout.on('error', () => {});
  process.stderr.on('error', () => {});
  let flushSeconds = Number.POSITIVE_INFINITY;
  const code = await main(process.argv.slice(2), {
    env: process.env,
    cwd: process.cwd(),
    stdin: process.stdin,
    stdout: process.stdout,
    stderr: process.stderr,
    limitFlush: (seconds) => {
      flushSeconds = seconds;
    },
    events: process,
    version,
  });
  // A pipe takes only as much as fits into it; the rest of a long answer is still to be written.
  const timeUp = Number.isFinite(flushSeconds) ? [sleep(flushSeconds * 1000)] : [];
  await Promise.race([Promise.all([process.stdout, process.stderr].map(flushed)), ...timeUp]);
  process.exit(code);
}

/** Resolves when everything written so far has gone out, or can no longer go out. */
function flushed(stream: NodeJS.WriteStream): Promise<void> {
  return new Promise((resolve) => {
    if (stream.destroyed) resolve();
    else stream.write('', () => resolve());
  });
}

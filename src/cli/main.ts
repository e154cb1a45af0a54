import { availableParallelism } from 'node:os';
import { UsageError } from '../errors.js';
import { version } from '../version.js';
import { commandLine } from './command-line.js';
import { type CliContext, exitCodes } from './context.js';

/**
 * The whole command in process: reads nothing and writes nothing but through its context.
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

/** What went wrong, for the person at the terminal; a stack only where hookd itself is to blame. */
function report(error: unknown, { stderr }: CliContext): number {
  if (error instanceof UsageError) {
    for (const problem of error.problems) stderr.write(`hookd: ${problem}\n`);
    return exitCodes.usage;
  }
  // A ListenError or a HookdError; by name, so that the usual case need not load the server.
  const known = error instanceof Error && (error.name === 'ListenError' || error.name === 'HookdError');
  const text = error instanceof Error ? (known ? error.message : (error.stack ?? error.message)) : String(error);
  stderr.write(`hookd: ${text}\n`);
  return exitCodes.failed;
}

/** Runs the command in this process and exits. The only place that touches `process`. */
export async function run(): Promise<void> {
  // A reader that goes away (`hookd check | head`) must not become a crash.
  process.stdout.on('error', () => {});
  process.stderr.on('error', () => {});
  const code = await main(process.argv.slice(2), {
    env: process.env,
    cwd: process.cwd(),
    stdin: process.stdin,
    stdout: process.stdout,
    stderr: process.stderr,
    signals: process,
    cpus: availableParallelism(),
    version,
  });
  // A pipe takes what it holds at the moment; the rest of a long answer is still to be written.
  await Promise.all([process.stdout, process.stderr].map(flushed));
  process.exit(code);
}

/** Resolves when everything written so far has gone out, or cannot any more. */
function flushed(stream: NodeJS.WriteStream): Promise<void> {
  return new Promise((resolve) => {
    if (stream.destroyed) resolve();
    else stream.write('', () => resolve());
  });
}

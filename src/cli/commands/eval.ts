import { readFile } from 'node:fs/promises';
import { isAbsolute, normalize, relative, resolve } from 'node:path';
import { Worker } from 'node:worker_threads';
import { UsageError } from '../../errors.js';
import { evaluationStackMb } from '../../hooks/config.js';
import { hookConfig } from '../config/hook-config.js';
import { type CliContext, exitCodes, readStdin } from '../context.js';
import type { ResolvedOptions } from '../options/resolve.js';
import type { optionsOf } from '../options/table.js';
import type { EvalJob, EvalMessage } from './eval-worker.js';

type EvalOptions = ResolvedOptions<typeof optionsOf.eval>;

/**
 * `hookd eval`: evaluates a Jsonnet program and prints its value, or its error with the trace to stderr.
 *
 * @param positionals the file of the program, `-` for stdin; nothing if `--exec` gives the code
 * @returns the exit code
 * @throws UsageError
 */
export async function evaluate([file]: readonly string[], options: EvalOptions, context: CliContext): Promise<number> {
  const { stdout, stderr, env, cwd } = context;
  if ((file === undefined) === (options.exec === undefined)) {
    throw new UsageError('name one program: a file, - for stdin, or --exec CODE');
  }
  const program =
    options.exec === undefined
      ? await readProgram(file as string, context)
      : { file: '<cmdline>', source: options.exec };
  const config = hookConfig(options, env, cwd);
  // Errors and std.thisFile show paths, so those below the working directory are relative, as in the command `jsonnet`.
  const searchPath = config.searchPath.map((directory) => shortPath(directory, cwd));
  const job = { ...program, config: { ...config, searchPath }, cwd, string: options.string };
  const result = await runInWorker(job, (line) => stderr.write(`${line}\n`));
  if (result.kind === 'value') {
    stdout.write(result.text);
    return exitCodes.ok;
  }
  stderr.write(`${result.text.trimEnd()}\n`);
  return exitCodes.failed;
}

/** The path relative to the working directory if it is below it. */
function shortPath(path: string, cwd: string): string {
  const short = relative(cwd, path);
  return short.startsWith('..') || isAbsolute(short) ? path : short;
}

async function readProgram(file: string, context: CliContext): Promise<Pick<EvalJob, 'file' | 'source'>> {
  const { cwd } = context;
  if (file === '-') return { file: '<stdin>', source: await readStdin('program', context) };
  const path = resolve(cwd, file);
  try {
    return { file: normalize(file), source: await readFile(path, 'utf8') };
  } catch (error) {
    throw new UsageError(`cannot read ${path} (${(error as NodeJS.ErrnoException).code})`);
  }
}

/** Evaluates in a thread, since only the stack of a thread can be made large enough for deep recursion. */
function runInWorker(job: EvalJob, trace: (line: string) => void): Promise<EvalMessage> {
  const worker = new Worker(new URL('./eval-worker.js', import.meta.url), {
    workerData: job,
    resourceLimits: { stackSizeMb: evaluationStackMb },
    execArgv: [],
  });
  return new Promise((resolve, reject) => {
    worker.on('message', (message: EvalMessage) => {
      if (message.kind === 'trace') trace(message.text);
      else {
        resolve(message);
        worker.terminate();
      }
    });
    worker.once('error', (error: NodeJS.ErrnoException) => {
      if (error.code !== 'ERR_WORKER_OUT_OF_MEMORY') reject(error);
      else resolve({ kind: 'error', text: 'the program needs more memory than is available' });
    });
    worker.once('exit', (code) => reject(new Error(`the evaluation ended with exit code ${code} before it was done`)));
  });
}

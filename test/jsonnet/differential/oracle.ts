import { type ChildProcess, execFile, fork } from 'node:child_process';
import { createRequire } from 'node:module';
import { availableParallelism } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Dialect } from './literals.js';

/**
 * The result of a program in an engine: the text it prints, the first line of its error, or that the engine itself broke,
 * which says nothing about the program.
 */
export type Answer = { readonly text: string } | { readonly error: string } | { readonly broken: string };

/** A reference that gives the result of programs. */
export interface Oracle {
  /** Which programs it is asked about. */
  readonly dialect: Dialect;
  evaluate(source: string): Promise<Answer>;
  close(): void;
}

interface Question {
  readonly source: string;
  readonly resolve: (answer: Answer) => void;
}

/** The directory of the libjsonnet package; undefined if that optional dependency is not installed or not built. */
export function libjsonnetDirectory(): string | undefined {
  const require = createRequire(import.meta.url);
  try {
    require('@hanazuki/node-jsonnet');
    // The package exports only its entry, which lies in a directory of its own.
    let directory = dirname(require.resolve('@hanazuki/node-jsonnet'));
    while (!directory.endsWith(join('@hanazuki', 'node-jsonnet'))) {
      if (directory === dirname(directory)) return undefined;
      directory = dirname(directory);
    }
    return directory;
  } catch {
    return undefined;
  }
}

/**
 * libjsonnet in child processes, with one program at a time in each. They are processes and not threads because a program
 * that loops or overflows the C++ stack then ends only its own process.
 */
export class LibjsonnetOracle implements Oracle {
  readonly dialect = 'libjsonnet';
  readonly #waiting: Question[] = [];
  readonly #idle: ChildProcess[] = [];
  readonly #all = new Set<ChildProcess>();
  readonly #deadlineMs: number;
  #closed = false;

  /** @param deadlineMs after this many milliseconds a program counts as endless */
  constructor(processes = availableParallelism(), deadlineMs = 30_000) {
    this.#deadlineMs = deadlineMs;
    for (let i = 0; i < processes; i++) this.#start();
  }

  evaluate(source: string): Promise<Answer> {
    if (this.#closed) throw new Error('the oracle is closed');
    return new Promise((resolve) => {
      this.#waiting.push({ source, resolve });
      this.#next();
    });
  }

  close(): void {
    this.#closed = true;
    for (const child of this.#all) child.kill('SIGKILL');
  }

  #start(): void {
    const child = fork(fileURLToPath(new URL('./oracle-process.js', import.meta.url)));
    this.#all.add(child);
    this.#idle.push(child);
  }

  #next(): void {
    const child = this.#idle.pop();
    if (child === undefined) return;
    const question = this.#waiting.shift();
    if (question === undefined) {
      this.#idle.push(child);
      return;
    }
    const done = (answer: Answer, alive: boolean) => {
      clearTimeout(timer);
      child.removeAllListeners();
      if (alive) {
        this.#idle.push(child);
      } else {
        child.kill('SIGKILL');
        this.#all.delete(child);
        if (!this.#closed) this.#start();
      }
      question.resolve(answer);
      this.#next();
    };
    const timer = setTimeout(() => done({ broken: 'it did not end' }, false), this.#deadlineMs);
    child.once('message', (answer) => done(answer as Answer, true));
    child.once('exit', (code, signal) => done({ broken: `it ended with ${signal ?? code}` }, false));
    child.send(question.source);
  }
}

/** The `jsonnet` command of go-jsonnet. Each program gets a process, which reads it from its standard input. */
export class CommandOracle implements Oracle {
  readonly dialect = 'go-jsonnet';
  readonly #command: string;
  readonly #most: number;
  readonly #waiting: (() => void)[] = [];
  #running = 0;

  constructor(command: string, most = availableParallelism()) {
    this.#command = command;
    this.#most = most;
  }

  async evaluate(source: string): Promise<Answer> {
    if (this.#running >= this.#most) await new Promise<void>((resolve) => this.#waiting.push(resolve));
    this.#running += 1;
    try {
      return await this.#run(source);
    } finally {
      this.#running -= 1;
      this.#waiting.shift()?.();
    }
  }

  close(): void {}

  #run(source: string): Promise<Answer> {
    return new Promise((resolve) => {
      const child = execFile(
        this.#command,
        ['-'],
        { timeout: 30_000, maxBuffer: 1e9, killSignal: 'SIGKILL' },
        (error, text, trace) => {
          const line = trace.split('\n')[0] as string;
          if (error === null) resolve({ text });
          else resolve(/^INTERNAL ERROR|^$/.test(line) ? { broken: line || error.message } : { error: line });
        },
      );
      child.stdin?.end(source);
    });
  }
}

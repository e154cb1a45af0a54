import { type ChildProcess, spawn } from 'node:child_process';
import { randomInt } from 'node:crypto';
import type { Duplex, Readable, Writable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import type { OutputLevel } from '../../hooks/hook.js';
import { killTree } from '../process-tree.js';
import { encodeFrame, FrameError, FrameReader } from '../wire/frames.js';
import { isFromHost, isFromThread } from '../wire/guard.js';
import {
  descriptors,
  type FromThread,
  type ThreadEnd,
  type ToHost,
  type ToThread,
  type WorkerLimits,
} from '../wire/messages.js';
import { RawOutput } from './raw-output.js';
import { explainEnd, LastWords, type WorkerEnd } from './worker-end.js';

/** What a worker reports. Nothing comes after `ended`, and nothing at all after `kill`. */
export interface WorkerListener {
  message(message: Exclude<FromThread, { type: 'output' }>, body: Uint8Array<ArrayBuffer>): void;
  /** `hook` is undefined for a raw line on the standard streams, which belongs to the hook that runs or ran last. */
  output(hook: string | undefined, level: OutputLevel, text: string): void;
  ended(end: WorkerEnd): void;
}

/** Milliseconds after the end of a process in which what it wrote last is still read from its pipes. */
const lingerMs = 100;
/** Milliseconds after the end of a pipe in which the process that had it may end, too. */
const pipeGraceMs = 5_000;

const entry = fileURLToPath(new URL('../worker/host.js', import.meta.url));

/**
 * A worker as the server sees it: a process that can be killed at any moment. Whatever a hook does to its process, its
 * pipes and its descriptors ends here, as the end of this worker.
 */
export class WorkerProcess {
  readonly #listener: WorkerListener;
  /** Undefined if no process could be started. */
  readonly #child: ChildProcess | undefined;
  readonly #pipes: readonly Duplex[] = [];
  readonly #output: readonly RawOutput[] = [];
  readonly #gone: Promise<void>;
  readonly #lastWords = new LastWords();
  /** What each frame begins with, so that what a hook writes to a pipe is not taken for one. */
  readonly key = randomInt(2 ** 32);
  #threadEnd: ThreadEnd | undefined;
  #isOver = false;

  /** @param maxBodyBytes largest answer that is taken */
  constructor(limits: WorkerLimits, maxBodyBytes: number, listener: WorkerListener) {
    this.#listener = listener;
    let child: ChildProcess;
    try {
      child = spawn(process.execPath, [entry], {
        stdio: ['ignore', 'pipe', 'pipe', 'pipe', 'pipe', 'pipe'],
      });
    } catch (error) {
      this.#gone = Promise.resolve();
      setImmediate(() => this.#notStarted(error as Error));
      return;
    }
    child.on('error', (error) => this.#notStarted(error));
    if (child.pid === undefined) {
      this.#gone = Promise.resolve();
      return;
    }
    this.#child = child;
    this.#gone = new Promise((resolve) => child.once('exit', () => resolve()));
    child.once('exit', (code, signal) => this.#exited(code, signal));
    this.#pipes = child.stdio.slice(descriptors.host) as Duplex[];
    // A broken pipe shows by its end.
    for (const pipe of this.#pipes) pipe.on('error', () => {});
    // The thread closes its own when it begins to end, which may take long; a call that cannot reach it is moved.
    for (const descriptor of [descriptors.host, descriptors.fromThread]) {
      this.#pipes[descriptor - descriptors.host]?.once('close', () => this.#pipeClosed());
    }
    this.#output = [
      new RawOutput(
        child.stdout as Readable,
        (line) => this.#line('info', line),
        () => this.#tooManyLines(),
      ),
      new RawOutput(
        child.stderr as Readable,
        (line) => this.#line('error', line),
        () => this.#tooManyLines(),
      ),
    ];
    this.#readFrames(descriptors.host, 0, (message) => this.#receiveFromHost(message));
    this.#readFrames(descriptors.toThread, 0, () => this.violated());
    this.#readFrames(descriptors.fromThread, maxBodyBytes, (message, body) => this.#receive(message, body));
    this.#write(descriptors.host, { type: 'start', key: this.key, ...limits } satisfies ToHost);
  }

  send(message: ToThread, body?: Uint8Array): void {
    for (const output of this.#output) output.reset();
    this.#write(descriptors.toThread, message, body);
  }

  /** Asks how far a turn has come; the answer is a message of type `progress`, also while the hook blocks its thread. */
  ask(turn: number): void {
    this.#write(descriptors.host, { type: 'ask', turn } satisfies ToHost);
  }

  /** Ends the worker because what came from it makes no sense. */
  violated(message = 'wrote to a pipe between hookd and its worker'): void {
    this.#killAll();
    this.#end({ reason: 'crash', message });
  }

  /** Ends the process and what it started at once, whatever they do. Resolves when the process is gone. */
  kill(): Promise<void> {
    this.#isOver = true;
    this.#killAll();
    return this.#gone;
  }

  #killAll(): void {
    if (this.#child?.pid !== undefined && this.#child.exitCode === null && this.#child.signalCode === null) {
      killTree(this.#child.pid);
    }
  }

  #write(descriptor: number, message: object, body?: Uint8Array): void {
    const pipe: Writable | undefined = this.#pipes[descriptor - descriptors.host];
    if (pipe === undefined || !pipe.writable) return;
    pipe.cork();
    for (const chunk of encodeFrame(this.key, message, body)) pipe.write(chunk);
    pipe.uncork();
  }

  #readFrames(
    descriptor: number,
    maxBodyBytes: number,
    receive: (message: unknown, body: Uint8Array<ArrayBuffer>) => void,
  ): void {
    const reader = new FrameReader(receive, { key: this.key, maxBodyBytes });
    this.#pipes[descriptor - descriptors.host]?.on('data', (chunk: Buffer) => {
      if (this.#isOver) return;
      try {
        reader.push(chunk);
      } catch (error) {
        if (!(error instanceof FrameError)) throw error;
        this.violated();
      }
    });
  }

  #receiveFromHost(message: unknown): void {
    if (this.#isOver) return;
    if (!isFromHost(message)) this.violated();
    else if (message.type === 'end') this.#threadEnd = message;
    else this.#listener.message(message, new Uint8Array(0));
  }

  #receive(message: unknown, body: Uint8Array<ArrayBuffer>): void {
    if (this.#isOver) return;
    if (!isFromThread(message)) this.violated();
    else if (message.type === 'output') this.#listener.output(message.hook, message.level, message.text);
    else this.#listener.message(message, body);
  }

  #line(level: OutputLevel, line: string): void {
    if (this.#isOver || (level === 'error' && this.#lastWords.take(line)) || line === '') return;
    this.#listener.output(undefined, line.startsWith('TRACE: ') ? 'info' : level, line);
  }

  #tooManyLines(): void {
    if (this.#isOver) return;
    this.#listener.output(undefined, 'warn', 'the rest of what is written past the console is dropped: it is too much');
  }

  #notStarted(error: Error): void {
    this.#end({ reason: 'crash', message: `could not be started: ${error.message}` });
  }

  /** Hooks can close descriptors; then the worker is of no use. Mostly it is the first sign that the process ended. */
  #pipeClosed(): void {
    if (this.#isOver) return;
    setTimeout(() => {
      if (!this.#isOver) this.violated('closed a pipe between hookd and its worker');
    }, pipeGraceMs).unref();
  }

  #exited(code: number | null, signal: NodeJS.Signals | null): void {
    const child = this.#child as ChildProcess;
    const finish = () => {
      clearTimeout(timer);
      this.#end(explainEnd(this.#threadEnd, code, signal, this.#lastWords.text));
      for (const stream of child.stdio) stream?.destroy();
    };
    // A process that a hook has left behind may hold the pipes open. After the time is over they are read once more.
    const timer = setTimeout(() => setImmediate(finish), this.#isOver ? 0 : lingerMs);
    child.once('close', finish);
  }

  #end(end: WorkerEnd): void {
    if (this.#isOver) return;
    this.#isOver = true;
    this.#listener.ended(end);
  }
}

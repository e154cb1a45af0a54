import { type ChildProcess, fork } from 'node:child_process';
import type { Duplex, Readable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import type { OutputLevel } from '../../hooks/hook.js';
import { encodeFrame, FrameReader } from '../wire/frames.js';
import {
  type FromWorker,
  fromWorkerDescriptor,
  markLine,
  type ThreadEnd,
  type ToWorker,
  toWorkerDescriptor,
  type WorkerLimits,
} from '../wire/messages.js';

/** Why a worker ended by itself. */
export interface WorkerEnd {
  readonly reason: 'crash' | 'memory';
  /** What it did, as the end of a sentence whose subject is the hook: `ended its worker with process.exit(3)`. */
  readonly message: string;
  readonly trace?: string;
}

/** What a worker reports. Nothing comes after `ended`, and nothing at all after `kill`. */
export interface WorkerListener {
  message(message: Exclude<FromWorker, { type: 'output' }>, body: Uint8Array<ArrayBuffer>): void;
  /** `hook` is undefined for a raw line on the standard streams, which belongs to the task that runs or ran last. */
  output(hook: string | undefined, level: OutputLevel, text: string): void;
  ended(end: WorkerEnd): void;
}

/** Signals of a process that V8 ended because memory ran out. */
const abortSignals = new Set(['SIGABRT', 'SIGTRAP', 'SIGILL']);
/** What V8 prints first when it gives up. */
const lastWords = /^(?:<---|#$|# Fatal|FATAL ERROR)/;
/** Characters of V8's last words that are kept. */
const maxLastWords = 8_192;

/** A worker as the server sees it: a process that can be killed at any moment. */
export class WorkerProcess {
  readonly #listener: WorkerListener;
  readonly #child: ChildProcess;
  readonly #pipe: Duplex;
  readonly #closed: Promise<void>;
  #threadEnd: ThreadEnd | undefined;
  #lastWords = '';
  /** Marks that came on standard error, and what waits for one. */
  #marksSeen = 0;
  #awaitsMark: { readonly mark: number; deliver(): void } | undefined;
  #over = false;

  constructor(limits: WorkerLimits, listener: WorkerListener) {
    this.#listener = listener;
    this.#child = fork(fileURLToPath(new URL('../worker/host.js', import.meta.url)), [], {
      stdio: ['ignore', 'pipe', 'pipe', 'ipc', 'pipe', 'pipe'],
      execArgv: [],
    });
    const pipes = this.#child.stdio as readonly unknown[] as readonly Duplex[];
    this.#pipe = pipes[toWorkerDescriptor] as Duplex;
    const reader = new FrameReader((head, body) => this.#receive(head as FromWorker, body));
    const replies = pipes[fromWorkerDescriptor] as Duplex;
    replies.on('data', (chunk: Buffer) => reader.push(chunk));
    // A broken pipe is told by the end of the process.
    for (const pipe of [this.#pipe, replies]) pipe.on('error', () => {});
    readLines(this.#child.stdout as Readable, (line) => this.#line('info', line));
    readLines(this.#child.stderr as Readable, (line) => this.#line('error', line));
    this.#child.on('message', (end: ThreadEnd) => {
      this.#threadEnd = end;
    });
    this.#child.on('error', (error) => this.#end({ reason: 'crash', message: `got no worker: ${error.message}` }));
    this.#closed = new Promise((resolve) => {
      // `close` comes after the streams have ended, so V8's last words are complete.
      this.#child.once('close', (code, signal) => {
        this.#end(this.#explain(code, signal));
        resolve();
      });
      this.#child.once('error', () => resolve());
    });
    this.#child.send(limits, () => {});
  }

  send(message: ToWorker, body?: Uint8Array): void {
    this.#pipe.cork();
    for (const chunk of encodeFrame(message, body)) this.#pipe.write(chunk);
    this.#pipe.uncork();
  }

  /** Ends the process at once, whatever it does. Resolves when it is gone. */
  kill(): Promise<void> {
    this.#over = true;
    this.#child.kill('SIGKILL');
    return this.#closed;
  }

  #receive(message: FromWorker, body: Uint8Array<ArrayBuffer>): void {
    if (this.#over) return;
    if (message.type === 'output') {
      this.#listener.output(message.hook, message.level, message.text);
      return;
    }
    const deliver = () => {
      if (!this.#over) this.#listener.message(message, body);
    };
    const mark = 'mark' in message ? message.mark : undefined;
    if (mark === undefined || mark <= this.#marksSeen) deliver();
    else this.#awaitsMark = { mark, deliver };
  }

  #line(level: OutputLevel, whole: string): void {
    if (this.#over) return;
    // A mark may follow output that has no line break of its own.
    const next = whole.indexOf(markLine(this.#marksSeen + 1));
    const line = next < 0 ? whole : whole.slice(0, next);
    if (this.#lastWords !== '' || (level === 'error' && lastWords.test(line))) {
      if (this.#lastWords.length < maxLastWords) this.#lastWords += `${line}\n`;
    } else if (line !== '') {
      this.#listener.output(undefined, line.startsWith('TRACE: ') ? 'info' : level, line);
    }
    if (next >= 0) this.#markSeen();
  }

  #markSeen(): void {
    this.#marksSeen++;
    const waiting = this.#awaitsMark;
    if (waiting === undefined || waiting.mark > this.#marksSeen) return;
    this.#awaitsMark = undefined;
    waiting.deliver();
  }

  #end(end: WorkerEnd): void {
    if (this.#over) return;
    this.#over = true;
    this.#listener.ended(end);
  }

  #explain(code: number | null, signal: NodeJS.Signals | null): WorkerEnd {
    const end = this.#threadEnd;
    if (end?.reason === 'memory')
      return { reason: 'memory', message: 'needed more memory than a worker may use (--worker-heap)' };
    if (end?.reason === 'error') {
      return { reason: 'crash', message: `ended its worker: ${end.message}`, trace: end.trace ?? '' };
    }
    if (end?.reason === 'exit') {
      return { reason: 'crash', message: `ended its worker with process.exit(${end.code})` };
    }
    const trace = this.#lastWords === '' ? {} : { trace: this.#lastWords };
    const ranOut = /heap out of memory|invalid (?:size|array length|table size)|Allocation failed/.test(
      this.#lastWords,
    );
    if (signal !== null && abortSignals.has(signal) && ranOut) {
      return { reason: 'memory', message: 'needed more memory than a worker may use (--worker-heap)', ...trace };
    }
    if (signal === 'SIGKILL') {
      return { reason: 'memory', message: 'was killed with its worker, as the kernel does when memory runs out' };
    }
    const how = signal === null ? `exit code ${code}` : `signal ${signal}`;
    return { reason: 'crash', message: `ended its worker (${how})`, ...trace };
  }
}

function readLines(stream: Readable, receive: (line: string) => void): void {
  let rest = '';
  stream.setEncoding('utf8').on('data', (chunk: string) => {
    const lines = (rest + chunk).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) receive(line);
    // A line without end must not fill the memory.
    if (rest.length > maxLastWords) {
      receive(rest);
      rest = '';
    }
  });
  stream.on('end', () => {
    if (rest !== '') receive(rest);
  });
  stream.on('error', () => {});
}

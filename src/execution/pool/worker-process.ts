import { type ChildProcess, spawn } from 'node:child_process';
import type { Duplex, Readable, Writable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import type { OutputLevel } from '../../hooks/hook.js';
import { encodeFrame, FrameReader } from '../wire/frames.js';
import {
  descriptors,
  type FromHost,
  type FromThread,
  type ThreadEnd,
  type ToHost,
  type ToThread,
  type WorkerLimits,
} from '../wire/messages.js';
import { explainEnd, LastWords, type WorkerEnd } from './worker-end.js';

/** What a worker reports. Nothing comes after `ended`, and nothing at all after `kill`. */
export interface WorkerListener {
  message(message: Exclude<FromThread, { type: 'output' }>, body: Uint8Array<ArrayBuffer>): void;
  /** `hook` is undefined for a raw line on the standard streams, which belongs to the hook that runs or ran last. */
  output(hook: string | undefined, level: OutputLevel, text: string): void;
  ended(end: WorkerEnd): void;
}

/** Characters of a raw line without an end, which must not fill the memory. */
const maxLine = 8_192;

const entry = fileURLToPath(new URL('../worker/host.js', import.meta.url));

/** A worker as the server sees it: a process that can be killed at any moment. */
export class WorkerProcess {
  readonly #listener: WorkerListener;
  readonly #child: ChildProcess;
  readonly #host: Duplex;
  readonly #thread: Duplex;
  readonly #closed: Promise<void>;
  readonly #lastWords = new LastWords();
  #threadEnd: ThreadEnd | undefined;
  #isOver = false;

  constructor(limits: WorkerLimits, listener: WorkerListener) {
    this.#listener = listener;
    this.#child = spawn(process.execPath, [entry], { stdio: ['ignore', 'pipe', 'pipe', 'pipe', 'pipe', 'pipe'] });
    const pipes = this.#child.stdio as readonly unknown[] as readonly Duplex[];
    const pipeOf = (descriptor: number) => pipes[descriptor] as Duplex;
    this.#host = pipeOf(descriptors.host);
    this.#thread = pipeOf(descriptors.toThread);
    const replies = pipeOf(descriptors.fromThread);
    // The end of the process reports a broken pipe.
    for (const pipe of [this.#host, this.#thread, replies]) pipe.on('error', () => {});
    readFrames(this.#host, (message) => this.#receiveFromHost(message as FromHost));
    readFrames(replies, (message, body) => this.#receive(message as FromThread, body));
    readLines(this.#child.stdout as Readable, (line) => this.#line('info', line));
    readLines(this.#child.stderr as Readable, (line) => this.#line('error', line));
    this.#child.on('error', (error) => this.#end({ reason: 'crash', message: `got no worker: ${error.message}` }));
    this.#closed = new Promise((resolve) => {
      // `close` comes after the streams have ended, so V8's last words are complete.
      this.#child.once('close', (code, signal) => {
        this.#end(explainEnd(this.#threadEnd, code, signal, this.#lastWords.text));
        resolve();
      });
      this.#child.once('error', () => resolve());
    });
    write(this.#host, { type: 'start', ...limits } satisfies ToHost);
  }

  send(message: ToThread, body?: Uint8Array): void {
    write(this.#thread, message, body);
  }

  /** Asks how far a turn has come; the answer is a message of type `progress`, also while the hook blocks its thread. */
  ask(turn: number): void {
    write(this.#host, { type: 'ask', turn } satisfies ToHost);
  }

  /** Ends the process at once, whatever it does. Resolves when it is gone. */
  kill(): Promise<void> {
    this.#isOver = true;
    this.#child.kill('SIGKILL');
    return this.#closed;
  }

  #receiveFromHost(message: FromHost): void {
    if (this.#isOver) return;
    if (message.type === 'end') this.#threadEnd = message;
    else this.#listener.message(message, new Uint8Array(0));
  }

  #receive(message: FromThread, body: Uint8Array<ArrayBuffer>): void {
    if (this.#isOver) return;
    if (message.type === 'output') this.#listener.output(message.hook, message.level, message.text);
    else this.#listener.message(message, body);
  }

  #line(level: OutputLevel, line: string): void {
    if (this.#isOver || (level === 'error' && this.#lastWords.take(line)) || line === '') return;
    this.#listener.output(undefined, line.startsWith('TRACE: ') ? 'info' : level, line);
  }

  #end(end: WorkerEnd): void {
    if (this.#isOver) return;
    this.#isOver = true;
    this.#listener.ended(end);
  }
}

function write(pipe: Writable, message: object, body?: Uint8Array): void {
  pipe.cork();
  for (const chunk of encodeFrame(message, body)) pipe.write(chunk);
  pipe.uncork();
}

function readFrames(pipe: Readable, receive: (message: unknown, body: Uint8Array<ArrayBuffer>) => void): void {
  const reader = new FrameReader(receive);
  pipe.on('data', (chunk: Buffer) => reader.push(chunk));
}

function readLines(stream: Readable, receive: (line: string) => void): void {
  let rest = '';
  stream.setEncoding('utf8').on('data', (chunk: string) => {
    const lines = (rest + chunk).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) receive(line);
    if (rest.length > maxLine) {
      receive(rest);
      rest = '';
    }
  });
  stream.on('end', () => {
    if (rest !== '') receive(rest);
  });
  stream.on('error', () => {});
}

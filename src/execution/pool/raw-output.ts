import type { Readable } from 'node:stream';

/** Most characters of a line; a longer one is cut into several. */
const maxLine = 8_192;
/** Most lines in one turn, so that whatever writes without end neither fills the log nor keeps the server busy. */
const maxLines = 1_000;
/** Milliseconds between two reads of a stream from which no more lines are taken. */
const pauseMs = 20;

/** Lines that something in a worker writes past the console: libjsonnet, V8, a program that a hook starts. */
export class RawOutput {
  readonly #receive: (line: string) => void;
  readonly #tooMany: () => void;
  #lines = 0;
  #rest = '';

  /** @param tooMany is called once in a turn, in place of the first line that is not passed on */
  constructor(stream: Readable, receive: (line: string) => void, tooMany: () => void) {
    this.#receive = receive;
    this.#tooMany = tooMany;
    stream.setEncoding('utf8').on('data', (chunk: string) => {
      this.#push(chunk);
      if (this.#lines <= maxLines) return;
      stream.pause();
      setTimeout(() => stream.resume(), pauseMs).unref();
    });
    stream.on('end', () => {
      if (this.#rest !== '') this.#line(this.#rest);
    });
    // Its end is all there is to say of a stream, and that of the process says more.
    stream.on('error', () => {});
  }

  /** A turn begins, which may write `maxLines` lines. */
  reset(): void {
    this.#lines = 0;
  }

  #push(chunk: string): void {
    if (this.#lines > maxLines) {
      this.#rest = '';
      return;
    }
    const lines = (this.#rest + chunk).split('\n');
    this.#rest = lines.pop() ?? '';
    for (const line of lines) this.#line(line);
    if (this.#rest.length > maxLine) {
      this.#line(this.#rest);
      this.#rest = '';
    }
  }

  #line(line: string): void {
    this.#lines++;
    if (this.#lines <= maxLines) {
      for (let at = 0; at === 0 || at < line.length; at += maxLine) this.#receive(line.slice(at, at + maxLine));
    } else if (this.#lines === maxLines + 1) this.#tooMany();
  }
}

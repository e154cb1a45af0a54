import { formatWithOptions } from 'node:util';
import type { OutputLevel } from '../../hooks/hook.js';

/** Most lines of one call that are passed on. An endless loop that logs must not fill the memory of the server. */
const maxLines = 1_000;
/** Most characters of one line. */
const maxLength = 8_192;

/** Takes what hooks write, line by line. */
export class OutputCapture {
  readonly #write: (level: OutputLevel, text: string) => void;
  #lines = 0;

  constructor(write: (level: OutputLevel, text: string) => void) {
    this.#write = write;
  }

  /** Starts counting again, since each call may write `maxLines` lines. */
  reset(): void {
    this.#lines = 0;
  }

  line(level: OutputLevel, text: string): void {
    if (this.#lines > maxLines) return;
    this.#lines++;
    if (this.#lines > maxLines)
      this.#write('warn', `the rest of what this call writes is dropped: it wrote more than ${maxLines} lines`);
    else this.#write(level, text.length > maxLength ? `${text.slice(0, maxLength)}…` : text);
  }

  /** Redirects the console and the standard streams of this thread. */
  install(): void {
    const console = globalThis.console as unknown as Record<string, unknown>;
    for (const [method, level] of levels) {
      console[method] = (...args: unknown[]) => this.line(level, formatWithOptions({ colors: false }, ...args));
    }
    // All other console methods end in these two.
    this.#redirect(process.stdout, 'info');
    this.#redirect(process.stderr, 'error');
  }

  #redirect(stream: NodeJS.WriteStream, level: OutputLevel): void {
    let rest = '';
    stream.write = (chunk: unknown, encoding?: unknown, done?: unknown): boolean => {
      const text = typeof chunk === 'string' ? chunk : Buffer.from(chunk as Uint8Array).toString('utf8');
      const lines = (rest + text).split('\n');
      rest = lines.pop() ?? '';
      for (const line of lines) this.line(level, line);
      const callback = typeof encoding === 'function' ? encoding : done;
      if (typeof callback === 'function') queueMicrotask(callback as () => void);
      return true;
    };
  }
}

const levels: readonly (readonly [string, OutputLevel])[] = [
  ['debug', 'debug'],
  ['log', 'info'],
  ['info', 'info'],
  ['warn', 'warn'],
  ['error', 'error'],
];

import type { KnownFacts, ThreadEnd } from '../wire/messages.js';

/** Why a worker ended by itself. */
export interface WorkerEnd {
  readonly reason: 'crash' | 'memory';
  /** What it did, as the end of a sentence whose subject is the hook: `ended its worker with process.exit(3)`. */
  readonly message: string;
  readonly trace?: string | undefined;
  /** What it was called with, as far as that is known. */
  readonly facts?: KnownFacts;
}

/** Signals of a process that V8 ended because memory ran out. */
const abortSignals = new Set(['SIGABRT', 'SIGTRAP', 'SIGILL']);
/** What V8 prints first when it gives up. */
const firstOfLastWords = /^(?:<---|#$|# Fatal|FATAL ERROR)/;
/** Characters of V8's last words that are kept. */
const maxLastWords = 8_192;

/** What V8 prints on standard error before it ends the process. */
export class LastWords {
  #text = '';

  get text(): string {
    return this.#text;
  }

  /** Whether the line belongs to the last words, which it was added to then. */
  take(line: string): boolean {
    if (this.#text === '' && !firstOfLastWords.test(line)) return false;
    if (this.#text.length < maxLastWords) this.#text += `${line}\n`;
    return true;
  }
}

const tooMuchMemory = 'needed more memory than a worker may use (--worker-heap)';

/** Puts together why a worker ended, from what its main thread said of it, if it could, and from how the process ended. */
export function explainEnd(
  said: ThreadEnd | undefined,
  code: number | null,
  signal: NodeJS.Signals | null,
  lastWords: string,
): WorkerEnd {
  const facts = said?.facts;
  switch (said?.reason) {
    case 'memory':
      return { reason: 'memory', message: tooMuchMemory, facts };
    case 'error':
      return { reason: 'crash', message: `ended its worker: ${said.message}`, trace: said.trace, facts };
    case 'exit':
      return { reason: 'crash', message: `ended its worker with process.exit(${said.code})`, facts };
  }
  const trace = lastWords === '' ? undefined : lastWords;
  const ranOut = /heap out of memory|invalid (?:size|array length|table size)|Allocation failed/.test(lastWords);
  if (signal !== null && abortSignals.has(signal) && ranOut) return { reason: 'memory', message: tooMuchMemory, trace };
  if (signal === 'SIGKILL') {
    return { reason: 'memory', message: 'was killed with its worker, as the kernel does when memory runs out' };
  }
  const how = signal === null ? `exit code ${code}` : `signal ${signal}`;
  return { reason: 'crash', message: `ended its worker (${how})`, trace };
}

/** A place in a source file. It holds offsets only; line and column are computed when an error is printed. */
export interface Span {
  readonly file: SourceFile;
  /** Offset of the first UTF-16 unit, and of the one after the last. */
  readonly start: number;
  readonly end: number;
}

/** A source text and the name it is shown under. */
export interface SourceFile {
  readonly path: string;
  readonly text: string;
}

/** One line of a trace: the place, and what it lies in (`function <f>`, `object <anonymous>`). */
export interface TraceLine {
  readonly span: Span | undefined;
  readonly what: string;
}

/**
 * What is wrong with a Jsonnet program. `message` is the bare sentence. `describe()` gives the full text: with the place
 * for a static error, with the head `RUNTIME ERROR:` and the trace for a runtime error.
 */
export class JsonnetError extends Error {
  override readonly name = 'JsonnetError';
  readonly kind: 'static' | 'runtime';
  /** Where it happened. For a runtime error thrown by an operation this is known when the evaluation ends. */
  span: Span | undefined;
  /** The innermost line first. Printers add what was being manifested. */
  readonly trace: TraceLine[] = [];
  /** How many lines `describe` prints by default; set from the options of the engine. */
  maxTrace = 20;
  #located = false;

  /** @param at the place, or the line of the trace in which the error was thrown */
  constructor(kind: 'static' | 'runtime', message: string, at?: Span | TraceLine, cause?: unknown) {
    super(message, cause === undefined ? undefined : { cause });
    this.kind = kind;
    if (at !== undefined && 'what' in at) {
      this.span = at.span;
      this.trace.push(at);
    } else {
      this.span = at;
    }
  }

  /** Inserts the stack after the line of the throw and before what was being manifested. Only the first call counts. */
  locate(stack: readonly TraceLine[]): void {
    if (this.#located) return;
    this.#located = true;
    const own = this.trace[0] !== undefined && this.trace[0].span !== undefined ? 1 : 0;
    this.trace.splice(own, 0, ...stack);
    this.span ??= this.trace.find(({ span }) => span !== undefined)?.span;
  }

  /**
   * The error as the `jsonnet` command prints it, without a final line break.
   * @param maxTrace how many lines of the trace to print, 0 for all; the middle of a longer one is left out
   */
  describe(maxTrace = this.maxTrace): string {
    if (this.kind === 'static') return this.span === undefined ? this.message : `${place(this.span)} ${this.message}`;
    const lines = fold(this.trace.map(line));
    return [`RUNTIME ERROR: ${this.message}`, ...shorten(lines, maxTrace)].join('\n\t');
  }
}

/** Throws a runtime error. Its place is the innermost one on the stack of the evaluation. */
export function fail(message: string, cause?: unknown): never {
  throw new JsonnetError('runtime', message, undefined, cause);
}

function line({ span, what }: TraceLine): string {
  return span === undefined ? what : `${place(span)}\t${what}`;
}

/** `file:line:column-column`, or `file:(line:column)-(line:column)` if it spans lines. The end is exclusive. */
export function place({ file, start, end }: Span): string {
  const [line, column] = position(file.text, start);
  const [endLine, endColumn] = position(file.text, end);
  if (line !== endLine) return `${file.path}:(${line}:${column})-(${endLine}:${endColumn})`;
  return column === endColumn ? `${file.path}:${line}:${column}` : `${file.path}:${line}:${column}-${endColumn}`;
}

/** Line and column of an offset, both starting at 1. Columns count code points. */
export function position(text: string, offset: number): [line: number, column: number] {
  const before = text.slice(0, offset);
  const lineStart = before.lastIndexOf('\n') + 1;
  let line = 1;
  for (let at = before.indexOf('\n'); at >= 0; at = before.indexOf('\n', at + 1)) line++;
  return [line, [...before.slice(lineStart)].length + 1];
}

/** Shows repeated recursion once, with a count: the same one to four lines at least three times in a row. */
function fold(lines: readonly string[]): string[] {
  const folded: string[] = [];
  let at = 0;
  while (at < lines.length) {
    let period = 1;
    let times = 1;
    for (let length = 1; length <= 4; length++) {
      const found = repetitions(lines, at, length);
      if (found >= 3 && found * length > period * times) {
        period = length;
        times = found;
      }
    }
    folded.push(...lines.slice(at, at + period));
    if (times > 1) folded.push(`... (the ${period === 1 ? 'line' : `${period} lines`} above ${times - 1} more times)`);
    at += period * times;
  }
  return folded;
}

/** How many times in a row the `length` lines at `at` stand there. */
function repetitions(lines: readonly string[], at: number, length: number): number {
  let same = 0;
  while (at + length + same < lines.length && lines[at + same] === lines[at + length + same]) same++;
  return Math.floor(same / length) + 1;
}

function shorten(lines: readonly string[], most: number): readonly string[] {
  if (most === 0 || lines.length <= most) return lines;
  const first = Math.ceil(most / 2);
  return [...lines.slice(0, first), '...', ...lines.slice(lines.length - (most - first))];
}

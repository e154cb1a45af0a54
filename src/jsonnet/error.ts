/** A place in a source file. Offsets only; line and column are computed when the error is printed. */
export interface Span {
  readonly file: SourceFile;
  /** Offset of the first UTF-16 unit, and of the one after the last. */
  readonly start: number;
  readonly end: number;
}

/** A source text with the name that is shown for it. */
export interface SourceFile {
  readonly path: string;
  readonly text: string;
}

/** One line of a trace: where, and in what (`function <f>`, `object <anonymous>`, `builtin function <sort>`). */
export interface Frame {
  readonly span: Span | undefined;
  readonly what: string;
}

/**
 * What is wrong with a Jsonnet program. `message` is the bare sentence; `describe()` is the full text with the place
 * (static errors) or the `RUNTIME ERROR:` head and the frames.
 */
export class JsonnetError extends Error {
  override readonly name = 'JsonnetError';
  readonly kind: 'static' | 'runtime';
  /** Where it happened; for runtime errors that operations threw, known when the evaluation ends. */
  span: Span | undefined;
  /** The innermost first. Printers add what was being manifested. */
  readonly frames: Frame[] = [];
  /** Frames `describe` prints where it is not told; from the options of the engine. */
  maxTrace = 20;
  #located = false;

  /** @param at the span, or the frame the error was thrown in */
  constructor(kind: 'static' | 'runtime', message: string, at?: Span | Frame, cause?: unknown) {
    super(message, cause === undefined ? undefined : { cause });
    this.kind = kind;
    if (at !== undefined && 'what' in at) {
      this.span = at.span;
      this.frames.push(at);
    } else {
      this.span = at;
    }
  }

  /** Puts the stack behind the frame of the throw and before what was being manifested; only once. */
  locate(stack: readonly Frame[]): void {
    if (this.#located) return;
    this.#located = true;
    const own = this.frames[0] !== undefined && this.frames[0].span !== undefined ? 1 : 0;
    this.frames.splice(own, 0, ...stack);
    this.span ??= this.frames.find((frame) => frame.span !== undefined)?.span;
  }

  /**
   * The error as the `jsonnet` command prints it, without a final line break.
   * @param maxTrace most frames to print, 0 for all; of a longer trace the middle is left out
   */
  describe(maxTrace = this.maxTrace): string {
    if (this.kind === 'static') return this.span === undefined ? this.message : `${place(this.span)} ${this.message}`;
    const lines = fold(this.frames.map((frame) => line(frame)));
    return [`RUNTIME ERROR: ${this.message}`, ...shorten(lines, maxTrace)].join('\n\t');
  }
}

/** Throws a runtime error; its place is the innermost one on the stack of the evaluation. */
export function fail(message: string, cause?: unknown): never {
  throw new JsonnetError('runtime', message, undefined, cause);
}

function line({ span, what }: Frame): string {
  return span === undefined ? what : `${place(span)}\t${what}`;
}

/** `file:line:column-column`, or `file:(line:column)-(line:column)` over several lines; the end is exclusive. */
export function place({ file, start, end }: Span): string {
  const [line, column] = position(file.text, start);
  const [endLine, endColumn] = position(file.text, end);
  if (line !== endLine) return `${file.path}:(${line}:${column})-(${endLine}:${endColumn})`;
  return column === endColumn ? `${file.path}:${line}:${column}` : `${file.path}:${line}:${column}-${endColumn}`;
}

/** Line and column of an offset, both from 1; columns count code points. */
export function position(text: string, offset: number): [line: number, column: number] {
  const before = text.slice(0, offset);
  const lineStart = before.lastIndexOf('\n') + 1;
  let line = 1;
  for (let at = before.indexOf('\n'); at >= 0; at = before.indexOf('\n', at + 1)) line++;
  return [line, [...before.slice(lineStart)].length + 1];
}

/** Repeated recursion once with its count: a run of the same one to four lines, at least three times in a row. */
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

/** How many times the lines from `at` stand there in a row. */
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

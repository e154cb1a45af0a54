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
 * What is wrong with a Jsonnet program. `message` is the bare sentence; `describe()` is the full text with the
 * `RUNTIME ERROR:` or `STATIC ERROR:` head and the frames.
 */
export class JsonnetError extends Error {
  override readonly name = 'JsonnetError';
  readonly kind: 'static' | 'runtime';
  readonly span: Span | undefined;
  readonly frames: Frame[] = [];

  constructor(kind: 'static' | 'runtime', message: string, span?: Span, cause?: unknown) {
    super(message, cause === undefined ? undefined : { cause });
    this.kind = kind;
    this.span = span;
  }
}

/** Throws a runtime error; the frames are added on the way up. */
export function fail(message: string, cause?: unknown): never {
  throw new JsonnetError('runtime', message, undefined, cause);
}

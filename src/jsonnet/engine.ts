import type { Json } from '../json/json.js';

export const engineNames = ['js', 'libjsonnet'] as const;
export type EngineName = (typeof engineNames)[number];

/** The value of an external variable or of a top-level argument: a string, or Jsonnet code to evaluate. */
export interface ExternalValue {
  readonly kind: 'str' | 'code';
  readonly value: string;
}

export type ExternalValues = Readonly<Record<string, ExternalValue>>;

/** A file that an import found. `path` is what `std.thisFile` and traces show, and the key under which it is kept. */
export interface ImportedFile {
  readonly path: string;
  readonly content: Uint8Array;
}

/**
 * Finds files. The engine itself reads nothing: all files come through this interface. Calls are synchronous, since
 * Jsonnet is lazy and an import is evaluated in the middle of an expression.
 */
export interface Importer {
  /**
   * @param from path of the importing file: the `ImportedFile.path` it came with, or the path given to `load`
   * @param target the text of the import, as written in the program
   * @throws Error with a message that says what was looked for and where
   */
  read(from: string, target: string): ImportedFile;
}

/** A function for `std.native(name)`. Arguments arrive as complete JSON values, and the result is one too. */
export interface NativeFunction {
  readonly name: string;
  readonly params: readonly string[];
  /** True if the result depends only on the arguments. Answers and values of files are kept only then. */
  readonly pure: boolean;
  call(...args: Json[]): Json;
}

export interface EngineOptions {
  readonly importer: Importer;
  readonly extVars?: ExternalValues;
  /** Top-level arguments that every call gets. Arguments of the call itself take precedence. */
  readonly tlas?: ExternalValues;
  readonly natives?: readonly NativeFunction[];
  /** Nested calls before "max stack frames exceeded". The default is 500, as in go-jsonnet. */
  readonly maxStack?: number;
  /** Lines of the trace that an error shows, 0 for all. The default is 20, as in go-jsonnet. */
  readonly maxTrace?: number;
  /** Receives each line of `std.trace`, as `TRACE: file:line message`. */
  readonly trace?: (line: string) => void;
  /** Directories for imports, searched first to last after that of the importing file. Only libjsonnet uses them. */
  readonly searchPath?: readonly string[];
}

/** One result of a program. */
export interface Evaluation {
  readonly value: Json;
  /** False if a native that is not pure took part, so that the result must not be remembered. */
  readonly pure: boolean;
}

/** How `manifest` prints: as JSON, or a string as it is (`-S` of the `jsonnet` command). */
export interface ManifestOptions {
  readonly string?: boolean;
}

/** A loaded program. It keeps nothing of one call that could change the next. */
export interface JsonnetProgram {
  /**
   * Evaluates the program and, if it is a function, calls it with `args` by name. Objects of `args` may be part of the
   * value: they are not copied.
   * @throws JsonnetError
   */
  call(args: Readonly<Record<string, Json>>): Evaluation | Promise<Evaluation>;
  /**
   * Evaluates the program and prints its value as the `jsonnet` command does, with the final line break.
   * @throws JsonnetError
   */
  manifest(options?: ManifestOptions): string | Promise<string>;
}

export interface JsonnetEngine {
  readonly name: EngineName;
  /**
   * @param file path that errors show and that relative imports start from
   * @param source the text of the file
   * @throws JsonnetError for static errors (a syntax error, an unknown variable), if the engine finds them early
   */
  load(file: string, source: string): JsonnetProgram;
}

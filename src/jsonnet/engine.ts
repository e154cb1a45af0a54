import type { Json } from '../json/json.js';

export const engineNames = ['js', 'libjsonnet'] as const;
export type EngineName = (typeof engineNames)[number];

/** The value of an external variable or a top-level argument: a string as it is, or Jsonnet code to evaluate. */
export interface Binding {
  readonly kind: 'str' | 'code';
  readonly value: string;
}

export type Bindings = Readonly<Record<string, Binding>>;

/** A file an import found. `path` is what `std.thisFile` and error frames show, and the key it is kept by. */
export interface ImportedFile {
  readonly path: string;
  readonly content: Uint8Array;
}

/**
 * Finds files. The engine reads nothing by itself: everything comes through this.
 * Calls are synchronous, since Jsonnet is lazy and an import happens in the middle of an expression.
 */
export interface Importer {
  /**
   * @param from path of the importing file, as an earlier `ImportedFile.path` or the path given to `load`
   * @param target the text of the import, as written
   * @throws Error whose message says what was looked for and where
   */
  read(from: string, target: string): ImportedFile;
}

/** A function for `std.native(name)`. Arguments arrive as complete JSON values, the result is one too. */
export interface NativeFunction {
  readonly name: string;
  readonly params: readonly string[];
  /** True where the result depends on nothing but the arguments; only then are answers and library values kept. */
  readonly pure: boolean;
  call(...args: Json[]): Json;
}

export interface EngineOptions {
  readonly importer: Importer;
  readonly extVars?: Bindings;
  /** Top-level arguments every call gets; those of the call itself come on top. */
  readonly tlas?: Bindings;
  readonly natives?: readonly NativeFunction[];
  /** Nested calls until "max stack frames exceeded"; 500 as go-jsonnet. */
  readonly maxStack?: number;
  /** Frames an error trace shows; 20 as go-jsonnet, 0 for all. */
  readonly maxTrace?: number;
  /** Receives each `std.trace` line, `TRACE: file:line message`. */
  readonly trace?: (line: string) => void;
  /** Directories for `import`, first match wins, after the importing file's own. Only libjsonnet reads them itself. */
  readonly jpath?: readonly string[];
}

/** One result of a program. */
export interface Evaluation {
  readonly value: Json;
  /** False when a native that is not pure took part, so the result must not be remembered. */
  readonly pure: boolean;
}

/** How `manifest` prints: JSON as the `jsonnet` command does, or a string as it is (`-S`). */
export interface ManifestOptions {
  readonly string?: boolean;
}

/** A loaded program. Keeps nothing of one call that could change the next. */
export interface JsonnetProgram {
  /**
   * Evaluates the program; if it is a function, calls it with `args` by name. Objects of `args` may come back in the
   * value as they are, not copied.
   * @throws JsonnetError
   */
  call(args: Readonly<Record<string, Json>>): Evaluation | Promise<Evaluation>;
  /**
   * Evaluates the program and prints its value as the `jsonnet` command would, with the final line break.
   * @throws JsonnetError
   */
  manifest(options?: ManifestOptions): string | Promise<string>;
}

export interface JsonnetEngine {
  readonly name: EngineName;
  /**
   * @param file path shown in errors and the base of relative imports
   * @param source the text of the file
   * @throws JsonnetError for static errors (a syntax error, an unknown variable), where the engine finds them early
   */
  load(file: string, source: string): JsonnetProgram;
}

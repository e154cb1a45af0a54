import { Compiler, type Host } from './compile/compiler.js';
import type { EngineOptions, ExternalValues, ImportedFile } from './engine.js';
import { fail, JsonnetError, position, type SourceFile } from './error.js';
import type { Runtime } from './runtime/builtin.js';
import { newFrame } from './runtime/code.js';
import { HostFunction } from './runtime/host-function.js';
import { fromJson } from './runtime/json-object.js';
import { machine } from './runtime/machine.js';
import type { Cell, JsonnetFunction, JsonnetObject, Value } from './runtime/value.js';
import { force, lazy } from './runtime/value.js';
import { parseJson } from './std/parse-json.js';
import { standardLibrary } from './std/standard-library.js';
import { parse } from './syntax/parser.js';
import { type Resolved, resolve } from './syntax/resolver.js';

/**
 * The files of one engine. Each is read, parsed and compiled once. Their values are kept too, as long as all natives
 * that took part in them are pure.
 */
export class Files {
  readonly options: EngineOptions;
  readonly #natives: ReadonlyMap<string, HostFunction>;
  readonly #files = new Map<string, LoadedFile>();
  readonly #found = new Map<string, LoadedFile>();
  readonly #externals = new Map<string, LoadedFile>();
  readonly #evaluated = new Set<LoadedFile>();

  constructor(options: EngineOptions) {
    this.options = options;
    this.#natives = new Map((options.natives ?? []).map((native) => [native.name, new HostFunction(native)]));
  }

  get natives(): ReadonlyMap<string, HostFunction> {
    return this.#natives;
  }

  /** The file with this path and content: the one that is kept already, if its content is the same. */
  file({ path, content }: ImportedFile): LoadedFile {
    const known = this.#files.get(path);
    if (known !== undefined && Buffer.compare(known.content, content) === 0) return known;
    const file = new LoadedFile(this, path, content);
    this.#files.set(path, file);
    return file;
  }

  /** The file that an import stands for. @throws JsonnetError if the importer finds none */
  find(from: string, target: string): LoadedFile {
    const key = `${from}\0${target}`;
    let file = this.#found.get(key);
    if (file === undefined) {
      file = this.file(this.#read(from, target));
      this.#found.set(key, file);
    }
    return file;
  }

  #read(from: string, target: string): ImportedFile {
    try {
      return this.options.importer.read(from, target);
    } catch (error) {
      return fail(error instanceof Error ? error.message : String(error), error);
    }
  }

  /** The value of an external variable or of a top-level argument. Code shows as a file named after it in errors. */
  external(prefix: 'extvar' | 'top-level-arg', values: ExternalValues | undefined, name: string): Cell | undefined {
    const given = values !== undefined && Object.hasOwn(values, name) ? values[name] : undefined;
    if (given === undefined || given.kind === 'str') return given?.value;
    const path = `<${prefix}:${name}>`;
    let file = this.#externals.get(path);
    if (file === undefined) {
      file = new LoadedFile(this, path, Buffer.from(given.value));
      this.#externals.set(path, file);
    }
    const { value } = file;
    return value === undefined ? lazy(() => (file as LoadedFile).evaluate()) : value;
  }

  /** Notes that a file has a value, so that `dropValues` finds it. */
  keep(file: LoadedFile): void {
    this.#evaluated.add(file);
  }

  /** Drops all values, since any of them may hold what an impure native returned. Parsed and compiled code stays. */
  dropValues(): void {
    for (const file of this.#evaluated) file.value = undefined;
    this.#evaluated.clear();
  }
}

/** One file: its bytes, its program, and the program's value. */
export class LoadedFile implements Host, Runtime {
  readonly path: string;
  readonly content: Uint8Array;
  /** The value, once it has been evaluated. */
  value: Value | undefined;
  readonly #files: Files;
  #text: string | undefined;
  #program: Resolved | undefined;
  #compiler: Compiler | undefined;
  #std: JsonnetObject | undefined;

  constructor(files: Files, path: string, content: Uint8Array) {
    this.#files = files;
    this.path = path;
    this.content = content;
  }

  get text(): string {
    // The byte order mark is part of what `importstr` gives; the lexer skips it.
    this.#text ??= new TextDecoder('utf-8', { ignoreBOM: true }).decode(this.content);
    return this.#text;
  }

  /** Reads and checks the program. @throws JsonnetError of kind `static` */
  load(): Resolved {
    if (this.#program === undefined) {
      const source: SourceFile = { path: this.path, text: this.text };
      this.#program = nested(source, () => resolve(source, parse(source).body));
      this.#compiler = new Compiler(source, this);
    }
    return this.#program;
  }

  /** The value of the program. It is kept for the next time. @throws JsonnetError */
  evaluate(): Value {
    if (this.value === undefined) {
      this.value = this.#evaluateJson() ?? this.#run();
      this.#files.keep(this);
    }
    return this.value;
  }

  #run(): Value {
    const { body, scope } = this.load();
    return (this.#compiler as Compiler).code(body, { scope, what: '$' })(newFrame(undefined, scope.size));
  }

  /** JSON is Jsonnet too, but the host reads it much faster. If the text is not JSON, the parser gets it. */
  #evaluateJson(): Value | undefined {
    if (!this.path.endsWith('.json')) return undefined;
    try {
      return fromJson(parseJson(this.text));
    } catch (error) {
      if (error instanceof JsonnetError) return undefined;
      throw error;
    }
  }

  // What the compiled code of this file asks for

  get runtime(): Runtime {
    return this;
  }

  get std(): JsonnetObject {
    this.#std ??= standardLibrary(this);
    return this.#std;
  }

  import(kind: 'import' | 'importstr' | 'importbin', target: string): () => Value {
    const find = () => this.#files.find(this.path, target);
    if (kind === 'import') return () => find().evaluate();
    if (kind === 'importstr') return () => find().text;
    return () => Array.from(find().content);
  }

  /** As in go-jsonnet, a program that is not a file has no path. */
  get thisFile(): string {
    return this.path === '<cmdline>' || this.path === '<stdin>' ? '' : this.path;
  }

  trace(message: string): void {
    const span = machine.stack[machine.depth - 1]?.span;
    const where = span === undefined ? this.path : `${span.file.path}:${position(span.file.text, span.start)[0]}`;
    this.#files.options.trace?.(`TRACE: ${where} ${message}`);
    // If the value were kept, it would be traced only the first time.
    machine.pure = false;
  }

  extVar(name: string): Value {
    const cell = this.#files.external('extvar', this.#files.options.extVars, name);
    return cell === undefined ? fail(`Undefined external variable: ${name}`) : force(cell);
  }

  native(name: string): JsonnetFunction | undefined {
    return this.#files.natives.get(name);
  }

  nativeNames(): readonly string[] {
    return [...this.#files.natives.keys()];
  }
}

/** Runs a pass that recurses as deeply as the program nests. @throws JsonnetError instead of the host's stack overflow */
function nested<T>(file: SourceFile, pass: () => T): T {
  try {
    return pass();
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    throw new JsonnetError('static', 'The program is nested too deeply', { file, start: 0, end: 0 });
  }
}

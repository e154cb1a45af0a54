import { Compiler, type Host } from './compile/compiler.js';
import type { Bindings, EngineOptions, ImportedFile } from './engine.js';
import { fail, JsonnetError, position, type SourceFile } from './error.js';
import type { Runtime } from './runtime/builtin.js';
import { newFrame } from './runtime/code.js';
import { HostFunction } from './runtime/host-function.js';
import { fromJson } from './runtime/json-object.js';
import { machine } from './runtime/machine.js';
import type { Cell, JsonnetFunction, JsonnetObject, Value } from './runtime/value.js';
import { lazy } from './runtime/value.js';
import { parseJson } from './std/parse-json.js';
import { standardLibrary } from './std/standard-library.js';
import { parse } from './syntax/parser.js';
import { type Resolved, resolve } from './syntax/resolver.js';

/**
 * The files of one engine, each read, parsed and compiled once; their values too, as long as nothing but pure natives
 * took part in them.
 */
export class Library {
  readonly options: EngineOptions;
  readonly #natives: ReadonlyMap<string, HostFunction>;
  readonly #files = new Map<string, LibraryFile>();
  readonly #found = new Map<string, LibraryFile>();
  readonly #bindings = new Map<string, LibraryFile>();
  readonly #evaluated = new Set<LibraryFile>();

  constructor(options: EngineOptions) {
    this.options = options;
    this.#natives = new Map((options.natives ?? []).map((native) => [native.name, new HostFunction(native)]));
  }

  native(name: string): HostFunction | undefined {
    return this.#natives.get(name);
  }

  /** A file with this path and content, the one that is there already if it is the same. */
  file({ path, content }: ImportedFile): LibraryFile {
    const known = this.#files.get(path);
    if (known !== undefined && Buffer.compare(known.content, content) === 0) return known;
    const file = new LibraryFile(this, path, content);
    this.#files.set(path, file);
    return file;
  }

  /** The file an import stands for. @throws JsonnetError where the importer finds none */
  find(from: string, target: string): LibraryFile {
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

  /** The value of an external variable or top-level argument; `prefix` tells them apart in errors. */
  binding(prefix: 'extvar' | 'top-level-arg', bindings: Bindings | undefined, name: string): Cell | undefined {
    const binding = bindings !== undefined && Object.hasOwn(bindings, name) ? bindings[name] : undefined;
    if (binding === undefined || binding.kind === 'str') return binding?.value;
    const path = `<${prefix}:${name}>`;
    let file = this.#bindings.get(path);
    if (file === undefined) {
      file = new LibraryFile(this, path, Buffer.from(binding.value));
      this.#bindings.set(path, file);
    }
    const { value } = file;
    return value === undefined ? lazy(() => (file as LibraryFile).evaluate()) : value;
  }

  /** Tells that a file has a value now. */
  keep(file: LibraryFile): void {
    this.#evaluated.add(file);
  }

  /** Drops all values, for what an impure native gave may be in any of them; what was parsed and compiled stays. */
  dropValues(): void {
    for (const file of this.#evaluated) file.value = undefined;
    this.#evaluated.clear();
  }
}

/** A file of the library: its bytes, its program, and the program's value. */
export class LibraryFile implements Host, Runtime {
  readonly path: string;
  readonly content: Uint8Array;
  /** The value, once it was evaluated. */
  value: Value | undefined;
  readonly #library: Library;
  #text: string | undefined;
  #program: Resolved | undefined;
  #compiler: Compiler | undefined;
  #std: JsonnetObject | undefined;

  constructor(library: Library, path: string, content: Uint8Array) {
    this.#library = library;
    this.path = path;
    this.content = content;
  }

  get text(): string {
    // The byte order mark is part of an importstr; the lexer skips it.
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

  /** The value of the program, kept for the next time. @throws JsonnetError */
  evaluate(): Value {
    if (this.value === undefined) {
      this.value = this.#evaluateJson() ?? this.#run();
      this.#library.keep(this);
    }
    return this.value;
  }

  #run(): Value {
    const { body, scope } = this.load();
    return (this.#compiler as Compiler).code(body, { scope, what: '$' })(newFrame(undefined, scope.size));
  }

  /** JSON is Jsonnet too, but the host reads it much faster. What is no JSON after all is left to the parser. */
  #evaluateJson(): Value | undefined {
    if (!this.path.endsWith('.json')) return undefined;
    try {
      return fromJson(parseJson(this.text));
    } catch (error) {
      if (error instanceof JsonnetError) return undefined;
      throw error;
    }
  }

  // What its compiled code asks for

  get runtime(): Runtime {
    return this;
  }

  get std(): JsonnetObject {
    this.#std ??= standardLibrary(this);
    return this.#std;
  }

  import(kind: 'import' | 'importstr' | 'importbin', target: string): () => Value {
    const find = () => this.#library.find(this.path, target);
    if (kind === 'import') return () => find().evaluate();
    if (kind === 'importstr') return () => find().text;
    return () => Array.from(find().content);
  }

  get thisFile(): string {
    return this.path;
  }

  trace(message: string): void {
    const span = machine.stack[machine.depth - 1]?.span;
    const where = span === undefined ? this.path : `${span.file.path}:${position(span.file.text, span.start)[0]}`;
    this.#library.options.trace?.(`TRACE: ${where} ${message}`);
    // A kept value would be traced only the first time.
    machine.pure = false;
  }

  extVar(name: string): Value {
    const cell = this.#library.binding('extvar', this.#library.options.extVars, name);
    if (cell === undefined) fail(`Undefined external variable: ${name}`);
    return typeof cell === 'object' && cell !== null && 'force' in cell ? cell.force() : (cell as Value);
  }

  native(name: string): JsonnetFunction | undefined {
    return this.#library.native(name);
  }
}

/** Runs a pass over the source whose depth is that of the program. @throws JsonnetError instead of the host's overflow */
function nested<T>(file: SourceFile, pass: () => T): T {
  try {
    return pass();
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    throw new JsonnetError('static', 'The program is nested too deeply', { file, start: 0, end: 0 });
  }
}

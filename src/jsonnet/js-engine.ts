import type { Json } from '../json/json.js';
import type { EngineOptions, Evaluation, Importer, JsonnetEngine, JsonnetProgram, ManifestOptions } from './engine.js';
import { fail, JsonnetError } from './error.js';
import { Library, type LibraryFile } from './files.js';
import { typeName } from './runtime/builtin.js';
import { fromJson } from './runtime/json-object.js';
import { atSite, evaluate, type Site } from './runtime/machine.js';
import { jsonText, outputLayout } from './runtime/manifest.js';
import { toJson } from './runtime/to-json.js';
import type { Cell, Value } from './runtime/value.js';
import { JsonnetFunction } from './runtime/value.js';

/** Nested calls until "max stack frames exceeded", where the options do not say. */
const defaultMaxStack = 500;

const topLevelCall: Site = { span: undefined, what: 'Top-level function call' };

/** A program of this engine: its results come at once. */
export interface JsProgram extends JsonnetProgram {
  call(args: Readonly<Record<string, Json>>): Evaluation;
  manifest(options?: ManifestOptions): string;
}

/** The engine of this package: evaluates in this thread, and keeps what it parsed and evaluated. */
export interface JsEngine extends JsonnetEngine {
  load(file: string, source: string): JsProgram;
}

/** An engine of our own. Programs it loads share the files they import. */
export function createJsEngine(options: EngineOptions): JsEngine {
  const library = new Library(options);
  return {
    name: 'js',
    load(file, source) {
      const main = library.file({ path: file, content: Buffer.from(source) });
      main.load();
      return new Program(library, main);
    },
  };
}

/**
 * Loads one program with an engine of its own: the short way for a program that shares nothing with others.
 * @param file path shown in errors and the base of relative imports
 * @param options without an importer, every import fails when it is evaluated
 * @throws JsonnetError for static errors
 */
export function load(file: string, source: string, options: Partial<EngineOptions> = {}): JsProgram {
  return createJsEngine({ importer: noImporter, ...options }).load(file, source);
}

const noImporter: Importer = {
  read(_from, target) {
    throw new Error(`couldn't open import ${JSON.stringify(target)}: the program was loaded without an importer`);
  },
};

class Program implements JsProgram {
  readonly #library: Library;
  readonly #main: LibraryFile;

  constructor(library: Library, main: LibraryFile) {
    this.#library = library;
    this.#main = main;
  }

  call(args: Readonly<Record<string, Json>>): Evaluation {
    const { result, pure } = this.#evaluate(() => toJson(this.#value(args)));
    return { value: result, pure };
  }

  manifest(options: ManifestOptions = {}): string {
    const { result } = this.#evaluate(() => {
      const value = this.#value({});
      if (options.string !== true) return jsonText(value, outputLayout);
      return typeof value === 'string' ? value : fail(`expected string result, got: ${typeName(value)}`);
    });
    return `${result}\n`;
  }

  #evaluate<T>(run: () => T): { result: T; pure: boolean } {
    const { maxStack, maxTrace } = this.#library.options;
    try {
      return evaluate(maxStack ?? defaultMaxStack, run, () => this.#library.dropValues());
    } catch (error) {
      if (error instanceof JsonnetError && maxTrace !== undefined) error.maxTrace = maxTrace;
      throw error;
    }
  }

  /** The program's value; a function is called with the top-level arguments. */
  #value(args: Readonly<Record<string, Json>>): Value {
    const value = this.#main.evaluate();
    if (!(value instanceof JsonnetFunction)) return value;
    const named = new Map<string, Cell>();
    const { tlas } = this.#library.options;
    for (const name of Object.keys(tlas ?? {})) {
      named.set(name, this.#library.binding('top-level-arg', tlas, name) as Cell);
    }
    for (const name of Object.keys(args)) named.set(name, fromJson(args[name] as Json, true));
    return atSite(topLevelCall, () => value.callNamed([], named));
  }
}

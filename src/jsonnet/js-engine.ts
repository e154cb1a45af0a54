import type { Json } from '../json/json.js';
import type { EngineOptions, Evaluation, Importer, JsonnetEngine, JsonnetProgram, ManifestOptions } from './engine.js';
import { fail, JsonnetError } from './error.js';
import { Files, type LoadedFile } from './files.js';
import { typeName } from './runtime/builtin.js';
import { fromJson } from './runtime/json-object.js';
import { atSite, evaluate, type Site } from './runtime/machine.js';
import { jsonText, outputLayout } from './runtime/manifest.js';
import { toJson } from './runtime/to-json.js';
import type { Cell, Value } from './runtime/value.js';
import { JsonnetFunction } from './runtime/value.js';

/** Nested calls before "max stack frames exceeded", unless the options say otherwise. */
const defaultMaxStack = 500;

const topLevelCall: Site = { span: undefined, what: 'Top-level function call' };

/** A program of this engine, which answers synchronously. */
export interface JsProgram extends JsonnetProgram {
  call(args: Readonly<Record<string, Json>>): Evaluation;
  manifest(options?: ManifestOptions): string;
}

/** The engine of this package. It evaluates in the calling thread and keeps what it has parsed and evaluated. */
export interface JsEngine extends JsonnetEngine {
  load(file: string, source: string): JsProgram;
}

/** Creates an engine. The programs it loads share the files they import. */
export function createJsEngine(options: EngineOptions): JsEngine {
  const files = new Files(options);
  return {
    name: 'js',
    load(file, source) {
      const main = files.file({ path: file, content: Buffer.from(source) });
      main.load();
      return new Program(files, main);
    },
  };
}

/**
 * Loads one program with an engine of its own: the short way if a program shares nothing with others.
 * @param file path that errors show and that relative imports start from
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
  readonly #files: Files;
  readonly #main: LoadedFile;

  constructor(files: Files, main: LoadedFile) {
    this.#files = files;
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
    const { maxStack, maxTrace } = this.#files.options;
    try {
      return evaluate(maxStack ?? defaultMaxStack, run, () => this.#files.dropValues());
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
    const { tlas } = this.#files.options;
    for (const name of Object.keys(tlas ?? {})) {
      named.set(name, this.#files.external('top-level-arg', tlas, name) as Cell);
    }
    for (const [name, value] of Object.entries(args)) named.set(name, fromJson(value, true));
    return atSite(topLevelCall, () => value.callNamed([], named));
  }
}

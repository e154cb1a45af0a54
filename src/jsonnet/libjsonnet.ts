import { createRequire } from 'node:module';
import type { Json } from '../json/json.js';
import type {
  EngineOptions,
  Evaluation,
  ExternalValues,
  JsonnetEngine,
  JsonnetProgram,
  ManifestOptions,
} from './engine.js';
import { JsonnetError } from './error.js';

const addonName = '@hanazuki/node-jsonnet';

/** What is used of the addon. Its own types name methods that it does not have (`maxStack` is `setMaxStack`). */
interface Addon {
  readonly Jsonnet: new () => AddonVm;
}

interface AddonVm {
  setMaxStack(frames: number): AddonVm;
  setMaxTrace(lines: number): AddonVm;
  stringOutput(on: boolean): AddonVm;
  extString(key: string, value: string): AddonVm;
  extCode(key: string, value: string): AddonVm;
  tlaString(key: string, value: string): AddonVm;
  tlaCode(key: string, value: string): AddonVm;
  addJpath(path: string): AddonVm;
  nativeCallback(name: string, body: (...args: Json[]) => Json, ...params: string[]): AddonVm;
  evaluateSnippet(source: string, file: string): Promise<string>;
}

/** The addon is not installed, or cannot be loaded on this machine. `message` says how to get it. */
export class EngineUnavailableError extends Error {
  override readonly name = 'EngineUnavailableError';
}

/** An error of libjsonnet. `text` is all that it printed: the head, the message and the trace. */
export class LibjsonnetError extends JsonnetError {
  readonly text: string;
  /** `file:line:column` of the innermost place in the program, if there is one. */
  readonly place: string | undefined;

  constructor(text: string, cause?: unknown) {
    const clean = text.trimEnd();
    const isStatic = clean.startsWith('STATIC ERROR: ');
    // The lines of the trace start with a tab. All before them is the message, which may have several lines.
    let message = clean.replace(/^(?:STATIC|RUNTIME) ERROR: /, '').replace(/\n\t[\s\S]*$/, '');
    // A static error has its place in front of the message.
    const inFront = isStatic ? /^(.*?):\(?(\d+):(\d+)[^ ]*: /.exec(message) : null;
    // A place in the standard library helps nobody.
    const found = inFront ?? /^\t(?!std\.jsonnet:)(.*?):\(?(\d+):(\d+)/m.exec(clean);
    if (inFront !== null) message = message.slice(inFront[0].length);
    super(isStatic ? 'static' : 'runtime', message, undefined, cause);
    this.text = clean;
    this.place = found === null ? undefined : `${found[1]}:${found[2]}:${found[3]}`;
  }

  /** What libjsonnet printed. It has shortened the trace already. */
  override describe(): string {
    return this.text;
  }
}

/**
 * The C++ implementation, through the addon `@hanazuki/node-jsonnet`, which is loaded at the call of this function.
 *
 * An evaluation cannot be interrupted, so it belongs in a process that can be killed. libjsonnet itself finds imports in
 * `searchPath`, without the importer. Lines of `std.trace` go to the standard error of the process. Natives get only
 * strings, numbers, booleans and null: libjsonnet passes no arrays or objects.
 *
 * @param load loads the addon; an argument for the tests
 * @throws EngineUnavailableError
 */
export function createLibjsonnetEngine(
  options: EngineOptions,
  load: () => unknown = () => createRequire(import.meta.url)(addonName),
): JsonnetEngine {
  let addon: Addon;
  try {
    // Not `import()`: if the addon is installed but not built, Node 20 rejects a second time, which nobody can catch.
    addon = load() as Addon;
  } catch (error) {
    throw new EngineUnavailableError(
      'the Jsonnet engine libjsonnet is not installed: run `npm install @hanazuki/node-jsonnet`, which needs CMake and a ' +
        'C++17 compiler, or use the engine js',
      { cause: error },
    );
  }
  return {
    name: 'libjsonnet',
    load: (file, source) => new LibjsonnetProgram(addon, options, file, source),
  };
}

/** A source text. It is parsed again at each evaluation, since libjsonnet keeps nothing. */
class LibjsonnetProgram implements JsonnetProgram {
  readonly #addon: Addon;
  readonly #options: EngineOptions;
  readonly #file: string;
  readonly #source: string;

  constructor(addon: Addon, options: EngineOptions, file: string, source: string) {
    this.#addon = addon;
    this.#options = options;
    this.#file = file;
    this.#source = source;
  }

  async call(args: Readonly<Record<string, Json>>): Promise<Evaluation> {
    const { text, pure } = await this.#evaluate(args, {});
    return { value: JSON.parse(text), pure };
  }

  async manifest(options: ManifestOptions = {}): Promise<string> {
    const { text } = await this.#evaluate({}, options);
    return options.string && !text.endsWith('\n') ? `${text}\n` : text;
  }

  async #evaluate(
    args: Readonly<Record<string, Json>>,
    options: ManifestOptions,
  ): Promise<{ text: string; pure: boolean }> {
    const vm = new this.#addon.Jsonnet();
    const { maxStack, maxTrace, searchPath = [], extVars = {}, tlas = {}, natives = [] } = this.#options;
    if (maxStack !== undefined) vm.setMaxStack(maxStack);
    if (maxTrace !== undefined) vm.setMaxTrace(maxTrace);
    if (options.string) vm.stringOutput(true);
    // libjsonnet searches the directory that was added last first.
    for (const directory of [...searchPath].reverse()) vm.addJpath(directory);
    bind(
      extVars,
      (key, value) => vm.extString(key, value),
      (key, value) => vm.extCode(key, value),
    );
    bind(
      tlas,
      (key, value) => vm.tlaString(key, value),
      (key, value) => vm.tlaCode(key, value),
    );
    let pure = true;
    let thrown: unknown;
    for (const native of natives) {
      vm.nativeCallback(
        native.name,
        (...given) => {
          pure &&= native.pure;
          try {
            return native.call(...given);
          } catch (error) {
            thrown = error;
            // libjsonnet would print `Error: ` in front of the message, see `explain`.
            throw error;
          }
        },
        ...native.params,
      );
    }
    for (const [index, [key, value]] of Object.entries(args).entries()) {
      // A native hands the value over as it is; code would have to be parsed as Jsonnet.
      vm.nativeCallback(`hookd:argument:${index}`, () => value);
      vm.tlaCode(key, `std.native('hookd:argument:${index}')()`);
    }
    try {
      return { text: await vm.evaluateSnippet(this.#source, this.#file), pure };
    } catch (error) {
      throw explain(error as Error, thrown);
    }
  }
}

function bind(
  values: ExternalValues,
  str: (key: string, value: string) => void,
  code: (key: string, value: string) => void,
) {
  for (const [key, { kind, value }] of Object.entries(values)) (kind === 'str' ? str : code)(key, value);
}

/** Turns an error of the addon into ours. `thrown` is what a native threw, which always ends the evaluation. */
function explain(error: Error, thrown: unknown): LibjsonnetError {
  let text = error.message;
  if (thrown instanceof Error) text = text.replace('RUNTIME ERROR: Error: ', 'RUNTIME ERROR: ');
  text = text.replace(
    'native extensions can only take primitives.',
    'with the engine libjsonnet a native takes only strings, numbers, booleans and null; use the engine js to pass arrays and objects.',
  );
  return new LibjsonnetError(text, thrown);
}

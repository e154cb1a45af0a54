import { HookdError } from '../errors.js';
import type { JsonnetEngine } from '../jsonnet/engine.js';
import { EngineUnavailableError } from '../jsonnet/libjsonnet.js';
import { createUrlImporter } from '../natives/index.js';
import type { HookConfig } from './config.js';
import { createEngine, type HookOutput } from './engines.js';
import type { Hook, HookSpec } from './hook.js';
import { FileImporter } from './importer.js';
import { loadJsonnet } from './jsonnet.js';
import { loadScript } from './script.js';
import { nothingShared, type Shared } from './shared.js';
import { Transpiler } from './transpiler.js';

/** Loads hooks that share one engine, so a library that two of them import is read and parsed once. */
export class HookLoader {
  readonly #config: HookConfig;
  readonly #output: HookOutput;
  readonly #importer: FileImporter;
  readonly #transpiler: Transpiler;
  #engine: Promise<JsonnetEngine> | undefined;

  /** @param shared what another loader has made of these files already */
  constructor(config: HookConfig, output: HookOutput, shared: Shared = nothingShared) {
    this.#transpiler = new Transpiler(shared.transpiled);
    this.#config = config;
    this.#output = output;
    const urls = createUrlImporter(config.urls ?? {});
    this.#importer = new FileImporter({ jpath: config.jpath, urls, files: shared.files });
  }

  /**
   * Reads the file and makes it callable.
   * @throws HookdError `HookLoadFailed`, `EngineUnavailable`
   */
  async load(spec: HookSpec): Promise<Hook> {
    if (spec.language === 'script') return loadScript(spec, await import('./author.js'), this.#transpiler);
    this.#engine ??= createEngine(this.#config, this.#importer, this.#output);
    try {
      return await loadJsonnet(spec, this.#config, await this.#engine, this.#importer);
    } catch (error) {
      if (error instanceof EngineUnavailableError) {
        throw new HookdError('EngineUnavailable', error.message, { cause: error });
      }
      throw error;
    }
  }

  /** What was read and transpiled since the last time this was asked, for the loaders of other workers. */
  takeShared(): Shared {
    return { transpiled: this.#transpiler.takeFresh(), files: this.#importer.takeFresh() };
  }
}

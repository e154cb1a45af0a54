import { HookdError } from '../../errors.js';
import { createUrlImporter, type EncodedFile, FileImporter } from '../../imports/index.js';
import type { JsonnetEngine } from '../../jsonnet/engine.js';
import { EngineUnavailableError } from '../../jsonnet/libjsonnet.js';
import type { HookConfig } from '../config.js';
import type { Hook, HookOutput, HookSpec } from '../hook.js';
import { createEngine } from './engine.js';
import { loadJsonnet } from './hook.js';

/** Loads Jsonnet hooks with one engine for all, so that a library that two of them import is read and parsed once. */
export class JsonnetLoader {
  readonly #config: HookConfig;
  readonly #output: HookOutput;
  readonly #importer: FileImporter;
  #engine: Promise<JsonnetEngine> | undefined;

  /** @param files what the loader of another worker has read already */
  constructor(config: HookConfig, output: HookOutput, files: readonly EncodedFile[]) {
    this.#config = config;
    this.#output = output;
    const urls = createUrlImporter(config.urls);
    this.#importer = new FileImporter({
      searchPath: config.searchPath,
      allowedDirectories: config.allowedImportDirs,
      urls,
      files,
    });
  }

  /** @throws HookdError `HookLoadFailed`, `EngineUnavailable` */
  async load(spec: HookSpec): Promise<Hook> {
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

  /** The files that were read since the last call of this. */
  takeFresh(): EncodedFile[] {
    return this.#importer.takeFresh();
  }
}

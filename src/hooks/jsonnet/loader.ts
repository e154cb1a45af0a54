import { HookdError } from '../../errors.js';
import { createUrlImporter, FileImporter } from '../../imports/index.js';
import type { JsonnetEngine } from '../../jsonnet/engine.js';
import { EngineUnavailableError } from '../../jsonnet/libjsonnet.js';
import type { HookConfig } from '../config.js';
import type { SharedFile } from '../handover.js';
import type { Hook, HookSpec } from '../hook.js';
import { createEngine, type HookOutput } from './engine.js';
import { loadJsonnet } from './hook.js';

/** Loads Jsonnet hooks that share one engine, so a library that two of them import is read and parsed once. */
export class JsonnetLoader {
  readonly #config: HookConfig;
  readonly #output: HookOutput;
  readonly #importer: FileImporter;
  #engine: Promise<JsonnetEngine> | undefined;

  /** @param files what another loader has read already */
  constructor(config: HookConfig, output: HookOutput, files: readonly SharedFile[]) {
    this.#config = config;
    this.#output = output;
    const urls = createUrlImporter(config.urls ?? {});
    this.#importer = new FileImporter({ jpath: config.jpath, urls, files });
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

  /** The files that were read since the last time this was asked. */
  takeFresh(): SharedFile[] {
    return this.#importer.takeFresh();
  }
}

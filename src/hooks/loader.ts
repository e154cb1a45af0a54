import type { HookConfig } from './config.js';
import { nothingShared, type Shared } from './handover.js';
import type { Hook, HookSpec } from './hook.js';
import type { HookOutput } from './jsonnet/engine.js';
import type { JsonnetLoader } from './jsonnet/loader.js';
import type { ScriptLoader } from './script/loader.js';

/** Loads hooks of all languages. What a language needs is loaded with its first hook, since it takes time at each start. */
export class HookLoader {
  readonly #config: HookConfig;
  readonly #output: HookOutput;
  readonly #shared: Shared;
  #jsonnet: Promise<JsonnetLoader> | undefined;
  #scripts: Promise<ScriptLoader> | undefined;

  /** @param shared what another loader has made of these files already */
  constructor(config: HookConfig, output: HookOutput, shared: Shared = nothingShared) {
    this.#config = config;
    this.#output = output;
    this.#shared = shared;
  }

  /**
   * Reads the file and makes it callable.
   * @throws HookdError `HookLoadFailed`, `EngineUnavailable`
   */
  async load(spec: HookSpec): Promise<Hook> {
    if (spec.language === 'script') {
      this.#scripts ??= this.#startScripts();
      return (await this.#scripts).load(spec);
    }
    this.#jsonnet ??= this.#startJsonnet();
    return (await this.#jsonnet).load(spec);
  }

  async #startScripts(): Promise<ScriptLoader> {
    const { ScriptLoader: Loader } = await import('./script/loader.js');
    return new Loader(this.#shared.transpiled);
  }

  async #startJsonnet(): Promise<JsonnetLoader> {
    const { JsonnetLoader: Loader } = await import('./jsonnet/loader.js');
    return new Loader(this.#config, this.#output, this.#shared.files);
  }

  /** What was read and transpiled since the last time this was asked, for the loaders of other workers. */
  async takeShared(): Promise<Shared> {
    const [scripts, jsonnet] = await Promise.all([this.#scripts, this.#jsonnet]);
    return { transpiled: scripts?.takeFresh() ?? [], files: jsonnet?.takeFresh() ?? [] };
  }
}

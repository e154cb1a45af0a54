import type { HookConfig } from './config.js';
import { emptyHandover, type Handover } from './handover.js';
import type { Hook, HookOutput, HookSpec } from './hook.js';
import type { JsonnetLoader } from './jsonnet/loader.js';
import type { ScriptLoader } from './script/loader.js';

/** Loads hooks of both languages. A language is set up with its first hook, because that takes time at each start. */
export class HookLoader {
  readonly #config: HookConfig;
  readonly #output: HookOutput;
  readonly #handover: Handover;
  #jsonnet: Promise<JsonnetLoader> | undefined;
  #scripts: Promise<ScriptLoader> | undefined;

  /** @param handover what the loader of another worker has made of these files already */
  constructor(config: HookConfig, output: HookOutput, handover: Handover = emptyHandover) {
    this.#config = config;
    this.#output = output;
    this.#handover = handover;
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
    return new Loader(this.#handover.transpiled);
  }

  async #startJsonnet(): Promise<JsonnetLoader> {
    const { JsonnetLoader: Loader } = await import('./jsonnet/loader.js');
    return new Loader(this.#config, this.#output, this.#handover.files);
  }

  /** What was read and transpiled since the last call of this, for the loaders of other workers. */
  async takeHandover(): Promise<Handover> {
    const [scripts, jsonnet] = await Promise.all([this.#scripts, this.#jsonnet]);
    return { transpiled: scripts?.takeFresh() ?? [], files: jsonnet?.takeFresh() ?? [] };
  }
}

import type { Hook, HookSpec } from '../hook.js';
import * as author from './author.js';
import { loadScript } from './hook.js';
import { type Transpiled, Transpiler } from './transpiler.js';

/** Loads TypeScript and JavaScript hooks with one transpiler for all, so that a file that two of them import is transpiled once. */
export class ScriptLoader {
  readonly #transpiler: Transpiler;

  /** @param transpiled what the loader of another worker has transpiled already */
  constructor(transpiled: readonly Transpiled[]) {
    this.#transpiler = new Transpiler(transpiled);
  }

  /** @throws HookdError `HookLoadFailed` */
  load(spec: HookSpec): Promise<Hook> {
    return loadScript(spec, author, this.#transpiler);
  }

  /** What was transpiled since the last call of this. */
  takeFresh(): Transpiled[] {
    return this.#transpiler.takeFresh();
  }
}

import type { Hook, HookSpec } from '../hook.js';
import * as author from './author.js';
import { loadScript } from './hook.js';
import { type Transpiled, Transpiler } from './transpiler.js';

/** Loads TypeScript and JavaScript hooks, which share what is transpiled of the files that they import. */
export class ScriptLoader {
  readonly #transpiler: Transpiler;

  /** @param transpiled what another loader has transpiled already */
  constructor(transpiled: readonly Transpiled[]) {
    this.#transpiler = new Transpiler(transpiled);
  }

  /** @throws HookdError `HookLoadFailed` */
  load(spec: HookSpec): Promise<Hook> {
    return loadScript(spec, author, this.#transpiler);
  }

  /** What was transpiled since the last time this was asked. */
  takeFresh(): Transpiled[] {
    return this.#transpiler.takeFresh();
  }
}

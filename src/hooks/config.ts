import type { Bindings, EngineName } from '../jsonnet/engine.js';

/** Everything about how hooks are loaded and evaluated; plain data, so it crosses to workers. */
export interface HookConfig {
  readonly engine: EngineName;
  /** Library directories, in the order of the flags; searched from the last to the first, as kubecfg does. */
  readonly jpath: readonly string[];
  readonly extVars: Bindings;
  readonly tlas: Bindings;
  readonly maxStack: number;
  readonly maxTrace: number;
  /** Warnings of the contract become errors. */
  readonly strict: boolean;
}

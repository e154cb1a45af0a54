import type { EngineName, ExternalValues } from '../jsonnet/engine.js';
import type { NativesConfig, UrlImportConfig } from '../natives/index.js';

/** Everything about how hooks are loaded and evaluated; plain data, so it crosses to workers. */
export interface HookConfig {
  readonly engine: EngineName;
  /**
   * Library directories, searched from the last to the first, as the `jsonnet` command does; whoever makes the list puts
   * the one that is to be searched first at its end.
   */
  readonly jpath: readonly string[];
  readonly extVars: ExternalValues;
  readonly tlas: ExternalValues;
  readonly maxStack: number;
  readonly maxTrace: number;
  /** Warnings of the contract become errors. */
  readonly strict: boolean;
  /** How natives behave; what is left out has the defaults of the natives room. */
  readonly natives?: Partial<NativesConfig>;
  /** Which http(s) imports are allowed; none where left out. */
  readonly urls?: Partial<UrlImportConfig>;
}

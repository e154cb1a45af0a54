import type { UrlImportConfig } from '../imports/index.js';
import type { EngineName, ExternalValues } from '../jsonnet/engine.js';
import { defaultNativesConfig, type NativesConfig } from '../natives/config.js';
import type { RuleSettings } from '../protocol/index.js';
import type { HookSpec } from './hook.js';

/** How hooks are loaded and evaluated, the same for all hooks of a server. Plain data, so it crosses to workers. */
export interface HookConfig {
  readonly engine: EngineName;
  /** Library directories, absolute, searched from the first to the last. */
  readonly searchPath: readonly string[];
  readonly extVars: ExternalValues;
  /** Top-level arguments that each call gets besides `request`. */
  readonly tlas: ExternalValues;
  /** How many calls may be nested. */
  readonly maxStack: number;
  /** How many lines of a stack trace are kept; 0 keeps all. */
  readonly maxTrace: number;
  /** True if an answer that breaks a rule of the contract is refused where it would only be warned about. */
  readonly strict: boolean;
  /** What a broken rule does, by its name, or by `hook:name` for one hook. */
  readonly rules: RuleSettings;
  /** How natives behave; what is left out has its value from `defaultNativesConfig`. */
  readonly natives: Partial<NativesConfig>;
  /** Directories, absolute, from which files may be imported although FileImporter would refuse it. */
  readonly allowedImportDirs: readonly string[];
  /** Which http(s) imports are allowed; what is left out has its value from `defaultUrlImportConfig`, which allows none. */
  readonly urls: Partial<UrlImportConfig>;
}

/** The configuration of `hookd serve` without a flag. */
export const defaultHookConfig: HookConfig = {
  engine: 'js',
  searchPath: [],
  extVars: {},
  tlas: {},
  maxStack: 500,
  maxTrace: 20,
  strict: false,
  rules: {},
  natives: {},
  allowedImportDirs: [],
  urls: {},
};

/** Sentences about rules that are set for hooks which are not served. */
export function rulesWithoutHook({ rules }: Pick<HookConfig, 'rules'>, specs: readonly HookSpec[]): string[] {
  return Object.keys(rules)
    .filter((key) => key.includes(':') && !specs.some(({ name }) => key.startsWith(`${name}:`)))
    .map((key) => `--rule ${key}: there is no hook ${key.slice(0, key.lastIndexOf(':'))}`);
}

/** MiB of stack of a thread that evaluates: enough for `maxStack` to end a runaway recursion before the stack overflows. */
export const evaluationStackMb = 64;

/**
 * The same configuration for calls that are stopped after `timeoutSeconds`: helm gets four fifths of that at most, so that
 * it ends with an error of its own and not with its worker.
 */
export function endingWithin(timeoutSeconds: number, config: HookConfig): HookConfig {
  const { helmTimeoutSeconds = defaultNativesConfig.helmTimeoutSeconds } = config.natives;
  const least = Math.min(helmTimeoutSeconds, 0.8 * timeoutSeconds);
  return { ...config, natives: { ...config.natives, helmTimeoutSeconds: least } };
}

import type { HookSpec } from './hook.js';

/** How arguments become routes. */
export interface RouteOptions {
  /** Directory that relative paths are relative to. */
  readonly cwd: string;
  /** Routes as `kubecfg httpd` makes them: the path as given without `.jsonnet`, directories kept. */
  readonly kubecfg?: boolean;
}

/**
 * The hooks that the arguments of `serve` name: files, directories, `name=file`.
 *
 * @throws UsageError with one sentence for each problem
 */
export function findHooks(args: readonly string[], options: RouteOptions): HookSpec[] {
  void [args, options];
  return [];
}

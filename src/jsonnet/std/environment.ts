import type { Builtin } from '../runtime/builtin.js';
import { force } from '../runtime/value.js';
import { define } from './define.js';

/** What depends on the calling file and on the settings of the engine. `std.thisFile` is a field of the library. */
export const environmentBuiltins: readonly Builtin[] = [
  define('extVar', ['x: string'], (x, runtime) => runtime.extVar(x)),
  define('native', ['name|x: string'], (name, runtime) => runtime.native(name) ?? null),
  define('trace', ['str: string', 'rest: lazy'], (str, rest, runtime) => {
    runtime.trace(str);
    return force(rest);
  }),
  define('resolvePath', ['f: string', 'r: string'], resolvePath),
];

/** The path of `r` as a file next to `f`. */
function resolvePath(f: string, r: string): string {
  return f.slice(0, f.lastIndexOf('/') + 1) + r;
}

import type { Builtin, Runtime } from '../runtime/builtin.js';
import { type Cell, force, type Value } from '../runtime/value.js';
import { params } from './arguments.js';

/** What depends on the caller, its file, and the settings of the engine. `std.thisFile` is a field of the library. */
export const environmentBuiltins: readonly Builtin[] = [
  { name: 'extVar', params: params({ x: 'string' }), body: (x: string, runtime: Runtime) => runtime.extVar(x) },
  {
    name: 'native',
    params: params({ 'name|x': 'string' }),
    body: (name: string, runtime: Runtime) => runtime.native(name) ?? null,
  },
  {
    name: 'trace',
    params: params({ str: 'string', rest: 'lazy' }),
    body: (str: string, rest: Cell, runtime: Runtime): Value => {
      runtime.trace(str);
      return force(rest);
    },
  },
  { name: 'resolvePath', params: params({ f: 'string', r: 'string' }), body: resolvePath },
];

/** The path of `r` as a file next to `f`. */
function resolvePath(f: string, r: string): string {
  return f.slice(0, f.lastIndexOf('/') + 1) + r;
}

import { type Builtin, BuiltinFunction, type Runtime } from '../runtime/builtin.js';
import { PlainObject } from '../runtime/plain-object.js';
import type { Cell } from '../runtime/value.js';
import { builtins, constants } from './library.js';

const byName: ReadonlyMap<string, Builtin> = new Map(builtins.map((builtin) => [builtin.name, builtin]));

/** The row of a function of the standard library. */
export function builtinNamed(name: string): Builtin | undefined {
  return byName.get(name);
}

/** The object `std` of one file. All its fields are hidden, so that `std + { .. }` prints only what was added. */
export function standardLibrary(runtime: Runtime): PlainObject {
  const cells = new Map<string, Cell>(Object.entries(constants));
  for (const builtin of builtins) cells.set(builtin.name, new BuiltinFunction(builtin, runtime));
  cells.set('thisFile', runtime.thisFile);
  return new PlainObject(cells, true);
}

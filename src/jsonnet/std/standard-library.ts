import { type Builtin, BuiltinFunction, type Runtime } from '../runtime/builtin.js';
import { PlainObject } from '../runtime/plain-object.js';
import type { Cell } from '../runtime/value.js';
import { arrayBuiltins } from './arrays.js';
import { encodingBuiltins } from './encoding.js';
import { environmentBuiltins } from './environment.js';
import { manifestBuiltins } from './manifests.js';
import { mathBuiltins } from './math.js';
import { objectBuiltins } from './objects.js';
import { parsingBuiltins } from './parsing.js';
import { queryBuiltins } from './queries.js';
import { setBuiltins } from './sets.js';
import { stringBuiltins } from './strings.js';
import { typeBuiltins } from './types.js';

/**
 * Every function of the standard library: those of the page (https://jsonnet.org/ref/stdlib.html) and the few that
 * the implementations have in addition. To add a function, add a row to the table of its subject.
 */
export const builtins: readonly Builtin[] = [
  ...environmentBuiltins,
  ...typeBuiltins,
  ...mathBuiltins,
  ...stringBuiltins,
  ...parsingBuiltins,
  ...manifestBuiltins,
  ...arrayBuiltins,
  ...queryBuiltins,
  ...setBuiltins,
  ...objectBuiltins,
  ...encodingBuiltins,
];

const byName: ReadonlyMap<string, Builtin> = new Map(builtins.map((builtin) => [builtin.name, builtin]));

/** The function of the standard library with this name; undefined if there is none. */
export function builtinNamed(name: string): Builtin | undefined {
  return byName.get(name);
}

/** The object `std` of one file. All its fields are hidden, so that `std + { .. }` prints only what was added. */
export function standardLibrary(runtime: Runtime): PlainObject {
  const cells = new Map<string, Cell>([
    ['pi', Math.PI],
    ['thisFile', runtime.thisFile],
  ]);
  for (const builtin of builtins) cells.set(builtin.name, new BuiltinFunction(builtin, runtime));
  return new PlainObject(cells, true);
}

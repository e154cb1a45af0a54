import type { Builtin } from '../runtime/builtin.js';
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
 * Every function of the standard library: those of the page (https://jsonnet.org/ref/stdlib.html, 0.21) and the few the
 * implementations have beside it. Add a function by adding a row to the table of its subject.
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

/** Fields of `std` that are no functions, apart from `thisFile`. */
export const constants: Readonly<Record<string, number>> = { pi: Math.PI };

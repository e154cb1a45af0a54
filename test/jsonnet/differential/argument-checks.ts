import { builtins } from '../../../src/jsonnet/std/standard-library.js';

/** A value of each type. */
const values: Readonly<Record<string, string>> = {
  null: 'null',
  boolean: 'true',
  number: '1.5',
  string: '"abc"',
  array: '[1, "x"]',
  object: '{ a: 1 }',
  function: '(function(x) x)',
};

/** Good arguments, by the name or the type of the parameter. */
const good: Readonly<Record<string, string>> = {
  ...values,
  number: '2',
  from: '"a"',
  indent: '"  "',
  any: '1',
  lazy: '1',
};

/**
 * Functions whose checks say something else than those of go-jsonnet: those that are written in Jsonnet there, and so name
 * whatever their text calls first, or take more types and give nonsense.
 */
const otherWords = new Set([
  ...['resolvePath', 'startsWith', 'endsWith', 'stripChars', 'lstripChars', 'rstripChars', 'asciiUpper', 'asciiLower'],
  ...[
    'stringChars',
    'format',
    'flattenArrays',
    'uniq',
    'setUnion',
    'setInter',
    'setDiff',
    'setMember',
    'lines',
    'trace',
  ],
  ...['slice', 'escapeStringXml'],
]);

/** Calls of every function of the library, each with one argument of a wrong type. */
export function argumentChecks(): string[] {
  return builtins.flatMap(({ name, params }) => {
    if (otherWords.has(name)) return [];
    return params.flatMap(({ type }, place) => {
      if (type === 'any' || type === 'lazy') return [];
      const wrong = Object.keys(values).filter((other) => !type.split('|').includes(other));
      return wrong.map((other) => {
        const args = params.slice(0, required(params, place)).map((param, i) => {
          return i === place ? values[other] : (good[param.name] ?? good[param.type.split('|')[0] as string]);
        });
        return `std.${name}(${args.join(', ')})`;
      });
    });
  });
}

/** How many arguments a call needs that reaches a parameter. */
function required(params: readonly { readonly default: unknown }[], place: number): number {
  return Math.max(place + 1, params.filter((param) => param.default === undefined).length);
}

import { basename } from 'node:path';
import { HookdError } from '../../errors.js';
import { suggestion } from '../../jsonnet/syntax/suggestion.js';

/** The names under which hooks import the functions of hookd. */
export const authorPackages = ['metacontroller-hookd', 'hookd'] as const;

/** What a transpiled module calls the module object of an import: `var _hookd = require("hookd")`. */
const importedAs = /\bvar (\w+) = (?:require|await jitiImport)\("((?:metacontroller-)?hookd)"\)/g;

/**
 * Checks the imports of hookd in a module: Node itself refuses an ES module that imports a name that does not exist, but
 * a transpiled one fails only when the name is used. Imports of types are gone from transpiled code.
 *
 * @param file path of the module, for the message
 * @param code the module after transpiling
 * @param author what hookd has for hooks
 * @throws HookdError `HookLoadFailed` for a name that hookd does not have
 */
export function checkAuthorImports(file: string, code: string, author: Readonly<Record<string, unknown>>): void {
  for (const [, variable, from] of code.matchAll(importedAs)) {
    for (const [, name = ''] of code.matchAll(new RegExp(`\\b${variable}\\.(\\w+)`, 'g'))) {
      if (Object.hasOwn(author, name)) continue;
      const names = Object.keys(author);
      const advice = suggestion(name, names) || `; it has ${names.join(', ')}`;
      throw new HookdError(
        'HookLoadFailed',
        `${basename(file)} imports ${name} from ${from}, which does not have it${advice}`,
      );
    }
  }
}

import { realpathSync } from 'node:fs';
import { createRequire } from 'node:module';
import { basename, extname } from 'node:path';
import { createJiti } from 'jiti';
import { HookdError } from '../../errors.js';
import type { Json } from '../../json/json.js';
import type { Hook, HookAnswer, HookSpec } from '../hook.js';
import { authorPackages, checkAuthorImports } from './author-imports.js';
import { callFailure, loadFailure } from './failure.js';
import { type NodejsFunction, nodejsHook } from './nodejs-hook.js';
import type { Transpiler } from './transpiler.js';

/** A hook's function as the module exports it. */
type HookFunction = (request: Json) => unknown;

/**
 * Loads a TypeScript or JavaScript hook, without a build step and without a cache on disk.
 *
 * The default export is called with the request. If a `.js` or `.cjs` file assigns a function to `module.exports`, it was
 * written for Metacontroller's nodejs-server, and the function is called with a context instead (`nodejsStyle`). In a
 * TypeScript file such a function (`export =`) counts as the default export.
 *
 * @param author what hooks get from `import … from 'metacontroller-hookd'`
 * @throws HookdError `HookLoadFailed`
 */
export async function loadScript(
  spec: HookSpec,
  author: Readonly<Record<string, unknown>>,
  transpiler: Transpiler,
): Promise<Hook> {
  const jiti = createJiti(spec.file, {
    fsCache: false,
    interopDefault: false,
    virtualModules: Object.fromEntries(authorPackages.map((name) => [name, author])),
    transform(options) {
      const transpiled = transpiler.transform(options);
      checkAuthorImports(options.filename ?? spec.file, transpiled.code, author);
      return transpiled;
    },
  });
  let module: unknown;
  try {
    module = await jiti.import(spec.file);
  } catch (error) {
    throw loadFailure(spec, error);
  }
  const assigned = assignedFunction(spec.file, module);
  if (assigned !== undefined && /^\.c?js$/.test(extname(spec.file)))
    return nodejsHook(spec, assigned as NodejsFunction);
  const hook = assigned ?? defaultExport(module);
  if (typeof hook !== 'function') {
    throw new HookdError(
      'HookLoadFailed',
      `${basename(spec.file)} must export a function by default, but ${describeExports(module, hook)}`,
    );
  }
  return scriptHook(spec, hook as HookFunction);
}

/** The function that a CommonJS module assigned to `module.exports`; undefined for ES modules and for `exports.default`. */
function assignedFunction(file: string, module: unknown): unknown {
  const { cache } = createRequire(file);
  const exports: unknown = (cache[file] ?? cache[realpathSync(file)])?.exports ?? module;
  return typeof exports === 'function' && !('default' in exports) ? exports : undefined;
}

/** The default export of an ES module, or `exports.default` of a CommonJS module, which Node wraps once more. */
function defaultExport(module: unknown): unknown {
  const outer = (module as { default?: unknown } | null | undefined)?.default;
  if (typeof outer !== 'object' || outer === null) return outer;
  return (outer as { default?: unknown }).default ?? outer;
}

function describeExports(module: unknown, value: unknown): string {
  if (value !== undefined)
    return `its default export is ${typeof value === 'object' ? 'an object' : `a ${typeof value}`}`;
  const names = Object.keys(module as object).sort();
  return names.length === 0 ? 'it exports nothing' : `it exports only ${names.join(', ')}`;
}

function scriptHook(spec: HookSpec, hook: HookFunction): Hook {
  return {
    spec,
    nodejsStyle: false,
    digest: undefined,
    async call({ request }): Promise<HookAnswer> {
      try {
        return { status: 200, headers: {}, body: await hook(request), pure: false, alreadyJson: false };
      } catch (error) {
        throw callFailure(spec, error);
      }
    },
  };
}

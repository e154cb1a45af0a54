import { realpathSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, extname } from 'node:path';
import { createJiti } from 'jiti';
import { HookdError } from '../../errors.js';
import type { Json } from '../../json/json.js';
import { findRetryLater } from '../../retry-later.js';
import type { Hook, HookAnswer, HookCall, HookSpec } from '../hook.js';
import { showPath } from '../show-path.js';
import { makeContext } from './nodejs-context.js';
import { userPlace, userTrace } from './stack-trace.js';
import type { Transpiler } from './transpiler.js';

/** A hook's function as the module exports it. */
type HookFunction = (request: Json) => unknown;
/** A function for nodejs-server; if it has a second parameter, it answers through that callback. */
type NodejsFunction = (context: unknown, callback?: NodejsCallback) => unknown;
type NodejsCallback = (status: number, body?: unknown, headers?: Record<string, string>) => void;

/**
 * Loads a TypeScript or JavaScript hook, without a build step and without a cache on disk.
 *
 * The default export is called with the request. If a `.js` or `.cjs` file assigns a function to `module.exports`, it was
 * written for Metacontroller's nodejs-server, and the function is called with a context instead (`nodejsStyle`). In a
 * TypeScript file such a function (`export =`) counts as the default export.
 *
 * @param author what `import … from 'hookd'` gives to hooks
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
    virtualModules: { hookd: author },
    transform: transpiler.transform,
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
      `${name(spec)} must export a function by default, but ${describeExports(module, hook)}`,
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

function nodejsHook(spec: HookSpec, hook: NodejsFunction): Hook {
  return {
    spec,
    nodejsStyle: true,
    digest: undefined,
    async call({ request, http }: HookCall): Promise<HookAnswer> {
      try {
        const context = makeContext(request, http);
        const reply = hook.length < 2 ? await hook(context) : await withCallback(hook, context);
        return nodejsAnswer(spec, reply);
      } catch (error) {
        throw callFailure(spec, error);
      }
    },
  };
}

function withCallback(hook: NodejsFunction, context: unknown): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const result = hook(context, (status, body, headers) => resolve({ status, body, headers }));
    Promise.resolve(result).catch(reject);
  });
}

function nodejsAnswer(spec: HookSpec, reply: unknown): HookAnswer {
  const { status, body, headers } = (reply ?? {}) as { status?: unknown; body?: unknown; headers?: unknown };
  if (!Number.isInteger(status) || (status as number) < 200 || (status as number) > 599) {
    throw new HookdError(
      'InvalidResponse',
      `${name(spec)} must resolve to { status, body } with a status between 200 and 599, but status is ` +
        `${JSON.stringify(status) ?? 'missing'}; as a file that assigns module.exports it is called in the style of ` +
        `nodejs-server, while a default export (exports.default) is called with the request and returns the answer itself`,
    );
  }
  // A buffer holds finished text; as JSON it would become a list of its bytes.
  const text = body instanceof Uint8Array ? new TextDecoder().decode(body) : body;
  return {
    status: status as number,
    headers: nodejsHeaders(spec, headers),
    body: text,
    pure: false,
    alreadyJson: false,
  };
}

function nodejsHeaders(spec: HookSpec, headers: unknown): Record<string, string> {
  if (headers === undefined || headers === null) return {};
  if (typeof headers !== 'object' || Array.isArray(headers)) {
    throw new HookdError('InvalidResponse', `headers of ${name(spec)} must be an object of strings`);
  }
  return Object.fromEntries(
    Object.entries(headers).map(([key, value]) => {
      const text = Array.isArray(value) ? value.join(', ') : String(value);
      // RFC 9110: a field name is a token, a value holds no control characters.
      if (!/^[!#$%&'*+.^`|~\w-]+$/.test(key) || /[^\t\x20-\x7e\x80-\xff]/.test(text)) {
        throw new HookdError(
          'InvalidResponse',
          `the header ${JSON.stringify(key)} of ${name(spec)} is not a valid HTTP header`,
        );
      }
      return [key.toLowerCase(), text];
    }),
  );
}

function callFailure(spec: HookSpec, error: unknown): HookdError {
  if (error instanceof HookdError) return error;
  const later = findRetryLater(error);
  if (later !== undefined) {
    return new HookdError('RetryLater', later.message, { retryAfterSeconds: later.seconds, cause: error });
  }
  return failure('HookFailed', spec, error);
}

function loadFailure(spec: HookSpec, error: unknown): HookdError {
  if (error instanceof Error) {
    // jiti reports a syntax error as `ParseError: what \n file:line:column`.
    const parse = /^ParseError: (.*?)\s*\n\s*(.*?):(\d+):(\d+)\s*$/s.exec(error.message);
    if (parse !== null) {
      const where = `${showPath(parse[2] as string, dirname(spec.file))}:${parse[3]}:${Number(parse[4]) + 1}`;
      return new HookdError('HookLoadFailed', `syntax error at ${where}: ${parse[1]}`, { trace: error.message });
    }
  }
  return failure('HookLoadFailed', spec, error);
}

function failure(code: 'HookFailed' | 'HookLoadFailed', spec: HookSpec, error: unknown): HookdError {
  if (typeof error !== 'object' || error === null) {
    return new HookdError(code, `threw ${JSON.stringify(error) ?? String(error)} instead of an Error`);
  }
  const { name: kind, message: whole, stack } = error as Partial<Error>;
  // Further lines, such as the "Require stack" of a missing module, are in the trace.
  const message = whole?.split('\n', 1)[0];
  const place = typeof stack === 'string' ? userPlace(stack, dirname(spec.file)) : undefined;
  const text =
    message === undefined || message === '' ? String(kind ?? 'an object was thrown') : `${kind ?? 'Error'}: ${message}`;
  const trace = userTrace(error);
  return new HookdError(code, place === undefined ? text : `${text} (${place})`, {
    ...(trace === undefined ? {} : { trace }),
    cause: error,
  });
}

function name(spec: HookSpec): string {
  return showPath(spec.file, dirname(spec.file));
}

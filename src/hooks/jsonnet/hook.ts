import { basename, dirname } from 'node:path';
import { HookdError } from '../../errors.js';
import type { FileImporter } from '../../imports/files.js';
import type { ImportedFile, JsonnetEngine } from '../../jsonnet/engine.js';
import { JsonnetError, position } from '../../jsonnet/error.js';
import { topLevelFunction } from '../../jsonnet/index.js';
import { LibjsonnetError } from '../../jsonnet/libjsonnet.js';
import { findRetryLater } from '../../retry-later.js';
import type { HookConfig } from '../config.js';
import type { Hook, HookSpec } from '../hook.js';
import { showPath } from '../show-path.js';
import { hookDigest } from './digest.js';

/**
 * Loads a Jsonnet hook: a file whose value is a function with the parameter `request`, or an object, which then is the
 * answer to every request, as with kubecfg and jsonnetd.
 * @throws HookdError `HookLoadFailed`
 */
export async function loadJsonnet(
  spec: HookSpec,
  config: HookConfig,
  engine: JsonnetEngine,
  importer: FileImporter,
): Promise<Hook> {
  let file: ImportedFile;
  try {
    file = importer.read(spec.file, spec.file);
  } catch (error) {
    throw new HookdError('HookLoadFailed', (error as Error).message, { cause: error });
  }
  try {
    const source = new TextDecoder().decode(file.content);
    const isFunction = await probe(spec, engine);
    if (isFunction) checkParameters(spec, source, Object.keys(config.tlas));
    const program = engine.load(spec.file, source);
    return {
      spec,
      nodejsStyle: false,
      note: isFunction ? undefined : noteOfObject,
      // libjsonnet reads imports itself, at each call, so a digest would not tell what they were.
      digest: engine.name === 'js' ? hookDigest(spec.file, file.content, config, importer) : undefined,
      async call({ request }) {
        try {
          const { value, pure } = await program.call({ request });
          return { status: 200, headers: {}, body: value, pure, alreadyJson: true };
        } catch (error) {
          throw failure('HookFailed', spec, config.maxTrace, error);
        }
      },
    };
  } catch (error) {
    throw failure('HookLoadFailed', spec, config.maxTrace, error);
  }
}

const noteOfObject = 'it is an object and not a function of the request, so every request gets the same answer';

/**
 * True if the value of the file is a function, false if it is an object; an evaluation with arguments does not show that.
 * @throws HookdError `HookLoadFailed` for any other value
 */
async function probe(spec: HookSpec, engine: JsonnetEngine): Promise<boolean> {
  const source = `std.type(import ${JSON.stringify(spec.file)})`;
  const { value } = await engine.load(spec.file, source).call({});
  if (value === 'function' || value === 'object') return value === 'function';
  throw new HookdError(
    'HookLoadFailed',
    `the file must be a function of the request, as in function(request) { … }, but its value is of type ${value}`,
  );
}

/**
 * Checks the parameters of the function, as far as the file shows them: each call would fail with an error that names
 * neither the place nor what to do.
 * @param given names of the top-level arguments of the command line
 * @throws HookdError `HookLoadFailed`
 */
function checkParameters(spec: HookSpec, source: string, given: readonly string[]): void {
  const written = functionOf(spec, source);
  if (written === undefined) return;
  const names = written.params.map(({ name }) => name);
  const where = `${basename(spec.file)}:${position(source, written.start).join(':')}`;
  const refuse = (what: string) => {
    throw new HookdError('HookLoadFailed', `${where}: ${what}`);
  };
  if (!names.includes('request')) {
    refuse(
      `the function takes ${names.join(', ') || 'nothing'}, but hooks get the request as request: write function(request)`,
    );
  }
  const missing = written.params.find(
    (param) => param.default === undefined && param.name !== 'request' && !given.includes(param.name),
  );
  if (missing !== undefined)
    refuse(`the function needs the argument ${missing.name}: give it with --tla-str ${missing.name}=VALUE`);
}

function functionOf(spec: HookSpec, source: string): ReturnType<typeof topLevelFunction> {
  try {
    return topLevelFunction({ path: spec.file, text: source });
  } catch {
    return undefined; // libjsonnet may accept what our parser does not
  }
}

/** Matches errors of imports that libjsonnet cannot find, since it reads files by itself. */
const notFile = /^couldn't open import "(?:https?:|internal:|kubecfg\.libsonnet")/i;
const filesOnly = ' The engine libjsonnet imports only files; use the engine js for URLs and for kubecfg.libsonnet.';

function failure(code: 'HookFailed' | 'HookLoadFailed', spec: HookSpec, maxTrace: number, error: unknown): HookdError {
  if (error instanceof HookdError) return error;
  const later = findRetryLater(error);
  if (later !== undefined) {
    return new HookdError('RetryLater', later.message, { retryAfterSeconds: later.seconds, cause: error });
  }
  if (!(error instanceof JsonnetError)) {
    const { message, stack } = error as Error;
    return new HookdError('Internal', `the Jsonnet engine failed: ${message}`, {
      trace: stack ?? message,
      cause: error,
    });
  }
  const head = error.kind === 'static' ? 'STATIC ERROR' : 'RUNTIME ERROR';
  const place = placeOf(error);
  const where = place === undefined ? '' : ` (${showPath(place, dirname(spec.file))})`;
  const hint = error instanceof LibjsonnetError && notFile.test(error.message) ? filesOnly : '';
  return new HookdError(code, `${head}: ${error.message}${hint}${where}`, {
    trace: error.describe(maxTrace),
    cause: error,
  });
}

/** The place of the error as `file:line:column`, if the error has one. */
function placeOf(error: JsonnetError): string | undefined {
  if (error instanceof LibjsonnetError) return error.place;
  if (error.span === undefined) return undefined;
  const { file, start } = error.span;
  return `${file.path}:${position(file.text, start).join(':')}`;
}

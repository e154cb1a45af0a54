import { type ErrorCode, UsageError } from '../../errors.js';
import { createExecutor } from '../../execution/executor.js';
import { findHooks } from '../../hooks/find-hooks.js';
import { findLongIntegers, withAllDigits } from '../../json/exact-numbers.js';
import { hookConfig } from '../config/hook-config.js';
import { singleWorkerLimits } from '../config/single-worker.js';
import { terminalObserver } from '../config/terminal-observer.js';
import { type CliContext, exitCodes } from '../context.js';
import type { ResolvedOptions } from '../options/resolve.js';
import type { optionsOf } from '../options/table.js';
import { isJson, readRequest } from './render-request.js';
import { differenceWhenRepeated } from './render-twice.js';

type RenderOptions = ResolvedOptions<typeof optionsOf.render>;

/**
 * `hookd render`: one call of one hook, through the executor that the server uses. The answer goes to stdout; warnings,
 * what the hook prints, and errors go to stderr. An answer that a second evaluation changes is warned about.
 *
 * @param positionals a hook file or `name=file`; the path of a request, stdin if it is `-` or left out
 * @returns the exit code
 * @throws UsageError
 */
export async function render(
  [hook = '', request]: readonly string[],
  options: RenderOptions,
  context: CliContext,
): Promise<number> {
  const { stdout, stderr, env, cwd } = context;
  const specs = findHooks([hook], { cwd });
  const [spec] = specs;
  if (spec === undefined || specs.length > 1) {
    throw new UsageError(`${hook} holds ${specs.length} hooks; name one file`);
  }
  const config = hookConfig(options, env, cwd);
  const body = await readRequest(request, options, context);
  const terminal = terminalObserver(stderr);
  let isRepeating = false;
  const executor = createExecutor(specs, config, singleWorkerLimits(options), {
    ...terminal,
    hookOutput: (...line) => isRepeating || terminal.hookOutput(...line),
  });
  try {
    await executor.start();
    const http = { method: 'POST', url: `/${spec.name}`, headers: { 'content-type': 'application/json' } };
    const call = { hook: spec.name, body, http };
    const outcome = await executor.run(call);
    for (const warning of outcome.warnings) stderr.write(`warning: ${warning.message}\n`);
    if (outcome.ok) {
      isRepeating = true;
      const difference = await differenceWhenRepeated(executor, call, outcome, options.strict);
      if (difference !== undefined) stderr.write(`${options.strict ? 'InvalidResponse' : 'warning'}: ${difference}\n`);
      if (difference !== undefined && options.strict) return exitCodes.invalidAnswer;
      stdout.write(await print(outcome.body, options.output));
      return exitCodes.ok;
    }
    const later = outcome.retryAfterSeconds === undefined ? '' : ` (call it again in ${outcome.retryAfterSeconds} s)`;
    stderr.write(`${outcome.code}: ${outcome.message}${later}\n`);
    const trace = outcome.trace?.trimEnd() ?? '';
    if (!outcome.message.includes(trace)) stderr.write(`${trace}\n`);
    return exitCodeOf(outcome.code);
  } finally {
    await executor.stop();
  }
}

function exitCodeOf(code: ErrorCode): number {
  if (code === 'InvalidResponse') return exitCodes.invalidAnswer;
  if (code === 'InvalidJson' || code === 'InvalidRequest') return exitCodes.usage;
  return code === 'Internal' ? exitCodes.failed : exitCodes.hookFailed;
}

async function print(body: Uint8Array, output: RenderOptions['output']): Promise<string> {
  const text = new TextDecoder().decode(body);
  if (!isJson(text)) return text.endsWith('\n') ? text : `${text}\n`; // a nodejs-server hook may answer anything
  const long = findLongIntegers(text);
  if (output === 'json') return `${withAllDigits(JSON.stringify(JSON.parse(text), undefined, 2), long)}\n`;
  const { parse, stringify } = await import('yaml');
  // JSON is YAML, and yaml can read integers without rounding them.
  return stringify(long === undefined ? JSON.parse(text) : parse(text, { intAsBigInt: true }), { lineWidth: 0 });
}

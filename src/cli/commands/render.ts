import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { type ErrorCode, UsageError } from '../../errors.js';
import { createExecutor } from '../../execution/executor.js';
import { findHooks } from '../../hooks/find-hooks.js';
import { hookConfig } from '../config/hook-config.js';
import { singleWorkerLimits } from '../config/single-worker.js';
import { terminalObserver } from '../config/terminal-observer.js';
import { type CliContext, exitCodes, readAll } from '../context.js';
import type { ResolvedOptions } from '../options/resolve.js';
import type { optionsOf } from '../options/table.js';

type RenderOptions = ResolvedOptions<typeof optionsOf.render>;

/**
 * `hookd render`: one call of one hook, through the executor that the server uses. The answer goes to stdout; warnings,
 * what the hook prints, and errors go to stderr.
 *
 * @param hook a hook file, or `name=file`
 * @param request path of a JSON or YAML file; stdin if it is `-` or left out
 * @returns the exit code
 * @throws UsageError
 */
export async function render(
  [hook = '', request = '-']: readonly string[],
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
  const body = await requestBytes(request, context);
  const executor = createExecutor(specs, config, singleWorkerLimits(options), terminalObserver(stderr));
  try {
    await executor.start();
    const http = { method: 'POST', url: `/${spec.name}`, headers: { 'content-type': 'application/json' } };
    const outcome = await executor.run({ hook: spec.name, body, http });
    for (const warning of outcome.warnings) stderr.write(`warning: ${warning.message}\n`);
    if (outcome.ok) {
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

/** The request as the JSON text that Metacontroller would send. */
async function requestBytes(request: string, { stdin, cwd }: CliContext): Promise<Uint8Array<ArrayBuffer>> {
  const where = request === '-' ? 'stdin' : resolve(cwd, request);
  const text = request === '-' ? await readAll(stdin) : await readRequestFile(where);
  if (text.trim() === '') throw new UsageError(`${where} is empty; it should hold a request`);
  return new Uint8Array(new TextEncoder().encode(isJson(text) ? text : await yamlToJson(text, where)));
}

async function readRequestFile(path: string): Promise<string> {
  try {
    return await readFile(path, 'utf8');
  } catch (error) {
    throw new UsageError(`cannot read the request ${path} (${(error as NodeJS.ErrnoException).code})`);
  }
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

async function yamlToJson(text: string, where: string): Promise<string> {
  const { parse } = await import('yaml');
  try {
    return JSON.stringify(parse(text));
  } catch (error) {
    const [line] = (error as Error).message.split('\n');
    throw new UsageError(`${where} is neither JSON nor YAML: ${line}`);
  }
}

async function print(body: Uint8Array, output: RenderOptions['output']): Promise<string> {
  const text = new TextDecoder().decode(body);
  if (!isJson(text)) return text.endsWith('\n') ? text : `${text}\n`; // a nodejs-server hook may answer anything
  const value = JSON.parse(text);
  if (output === 'json') return `${JSON.stringify(value, undefined, 2)}\n`;
  const { stringify } = await import('yaml');
  return stringify(value, { lineWidth: 0 });
}

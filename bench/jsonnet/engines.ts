import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Evaluation, Importer, JsonnetProgram } from '../../src/jsonnet/index.js';
import { createJsEngine } from '../../src/jsonnet/index.js';
import type { BenchHook } from './hooks.js';

const { Jsonnet } = createRequire(import.meta.url)('@hanazuki/node-jsonnet') as {
  Jsonnet: new () => {
    tlaCode(name: string, code: string): { evaluateFile(file: string): Promise<string> };
  };
};

/** A directory for the files of a measurement, since libjsonnet reads files itself. It is removed when the process ends. */
export const directory = mkdtempSync(join(tmpdir(), 'bench-jsonnet-'));
process.on('exit', () => rmSync(directory, { recursive: true, force: true }));

/** Loads the hook with a new engine of ours. Imports are read from `at`. */
export function load(hook: BenchHook, at = directory): JsonnetProgram {
  const importer: Importer = {
    read(_from, target) {
      const path = join(at, target);
      return { path, content: readFileSync(path) };
    },
  };
  return createJsEngine({ importer }).load(join(at, 'hook.jsonnet'), hook.source);
}

/** One evaluation by our engine, from values to values. */
export function call(program: JsonnetProgram, request: BenchHook['request']): Evaluation {
  // Our engine answers synchronously; only libjsonnet is asynchronous.
  return program.call({ request }) as Evaluation;
}

/** One request as hookd answers it, from JSON text to JSON text. */
export function answer(program: JsonnetProgram, request: string): string {
  return JSON.stringify(call(program, JSON.parse(request)).value);
}

/** One request through libjsonnet. The request is a top-level argument, the answer is what libjsonnet prints. */
export function libjsonnet(hook: BenchHook, at = directory): (request: string) => Promise<string> {
  const file = join(at, 'hook.jsonnet');
  writeFileSync(file, hook.source);
  return (request) => new Jsonnet().tlaCode('request', request).evaluateFile(file);
}

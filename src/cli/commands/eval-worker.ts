import { parentPort, workerData } from 'node:worker_threads';
import type { HookConfig } from '../../hooks/config.js';
import { createEngine } from '../../hooks/jsonnet/engine.js';
import { createUrlImporter, FileImporter } from '../../imports/index.js';
import { JsonnetError } from '../../jsonnet/error.js';
import { EngineUnavailableError, LibjsonnetError } from '../../jsonnet/libjsonnet.js';

/** What the thread is started with. */
export interface EvalJob {
  /** Path shown in errors, and the base of relative imports. */
  readonly file: string;
  readonly source: string;
  readonly config: HookConfig;
  /** The directory that relative paths start from. */
  readonly cwd: string;
  /** Print a string as it is. */
  readonly string: boolean;
}

/** What the thread sends: lines of `std.trace`, then one result. */
export interface EvalMessage {
  readonly kind: 'trace' | 'value' | 'error';
  readonly text: string;
}

/** Evaluates the program of `hookd eval`. */
async function evaluate({ file, source, config, cwd, string }: EvalJob): Promise<string> {
  const importer = new FileImporter({
    searchPath: config.searchPath,
    urls: createUrlImporter(config.urls),
    // The program is its user's own, who may well import /dev/stdin.
    allowedDirectories: ['/'],
    cwd,
  });
  const engine = await createEngine(config, importer, (_level, text) => send({ kind: 'trace', text }));
  return engine.load(file, source).manifest({ string });
}

function send(message: EvalMessage): void {
  parentPort?.postMessage(message);
}

/** The error as the `jsonnet` command prints it; for a defect of the engine, its stack. */
function describe(error: unknown, maxTrace: number): string {
  if (error instanceof LibjsonnetError) return error.text;
  if (error instanceof JsonnetError) return error.describe(maxTrace);
  return error instanceof EngineUnavailableError ? error.message : ((error as Error).stack ?? String(error));
}

const job = workerData as EvalJob;
try {
  send({ kind: 'value', text: await evaluate(job) });
} catch (error) {
  send({ kind: 'error', text: describe(error, job.config.maxTrace) });
}

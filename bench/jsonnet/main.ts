import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import {
  atLeast,
  atMost,
  cpuMs,
  duration,
  measure,
  measureAsync,
  measureSteps,
  table,
  type Verdict,
} from '../measure.js';
import { answer, call, directory, libjsonnet, load } from './engines.js';
import { type BenchHook, library, libraryHook, manyHook, micro, smallHook } from './hooks.js';

// All measurements of the js engine in one run: beside libjsonnet on the same hooks, JSON text in and JSON text out, and
// beside JSON.parse. All times are processor time. Each answer is compared between the engines before anything is timed. Exit code 1 on a FAIL.

const verdicts: Verdict[] = [];

/** Both engines on one hook; `least` is how many times as fast ours must be. */
async function beside(hook: BenchHook, least: number): Promise<void> {
  const request = JSON.stringify(hook.request);
  const reference = libjsonnet(hook);
  const program = load(hook);
  assert.deepEqual(JSON.parse(answer(program, request)), JSON.parse(await reference(request)), hook.name);
  const theirs = await measureAsync(() => reference(request), 3);
  const ours = measure(() => answer(program, request));
  verdicts.push(atLeast(theirs / ours, least, hook.name, duration(ours), duration(theirs)));
}

type Steps = Record<'parse' | 'evaluate' | 'print', number>;

/** Parses the request, evaluates the hook, and prints the answer, with the milliseconds of each. */
function steps(hook: BenchHook): () => Steps {
  const program = load(hook);
  const request = JSON.stringify(hook.request);
  return () => {
    const start = cpuMs();
    const parsed = JSON.parse(request);
    const ready = cpuMs();
    const { value } = call(program, parsed);
    const evaluated = cpuMs();
    JSON.stringify(value);
    return { parse: ready - start, evaluate: evaluated - ready, print: cpuMs() - evaluated };
  };
}

/** Milliseconds from a new process to the first answer, once with each engine. */
function coldFirstAnswer(engine: 'js' | 'libjsonnet'): number {
  const script = fileURLToPath(new URL('./cold.js', import.meta.url));
  const runs = Array.from({ length: 5 }, () => Number(execFileSync(process.execPath, [script, engine, directory])));
  return runs.toSorted((a, b) => a - b)[2] as number;
}

const text = library();
writeFileSync(join(directory, 'k.libsonnet'), text);
const functions = text.match(/\bwith\w+\(/g)?.length ?? 0;
process.stdout.write(
  `node ${process.version}; library ${(text.length / 1e6).toFixed(2)} MB with ${functions} functions; `,
);
const many = manyHook(200, 500);
process.stdout.write(`large request ${(JSON.stringify(many.request).length / 1e6).toFixed(2)} MB\n\n`);

await beside(smallHook, 1500);
await beside(many, 100);
await beside(libraryHook, 10_000);
for (const hook of micro) await beside(hook, 20);

const [small, large] = measureSteps([
  { work: steps(many), times: 10 },
  { work: steps(manyHook(2000, 5000)), times: 1 },
]) as [Steps, Steps];
const total = (one: Steps) => one.parse + one.evaluate + one.print;
verdicts.push(
  atMost(
    small.evaluate / small.parse,
    1,
    'evaluation : JSON.parse, 1 MB',
    duration(small.evaluate),
    duration(small.parse),
  ),
  atMost(
    large.evaluate / small.evaluate,
    11,
    'evaluation, 2,000 : 200 children',
    duration(large.evaluate),
    duration(small.evaluate),
  ),
  atMost(
    total(large) / total(small),
    11,
    'text to text, 2,000 : 200 children',
    duration(total(large)),
    duration(total(small)),
  ),
);

const coldOurs = coldFirstAnswer('js');
const coldTheirs = coldFirstAnswer('libjsonnet');
verdicts.push(
  atLeast(coldTheirs / coldOurs, 1, 'cold first load, 1.5 MB library', duration(coldOurs), duration(coldTheirs)),
);

process.stdout.write(`${table(['', 'js', 'beside', 'ratio', 'expected'], verdicts)}\n`);
if (verdicts.some(({ pass }) => !pass)) process.exitCode = 1;

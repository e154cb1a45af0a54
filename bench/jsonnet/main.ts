import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { atLeast, atMost, duration, measure, measureAsync, table, type Verdict } from '../measure.js';
import { answer, directory, libjsonnet, load } from './engines.js';
import type { Steps } from './growth.js';
import { type BenchHook, library, libraryHook, manyHook, micro, smallHook } from './hooks.js';

// All measurements of the js engine in one run: compared with libjsonnet on the same hooks, from JSON text to JSON text,
// and with JSON.parse. All times are processor time. The answers of the engines are compared before anything is timed.
// The exit code is 1 if a row says FAIL.

const verdicts: Verdict[] = [];

/** Both engines on one hook. @param least how many times as fast ours must be */
async function beside(hook: BenchHook, least: number): Promise<void> {
  const request = JSON.stringify(hook.request);
  const reference = libjsonnet(hook);
  const program = load(hook);
  assert.deepEqual(JSON.parse(answer(program, request)), JSON.parse(await reference(request)), hook.name);
  const theirs = await measureAsync(() => reference(request), 3);
  const ours = measure(() => answer(program, request));
  verdicts.push(atLeast(theirs / ours, least, hook.name, duration(ours), duration(theirs)));
}

/** The steps of a small, a wide and a large request, measured in a process with these flags of Node. */
function growth(...flags: string[]): Record<'small' | 'wide' | 'large', Steps> {
  const script = fileURLToPath(new URL('./growth.js', import.meta.url));
  return JSON.parse(execFileSync(process.execPath, [...flags, script], { encoding: 'utf8' }));
}

/** Milliseconds from the start of a process to its first answer. */
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

const total = (one: Steps) => one.parse + one.evaluate + one.print;
for (const [flags, where] of [
  [['--max-semi-space-size=128'], 'room for both'],
  [[], "V8's own room"],
] as const) {
  const { small, wide, large } = growth(...flags);
  verdicts.push(
    atMost(
      small.evaluate / small.parse,
      1,
      `evaluation : JSON.parse, 1 MB, ${where}`,
      duration(small.evaluate),
      duration(small.parse),
    ),
    atMost(
      wide.evaluate / small.evaluate,
      11,
      `evaluation, 2,000 : 200 children, one request, ${where}`,
      duration(wide.evaluate),
      duration(small.evaluate),
    ),
    atMost(
      total(large) / total(small),
      11,
      `text to text, 2,000 of 5,000 : 200 of 500, ${where}`,
      duration(total(large)),
      duration(total(small)),
    ),
    atMost(
      large.evaluate / small.evaluate,
      11,
      `evaluation, 2,000 of 5,000 : 200 of 500, ${where}`,
      duration(large.evaluate),
      duration(small.evaluate),
    ),
  );
}

const coldOurs = coldFirstAnswer('js');
const coldTheirs = coldFirstAnswer('libjsonnet');
verdicts.push(
  atLeast(coldTheirs / coldOurs, 1, 'cold first load, 1.5 MB library', duration(coldOurs), duration(coldTheirs)),
);

process.stdout.write(`${table(['', 'js', 'beside', 'ratio', 'expected'], verdicts)}\n`);
if (verdicts.some(({ pass }) => !pass)) process.exitCode = 1;

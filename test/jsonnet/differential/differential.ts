import fc from 'fast-check';
import { createJsEngine, JsonnetError } from '../../../src/jsonnet/index.js';
import { memoryImporter } from '../importers.js';
import type { Answer, Oracle } from './oracle.js';
import { writeProgram } from './program.js';

/** A program on which the engines disagree. */
export interface Difference {
  readonly program: string;
  readonly ours: Answer;
  readonly theirs: Answer;
}

/** How many programs that have a value go into one run of the reference, which takes 20 ms to start. */
const batchSize = 20;

/** The decisions of the generator. */
const tapes = fc.uint8Array({ minLength: 30, maxLength: 500, size: 'max' });

/** The tapes of a seed. They are always the same. */
export function sampleTapes(seed: number, cases: number): Uint8Array[] {
  // fast-check prefers small bytes, which would make the same small programs again and again.
  return fc.sample(fc.noBias(tapes), { seed, numRuns: cases });
}

/** The result of a program in our engine. An error that is not a JsonnetError is a defect and is thrown. */
export async function evaluate(program: string): Promise<Answer> {
  try {
    // The engine is new each time, so that nothing it keeps of one program can answer the next.
    const engine = createJsEngine({ importer: memoryImporter() });
    return { text: await engine.load('case.jsonnet', program).manifest() };
  } catch (error) {
    if (!(error instanceof JsonnetError)) throw new Error(`no JsonnetError from ${program}`, { cause: error });
    return { error: error.message };
  }
}

/** Whether both have the same text or both fail. The words of errors differ between implementations. */
function same(ours: Answer, theirs: Answer): boolean {
  if ('broken' in theirs) return true;
  return 'text' in ours ? 'text' in theirs && ours.text === theirs.text : 'error' in theirs;
}

/**
 * Runs programs through both engines. Programs that fail are compared one by one, the others in batches. A batch that
 * differs is halved.
 * @returns the programs that differ, and how many failed in our engine
 */
export async function compare(
  programs: readonly string[],
  oracle: Oracle,
): Promise<{ differences: Difference[]; failed: number }> {
  const differences: Difference[] = [];
  const comparisons: Promise<void>[] = [];
  let batch: string[] = [];
  let failed = 0;

  const one = async (program: string, ours: Answer) => {
    const theirs = await oracle.evaluate(program);
    if (!same(ours, theirs)) differences.push({ program, ours, theirs });
  };
  const many = async (group: readonly string[]): Promise<void> => {
    if (group.length === 1) return one(group[0] as string, await evaluate(group[0] as string));
    const together = `[\n${group.map((program) => `(${program}\n)`).join(',\n')}\n]`;
    const [ours, theirs] = [await evaluate(together), await oracle.evaluate(together)];
    // Each of them has a value by itself, so they agree only if all together have a value.
    if ('text' in ours && 'text' in theirs && ours.text === theirs.text) return;
    const half = group.length >> 1;
    await many(group.slice(0, half));
    await many(group.slice(half));
  };
  const flush = () => {
    if (batch.length > 0) comparisons.push(many(batch));
    batch = [];
  };

  for (const program of programs) {
    const ours = await evaluate(program);
    if ('error' in ours) {
      failed += 1;
      comparisons.push(one(program, ours));
    } else if (batch.push(program) === batchSize) {
      flush();
    }
  }
  flush();
  await Promise.all(comparisons);
  return { differences, failed };
}

/** How many programs are tried at most to make one difference smaller. */
const mostTries = 400;

/**
 * Looks for a smaller program that still differs. Parts of the tape, first large ones and then small ones, are left out
 * or set to the simplest decision. (fast-check would do that byte by byte, with thousands of runs of the reference.)
 */
export async function shrink(difference: Difference, tape: Uint8Array, oracle: Oracle): Promise<Difference> {
  let smallest = difference;
  let best = tape;
  let tries = 0;
  const attempt = async (candidate: Uint8Array): Promise<boolean> => {
    const program = writeProgram(candidate, oracle.dialect);
    if (program.length >= smallest.program.length || ++tries > mostTries) return false;
    const [found] = (await compare([program], oracle)).differences;
    if (found === undefined) return false;
    smallest = found;
    best = candidate;
    return true;
  };
  for (let size = best.length >> 1; size >= 1 && tries <= mostTries; size >>= 1) {
    for (let at = 0; at < best.length; ) {
      const without = Uint8Array.from([...best.subarray(0, at), ...best.subarray(at + size)]);
      const simpler = best.slice().fill(0, at, at + size);
      if (!(await attempt(without)) && !(await attempt(simpler))) at += size;
      else if (best === simpler) at += size;
    }
  }
  return smallest;
}

/** An answer on one line: what is printed, or `error: ` and the message, or `broken`. */
export function lineOf(answer: Answer): string {
  if ('text' in answer) return answer.text.trim().replace(/\s+/g, ' ');
  return 'error' in answer ? `error: ${answer.error.replace(/^RUNTIME ERROR: /, '')}` : 'broken';
}

/**
 * Compares even the words of errors, for programs that are one call with an argument of a wrong type.
 * @returns the programs that differ
 */
export async function compareWords(programs: readonly string[], oracle: Oracle): Promise<Difference[]> {
  const answers = programs.map(async (program): Promise<Difference> => {
    return { program, ours: await evaluate(program), theirs: await oracle.evaluate(program) };
  });
  return (await Promise.all(answers)).filter(({ ours, theirs }) => lineOf(ours) !== lineOf(theirs));
}

/** How many differences of a search are made smaller. More of them mostly have the same cause. */
const shrunk = 10;

/** Follows a search while it runs. */
export interface Observer {
  /** @param failed how many programs failed in our engine */
  progress(done: number, failed: number): void;
  found(difference: Difference): void;
}

/** Generates, compares, and shrinks the first few differences. */
export async function search(seed: number, cases: number, oracle: Oracle, observer?: Observer): Promise<Difference[]> {
  const found: Difference[] = [];
  let failed = 0;
  const all = sampleTapes(seed, cases);
  const step = 500;
  for (let i = 0; i < all.length; i += step) {
    const part = all.slice(i, i + step);
    const byProgram = new Map(part.map((tape) => [writeProgram(tape, oracle.dialect), tape]));
    const { differences, failed: failedHere } = await compare([...byProgram.keys()], oracle);
    failed += failedHere;
    for (const difference of differences) {
      const tape = byProgram.get(difference.program);
      const shown = tape === undefined || found.length >= shrunk ? difference : await shrink(difference, tape, oracle);
      found.push(shown);
      observer?.found(shown);
    }
    observer?.progress(Math.min(i + step, all.length), failed);
  }
  return found;
}

/** Describes a difference for the person who is to find its cause. */
export function describeDifference({ program, ours, theirs }: Difference): string {
  const show = (answer: Answer) =>
    'text' in answer
      ? answer.text.trimEnd()
      : 'error' in answer
        ? `error: ${answer.error}`
        : `broken: ${answer.broken}`;
  return `program:\n${program}\nours:\n${show(ours)}\ntheirs:\n${show(theirs)}\n`;
}

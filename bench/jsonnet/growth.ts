import { cpuMs, measureSteps } from '../measure.js';
import { call, load } from './engines.js';
import { type BenchHook, manyHook } from './hooks.js';

// Prints as JSON the milliseconds of processor time of each step of three requests: one with 200 children, the same with
// 2,000, and one that also has ten times as many observed objects.
// It is a process of its own so that its young generation can be made large enough for all of them. With V8's default the
// collector would copy the largest request while it is used, and not the others.

export type Steps = Record<'parse' | 'evaluate' | 'print', number>;

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

const [small, wide, large] = measureSteps([
  { work: steps(manyHook(200, 500)), times: 20 },
  { work: steps(manyHook(2000, 500)), times: 4 },
  { work: steps(manyHook(2000, 5000)), times: 2 },
]);
process.stdout.write(JSON.stringify({ small, wide, large }));

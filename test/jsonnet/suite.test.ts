import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { createJsEngine, JsonnetError } from '../../src/jsonnet/index.js';
import { libjsonnetDirectory } from './differential/oracle.js';
import { directoryImporter } from './importers.js';
import { knownDifferences } from './known-differences.js';

// The test programs that ship with libjsonnet. As their README says, the .golden file of a program holds what it prints,
// traces and errors included; without one it prints `true`. Programs named error.* fail. All get the two external
// variables, except those named tla.*, which get them as top-level arguments.
const installed = libjsonnetDirectory();
const directory = installed === undefined ? undefined : join(installed, 'third_party', 'jsonnet', 'test_suite');
const bindings = { var1: { kind: 'str', value: 'test' }, var2: { kind: 'code', value: '{x:1,y:2}' } } as const;

interface Outcome {
  readonly failed: boolean;
  /** All that was printed, but only the first line of an error: the trace names internals of the engine. */
  readonly text: string;
  /** The innermost place of a runtime error in the program, so not in libjsonnet's own std.jsonnet. */
  readonly place?: string | undefined;
}

/** Reads an error as it was printed. */
function failure(printed: string): Outcome {
  const [first, ...frames] = printed.split('\n') as [string, ...string[]];
  if (!first.startsWith('RUNTIME ERROR')) return { failed: true, text: `${first}\n` };
  const places = frames.map((frame) => /^\t(?!std\.jsonnet)([^\t]+:[^\t]+)/.exec(frame)?.[1]);
  return { failed: true, text: `${first}\n`, place: places.find((place) => place !== undefined) };
}

/** libjsonnet prints a place of one column without its end, so this takes such ends off. */
function withoutShortEnds(printed: string): string {
  return printed.replace(/:(\d+)-(\d+)/g, (range, start, end) =>
    Number(end) === Number(start) + 1 ? `:${start}` : range,
  );
}

async function run(suite: string, program: string): Promise<Outcome> {
  const printed: string[] = [];
  const engine = createJsEngine({
    importer: directoryImporter(suite),
    trace: (line) => printed.push(`${line}\n`),
    ...(program.startsWith('tla.') ? { tlas: bindings } : { extVars: bindings }),
  });
  try {
    printed.push(await engine.load(program, readFileSync(join(suite, program), 'utf8')).manifest());
    return { failed: false, text: printed.join('') };
  } catch (error) {
    if (!(error instanceof JsonnetError)) throw error;
    return failure(withoutShortEnds(error.describe()));
  }
}

function golden(suite: string, program: string): Outcome {
  const file = join(suite, `${program}.golden`);
  const text = existsSync(file) ? readFileSync(file, 'utf8') : 'true\n';
  if (!program.startsWith('error.')) return { failed: false, text };
  // This engine prints static errors like Go: the place and the message, without libjsonnet's head.
  return failure(text.replace(/^STATIC ERROR: (\S+): /, '$1 '));
}

if (directory === undefined) {
  test('the libjsonnet test suite', { skip: 'the optional package @hanazuki/node-jsonnet is not installed' }, () => {});
} else {
  const programs = readdirSync(directory).filter((name) => name.endsWith('.jsonnet'));

  test('the libjsonnet test suite is complete', () => {
    assert.ok(programs.length > 150, `${programs.length} programs`);
    const missing = knownDifferences.filter(({ program }) => !programs.includes(program));
    assert.deepEqual(missing, [], 'known differences of programs that do not exist');
  });

  for (const program of programs) {
    const known = knownDifferences.find((difference) => difference.program === program);
    if (known === undefined) {
      test(`${program} prints its golden output`, async () => {
        assert.deepEqual(await run(directory, program), golden(directory, program));
      });
    } else {
      test(`${program} differs as known: ${known.reason}`, async () => {
        const outcome = await run(directory, program);
        const expected = failure(`${known.text}${known.place === undefined ? '' : `\n\t${known.place}`}`);
        assert.deepEqual(outcome, known.succeeds === true ? { failed: false, text: `${known.text}\n` } : expected);
        assert.notDeepEqual(outcome, golden(directory, program), 'it passes: take it off the list');
      });
    }
  }
}

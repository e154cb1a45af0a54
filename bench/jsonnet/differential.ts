import { parseArgs } from 'node:util';
import { argumentChecks } from '../../test/jsonnet/differential/argument-checks.js';
import {
  compareWords,
  type Difference,
  describeDifference,
  lineOf,
  search,
} from '../../test/jsonnet/differential/differential.js';
import { CommandOracle, LibjsonnetOracle, type Oracle } from '../../test/jsonnet/differential/oracle.js';
import { goDifferences } from '../../test/jsonnet/known-differences.js';

// The long form of the differential test: `npm run differential -- --cases 20000 --seed N`. The exit code is 1 if there is
// a difference. With `--command PATH` the reference is the `jsonnet` command of go-jsonnet 0.22 instead of libjsonnet. Then
// the words of argument checks are compared too, and the list of known differences must still be true.
const { values } = parseArgs({
  options: { cases: { type: 'string', default: '20000' }, seed: { type: 'string' }, command: { type: 'string' } },
});
const cases = Number(values.cases);
const seed = Number(values.seed ?? Math.floor(Math.random() * 2 ** 31));
process.stdout.write(`${cases} cases, seed ${seed}\n`);

const found = (difference: Difference) => process.stdout.write(`\n${describeDifference(difference)}\n`);

async function compareLists(oracle: Oracle): Promise<number> {
  const differences = await compareWords(argumentChecks(), oracle);
  for (const difference of differences) found(difference);
  let gone = 0;
  for (const { program, theirs } of goDifferences) {
    const line = lineOf(await oracle.evaluate(program));
    if (line === theirs) continue;
    gone++;
    process.stdout.write(`\nknown difference: ${program}\nlisted: ${theirs}\ntheirs: ${line}\n`);
  }
  return differences.length + gone;
}

const start = performance.now();
const oracle = values.command === undefined ? new LibjsonnetOracle() : new CommandOracle(values.command);
try {
  const inLists = values.command === undefined ? 0 : await compareLists(oracle);
  const differences = await search(seed, cases, oracle, {
    progress: (done, failed) => process.stdout.write(`${done} done, ${failed} of them errors\n`),
    found,
  });
  const all = inLists + differences.length;
  const seconds = Math.round((performance.now() - start) / 1000);
  process.stdout.write(`\n${cases} cases, seed ${seed}: ${all} differences, ${seconds} s\n`);
  if (all > 0) process.exitCode = 1;
} finally {
  oracle.close();
}

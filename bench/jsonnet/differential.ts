import { parseArgs } from 'node:util';
import { describeDifference, search } from '../../test/jsonnet/differential/differential.js';
import { CommandOracle, LibjsonnetOracle } from '../../test/jsonnet/differential/oracle.js';

// The long form of the differential test: `npm run differential -- --cases 20000 --seed N`. The exit code is 1 if there is
// a difference. With `--command PATH` the reference is the `jsonnet` command of go-jsonnet instead of libjsonnet.
const { values } = parseArgs({
  options: { cases: { type: 'string', default: '20000' }, seed: { type: 'string' }, command: { type: 'string' } },
});
const cases = Number(values.cases);
const seed = Number(values.seed ?? Math.floor(Math.random() * 2 ** 31));
process.stdout.write(`${cases} cases, seed ${seed}\n`);

const start = performance.now();
const oracle = values.command === undefined ? new LibjsonnetOracle() : new CommandOracle(values.command);
try {
  const differences = await search(seed, cases, oracle, {
    progress: (done, failed) => process.stdout.write(`${done} done, ${failed} of them errors\n`),
    found: (difference) => process.stdout.write(`\n${describeDifference(difference)}\n`),
  });
  const seconds = Math.round((performance.now() - start) / 1000);
  process.stdout.write(`\n${cases} cases, seed ${seed}: ${differences.length} differences, ${seconds} s\n`);
  if (differences.length > 0) process.exitCode = 1;
} finally {
  oracle.close();
}

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { goDifferences } from '../known-differences.js';
import { describeDifference, evaluate, lineOf, search } from './differential.js';
import { LibjsonnetOracle, libjsonnetDirectory } from './oracle.js';

const cases = 500;

test('generated programs have the same value as in libjsonnet, or fail in both', {
  skip: libjsonnetDirectory() === undefined && 'the optional package @hanazuki/node-jsonnet is not installed',
}, async (t) => {
  // Another seed finds more. The printed seed repeats a run.
  const seed = Number(process.env.DIFFERENTIAL_SEED ?? 20_260_101);
  t.diagnostic(`${cases} cases, DIFFERENTIAL_SEED=${seed}`);
  const oracle = new LibjsonnetOracle();
  try {
    const differences = await search(seed, cases, oracle);
    assert.equal(differences.map(describeDifference).join('\n'), '', `differences with seed ${seed}`);
  } finally {
    oracle.close();
  }
});

for (const { program, reason, ours } of goDifferences) {
  test(`${program} differs from go-jsonnet: ${reason}`, async () => {
    assert.equal(lineOf(await evaluate(program)), ours);
  });
}

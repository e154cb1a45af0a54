import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { readArguments } from '../../../src/cli/options/arguments.js';
import { optionsOf } from '../../../src/cli/options/table.js';

describe('arguments reach the parser with their values untouched', () => {
  const rows = [
    { name: 'nothing', given: [], safe: [], positionals: [] },
    {
      name: 'positional arguments',
      given: ['serve', 'a', 'b=c'],
      safe: ['serve', 'a', 'b=c'],
      positionals: ['serve', 'a', 'b=c'],
    },
    { name: 'a long flag', given: ['--timeout', '5s', 'x'], safe: ['--timeout="5s"', 'x'], positionals: ['x'] },
    { name: 'a long flag with =', given: ['--timeout=5s'], safe: ['--timeout="5s"'], positionals: [] },
    { name: 'a short flag', given: ['-l', ':80'], safe: ['--listen-addr=":80"'], positionals: [] },
    { name: 'a short flag with its value', given: ['-l:80'], safe: ['--listen-addr=":80"'], positionals: [] },
    { name: 'a short flag with =', given: ['-l=:80'], safe: ['--listen-addr=":80"'], positionals: [] },
    {
      name: 'NAME=VALUE',
      given: ['-Va=b', '-V', 'c=d=e'],
      safe: ['--ext-str="a=b"', '--ext-str="c=d=e"'],
      positionals: [],
    },
    { name: 'a value with a dash', given: ['--tla-code', '-1'], safe: ['--tla-code="-1"'], positionals: [] },
    { name: 'a value like a flag', given: ['-A', '--strict'], safe: ['--tla-str="--strict"'], positionals: [] },
    {
      name: 'an empty value',
      given: ['-V', '', '--ext-code='],
      safe: ['--ext-str=""', '--ext-code=""'],
      positionals: [],
    },
    { name: 'a value in quotes', given: ['--ext-code="x"'], safe: ['--ext-code=""x""'], positionals: [] },
    { name: 'a value of two lines', given: ['-V', 'a=b\nc'], safe: ['--ext-str="a=b\nc"'], positionals: [] },
    { name: 'a switch', given: ['--strict', 'a'], safe: ['--strict', 'a'], positionals: ['a'] },
    { name: 'an unknown flag', given: ['--unknown', 'a', '-x'], safe: ['--unknown', 'a', '-x'], positionals: ['a'] },
    { name: 'a lone dash', given: ['-', 'a'], safe: ['stdin', 'a'], positionals: ['-', 'a'] },
    {
      name: 'what follows --',
      given: ['-l', 'a', '--', '-l', '--', 'b'],
      safe: ['--listen-addr="a"', 'l', 'stdin', 'b'],
      positionals: ['-l', '--', 'b'],
    },
  ];
  for (const { name, given, safe, positionals } of rows) {
    test(name, () => assert.deepEqual(readArguments(given, optionsOf.serve), { safe, positionals }));
  }

  for (const flag of ['--timeout', '-l']) {
    test(`${flag} without a value`, () => {
      assert.throws(() => readArguments(['serve', flag], optionsOf.serve), {
        name: 'UsageError',
        message: `${flag} needs a value`,
      });
    });
  }
});

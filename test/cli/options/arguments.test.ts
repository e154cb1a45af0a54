import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { type Arguments, readArguments } from '../../../src/cli/options/arguments.js';
import { optionsOf } from '../../../src/cli/options/table.js';

describe('a command line is taken apart, and values stay as they are', () => {
  const rows: { name: string; given: string[]; read: Partial<Arguments> }[] = [
    { name: 'nothing', given: [], read: {} },
    { name: 'positional arguments', given: ['serve', 'a', 'b=c'], read: { positionals: ['serve', 'a', 'b=c'] } },
    { name: 'a long flag', given: ['--timeout', '5s', 'x'], read: { flags: { timeout: ['5s'] }, positionals: ['x'] } },
    { name: 'a long flag with =', given: ['--timeout=5s'], read: { flags: { timeout: ['5s'] } } },
    { name: 'a short flag', given: ['-l', ':80'], read: { flags: { 'listen-addr': [':80'] } } },
    { name: 'a short flag with its value', given: ['-l:80'], read: { flags: { 'listen-addr': [':80'] } } },
    { name: 'a short flag with =', given: ['-l=:80'], read: { flags: { 'listen-addr': [':80'] } } },
    { name: 'NAME=VALUE', given: ['-Va=b', '-V', 'c=d=e'], read: { flags: { 'ext-str': ['a=b', 'c=d=e'] } } },
    { name: 'a value with a dash', given: ['--tla-code', '-1'], read: { flags: { 'tla-code': ['-1'] } } },
    { name: 'a value like a flag', given: ['-A', '--strict'], read: { flags: { 'tla-str': ['--strict'] } } },
    {
      name: 'an empty value',
      given: ['-V', '', '--ext-code='],
      read: { flags: { 'ext-str': [''], 'ext-code': [''] } },
    },
    { name: 'a value in quotes', given: ['--ext-code="x"'], read: { flags: { 'ext-code': ['"x"'] } } },
    { name: 'a value of two lines', given: ['-V', 'a=b\nc'], read: { flags: { 'ext-str': ['a=b\nc'] } } },
    { name: 'a switch', given: ['--strict', 'a'], read: { flags: { strict: ['true'] }, positionals: ['a'] } },
    { name: 'a switch with a value', given: ['--strict=no'], read: { flags: { strict: ['no'] } } },
    {
      name: 'unknown flags',
      given: ['--unknown', 'a', '-x', '-port', '--other=1'],
      read: { unknown: ['--unknown', '-x', '-port', '--other'], positionals: ['a'] },
    },
    { name: 'names that every object has', given: ['--constructor'], read: { unknown: ['--constructor'] } },
    { name: 'a lone dash', given: ['-', 'a'], read: { positionals: ['-', 'a'] } },
    {
      name: 'what follows --',
      given: ['-l', 'a', '--', '-l', '--', 'b'],
      read: { flags: { 'listen-addr': ['a'] }, positionals: ['-l', '--', 'b'] },
    },
    {
      name: 'a long flag without a value',
      given: ['serve', '--timeout'],
      read: { positionals: ['serve'], withoutValue: ['--timeout'] },
    },
    { name: 'a short flag without a value', given: ['-l'], read: { withoutValue: ['-l'] } },
  ];
  for (const { name, given, read } of rows) {
    test(name, () => {
      const { flags, ...rest } = readArguments(given, optionsOf.serve);
      const nothing = { positionals: [], flags: {}, unknown: [], withoutValue: [] };
      assert.deepEqual({ ...rest, flags: { ...flags } }, { ...nothing, ...read });
    });
  }
});

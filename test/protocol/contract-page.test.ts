import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { ruleTable } from '../../src/protocol/index.js';
import { checkout } from '../checkout.js';

const page = readFileSync(`${checkout}docs/contract.md`, 'utf8');

test('docs/contract.md lists the rules of the code, word for word', () => {
  const rows = page
    .split('\n')
    .filter((line) => /^\| `[a-z-]+` +\|/.test(line))
    .map((line) =>
      line
        .split('|')
        .slice(1, -1)
        .map((cell) => cell.trim()),
    );
  const rules = Object.entries(ruleTable).map(([name, row]) => [`\`${name}\``, row.severity, row.meaning, row.change]);
  assert.deepEqual(rows, rules);
});

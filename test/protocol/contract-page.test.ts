import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { test } from 'node:test';
import { ruleTable } from '../../src/protocol/index.js';
import { checkout } from '../checkout.js';

const file = `${checkout}docs/contract.md`;

const header = ['rule', 'severity', 'meaning', 'what to change'];

/** The rules as the table of the page. */
function table(): string {
  const rows = Object.entries(ruleTable).map(([name, row]) => [`\`${name}\``, row.severity, row.meaning, row.change]);
  const widths = header.map((title, column) =>
    Math.max(...[[title], ...rows.map((row) => [row[column]])].flat().map((cell) => (cell as string).length)),
  );
  const line = (cells: readonly string[]) =>
    `| ${cells.map((cell, column) => cell.padEnd(widths[column] as number)).join(' | ')} |`;
  return [line(header), line(widths.map((width) => '-'.repeat(width))), ...rows.map(line)].join('\n');
}

test('docs/contract.md lists the rules of the code, word for word', () => {
  const page = readFileSync(file, 'utf8');
  const expected = page.replace(/^\| rule .*(?:\n\|.*)*/m, () => table());
  if (process.env.UPDATE_DOCS === '1') writeFileSync(file, expected);
  else assert.deepEqual(page.split('\n'), expected.split('\n'), 'UPDATE_DOCS=1 npm test writes the table');
});

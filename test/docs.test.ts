import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { test } from 'node:test';
import { promisify } from 'node:util';
import { flagOf, type Option, variableOf } from '../src/cli/options/resolve.js';
import { optionsOf } from '../src/cli/options/table.js';
import { checkout } from './checkout.js';
import { hookdBin } from './running-hookd.js';

const read = (path: string) => readFileSync(join(checkout, path), 'utf8');

interface DocumentedOption {
  readonly group: string;
  /** The cells of its row: flag, variable, default, commands, meaning. */
  readonly row: readonly string[];
}

/** Each option once, with the commands that have it. */
function documentedOptions(): DocumentedOption[] {
  const commandsOf = new Map<string, string[]>();
  const options = new Map<string, Option<unknown>>();
  for (const [command, table] of Object.entries(optionsOf)) {
    for (const [key, option] of Object.entries(table as Record<string, Option<unknown>>)) {
      commandsOf.set(key, [...(commandsOf.get(key) ?? []), command]);
      options.set(key, option);
    }
  }
  return [...options].map(([key, option]) => {
    const alias = option.alias === undefined ? '' : `\`-${option.alias}\`, `;
    const preset = option.kind === 'switch' ? 'off' : option.default === undefined ? '' : `\`${option.default}\``;
    const commands = commandsOf.get(key) ?? [];
    return {
      group: option.group.replace(/:$/, ''),
      row: [
        `${alias}\`--${flagOf(key, option)}\``,
        `\`${variableOf(flagOf(key, option))}\``,
        option.defaultDescription ?? preset,
        commands.length === Object.keys(optionsOf).length ? 'all' : commands.join(', '),
        option.describe,
      ],
    };
  });
}

function optionTables(options: readonly DocumentedOption[]): string {
  return [...new Set(options.map(({ group }) => group))]
    .map((group) => {
      const rows = options.filter((option) => option.group === group).map(({ row }) => `| ${row.join(' | ')} |`);
      return [
        `### ${group}`,
        '',
        '| flag | variable | default | commands | |',
        '|---|---|---|---|---|',
        ...rows,
        '',
      ].join('\n');
    })
    .join('\n');
}

/** The cells of all table rows whose first cell is code. */
const rows = (page: string) =>
  page
    .split('\n')
    .filter((line) => line.startsWith('| `'))
    .map((line) =>
      line
        .split('|')
        .slice(1, -1)
        .map((cell) => cell.trim()),
    );

test('docs/cli.md has every option with its variable, default, commands and meaning', () => {
  const page = read('docs/cli.md');
  const [start, end] = ['<!-- options -->\n\n', '\n<!-- end of options -->'];
  const before = page.slice(0, page.indexOf(start) + start.length);
  const after = page.slice(page.indexOf(end));
  const expected = `${before}${optionTables(documentedOptions())}${after}`;
  if (process.env.UPDATE_DOCS === '1') writeFileSync(join(checkout, 'docs/cli.md'), expected);
  else assert.deepEqual(page.split('\n'), expected.split('\n'), 'UPDATE_DOCS=1 npm test writes docs/cli.md');
});

test('the options in README.md are options, with their variables and defaults', () => {
  const known = new Map(documentedOptions().map(({ row: [flag, variable, preset] }) => [flag, [variable, preset]]));
  const documented = rows(read('README.md'));
  assert.ok(documented.length > 5);
  for (const [flag, variable, preset] of documented) assert.deepEqual([variable, preset], known.get(flag), flag);
});

const pages = ['docs', 'examples', 'src', 'test']
  .flatMap((folder) =>
    readdirSync(join(checkout, folder), { recursive: true, encoding: 'utf8' }).map((name) => join(folder, name)),
  )
  .concat(readdirSync(checkout))
  .filter((path) => path.endsWith('.md'));

/** The folders that a page writes paths from: itself, the checkout and the sources. */
const basesOf = (page: string) => [dirname(page), '.', 'src'];

/** What looks like the path of a folder or a source file: `src/server/app.ts`, `protocol/answer/`. */
const path = /`((?:[a-z0-9-]+\/)+(?:[a-z0-9-]+\.(?:ts|yaml))?)`/g;

for (const page of pages) {
  test(`${page}: what it links to is there`, () => {
    const targets = [...read(page).matchAll(/\]\((?!https?:)([^)#]+)(#[^)]*)?\)/g)].map((match) => match[1] as string);
    assert.deepEqual(
      targets.filter((target) => !existsSync(join(checkout, dirname(page), target))),
      [],
    );
  });

  if (!/^src|^CONTRIBUTING|decisions/.test(page)) continue;
  test(`${page}: the files and folders it names are there`, () => {
    const named = [...read(page).matchAll(path)].map((match) => match[1] as string);
    const isThere = (name: string) => basesOf(page).some((base) => existsSync(join(checkout, base, name)));
    assert.deepEqual(
      named.filter((name) => !isThere(name)),
      [],
    );
  });
}

const run = promisify(execFile);

/** Writes the hooks of docs/hooks.md in one language, each under the name in its first line, into a new folder. */
function hooksOfDocs(language: 'ts' | 'jsonnet'): { folder: string; names: string[] } {
  const folder = mkdtempSync(join(tmpdir(), 'hookd-docs-'));
  const blocks = [...read('docs/hooks.md').matchAll(new RegExp(`\`\`\`${language}\\n// (\\S+)\\n(.*?)\`\`\``, 'gs'))];
  for (const [, name, text] of blocks) writeFileSync(join(folder, name as string), text as string);
  return { folder, names: blocks.map(([, name]) => name as string) };
}

test('the TypeScript in docs/hooks.md has the types of the package, and hookd serves it', async () => {
  const { folder, names } = hooksOfDocs('ts');
  const options = {
    noEmit: true,
    strict: true,
    skipLibCheck: true,
    module: 'nodenext',
    allowImportingTsExtensions: true,
    types: [],
    paths: { 'metacontroller-hookd': [join(checkout, 'dist/src/index.d.ts')] },
  };
  try {
    writeFileSync(join(folder, 'package.json'), '{"type": "module"}');
    writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions: options, include: ['*.ts'] }));
    const tsc = join(checkout, 'node_modules/typescript/bin/tsc');
    const types = await run(process.execPath, [tsc, '-p', folder]).catch((error) => error);
    assert.deepEqual(
      [names, types.stdout],
      [['sync.ts', 'labels.ts', 'finalize.ts', 'customize.ts', 'decorate.ts'], ''],
    );
    const { stdout } = await run(process.execPath, [hookdBin, 'check', '.'], { cwd: folder });
    assert.deepEqual(stdout.match(/^\/\S+/gm), ['/customize', '/decorate', '/finalize', '/sync']);
  } finally {
    rmSync(folder, { recursive: true });
  }
});

test('the Jsonnet in docs/hooks.md is one that hookd serves', async () => {
  const { folder, names } = hooksOfDocs('jsonnet');
  try {
    assert.deepEqual(names, ['sync.jsonnet', 'labels.libsonnet']);
    const { stdout } = await run(process.execPath, [hookdBin, 'check', '.'], { cwd: folder });
    assert.deepEqual(stdout.match(/^\/\S+/gm), ['/sync']);
  } finally {
    rmSync(folder, { recursive: true });
  }
});

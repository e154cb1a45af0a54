import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';

// dist/test -> the checkout, whose sources are read: types-only imports count too, and they are gone in dist.
const source = fileURLToPath(new URL('../../src/', import.meta.url));

/** What each room may import; `.` stands for the files directly in src. From the architecture: one direction, no way back. */
const mayImport: Record<string, readonly string[]> = {
  cli: ['cli', 'server', 'execution', 'hooks', 'protocol', 'natives', 'jsonnet', 'telemetry', '.'],
  server: ['server', 'execution', 'telemetry', '.'],
  execution: ['execution', 'hooks', 'protocol', 'telemetry', '.'],
  hooks: ['hooks', 'natives', 'jsonnet', 'protocol', '.'],
  natives: ['natives', 'jsonnet', '.'],
  protocol: ['protocol'],
  jsonnet: ['jsonnet'],
  telemetry: ['telemetry'],
};

/** Packages that only one room may use. */
const packagesOf: Record<string, readonly string[]> = {
  protocol: ['zod'],
  jsonnet: ['@hanazuki/node-jsonnet', 'yaml'],
  telemetry: ['pino', 'pino-pretty', 'prom-client'],
};

function importsOf(file: string): string[] {
  const text = readFileSync(file, 'utf8');
  return [...text.matchAll(/(?:\bfrom\s+|\bimport\s*\(\s*|^import\s+)'([^']+)'/gm)].map((match) => match[1] as string);
}

function roomOf(file: string): string {
  const parts = relative(source, file).split('/');
  return parts.length === 1 ? '.' : (parts[0] as string);
}

const files = readdirSync(source, { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.ts'))
  .map((name) => join(source, name));

test('a room imports only the rooms it may', () => {
  assert.ok(files.length > 5, 'no sources found');
  const wrong: string[] = [];
  for (const file of files) {
    const room = roomOf(file);
    for (const target of importsOf(file)) {
      if (target.startsWith('.')) {
        const other = roomOf(join(dirname(file), target));
        if (room === '.' && relative(source, file) === 'index.ts') continue; // the public surface gathers from all
        const allowed = room === '.' ? ['.'] : mayImport[room];
        if (allowed === undefined) wrong.push(`${relative(source, file)} is in no known room`);
        else if (!allowed.includes(other)) wrong.push(`${relative(source, file)} imports ${target}`);
      } else if (room in packagesOf && !target.startsWith('node:')) {
        if (!packagesOf[room]?.includes(target)) wrong.push(`${relative(source, file)} imports the package ${target}`);
      }
    }
  }
  assert.deepEqual(wrong, []);
});

import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { test } from 'node:test';
import { checkout } from './checkout.js';

/** The sources are read, not dist: an import of types counts too, and dist does not show it. */
const source = `${checkout}src/`;

interface Room {
  /**
   * What it may import besides its own files: a folder stands for the files directly in it, with `/**` for all rooms
   * below it too.
   */
  readonly imports: readonly string[];
  /** Packages it may use; Node's own modules are free to all. */
  readonly packages?: readonly string[];
}

/**
 * Every room of src, and each file directly in src. The outer walls: imports run down this table, never up. The inner
 * walls: a worker knows nothing of the pool, and the runtime of the language nothing of its compiler.
 */
const rooms: Readonly<Record<string, Room>> = {
  'index.ts': { imports: ['hook-server.ts', 'server', 'hooks/script', 'protocol/**', 'errors.ts'] },

  cli: { imports: ['cli/**', 'jsonnet/syntax', 'errors.ts', 'version.ts'], packages: ['yargs'] },
  'cli/commands': {
    imports: [
      'cli/**',
      'hook-server.ts',
      'server',
      'execution',
      'hooks/**',
      'protocol',
      'protocol/request',
      'json',
      'imports',
      'jsonnet',
      'errors.ts',
    ],
    packages: ['yaml'],
  },
  'cli/config': {
    imports: [
      'cli/**',
      'jsonnet/syntax',
      'hook-server.ts',
      'execution',
      'hooks',
      'imports',
      'natives',
      'protocol',
      'jsonnet',
      'telemetry',
      'machine.ts',
      'errors.ts',
    ],
  },
  'cli/options': {
    imports: [
      'cli',
      'server',
      'imports',
      'natives',
      'protocol/**',
      'jsonnet',
      'jsonnet/syntax',
      'telemetry',
      'errors.ts',
    ],
  },

  'hook-server.ts': {
    imports: ['server', 'execution', 'hooks', 'telemetry', 'machine.ts', 'errors.ts', 'version.ts'],
  },

  server: { imports: ['execution', 'telemetry', 'errors.ts', 'retry-later.ts'], packages: ['express'] },
  telemetry: { imports: [], packages: ['pino', 'pino-pretty', 'prom-client'] },

  execution: {
    imports: ['execution/pool', 'execution/wire', 'hooks', 'protocol', 'errors.ts'],
    packages: ['lru-cache'],
  },
  'execution/pool': { imports: ['execution', 'execution/wire', 'hooks', 'errors.ts'] },
  'execution/worker': { imports: ['execution', 'execution/wire', 'hooks/**', 'protocol', 'json', 'errors.ts'] },
  'execution/wire': { imports: ['execution', 'hooks', 'protocol', 'json', 'errors.ts'] },

  hooks: { imports: ['hooks/**', 'imports', 'natives', 'protocol', 'jsonnet', 'json', 'errors.ts'] },
  'hooks/jsonnet': {
    imports: ['hooks', 'imports', 'natives', 'jsonnet', 'json', 'errors.ts', 'retry-later.ts', 'version.ts'],
  },
  'hooks/script': {
    imports: ['hooks', 'protocol/**', 'jsonnet/syntax', 'json', 'errors.ts', 'retry-later.ts'],
    packages: ['jiti', 'metacontroller-hookd'],
  },

  imports: { imports: ['natives/**', 'jsonnet', 'errors.ts'] },
  natives: { imports: ['natives/**', 'jsonnet', 'json', 'retry-later.ts'], packages: ['ajv', 'ajv-draft-04', 're2js'] },
  'natives/yaml': { imports: ['natives', 'jsonnet', 'json'] },
  'natives/images': { imports: ['natives', 'natives/effects', 'jsonnet', 'json'] },
  'natives/effects': { imports: ['natives'], packages: ['undici'] },

  protocol: { imports: ['protocol/**', 'json'], packages: ['zod'] },
  'protocol/request': { imports: ['protocol', 'json'] },
  'protocol/answer': { imports: ['protocol', 'protocol/request', 'json'] },
  'protocol/author': { imports: ['protocol', 'json'] },

  jsonnet: { imports: ['jsonnet/**', 'json'], packages: ['@hanazuki/node-jsonnet'] },
  'jsonnet/compile': { imports: ['jsonnet', 'jsonnet/std', 'jsonnet/runtime', 'jsonnet/syntax', 'json'] },
  'jsonnet/std': { imports: ['jsonnet', 'jsonnet/runtime', 'json'], packages: ['yaml'] },
  'jsonnet/runtime': { imports: ['jsonnet', 'jsonnet/syntax', 'json'] },
  'jsonnet/syntax': { imports: ['jsonnet'] },

  json: { imports: [] },
  'errors.ts': { imports: [] },
  'retry-later.ts': { imports: [] },
  'version.ts': { imports: [] },
  'machine.ts': { imports: [] },
};

function importsOf(file: string): string[] {
  const text = readFileSync(file, 'utf8');
  return [...text.matchAll(/(?:\bfrom\s+|\bimport\s*\(\s*|^import\s+)'([^']+)'/gm)].map((match) => match[1] as string);
}

/** The folder a file lies in, relative to src; a file directly in src is a room of its own. */
function roomOf(file: string): string {
  const path = relative(source, file);
  return path.includes('/') ? dirname(path) : path.replace(/\.js$/, '.ts');
}

/** The package of an import such as `ajv/dist/2020.js`. */
const packageOf = (target: string) => target.split('/', target.startsWith('@') ? 2 : 1).join('/');

const covers = (allowed: string, room: string) =>
  allowed.endsWith('/**') ? `${room}/`.startsWith(allowed.slice(0, -2)) : allowed === room;

const files = readdirSync(source, { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.ts'))
  .map((name) => join(source, name));

test('every file lies in a room of the table, and every room of the table has files', () => {
  assert.deepEqual([...new Set(files.map(roomOf))].sort(), Object.keys(rooms).sort());
});

test('a room imports only the rooms and packages it may', () => {
  const wrong: string[] = [];
  for (const file of files) {
    const room = roomOf(file);
    const { imports, packages = [] } = rooms[room] as Room;
    for (const target of importsOf(file)) {
      if (target.startsWith('node:')) continue;
      const other = target.startsWith('.') ? roomOf(join(dirname(file), target)) : undefined;
      const isAllowed =
        other === undefined
          ? packages.includes(packageOf(target))
          : other === room || imports.some((allowed) => covers(allowed, other));
      if (!isAllowed) wrong.push(`${relative(source, file)} imports ${target}`);
    }
  }
  assert.deepEqual(wrong, []);
});

test('no room but the standard library holds more than 15 files', () => {
  const large = Object.keys(rooms)
    .filter((room) => room !== 'jsonnet/std')
    .map((room) => [room, files.filter((file) => roomOf(file) === room).length] as const)
    .filter(([, count]) => count > 15);
  assert.deepEqual(large, []);
});

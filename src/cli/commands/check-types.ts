import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { UsageError } from '../../errors.js';
import { authorPackages } from '../../hooks/script/author-imports.js';

/**
 * Checks the types of TypeScript hooks with the compiler of their own package, and with its tsconfig.json if it has one.
 * @param files absolute paths of the hooks
 * @param cwd what paths in the result are relative to
 * @returns what the compiler reports; empty if all is well
 * @throws UsageError if there is no compiler
 */
export async function checkTypes(files: readonly string[], cwd: string): Promise<string> {
  const reports: string[] = [];
  for (const folder of new Set(files.map(dirname))) {
    const hooks = files.filter((file) => dirname(file) === folder);
    reports.push(await compile(folder, hooks, cwd));
  }
  return reports.join('');
}

async function compile(folder: string, files: readonly string[], cwd: string): Promise<string> {
  const compiler = findCompiler(folder);
  const temporary = mkdtempSync(join(tmpdir(), 'hookd-types-'));
  try {
    const project = join(temporary, 'tsconfig.json');
    writeFileSync(project, JSON.stringify(projectFor(folder, files)));
    return await run(compiler, ['--noEmit', '--pretty', 'false', '--project', project], cwd);
  } finally {
    rmSync(temporary, { recursive: true, force: true });
  }
}

/** Path of the program `tsc` of the package `typescript`, as modules in the folder would find it. */
function findCompiler(folder: string): string {
  try {
    const manifest = createRequire(join(folder, 'hook.js')).resolve('typescript/package.json');
    const { bin } = JSON.parse(readFileSync(manifest, 'utf8')) as { bin: { tsc: string } };
    return join(dirname(manifest), bin.tsc);
  } catch {
    throw new UsageError(
      `--types needs the package typescript, which is not installed in ${folder} or above; run npm install --save-dev typescript`,
    );
  }
}

/** A project of these files alone: the author's options if there are any, else the strict ones. */
function projectFor(folder: string, files: readonly string[]): object {
  const above = foldersAbove(folder);
  const own = above.map((directory) => join(directory, 'tsconfig.json')).find(existsSync);
  // The temporary project lies elsewhere, so packages with types for all files must be named.
  const typeRoots = above.map((directory) => join(directory, 'node_modules/@types')).filter(existsSync);
  // The types of this very hookd, whichever is installed.
  const types = fileURLToPath(new URL('../../index.d.ts', import.meta.url));
  const paths = Object.fromEntries(authorPackages.map((name) => [name, [types]]));
  if (own !== undefined) {
    const hasPaths = /"paths"\s*:/.test(readFileSync(own, 'utf8'));
    const compilerOptions = { composite: false, incremental: false, typeRoots, ...(hasPaths ? {} : { paths }) };
    return { extends: own, compilerOptions, files, include: [] };
  }
  const compilerOptions = {
    strict: true,
    noEmit: true,
    module: 'nodenext',
    target: 'es2023',
    allowImportingTsExtensions: true,
    skipLibCheck: true,
    typeRoots,
    paths,
  };
  return { compilerOptions, files };
}

function foldersAbove(folder: string): string[] {
  const parent = dirname(folder);
  return parent === folder ? [folder] : [folder, ...foldersAbove(parent)];
}

function run(program: string, args: readonly string[], cwd: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [program, ...args], { cwd, stdio: ['ignore', 'pipe', 'pipe'] });
    let output = '';
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8').on('data', (text: string) => {
        output += text;
      });
    }
    child.once('error', reject);
    child.once('close', (code) => {
      if (code !== 0 && output === '') output = `tsc ended with exit code ${code}\n`;
      resolve(code === 0 ? '' : output);
    });
  });
}

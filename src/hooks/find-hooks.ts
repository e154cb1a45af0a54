import { readdirSync, statSync } from 'node:fs';
import { basename, extname, isAbsolute, join, normalize, resolve } from 'node:path';
import { UsageError } from '../errors.js';
import type { HookSpec, Language } from './hook.js';

/** How arguments become routes. */
export interface RouteOptions {
  /** Directory that relative paths are relative to. */
  readonly cwd: string;
  /** True if routes are made as `kubecfg httpd` makes them: the path as given without its extension, directories kept. */
  readonly kubecfg?: boolean | undefined;
  /** Paths that the server answers itself, so that no hook can be served there: `/livez`. */
  readonly reserved?: readonly string[];
}

const languages = new Map<string, Language>([
  ['.jsonnet', 'jsonnet'],
  ['.ts', 'script'],
  ['.mts', 'script'],
  ['.js', 'script'],
  ['.mjs', 'script'],
  ['.cjs', 'script'],
]);

/** The extensions of hook files, for messages. */
const extensions = [...languages.keys()].join(' ');

/** A hook before its name is checked; `shown` is the file as the user wrote it. */
interface Candidate {
  readonly name: string;
  readonly shown: string;
  readonly file: string;
}

/**
 * The hooks that the arguments of `serve` name: files, directories, `name=file`.
 *
 * A file is served under its basename without the extension, or under the name before the `=`, which may hold slashes.
 * A directory stands for each hook file directly in it. Symlinks are followed, since a ConfigMap volume is made of them;
 * dotfiles, `*.libsonnet`, `*.d.ts` and `*.test.*` are left out. A file that is given twice under one name is one hook.
 *
 * @throws UsageError with one sentence for each problem
 */
export function findHooks(args: readonly string[], options: RouteOptions): HookSpec[] {
  const { specs, problems } = searchHooks(args, options);
  if (problems.length > 0) throw new UsageError(problems);
  return specs;
}

/** The same, but returns the problems together with the hooks that can be served in spite of them. */
export function searchHooks(
  args: readonly string[],
  options: RouteOptions,
): { readonly specs: HookSpec[]; readonly problems: readonly string[] } {
  const problems: string[] = [];
  const byName = new Map<string, Candidate>();
  for (const hook of args.flatMap((arg) => findArgument(arg, options, problems))) {
    const problem = nameProblem(hook, options.reserved ?? []);
    if (problem !== undefined) {
      problems.push(problem);
      continue;
    }
    const other = byName.get(hook.name);
    if (other === undefined) byName.set(hook.name, hook);
    else if (other.file !== hook.file) {
      problems.push(
        `Two hooks would be served at /${hook.name}: ${other.shown} and ${hook.shown}; ` +
          `give one of them a name, for instance ${exampleName(hook)}=${hook.shown}`,
      );
    }
  }
  if (args.length === 0) problems.push('No hooks were given; name hook files or directories that hold them');
  const specs = [...byName.values()].map(({ name, file }) => ({ name, file, language: languageOf(file) as Language }));
  return { specs, problems };
}

function findArgument(arg: string, options: RouteOptions, problems: string[]): Candidate[] {
  const equals = arg.indexOf('=');
  const named = equals > 0 && kindOf(resolve(options.cwd, arg)) === 'missing';
  const path = named ? arg.slice(equals + 1) : arg;
  const file = resolve(options.cwd, path);
  const kind = path === '' ? 'missing' : kindOf(file);
  if (kind === 'missing') {
    problems.push(`There is no file or directory ${JSON.stringify(path)} (looked for ${file})`);
    return [];
  }
  if (kind === 'directory') {
    if (named) {
      problems.push(
        `${arg} names a directory; only a file can be given a name, as in name=${join(path, 'file.jsonnet')}`,
      );
      return [];
    }
    return findDirectory(path, file, problems);
  }
  if (languageOf(file) === undefined) {
    problems.push(`${path} is not a hook file: its extension is not one of ${extensions}`);
    return [];
  }
  if (named) return [{ name: arg.slice(0, equals).replace(/^\/+/, ''), shown: path, file }];
  return [{ name: options.kubecfg ? kubecfgName(path) : stem(path), shown: path, file }];
}

function findDirectory(path: string, directory: string, problems: string[]): Candidate[] {
  const found: Candidate[] = [];
  for (const entry of readdirSync(directory).sort()) {
    if (!isHookName(entry)) continue;
    const file = join(directory, entry);
    const kind = kindOf(file);
    if (kind === 'missing') problems.push(`${join(path, entry)} is a symlink to a file that does not exist`);
    if (kind === 'file') found.push({ name: stem(entry), shown: join(path, entry), file });
  }
  if (found.length === 0) problems.push(`There is no hook file (${extensions}) in the directory ${path}`);
  return found;
}

/** True if a directory entry is a hook file by its name. */
function isHookName(entry: string): boolean {
  if (entry.startsWith('.') || languageOf(entry) === undefined) return false;
  return !/\.test\.[^.]+$|\.d\.m?ts$/.test(entry);
}

/** What is wrong with the name of a hook, as a sentence. */
function nameProblem({ name, shown }: Candidate, reserved: readonly string[]): string | undefined {
  const rename = `; give it another name, as in name=${shown}`;
  if (reserved.includes(`/${name}`)) return `${shown} would be served at /${name}, which hookd answers itself${rename}`;
  for (const segment of name.split('/')) {
    if (segment === '' || segment === '.' || segment === '..') {
      return `${shown} cannot be served at ${JSON.stringify(`/${name}`)}: a segment of the path is ${JSON.stringify(segment)}${rename}`;
    }
    const odd = /[^A-Za-z0-9._~-]/u.exec(segment);
    if (odd !== null) {
      return (
        `${shown} cannot be served at ${JSON.stringify(`/${name}`)}: a route cannot hold ${JSON.stringify(odd[0])}, ` +
        `only letters, digits and . _ ~ -${rename}`
      );
    }
  }
  return undefined;
}

/** A name to propose: directory and basename, `pods-sync` for pods/sync.jsonnet. */
function exampleName({ file, name }: Candidate): string {
  const directory = basename(join(file, '..')).replace(/[^A-Za-z0-9._~-]/g, '');
  return `${directory === '' ? 'my' : directory}-${name.split('/').at(-1)}`;
}

function kubecfgName(path: string): string {
  const clean = normalize(path);
  const relative = isAbsolute(clean) ? clean.replace(/^\/+/, '') : clean;
  return relative.slice(0, relative.length - extname(relative).length);
}

function stem(path: string): string {
  return basename(path, extname(path));
}

function languageOf(file: string): Language | undefined {
  return languages.get(extname(file));
}

function kindOf(file: string): 'file' | 'directory' | 'missing' {
  const stat = statSync(file, { throwIfNoEntry: false });
  if (stat === undefined) return 'missing';
  return stat.isDirectory() ? 'directory' : 'file';
}

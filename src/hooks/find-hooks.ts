import { readdirSync, readFileSync, statSync } from 'node:fs';
import { extname, join, resolve } from 'node:path';
import { UsageError } from '../errors.js';
import type { HookSpec, Language } from './hook.js';
import { type Candidate, exampleName, kubecfgName, nameProblem, stem } from './hook-name.js';
import { helpersAmong } from './script/helpers.js';

/** How arguments become routes. */
export interface RouteOptions {
  /** Directory that relative paths are relative to. */
  readonly cwd: string;
  /** True if routes are made as `kubecfg httpd` makes them: the path as given without its extension, directories kept. */
  readonly kubecfg?: boolean | undefined;
  /** Paths that the server answers itself, so that no hook can be served there: `/livez`. */
  readonly reserved?: readonly string[];
}

/** The language of each extension that an argument can have. */
const languages = new Map<string, Language>([
  ['.libsonnet', 'jsonnet'],
  ['.jsonnet', 'jsonnet'],
  ['.ts', 'script'],
  ['.mts', 'script'],
  ['.js', 'script'],
  ['.mjs', 'script'],
  ['.cjs', 'script'],
]);

/** The extensions of the hook files of a directory, for messages. */
const extensions = [...languages.keys()].slice(1).join(' ');

/** What was found for the arguments of `serve`. */
export interface FoundHooks {
  readonly specs: readonly HookSpec[];
  /** Sentences about what is wrong with the arguments; a server does not start then. */
  readonly problems: readonly string[];
  /** Sentences about hooks that cannot be served, though the others can. */
  readonly refused: readonly string[];
  /** Sentences about files of a directory that look like hooks but are helpers of hooks. */
  readonly leftOut: readonly string[];
}

/**
 * The hooks that the arguments of `serve` name: files, directories, `name=file`.
 *
 * A file is served under its basename without the extension, or under the name before the `=`, which may hold slashes.
 * A directory stands for each hook file directly in it. Symlinks are followed, since a ConfigMap volume is made of them;
 * dotfiles, `*.libsonnet`, `*.d.ts`, `*.test.*` and helpers of scripts are left out, see `helpersAmong`. A file that is
 * given twice under one name is one hook.
 */
export function searchHooks(args: readonly string[], options: RouteOptions): FoundHooks {
  const found = { problems: [] as string[], refused: [] as string[], leftOut: [] as string[] };
  const byName = new Map<string, Candidate>();
  for (const hook of args.flatMap((arg) => findArgument(arg, options, found))) {
    const problem = nameProblem(hook);
    const other = byName.get(hook.name);
    if (problem !== undefined) found.problems.push(problem);
    else if (options.reserved?.includes(`/${hook.name}`)) found.refused.push(reservedName(hook));
    else if (other === undefined) byName.set(hook.name, hook);
    else if (other.file !== hook.file) {
      found.problems.push(
        `Two hooks would be served at /${hook.name}: ${other.shown} and ${hook.shown}; ` +
          `give one of them a name, for instance ${exampleName(hook)}=${hook.shown}`,
      );
    }
  }
  if (args.length === 0) found.problems.push('No hooks were given; name hook files or directories that hold them');
  if (byName.size === 0 && found.problems.length === 0) found.problems.push(...found.refused.splice(0));
  const specs = [...byName.values()].map(({ name, file }) => ({ name, file, language: languageOf(file) as Language }));
  return { ...found, specs };
}

/**
 * The same for those who need all of them.
 * @throws UsageError with one sentence for each hook that cannot be served
 */
export function findHooks(args: readonly string[], options: RouteOptions): readonly HookSpec[] {
  const { specs, problems, refused } = searchHooks(args, options);
  if (problems.length + refused.length > 0) throw new UsageError([...problems, ...refused]);
  return specs;
}

function reservedName(hook: Candidate): string {
  const { name, shown } = hook;
  return (
    `${shown} is not served: hookd answers /${name} itself; give the hook another name, as in ` +
    `${exampleName(hook)}=${shown}, or serve /${name} of hookd elsewhere with --admin-listen-addr`
  );
}

interface Sentences {
  readonly problems: string[];
  readonly leftOut: string[];
}

function findArgument(arg: string, options: RouteOptions, sentences: Sentences): Candidate[] {
  const { problems } = sentences;
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
    return findDirectory(path, file, sentences);
  }
  if (languageOf(file) === undefined) {
    problems.push(`${path} is not a hook file: its extension is not one of ${extensions}`);
    return [];
  }
  if (named) return [{ name: arg.slice(0, equals).replace(/^\/+/, ''), shown: path, file }];
  return [{ name: options.kubecfg ? kubecfgName(path) : stem(path), shown: path, file }];
}

function findDirectory(path: string, directory: string, { problems, leftOut }: Sentences): Candidate[] {
  const files: string[] = [];
  for (const entry of readdirSync(directory).sort()) {
    if (!isHookName(entry)) continue;
    const kind = kindOf(join(directory, entry));
    if (kind === 'missing') problems.push(`${join(path, entry)} is a symlink to a file that does not exist`);
    if (kind === 'file') files.push(entry);
  }
  const scripts = files.filter((entry) => languageOf(entry) === 'script');
  const helpers = helpersAmong(scripts, (entry) => readText(join(directory, entry)));
  for (const [entry, reason] of helpers) {
    const shown = join(path, entry);
    leftOut.push(`${shown} is not served: ${reason}; if it is a hook, name it, as in ${stem(entry)}=${shown}`);
  }
  const hooks = files.filter((entry) => !helpers.has(entry));
  if (hooks.length === 0)
    problems.push(`There is no hook file (${extensions}) in the directory ${path}`, ...leftOut.splice(0));
  return hooks.map((entry) => ({ name: stem(entry), file: join(directory, entry), shown: join(path, entry) }));
}

/** The text of a file; undefined if it cannot be read, which is reported when it is loaded. */
function readText(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return undefined;
  }
}

/** True if a directory entry is a hook file by its name. */
function isHookName(entry: string): boolean {
  if (entry.startsWith('.') || languageOf(entry) === undefined) return false;
  return !/\.test\.[^.]+$|\.d\.m?ts$|\.libsonnet$/.test(entry);
}

function languageOf(file: string): Language | undefined {
  return languages.get(extname(file));
}

function kindOf(file: string): 'file' | 'directory' | 'missing' {
  const stat = statSync(file, { throwIfNoEntry: false });
  if (stat === undefined) return 'missing';
  return stat.isDirectory() ? 'directory' : 'file';
}

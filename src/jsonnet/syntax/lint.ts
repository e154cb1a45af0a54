import type { Importer } from '../engine.js';
import { JsonnetError, position, type SourceFile } from '../error.js';
import type { CallNode, FunctionNode, Node } from './ast.js';
import { parse } from './parser.js';
import { resolve } from './resolver.js';
import { suggestion } from './suggestion.js';

/** Something in a program that would fail if it were evaluated. */
export interface LintFinding {
  /** Path of the file, as the importer gave it. */
  readonly file: string;
  readonly line: number;
  readonly column: number;
  readonly message: string;
}

/** What a program can use. */
export interface LintWorld {
  /** Finds files; throws if there is none. Imports that must not be looked up give undefined. */
  readonly read: (...args: Parameters<Importer['read']>) => ReturnType<Importer['read']> | undefined;
  /** Names of the members of `std`, of the natives and of the external variables. */
  readonly std: readonly string[];
  readonly natives: readonly string[];
  readonly extVars: readonly string[];
}

/**
 * Looks for faults that show without an evaluation: imports that do not resolve, members that `std` does not have,
 * unknown natives, external variables that are not set, and static errors, in a program and in all that it imports.
 * What lies in code that is never evaluated is found, too.
 * @param file path of the program, the base of its imports
 */
export function lint(world: LintWorld, file: string, source: string): LintFinding[] {
  const findings: LintFinding[] = [];
  const seen = new Set([file]);
  const pending: SourceFile[] = [{ path: file, text: source }];
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    const current = next;
    const report = (offset: number, message: string) => {
      const [line, column] = position(current.text, offset);
      findings.push({ file: current.path, line, column, message });
    };
    try {
      const { body } = parse(current);
      resolve(current, body);
      // Libraries ask like this whether a newer function is there.
      const isGuarded = /\bobjectHas\w*\(\s*std\b|\bin\s+std\b(?!\s*[.[])/.test(current.text);
      for (const node of nodesOf(body)) {
        if (node.kind === 'import' || node.kind === 'importstr' || node.kind === 'importbin') {
          const found = readImport(world, current.path, node.target, (message) => report(node.start, message));
          if (found === undefined || node.kind !== 'import' || seen.has(found.path)) continue;
          seen.add(found.path);
          pending.push({ path: found.path, text: new TextDecoder().decode(found.content) });
        } else if (node.kind === 'index' && typeof node.key === 'string' && isStd(node.target)) {
          if (isGuarded || world.std.includes(node.key)) continue;
          report(node.end - node.key.length, `std has no ${node.key}${suggestion(node.key, world.std)}`);
        } else if (node.kind === 'call') {
          checkCall(world, node, (message) => report(node.start, message));
        }
      }
    } catch (error) {
      if (!(error instanceof JsonnetError)) throw error;
      report(error.span?.start ?? 0, error.message);
    }
  }
  return findings;
}

/**
 * The parameters of the function that a program is, as far as its text shows it.
 * @returns undefined if the value of the program is not written as a function
 * @throws JsonnetError for static errors
 */
export function topLevelFunction(file: SourceFile): Pick<FunctionNode, 'params' | 'start'> | undefined {
  let { body } = parse(file);
  while (body.kind === 'local' || body.kind === 'assert') body = body.body;
  return body.kind === 'function' ? body : undefined;
}

function readImport({ read }: LintWorld, from: string, target: string, report: (message: string) => void) {
  try {
    return read(from, target);
  } catch (error) {
    report((error as Error).message);
    return undefined;
  }
}

/** Checks `std.native('name')` and `std.extVar('name')`. */
function checkCall(
  { natives, extVars }: LintWorld,
  { callee, positional }: CallNode,
  report: (message: string) => void,
) {
  const [argument] = positional;
  if (callee.kind !== 'index' || !isStd(callee.target) || argument?.kind !== 'literal') return;
  const name = argument.value;
  if (typeof name !== 'string') return;
  if (callee.key === 'native' && !natives.includes(name)) {
    report(`there is no native ${name}${suggestion(name, natives)}`);
  }
  if (callee.key === 'extVar' && !extVars.includes(name)) {
    report(`the external variable ${name} is not set${suggestion(name, extVars) || `; set it with -V ${name}=VALUE`}`);
  }
}

/** True for `std`, if the program does not give the name to something else. */
const isStd = (node: Node) => node.kind === 'variable' && node.name === 'std' && node.binding === undefined;

/** Every node of a tree, in the order of the text. Kept in a list, since sums nest thousands of operators deep. */
function* nodesOf(root: Node): Generator<Node> {
  const pending = [root];
  for (let node = pending.pop(); node !== undefined; node = pending.pop()) {
    yield node;
    pending.push(...childrenOf(node).reverse());
  }
}

/** The nodes directly below a node: whatever in its fields is one, or holds some. */
function childrenOf(value: object): Node[] {
  return Object.entries(value).flatMap(([key, field]) => {
    // What the resolver adds points back into the tree.
    if (key === 'scope' || key === 'binding' || typeof field !== 'object' || field === null) return [];
    return 'kind' in field && field.kind !== 'for' ? [field as Node] : childrenOf(field);
  });
}

import type { Findings } from './findings.js';
import type { Path } from './value.js';

/** Levels of nesting an answer may have. JSON.stringify needs the stack for each level, Metacontroller reads 10,000. */
const maxDepth = 1000;

/** From this depth on each container is compared with those around it, so that a cycle is found before `maxDepth`. */
const cycleCheckDepth = 32;

type Key = string | number;

/** What the walk over an answer found out. */
interface Plainness {
  /** False where JSON cannot express the answer at all: a cycle, too deep, a getter that throws. */
  readonly readable: boolean;
  /** True where JSON writes something else than the fields that are there: `toJSON`, getters, inherited fields. */
  readonly needsJson: boolean;
}

/**
 * Walks over the whole answer and reports what is not plain JSON data, and nulls. `skipNull` says which nulls another
 * rule judges.
 */
export function walkPlain(answer: object, findings: Findings, skipNull: (path: Path) => boolean): Plainness {
  return new Walk(findings, skipNull).run(answer);
}

class Walk {
  readonly #findings: Findings;
  readonly #skipNull: (path: Path) => boolean;
  /** The key that was followed at each level; only the entries above the current depth count. */
  readonly #keys: Key[] = [];
  readonly #nodes: object[] = [];
  #needsJson = false;

  constructor(findings: Findings, skipNull: (path: Path) => boolean) {
    this.#findings = findings;
    this.#skipNull = skipNull;
  }

  run(answer: object): Plainness {
    const readable = this.#visit(answer, 0);
    return { readable, needsJson: this.#needsJson };
  }

  #path(depth: number): Path {
    return this.#keys.slice(0, depth);
  }

  /** Visits a container at `depth`; false ends the whole walk. */
  #visit(value: object, depth: number): boolean {
    let node = value as { readonly [key: Key]: unknown };
    if (depth >= cycleCheckDepth && this.#nodes.lastIndexOf(node, depth - 1) !== -1) return this.#cycle(node, depth);
    if (depth >= maxDepth) {
      this.#findings.add(
        'too-deep',
        this.#path(depth),
        `is nested more than ${maxDepth} levels deep: return a flatter object`,
      );
      return false;
    }
    this.#nodes[depth] = node;
    if (!Array.isArray(node)) {
      const prototype: unknown = Object.getPrototypeOf(node);
      if ((prototype !== Object.prototype && prototype !== null) || typeof node.toJSON === 'function') {
        this.#needsJson = true;
        const plain = this.#unwrap(node, depth);
        if (plain === undefined) return true;
        node = plain;
      }
    }
    if (Array.isArray(node)) {
      for (let index = 0; index < node.length; index++) {
        if (!this.#value(node[index], index, depth, true)) return false;
      }
      return true;
    }
    for (const key of Object.keys(node)) {
      if (!this.#value(node[key], key, depth, false)) return false;
    }
    return true;
  }

  /** One value in a container at `depth`; false ends the whole walk. */
  #value(value: unknown, key: Key, depth: number, inArray: boolean): boolean {
    switch (typeof value) {
      case 'string':
      case 'boolean':
        return true;
      case 'number':
        if (!Number.isFinite(value)) {
          this.#add('not-json', key, depth, `is ${value}, which JSON cannot express: return a finite number`);
        }
        return true;
      case 'bigint':
        this.#add('not-json', key, depth, 'is a BigInt, which JSON cannot express: return Number(value) or a string');
        return true;
      case 'object':
        if (value === null) {
          this.#keys[depth] = key;
          if (!this.#skipNull(this.#path(depth + 1))) {
            const effect = depth === 0 ? 'Metacontroller takes for missing' : 'the API server drops';
            this.#findings.add('null-field', this.#path(depth + 1), `is null, which ${effect}: leave it out`);
          }
          return true;
        }
        this.#keys[depth] = key;
        return this.#visit(value, depth + 1);
      default:
        this.#add(
          'dropped-value',
          key,
          depth,
          inArray
            ? `is ${named(value)}, which JSON turns into null: leave the entry out`
            : `is ${named(value)}, which JSON drops: leave it out or return plain data`,
        );
        return true;
    }
  }

  #add(rule: 'not-json' | 'dropped-value' | 'date-value', key: Key, depth: number, says: string): void {
    this.#keys[depth] = key;
    this.#findings.add(rule, this.#path(depth + 1), says);
  }

  #cycle(node: object, depth: number): false {
    // The walk may have gone round several times; the path to the first return is the one that helps.
    const nodes = this.#nodes.slice(0, depth).concat(node);
    const seen = new Map<object, number>();
    for (const [at, one] of nodes.entries()) {
      if (seen.has(one)) {
        this.#findings.add(
          'not-json',
          this.#path(at),
          'refers back to an object around it, a cycle that JSON cannot express: return plain data',
        );
        break;
      }
      seen.set(one, at);
    }
    return false;
  }

  /** What JSON makes of an object that is not plain; undefined where there is nothing further to look at. */
  #unwrap(node: { readonly [key: Key]: unknown }, depth: number): { readonly [key: Key]: unknown } | undefined {
    if (node instanceof Date) {
      const text = Number.isNaN(node.getTime()) ? 'null' : node.toISOString();
      this.#findings.add(
        'date-value',
        this.#path(depth),
        `is a Date, which is sent as ${text}: return a string without milliseconds`,
      );
      return undefined;
    }
    if (node instanceof Map || node instanceof Set) {
      const kind = node instanceof Map ? 'a Map' : 'a Set';
      const fix = node instanceof Map ? 'Object.fromEntries(map)' : '[...set]';
      this.#findings.add('dropped-value', this.#path(depth), `is ${kind}, which JSON sends as {}: return ${fix}`);
      return undefined;
    }
    if (typeof node.toJSON !== 'function') return node;
    const plain: unknown = node.toJSON(depth === 0 ? '' : String(this.#keys[depth - 1]));
    if (typeof plain === 'object' && plain !== null) return plain as { readonly [key: Key]: unknown };
    if (depth > 0) this.#value(plain, this.#keys[depth - 1] as Key, depth - 1, false);
    return undefined;
  }
}

function named(value: unknown): string {
  return value === undefined ? 'undefined' : `a ${typeof value}`;
}

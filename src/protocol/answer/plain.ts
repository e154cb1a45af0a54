import type { Path } from '../value.js';
import type { Findings } from './findings.js';

/** Levels of nesting an answer may have. JSON.stringify needs the stack for each level, Metacontroller reads 10,000. */
const maxDepth = 1000;

/** From this depth on each container is compared with those around it, so that a cycle is found before `maxDepth`. */
const cycleCheckDepth = 32;

type Key = string | number;
type Node = { readonly [key: Key]: unknown; readonly toJSON?: unknown };

/** How an answer is read. */
interface ReadOptions {
  /** True where the answer is plain JSON data for certain and need not be copied. */
  readonly plain: boolean;
  /** Which nulls another rule judges. */
  readonly skipNull: (path: Path) => boolean;
}

/**
 * Reads the whole answer as JSON.stringify would, and reports what is not plain JSON data, and nulls. Each property is
 * read once and each `toJSON` is called once, so that what is judged is what is sent, whatever getters say next time.
 *
 * @returns what JSON makes of the answer as plain data; undefined where it cannot express it at all: a cycle, too deep
 * @throws what getters, proxies and `toJSON` throw
 */
export function readPlain(
  answer: object,
  findings: Findings,
  options: ReadOptions,
): { readonly value: unknown } | undefined {
  return new Reading(findings, options).run(answer);
}

class Reading {
  readonly #findings: Findings;
  readonly #copies: boolean;
  readonly #skipNull: (path: Path) => boolean;
  /** The key that was followed at each level; only the entries above the current depth count. */
  readonly #keys: Key[] = [];
  readonly #nodes: object[] = [];
  /** Set where nothing of the answer can be sent, which ends the reading. */
  #broken = false;

  constructor(findings: Findings, { plain, skipNull }: ReadOptions) {
    this.#findings = findings;
    this.#copies = !plain;
    this.#skipNull = skipNull;
  }

  run(answer: object): { readonly value: unknown } | undefined {
    const value = this.#container(answer, 0);
    return this.#broken ? undefined : { value };
  }

  #path(depth: number): Path {
    return this.#keys.slice(0, depth);
  }

  /** The value at `depth`, the last key already noted; undefined where JSON leaves it out. */
  #value(value: unknown, depth: number): unknown {
    // The answer as a whole has a rule of its own.
    if (depth === 0 && (typeof value !== 'object' || value === null)) return value;
    switch (typeof value) {
      case 'string':
      case 'boolean':
        return value;
      case 'number':
        if (!Number.isFinite(value)) {
          this.#add('not-json', depth, `is ${value}, which JSON cannot express: return a finite number`);
        }
        return value;
      case 'object':
        if (value !== null) return this.#container(value, depth);
        if (!this.#skipNull(this.#path(depth))) {
          const effect = depth === 1 ? 'Metacontroller takes for missing' : 'the API server drops';
          this.#add('null-field', depth, `is null, which ${effect}: leave it out`);
        }
        return null;
      case 'bigint':
        return this.#bigint(value, depth);
      default: {
        const inArray = typeof this.#keys[depth - 1] === 'number';
        // A field that is undefined is how TypeScript leaves an optional field out, and JSON does just that.
        if (value === undefined && !inArray) return undefined;
        const what = value === undefined ? 'undefined' : `a ${typeof value}`;
        this.#add(
          'dropped-value',
          depth,
          inArray
            ? `is ${what}, which JSON turns into null: leave the entry out`
            : `is ${what}, which JSON drops: leave it out or return plain data`,
        );
        return undefined;
      }
    }
  }

  #bigint(value: bigint, depth: number): unknown {
    // Programs give BigInt a toJSON of its own.
    const { toJSON } = value as { toJSON?: unknown };
    const written: unknown = typeof toJSON === 'function' ? toJSON.call(value, this.#lastKey(depth)) : value;
    if (typeof written !== 'bigint') return this.#value(written, depth);
    this.#add('not-json', depth, 'is a BigInt, which JSON cannot express: return Number(value) or a string');
    return Number(written);
  }

  #container(value: object, depth: number): unknown {
    if (depth >= cycleCheckDepth && this.#nodes.lastIndexOf(value, depth - 1) !== -1) return this.#cycle(value, depth);
    if (depth >= maxDepth) {
      this.#add('too-deep', depth, `is nested more than ${maxDepth} levels deep: return a flatter object`);
      this.#broken = true;
      return undefined;
    }
    this.#nodes[depth] = value;
    let node = value as Node;
    if (this.#copies) {
      const { toJSON } = node;
      if (typeof toJSON === 'function') {
        const written: unknown = toJSON.call(node, this.#lastKey(depth));
        if (node instanceof Date) {
          const says = `is a Date, which is sent as ${written}: return a string without milliseconds`;
          this.#add('date-value', depth, says);
          return written;
        }
        if (typeof written !== 'object' || written === null) return this.#value(written, depth);
        node = written as Node;
      }
      if (Array.isArray(node)) return this.#array(node, depth);
      const prototype: unknown = Object.getPrototypeOf(node);
      if (prototype !== Object.prototype && prototype !== null) {
        // JSON takes these for what is in them.
        if (node instanceof String || node instanceof Number || node instanceof Boolean || node instanceof BigInt) {
          return this.#value(node.valueOf(), depth);
        }
        this.#reportEmptied(node, depth);
      }
    }
    return Array.isArray(node) ? this.#array(node, depth) : this.#object(node, depth);
  }

  /** Reports objects whose content JSON does not see. */
  #reportEmptied(node: object, depth: number): void {
    if (node instanceof Map) {
      this.#add('dropped-value', depth, 'is a Map, which JSON sends as {}: return Object.fromEntries(map)');
    } else if (node instanceof Set) {
      this.#add('dropped-value', depth, 'is a Set, which JSON sends as {}: return [...set]');
    } else if (node instanceof Promise) {
      this.#add('not-json', depth, 'is a Promise, which JSON cannot express: await it');
    }
  }

  #array(node: readonly unknown[], depth: number): unknown {
    const copy: unknown[] | undefined = this.#copies ? [] : undefined;
    for (let index = 0; index < node.length; index++) {
      this.#keys[depth] = index;
      const item = this.#value(node[index], depth + 1);
      if (this.#broken) return undefined;
      copy?.push(item ?? null);
    }
    return copy ?? node;
  }

  #object(node: Node, depth: number): unknown {
    const copy: Record<string, unknown> | undefined = this.#copies ? {} : undefined;
    for (const key of Object.keys(node)) {
      this.#keys[depth] = key;
      const value = this.#value(node[key], depth + 1);
      if (this.#broken) return undefined;
      if (copy === undefined || value === undefined) continue;
      // `__proto__` must become a key like any other.
      if (key === '__proto__') Object.defineProperty(copy, key, { value, enumerable: true });
      else copy[key] = value;
    }
    return copy ?? node;
  }

  /** What `toJSON` is called with. */
  #lastKey(depth: number): string {
    return depth === 0 ? '' : String(this.#keys[depth - 1]);
  }

  #add(
    rule: 'not-json' | 'too-deep' | 'null-field' | 'dropped-value' | 'date-value',
    depth: number,
    says: string,
  ): void {
    this.#findings.add(rule, this.#path(depth), says);
  }

  #cycle(node: object, depth: number): undefined {
    this.#broken = true;
    // The walk may have gone round several times; the path to the first return is the one that helps.
    const nodes = this.#nodes.slice(0, depth).concat(node);
    const seen = new Set<object>();
    for (const [at, one] of nodes.entries()) {
      if (seen.has(one)) {
        const says = 'refers back to an object around it, a cycle that JSON cannot express: return plain data';
        this.#add('not-json', at, says);
        break;
      }
      seen.add(one);
    }
    return undefined;
  }
}

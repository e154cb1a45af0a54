import type { Path } from '../value.js';
import type { Findings } from './findings.js';

/** Levels of nesting an answer may have: JSON.stringify needs stack for each. Metacontroller would read 10,000. */
const maxDepth = 1000;

/** From this depth on, each container is compared with those around it, so that a cycle is found before `maxDepth`. */
const cycleCheckDepth = 32;

type Key = string | number;
type Node = { readonly [key: Key]: unknown; readonly toJSON?: unknown };

/** How an answer is read. */
interface ReadOptions {
  /** Whether the answer is certain to be plain JSON data, so that it need not be copied. */
  readonly alreadyJson: boolean;
  /** Whether another rule decides about the null at this place. */
  readonly skipNull: (path: Path) => boolean;
}

/**
 * Reads the whole answer as JSON.stringify would, and reports nulls and whatever is not plain JSON data. Each property is
 * read once and each `toJSON` is called once, so that what is checked is what is sent, even if a getter returns something
 * else the next time.
 *
 * @returns the answer as JSON data; undefined if JSON cannot express it at all (a cycle) or it is nested too deeply
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
  /** The key that was followed at each level. Entries at the current depth and below are left over. */
  readonly #keys: Key[] = [];
  readonly #nodes: object[] = [];
  /** Set when the answer cannot be sent at all, which ends the reading. */
  #broken = false;

  constructor(findings: Findings, { alreadyJson, skipNull }: ReadOptions) {
    this.#findings = findings;
    this.#copies = !alreadyJson;
    this.#skipNull = skipNull;
  }

  run(answer: object): { readonly value: unknown } | undefined {
    const value = this.#container(answer, 0);
    return this.#broken ? undefined : { value };
  }

  #path(depth: number): Path {
    return this.#keys.slice(0, depth);
  }

  /** The value whose key is the last one noted; undefined if JSON leaves it out. */
  #value(value: unknown, depth: number): unknown {
    // Another rule checks that the answer as a whole is an object.
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
    // Some programs add a toJSON to BigInt.
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
          const effect =
            written === null ? 'an invalid Date, which is sent as null' : 'a Date, which is sent with milliseconds';
          this.#add('date-value', depth, `is ${effect}: return a string such as 2024-01-01T00:00:00Z`);
          return written;
        }
        if (typeof written !== 'object' || written === null) return this.#value(written, depth);
        node = written as Node;
      }
      if (Array.isArray(node)) return this.#array(node, depth);
      const prototype: unknown = Object.getPrototypeOf(node);
      if (prototype !== Object.prototype && prototype !== null) {
        // JSON writes these as the primitive in them.
        if (node instanceof String || node instanceof Number || node instanceof Boolean || node instanceof BigInt) {
          return this.#value(node.valueOf(), depth);
        }
        this.#reportEmptied(node, depth);
      }
    }
    return Array.isArray(node) ? this.#array(node, depth) : this.#object(node, depth);
  }

  /** Reports objects whose content JSON leaves out. */
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

  /** The argument of `toJSON`. */
  #lastKey(depth: number): string {
    return depth === 0 ? '' : String(this.#keys[depth - 1]);
  }

  #add(
    rule: 'not-json' | 'too-deep' | 'null-field' | 'dropped-value' | 'date-value',
    depth: number,
    message: string,
  ): void {
    this.#findings.add(rule, this.#path(depth), message);
  }

  #cycle(node: object, depth: number): undefined {
    this.#broken = true;
    // The walk may have gone around several times; the path to the first return is the helpful one.
    const nodes = this.#nodes.slice(0, depth).concat(node);
    const seen = new Set<object>();
    for (const [at, one] of nodes.entries()) {
      if (seen.has(one)) {
        const message = 'refers back to an object around it, a cycle that JSON cannot express: return plain data';
        this.#add('not-json', at, message);
        break;
      }
      seen.add(one);
    }
    return undefined;
  }
}

import { plainText } from '../../json/plain-text.js';
import type { Path } from '../value.js';
import type { Findings } from './findings.js';
import type { Rule } from './rules.js';

/** Levels of nesting an answer may have: JSON.stringify needs stack for each. Metacontroller would read 10,000. */
const maxDepth = 1000;

/** From this depth on, each container is compared with those around it, so that a cycle is found before `maxDepth`. */
const cycleCheckDepth = 32;

/** What the API server accepts as annotations of an object in total; Metacontroller puts a copy of the object there. */
const annotationBytes = 256 * 1024;

/** From this size on an object comes near the 1.5 MiB that etcd accepts. */
const largeBytes = 1024 * 1024;

/** An object is measured exactly once its strings and keys alone have this many characters. */
const measuredFrom = 64 * 1024;

type Key = string | number;
type Node = { readonly [key: Key]: unknown; readonly toJSON?: unknown };

/** How an answer is read. */
interface ReadOptions {
  /** Whether the answer is certain to be plain JSON data, so that it need not be copied. */
  readonly alreadyJson: boolean;
  /** Whether another rule decides about the null at this place. */
  readonly skipNull: (path: Path) => boolean;
  /** The field with the desired objects, whose sizes are checked. */
  readonly list: string | undefined;
  /** The numbers to which integers of the request were rounded. */
  readonly roundedIntegers: ReadonlySet<number> | undefined;
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
  readonly #options: ReadOptions;
  /** About the number of characters of JSON that were read so far. */
  #size = 0;
  /** The key that was followed at each level. Entries at the current depth and below are left over. */
  readonly #keys: Key[] = [];
  readonly #nodes: object[] = [];
  /** Set when the answer cannot be sent at all, which ends the reading. */
  #broken = false;

  constructor(findings: Findings, options: ReadOptions) {
    this.#findings = findings;
    this.#copies = !options.alreadyJson;
    this.#options = options;
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
        this.#size += value.length;
        return value;
      case 'boolean':
        return value;
      case 'number':
        this.#size += 4;
        if (!(Math.abs(value) <= Number.MAX_SAFE_INTEGER)) this.#checkNumber(value, depth);
        return value;
      case 'object':
        if (value !== null) return this.#container(value, depth);
        if (!this.#options.skipNull(this.#path(depth))) {
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

  /** Reports a number that JSON cannot express, or one to which an integer of the request was rounded. */
  #checkNumber(value: number, depth: number): void {
    if (!Number.isFinite(value)) {
      this.#add('not-json', depth, `is ${value}, which JSON cannot express: return a finite number`);
    } else if (this.#options.roundedIntegers?.has(value) === true) {
      const message =
        'is an integer of the request that JavaScript rounds (beyond 2^53): leave it out or send a string';
      this.#add('integer-loss', depth, message);
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
    const isList = depth === 1 && this.#keys[0] === this.#options.list;
    for (let index = 0; index < node.length; index++) {
      this.#keys[depth] = index;
      const before = this.#size;
      const item = this.#value(node[index], depth + 1);
      if (this.#broken) return undefined;
      if (isList && this.#size - before >= measuredFrom) this.#checkSize(item);
      copy?.push(item ?? null);
    }
    return copy ?? node;
  }

  #object(node: Node, depth: number): unknown {
    const copy: Record<string, unknown> | undefined = this.#copies ? {} : undefined;
    for (const key of Object.keys(node)) {
      this.#keys[depth] = key;
      this.#size += key.length;
      const value = this.#value(node[key], depth + 1);
      if (this.#broken) return undefined;
      if (copy === undefined || value === undefined) continue;
      // `__proto__` must become a key like any other.
      if (key === '__proto__') Object.defineProperty(copy, key, { value, enumerable: true });
      else copy[key] = value;
    }
    return copy ?? node;
  }

  /** Reports a desired object that the API server or etcd may refuse for its size. */
  #checkSize(object: unknown): void {
    const bytes = Buffer.byteLength(plainText(object));
    if (bytes <= annotationBytes) return;
    const size = bytes > largeBytes ? `${(bytes / 2 ** 20).toFixed(1)} MiB` : `${Math.round(bytes / 2 ** 10)} KiB`;
    const effect =
      bytes > largeBytes
        ? 'etcd refuses objects of more than 1.5 MiB'
        : 'Metacontroller keeps a copy in an annotation, of which the API server accepts 256 KiB, unless it applies on the server side';
    this.#add('large-object', 2, `has ${size} as JSON, and ${effect}: split it`);
  }

  /** The argument of `toJSON`. */
  #lastKey(depth: number): string {
    return depth === 0 ? '' : String(this.#keys[depth - 1]);
  }

  #add(rule: Rule, depth: number, message: string): void {
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

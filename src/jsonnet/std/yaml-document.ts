import { createRequire } from 'node:module';
import type { Alias, Document, Node, ParsedNode, Scalar, YAMLMap } from 'yaml';
import { type Json, type JsonObject, setField } from '../../json/json.js';
import { formatFloat, type ResolvedScalar, resolvePlain } from './yaml-scalar.js';

const require = createRequire(import.meta.url);
let loaded: typeof import('yaml') | undefined;

/** The package `yaml`, loaded at the first call: most programs read no YAML. */
function yamlPackage(): typeof import('yaml') {
  loaded ??= require('yaml') as typeof import('yaml');
  return loaded;
}

/** Characters that a YAML text must not contain. */
const control = /[^\t\n\r\u0020-\u007e\u0085\u00a0-\ufffd\u{10000}-\u{10ffff}]/u;

/** The escape of a surrogate, not preceded by the first half of an escaped backslash. */
const surrogateEscape = /(?<!\\)(?:\\\\)*\\(?:u|U0000)[dD][89a-fA-F]/;

const base64 = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/;

/** A line such as `%YAML 1.1` before the content. */
const directive = /^(?:[ \t]*(?:#.*)?\r?\n)*%/;

/** The line `...` before any content. */
const endWithoutStart = /^(?:[ \t]*(?:#.*)?\r?\n)*\.\.\.(?=\s|$)/;

/**
 * Reads one YAML document as Go's yaml.v2 reads YAML 1.1, turned into JSON as sigs.k8s.io/yaml does. go-jsonnet and
 * kubecfg both read with these; how a text is split into documents is up to the caller.
 * @returns null if the text holds no document; what comes after the end of the document is ignored
 * @throws Error with one line that says what is wrong; RangeError if the document nests deeper than the stack allows
 */
export function readYamlDocument(text: string): Json {
  // Both split texts where a directive ends, so that Go never sees a whole one.
  if (directive.test(text)) throw new Error('did not find expected <document start>: leave out lines such as %YAML');
  if (control.test(text)) throw new Error('control characters are not allowed');
  if (endWithoutStart.test(text)) throw new Error('did not find expected node content');
  // This schema gives strings only: what a scalar means is decided here, by Go's rules.
  const documents = yamlPackage().parseAllDocuments(text, {
    schema: 'failsafe',
    version: '1.1',
    uniqueKeys: false,
    merge: false,
    logLevel: 'silent',
    // The parser decodes escapes; only a text that may have a wrong one pays for a look at how it was written.
    keepSourceTokens: surrogateEscape.test(text),
  });
  const [error] = 'empty' in documents ? documents.errors : (documents[0]?.errors ?? []);
  if (error !== undefined) {
    // The parser catches the overflow of the stack itself.
    if (error.message.includes('Maximum call stack size exceeded')) throw new RangeError(error.message);
    throw new Error((error.message.split('\n')[0] as string).replace(/:$/, ''));
  }
  const document = (documents as Document.Parsed[])[0];
  return document === undefined ? null : new Reader(document).read(document.contents);
}

/** Turns the nodes of one document into JSON. Made for one document and used once. */
class Reader {
  /** What each alias stands for: the last node before it that has its anchor. */
  readonly #targets = new Map<Alias, Node>();
  readonly #yaml = yamlPackage();
  readonly #open = new Set<Node>();
  #nodes = 0;
  #aliased = 0;
  #depth = 0;

  constructor(document: Document) {
    const anchors = new Map<string, Node>();
    this.#yaml.visit(document, {
      Node: (_key, node) => {
        if (this.#yaml.isAlias(node)) {
          const target = anchors.get(node.source);
          if (target !== undefined) this.#targets.set(node, target);
        } else if (node.anchor !== undefined) {
          anchors.set(node.anchor, node);
        }
      },
    });
  }

  read(node: Node | null | undefined): Json {
    this.#count();
    if (node === null || node === undefined) return null;
    if (this.#yaml.isAlias(node)) return this.#alias(() => this.read(this.#target(node)));
    if (this.#yaml.isScalar(node)) return toJson(resolveScalar(node));
    if (!this.#yaml.isCollection(node)) return null;
    this.#enter(node);
    const value = this.#yaml.isMap(node)
      ? this.#object(node as YAMLMap)
      : node.items.map((item) => this.read(item as Node));
    this.#open.delete(node);
    return value;
  }

  #target(alias: Node): Node {
    if (!this.#yaml.isAlias(alias)) return alias;
    const target = this.#targets.get(alias);
    if (target === undefined) throw new Error(`unknown anchor '${alias.source}' referenced`);
    return target;
  }

  #enter(node: Node): void {
    if (this.#open.has(node)) throw new Error(`anchor '${(node as Scalar).anchor}' value contains itself`);
    this.#open.add(node);
  }

  #alias<T>(body: () => T): T {
    this.#depth++;
    const value = body();
    this.#depth--;
    return value;
  }

  /** Stops documents that grow without bound by aliases of aliases; the limits are those of yaml.v2. */
  #count(): void {
    this.#nodes++;
    if (this.#depth === 0) return;
    this.#aliased++;
    if (this.#aliased > 100 && this.#nodes > 1000 && this.#aliased / this.#nodes > allowedAliasShare(this.#nodes)) {
      throw new Error('document contains excessive aliasing');
    }
  }

  #object(map: YAMLMap): JsonObject {
    const object: JsonObject = {};
    this.#fill(map, object);
    return object;
  }

  // Pairs are taken in order and a later one wins, `<<` included: that is how yaml.v2 does it, unlike YAML's own rule.
  #fill(map: YAMLMap, object: JsonObject): void {
    for (const pair of map.items) {
      const key = pair.key as ParsedNode | null;
      if (this.#isMergeKey(key)) this.#merge(pair.value as Node | null, object);
      else setField(object, this.#key(key), this.read(pair.value as Node | null));
    }
  }

  #merge(value: Node | null, object: JsonObject): void {
    const wrong = 'map merge requires map or sequence of maps as the value';
    if (value === null) throw new Error(wrong);
    const target = this.#target(value);
    const sources =
      this.#yaml.isCollection(target) && !this.#yaml.isMap(target) ? [...target.items].reverse() : [target];
    this.#alias(() => {
      for (const source of sources) {
        const map = this.#target(source as Node);
        if (!this.#yaml.isMap(map)) throw new Error(wrong);
        this.#enter(map);
        this.#fill(map as YAMLMap, object);
        this.#open.delete(map);
      }
    });
  }

  #isMergeKey(node: Node | null): boolean {
    return this.#yaml.isScalar(node) && node.source === '<<' && (node.type === 'PLAIN' || node.tag === mergeTag);
  }

  #key(node: Node | null): string {
    const target = node === null ? null : this.#target(node);
    if (target !== null && !this.#yaml.isScalar(target)) {
      throw new Error(
        `a key must be a string, number or boolean, but is ${this.#yaml.isMap(target) ? 'a map' : 'a list'}`,
      );
    }
    const { kind, value } = target === null ? resolvePlain('') : resolveScalar(target as Scalar);
    if (kind === 'null') throw new Error('a key must be a string, number or boolean, but is null');
    return typeof value === 'number' ? keyOfFloat(value) : String(value);
  }
}

function allowedAliasShare(nodes: number): number {
  if (nodes <= 400_000) return 0.99;
  if (nodes >= 4_000_000) return 0.1;
  return 0.99 - 0.89 * ((nodes - 400_000) / 3_600_000);
}

const core = 'tag:yaml.org,2002:';
const mergeTag = `${core}merge`;

/** Kinds that an explicit tag may ask for; what the text resolves to must fit. */
const tagKinds: Record<string, readonly ResolvedScalar['kind'][]> = {
  [`${core}null`]: ['null'],
  [`${core}bool`]: ['bool'],
  [`${core}int`]: ['int'],
  [`${core}float`]: ['float', 'int'],
  [`${core}timestamp`]: ['timestamp'],
};

function resolveScalar(node: Scalar): ResolvedScalar {
  const text = node.source ?? String(node.value ?? '');
  const tag = node.tag;
  if (node.srcToken !== undefined && 'source' in node.srcToken && node.type === 'QUOTE_DOUBLE') {
    if (surrogateEscape.test(node.srcToken.source)) throw new Error('found invalid Unicode character escape code');
  }
  if (tag === undefined) {
    return node.type === 'PLAIN' || node.type === undefined ? resolvePlain(text) : { kind: 'str', value: text };
  }
  if (tag === `${core}binary`) {
    const digits = text.replace(/[\r\n]/g, '');
    if (!base64.test(digits)) throw new Error('!!binary value contains invalid base64 data');
    return { kind: 'str', value: Buffer.from(digits, 'base64').toString('utf8') };
  }
  const kinds = tagKinds[tag];
  if (kinds === undefined) return { kind: 'str', value: text };
  const resolved = resolvePlain(text);
  if (!kinds.includes(resolved.kind)) {
    throw new Error(`cannot decode ${JSON.stringify(text)} as a !!${tag.slice(core.length)}`);
  }
  return resolved;
}

function toJson({ value }: ResolvedScalar): Json {
  if (typeof value === 'bigint') return Number(value);
  if (typeof value === 'number' && !Number.isFinite(value)) {
    throw new Error(`${Number.isNaN(value) ? '.nan' : value < 0 ? '-.inf' : '.inf'} is not a number that JSON has`);
  }
  return value;
}

// Keys are printed as a 32-bit float, as the conversion to JSON of sigs.k8s.io/yaml does.
function keyOfFloat(value: number): string {
  const single = Math.fround(value);
  if (Number.isNaN(single)) return '.nan';
  if (!Number.isFinite(single)) return single > 0 ? '.inf' : '-.inf';
  return formatFloat(shortestOfFloat32(single));
}

function shortestOfFloat32(single: number): number {
  for (let digits = 1; digits < 10; digits++) {
    const candidate = Number(single.toPrecision(digits));
    if (Math.fround(candidate) === single) return candidate;
  }
  return single;
}

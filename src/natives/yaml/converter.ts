import type { Alias, Document, Node, ParsedNode, Scalar, YAMLMap } from 'yaml';
import { type Json, type JsonObject, setField } from '../../json/json.js';
import { yamlPackage } from '../packages.js';
import { goShortest } from './go-number.js';
import { type ResolvedScalar, resolvePlain } from './scalar.js';

/**
 * Turns the nodes of one document into JSON: what a scalar or a key means is decided here, by the rules of Go.
 * Made for one document and used once.
 */
export class YamlConverter {
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

  convert(node: Node | null | undefined): Json {
    this.#count();
    if (node === null || node === undefined) return null;
    if (this.#yaml.isAlias(node)) return this.#alias(() => this.convert(this.#target(node)));
    if (this.#yaml.isScalar(node)) return toJson(resolveScalar(node));
    if (!this.#yaml.isCollection(node)) return null;
    this.#enter(node);
    const value = this.#yaml.isMap(node)
      ? this.#object(node as YAMLMap)
      : node.items.map((item) => this.convert(item as Node));
    this.#open.delete(node);
    return value;
  }

  #target(alias: Node): Node {
    if (!this.#yaml.isAlias(alias)) return alias;
    const target = this.#targets.get(alias);
    if (target === undefined) throw new Error(`the anchor ${alias.source} is not known`);
    return target;
  }

  #enter(node: Node): void {
    if (this.#open.has(node)) throw new Error(`the anchor ${(node as Scalar).anchor} contains itself`);
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
      throw new Error('the document repeats itself by aliases too much');
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
      else setField(object, this.#key(key), this.convert(pair.value as Node | null));
    }
  }

  #merge(value: Node | null, object: JsonObject): void {
    const wrong = '"<<" must be a mapping or a list of mappings';
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
    if (target !== null && !this.#yaml.isScalar(target))
      throw new Error('a key must be a scalar, not a list or a mapping');
    const { kind, value } = target === null ? resolvePlain('') : resolveScalar(target as Scalar);
    if (kind === 'null') throw new Error('a key must not be null');
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
  if (tag === undefined) {
    return node.type === 'PLAIN' || node.type === undefined ? resolvePlain(text) : { kind: 'str', value: text };
  }
  if (tag === `${core}binary`) return { kind: 'str', value: Buffer.from(text, 'base64').toString('utf8') };
  const kinds = tagKinds[tag];
  if (kinds === undefined) return { kind: 'str', value: text };
  const resolved = resolvePlain(text);
  if (!kinds.includes(resolved.kind)) {
    throw new Error(`${JSON.stringify(text)} is no ${tag.slice(core.length)}, though its tag says so`);
  }
  return resolved;
}

function toJson({ value }: ResolvedScalar): Json {
  if (typeof value === 'bigint') return Number(value);
  if (typeof value === 'number' && !Number.isFinite(value)) {
    throw new Error(`${Number.isNaN(value) ? '.nan' : '.inf'} cannot be said in JSON`);
  }
  return value;
}

// Keys are printed as a 32-bit float, as the conversion to JSON of sigs.k8s.io/yaml does.
function keyOfFloat(value: number): string {
  const single = Math.fround(value);
  if (Number.isNaN(single)) return '.nan';
  if (!Number.isFinite(single)) return single > 0 ? '.inf' : '-.inf';
  return goShortest(shortestOfFloat32(single));
}

function shortestOfFloat32(single: number): number {
  for (let digits = 1; digits < 10; digits++) {
    const candidate = Number(single.toPrecision(digits));
    if (Math.fround(candidate) === single) return candidate;
  }
  return single;
}

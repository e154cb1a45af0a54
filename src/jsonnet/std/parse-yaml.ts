import {
  type Alias,
  type Document,
  isAlias,
  isMap,
  isScalar,
  isSeq,
  type Node,
  type Pair,
  parseAllDocuments,
  type Scalar,
} from 'yaml';
import { fail } from '../error.js';
import { typeName } from '../runtime/builtin.js';
import { shortestText } from '../runtime/numbers.js';
import { objectOf } from '../runtime/plain-object.js';
import { JsonnetObject, type Value } from '../runtime/value.js';

/** Nodes one text may stand for once its aliases are followed: stops texts that grow without end. */
const mostNodes = 10_000_000;

/**
 * `std.parseYaml` as go-jsonnet does it: with a line `---`, an array of the documents that are not empty; otherwise the
 * value of the only document, null where there is none. Plain scalars follow YAML 1.1 where 1.2 differs (`yes`, `0777`),
 * with `0o777` added; dates stay strings.
 */
export function parseYaml(text: string): Value {
  const documents = parseAllDocuments(text, {
    schema: 'failsafe',
    version: '1.1',
    uniqueKeys: false,
    logLevel: 'silent',
    prettyErrors: true,
  });
  const values: Value[] = [];
  if ('empty' in documents) check(documents);
  for (const document of documents as Document[]) {
    check(document);
    const contents = document.contents as Node | null;
    if (contents !== null && !(isScalar(contents) && contents.source === '')) values.push(new Reader().read(contents));
  }
  const isStream = documents.length > 1 || (documents.length === 1 && /^---[ \t]*(#|\r?$)/m.test(text));
  if (values.length === 0) values.push(null);
  return isStream ? values : (values[0] as Value);
}

/** @throws JsonnetError with the first error of a document; the parser catches the host's stack overflow itself */
function check({ errors: [error] }: { readonly errors: readonly Error[] }): void {
  if (error === undefined) return;
  if (error.message.startsWith('Maximum call stack size exceeded')) {
    throw new RangeError('Maximum call stack size exceeded');
  }
  fail(`failed to parse YAML: ${(error.message.split('\n')[0] as string).replace(/:$/, '')}`);
}

/** Turns the nodes of one document into values. */
class Reader {
  /** What the anchors seen so far stand for; a later one of the same name replaces the earlier. */
  readonly #anchors = new Map<string, { value: Value; size: number }>();
  #nodes = 0;

  read(node: Node | null): Value {
    if (node === null) return null;
    const before = this.#nodes++;
    if (isAlias(node)) return this.#alias(node);
    const value = this.#value(node);
    const anchor = (node as Scalar).anchor;
    if (anchor !== undefined) this.#anchors.set(anchor, { value, size: this.#nodes - before });
    return value;
  }

  #alias(alias: Alias): Value {
    const target = this.#anchors.get(alias.source);
    if (target === undefined) return fail(`failed to parse YAML: unknown anchor '${alias.source}' referenced`);
    this.#nodes += target.size;
    if (this.#nodes > mostNodes) fail('failed to parse YAML: document contains excessive aliasing');
    return target.value;
  }

  #value(node: Node): Value {
    if (isScalar(node)) return scalarValue(node as Scalar);
    if (isSeq(node)) return node.items.map((item) => this.read(item as Node | null));
    if (!isMap(node)) return fail('failed to parse YAML: unknown node');
    const fields = new Map<string, Value>();
    const merged: Value[] = [];
    for (const pair of node.items as Pair<Node, Node | null>[]) {
      const plain = isScalar(pair.key) && (pair.key as Scalar).type === 'PLAIN';
      if (plain && (pair.key as Scalar).source === '<<') merged.push(this.read(pair.value));
      else fields.set(keyOf(this.read(pair.key)), this.read(pair.value));
    }
    return merged.length === 0 ? objectOf(fields) : objectOf(withMerged(fields, merged));
  }
}

/** `fields`, and below them what `<<` brings; of several the first counts. */
function withMerged(fields: ReadonlyMap<string, Value>, merged: readonly Value[]): Map<string, Value> {
  const result = new Map(fields);
  for (const source of merged.flatMap((value) => (Array.isArray(value) ? (value as Value[]) : [value]))) {
    if (!(source instanceof JsonnetObject))
      return fail('failed to parse YAML: map merge requires map or sequence of maps');
    for (const key of source.keys(true)) {
      if (!result.has(key)) result.set(key, source.get(key) as Value);
    }
  }
  return result;
}

/** Keys are strings in Jsonnet: numbers and booleans become their text. */
function keyOf(key: Value): string {
  if (typeof key === 'string') return key;
  if (typeof key === 'number') return shortestText(key);
  if (typeof key === 'boolean') return String(key);
  return fail(`failed to parse YAML: a map key must be a string, number or boolean, but got ${typeName(key)}`);
}

const core = 'tag:yaml.org,2002:';
const typeOfTag: Readonly<Record<string, string>> = { int: 'number', float: 'number', bool: 'boolean', null: 'null' };

/** Plain scalars stand for what they look like, all others for text; a tag decides otherwise. */
function scalarValue(scalar: Scalar): Value {
  const text = scalar.value as string;
  const tag = scalar.tag?.startsWith(core) === true ? scalar.tag.slice(core.length) : undefined;
  if (tag === 'binary') return Buffer.from(text, 'base64').toString();
  const type = tag === undefined ? undefined : typeOfTag[tag];
  if (type === undefined) return scalar.type === 'PLAIN' && tag !== 'str' ? plainValue(text) : text;
  const value = plainValue(text);
  return typeName(value) === type ? value : fail(`failed to parse YAML: cannot decode ${text} as a !!${tag}`);
}

const nulls = /^(~|null|Null|NULL|)$/;
const trues = /^(y|Y|yes|Yes|YES|true|True|TRUE|on|On|ON)$/;
const falses = /^(n|N|no|No|NO|false|False|FALSE|off|Off|OFF)$/;
const integer = /^[-+]?(0b[01]+|0o[0-7]+|0x[0-9a-fA-F]+|0[0-7]+)$/;
const decimal = /^[-+]?(\.\d+|\d+(\.\d*)?)([eE][-+]?\d+)?$/;
const unlimited = /^([-+]?\.(inf|Inf|INF)|\.(nan|NaN|NAN))$/;

/** What a scalar without quotes stands for. */
function plainValue(text: string): Value {
  if (nulls.test(text)) return null;
  if (trues.test(text)) return true;
  if (falses.test(text)) return false;
  if (!/^[-+.\d]/.test(text)) return text;
  if (unlimited.test(text)) return fail(`failed to parse YAML: ${text} is not a number JSON has`);
  const digits = text.replaceAll('_', '');
  if (integer.test(digits)) {
    const [, sign, body] = /^([-+]?)(.*)$/.exec(digits) as unknown as [string, string, string];
    const magnitude = Number(/^0\d/.test(body) ? `0o${body.slice(1)}` : body);
    return sign === '-' ? -magnitude : magnitude;
  }
  if (!decimal.test(digits)) return text;
  const number = Number(digits);
  return Number.isFinite(number) ? number : text;
}

/**
 * A second opinion: what Metacontroller does with the body of an answer, written from its documentation and from the
 * shared contract, without a look at src/protocol. It reads JSON text as Go would decode it and tells the first reason
 * for which Metacontroller refuses or misreads the answer. Slow and plain on purpose.
 */
import type { Loose } from './samples.js';

/** What of the request matters to the answer. */
export interface Situation {
  readonly controller: 'composite' | 'decorator';
  readonly hook: 'sync' | 'finalize' | 'customize';
  readonly version: 'v1' | 'v2' | undefined;
  readonly mode: 'loose' | 'strict' | undefined;
  /** Undefined for a cluster-scoped parent. */
  readonly namespace: string | undefined;
  readonly uid: string;
  readonly selector: { matchLabels?: Record<string, string>; matchExpressions?: Loose[] };
  readonly generateSelector: boolean;
  /** `Kind.group/version` of the declared kinds. */
  readonly kinds: readonly string[];
  readonly observed: number;
  /** The parent has a deletionTimestamp. */
  readonly deleting: boolean;
}

/** Why Metacontroller refuses the answer; undefined where it acts on it as meant. */
export function refusal(situation: Situation, body: string): string | undefined {
  try {
    const answer = decodeObject(JSON.parse(body), 'answer');
    const strict = situation.mode === undefined ? situation.version === 'v2' : situation.mode === 'strict';
    if (situation.hook === 'customize') customize(situation, answer, strict);
    else sync(situation, answer, strict);
    return undefined;
  } catch (error) {
    if (error instanceof Refused) return error.message;
    throw error;
  }
}

class Refused extends Error {}

function refuse(reason: string): never {
  throw new Refused(reason);
}

// Decoding: Go takes null for the zero value of everything but an entry of a list of pointers, which it dereferences.

function decodeObject(value: Loose, what: string): Loose {
  if (value === null || typeof value !== 'object' || Array.isArray(value)) refuse(`${what} is no object`);
  return value;
}

function decodeMap(value: Loose, what: string): Loose {
  return value === undefined || value === null ? undefined : decodeObject(value, what);
}

function decodeList(value: Loose, what: string): Loose[] {
  if (value === undefined || value === null) return [];
  if (!Array.isArray(value)) refuse(`${what} is no list`);
  return value;
}

function decodeString(value: Loose, what: string): string {
  if (value === undefined || value === null) return '';
  if (typeof value !== 'string') refuse(`${what} is no string`);
  return value;
}

function unknownFields(object: Loose, known: string[], strict: boolean): void {
  if (strict && Object.keys(object).some((name) => !known.includes(name))) refuse('unknown field');
}

function sync(situation: Situation, answer: Loose, strict: boolean): void {
  const isComposite = situation.controller === 'composite';
  const list = isComposite ? 'children' : 'attachments';
  const common = ['status', list, 'resyncAfterSeconds', 'finalized'];
  unknownFields(answer, isComposite ? common : [...common, 'labels', 'annotations'], strict);
  decodeMap(answer.status, 'status');
  if (answer.resyncAfterSeconds !== undefined && answer.resyncAfterSeconds !== null) {
    if (typeof answer.resyncAfterSeconds !== 'number') refuse('resyncAfterSeconds is no number');
  }
  if (answer.finalized !== undefined && answer.finalized !== null && typeof answer.finalized !== 'boolean') {
    refuse('finalized is no boolean');
  }
  if (!isComposite) {
    for (const name of ['labels', 'annotations']) {
      for (const value of Object.values(decodeMap(answer[name], name) ?? {})) {
        if (value !== null) decodeString(value, `${name} value`);
      }
    }
  }
  // A parent that is being deleted is sent to sync only where there is no finalize hook, and is then left alone.
  const managed = !situation.deleting || situation.hook === 'finalize';
  const missing = answer[list] === undefined || answer[list] === null;
  if (missing && managed && situation.observed > 0) refuse('would delete everything');
  const seen = new Set<string>();
  for (const value of decodeList(answer[list], list)) child(situation, decodeObject(value, 'child'), isComposite, seen);
}

function child(situation: Situation, object: Loose, isComposite: boolean, seen: Set<string>): void {
  if (decodeString(object.kind, 'kind') === '') refuse('no kind');
  const apiVersion = decodeString(object.apiVersion, 'apiVersion');
  if (apiVersion === '') refuse('no apiVersion');
  if (apiVersion.split('/').length > 2) refuse('unreadable apiVersion');
  // An undeclared kind is created once and then left alone; in another version it is deleted, and created again.
  const key = (version: string): string => `${object.kind}.${version.split('/').slice(0, -1)}`;
  const declared = situation.kinds.map((one) => [one.slice(0, one.indexOf('.')), one.slice(one.indexOf('.') + 1)]);
  const same = declared.filter(([kind, version]) => kind === object.kind && key(version as string) === key(apiVersion));
  if (same.length > 0 && !same.some(([, version]) => version === apiVersion)) refuse('undeclared version');
  const metadata = decodeObject(object.metadata ?? null, 'metadata');
  const name = decodeString(metadata.name, 'name');
  if (name === '') refuse('no name');
  const namespace = decodeString(metadata.namespace, 'namespace');
  if (situation.namespace !== undefined && namespace !== '' && namespace !== situation.namespace)
    refuse('other namespace');
  // Children: a map of strings, null is refused. Attachments go to the API server, which reads null as nothing.
  const labels: Record<string, string> = Object.create(null);
  if (metadata.labels !== undefined && (isComposite || metadata.labels !== null)) {
    for (const [key, value] of Object.entries(decodeObject(metadata.labels, 'labels'))) {
      if (isComposite && value === null) refuse('null label');
      labels[key] = decodeString(value, 'label');
    }
  }
  for (const value of Object.values(decodeMap(metadata.annotations, 'annotations') ?? {}))
    decodeString(value, 'annotation');
  if (isComposite) matches(situation, labels);
  const identity = JSON.stringify([
    apiVersion.split('/').slice(0, -1),
    object.kind,
    namespace || situation.namespace || '',
    name,
  ]);
  if (seen.has(identity)) refuse('the same object twice');
  seen.add(identity);
}

function matches(situation: Situation, labels: Record<string, string>): void {
  if (situation.generateSelector) {
    if ('controller-uid' in labels && labels['controller-uid'] !== situation.uid) refuse('wrong controller-uid');
    return;
  }
  for (const [key, value] of Object.entries(situation.selector.matchLabels ?? {})) {
    if (labels[key] !== value) refuse('label does not match');
  }
  for (const { key, operator, values } of situation.selector.matchExpressions ?? []) {
    const has = key in labels;
    const holds: Record<string, boolean> = {
      In: has && values?.includes(labels[key]),
      NotIn: !has || !values?.includes(labels[key]),
      Exists: has,
      DoesNotExist: !has,
    };
    if (!holds[operator]) refuse('expression does not match');
  }
}

function customize(situation: Situation, answer: Loose, strict: boolean): void {
  unknownFields(answer, ['relatedResources'], strict);
  for (const value of decodeList(answer.relatedResources, 'relatedResources')) {
    const rule = decodeObject(value, 'rule');
    unknownFields(rule, ['apiVersion', 'resource', 'labelSelector', 'namespaceSelector', 'namespace', 'names'], strict);
    const apiVersion = decodeString(rule.apiVersion, 'apiVersion');
    if (apiVersion === '' || apiVersion.split('/').length > 2) refuse('no usable apiVersion');
    if (decodeString(rule.resource, 'resource') === '') refuse('no resource');
    const names = decodeList(rule.names, 'names').map((name) => decodeString(name, 'name'));
    const namespace = decodeString(rule.namespace, 'namespace');
    const byLabels = labelSelector(rule.labelSelector, strict);
    const byNamespaces = labelSelector(rule.namespaceSelector, strict);
    if (names.length > 0 && (byLabels || byNamespaces)) refuse('names with a selector');
    if (namespace !== '' && byNamespaces) refuse('namespace with namespaceSelector');
    if ((situation.version ?? 'v1') === 'v1' && situation.namespace !== undefined) {
      if (namespace !== '' && namespace !== situation.namespace) refuse('related objects of another namespace');
    }
  }
}

/** Decodes and compiles a selector; false where there is none. */
function labelSelector(value: Loose, strict: boolean): boolean {
  const selector = decodeMap(value, 'selector');
  if (selector === undefined) return false;
  unknownFields(selector, ['matchLabels', 'matchExpressions'], strict);
  for (const [key, wanted] of Object.entries(decodeMap(selector.matchLabels, 'matchLabels') ?? {})) {
    labelKey(key);
    labelValue(decodeString(wanted, 'label'));
  }
  for (const entry of decodeList(selector.matchExpressions, 'matchExpressions')) {
    // A list of structs, not of pointers: null is an empty expression, which has no operator.
    const expression = decodeObject(entry ?? {}, 'expression');
    unknownFields(expression, ['key', 'operator', 'values'], strict);
    labelKey(decodeString(expression.key, 'key'));
    const values = decodeList(expression.values, 'values').map((one) => decodeString(one, 'value'));
    const operator = decodeString(expression.operator, 'operator');
    if (operator === 'In' || operator === 'NotIn') {
      if (values.length === 0) refuse('no values');
    } else if (operator === 'Exists' || operator === 'DoesNotExist') {
      if (values.length > 0) refuse('values without use');
    } else refuse('unknown operator');
    values.forEach(labelValue);
  }
  return true;
}

function labelKey(key: string): void {
  const parts = key.split('/');
  const name = parts.pop() ?? '';
  if (parts.length > 1) refuse('two slashes in a label key');
  if (name.length > 63 || !/^[a-z0-9]([-._a-z0-9]*[a-z0-9])?$/i.test(name)) refuse('no label key');
  for (const prefix of parts) {
    if (prefix.length > 253 || !prefix.split('.').every((label) => /^[a-z0-9]([-a-z0-9]*[a-z0-9])?$/.test(label))) {
      refuse('no label prefix');
    }
  }
}

function labelValue(value: string): void {
  if (value !== '' && (value.length > 63 || !/^[a-z0-9]([-._a-z0-9]*[a-z0-9])?$/i.test(value)))
    refuse('no label value');
}

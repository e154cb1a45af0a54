import * as z from 'zod';
import type { RequestFacts } from '../contract.js';
import { declaredVersion, groupOf, isDeclared, isNamespaced, pluralsOf } from '../request/declared-kinds.js';
import type { RequestTerms } from '../request/request-terms.js';
import { mismatch } from '../request/selector.js';
import { type Fields, field, found, foundType, isObject, type Path, quote } from '../value.js';
import type { Findings } from './findings.js';
import type { Rule } from './rules.js';

/** What the children or attachments of an answer are held against. */
export interface ChildTerms extends Pick<RequestTerms, 'declared' | 'selector' | 'controllerUid'> {
  readonly facts: RequestFacts;
  /** The field they stand in. */
  readonly list: 'children' | 'attachments';
}

/** The part of a child that Metacontroller itself reads. */
const childSchema = z.object({
  apiVersion: z.string().min(1),
  kind: z.string().min(1),
  metadata: z.object({
    name: z.string().min(1),
    namespace: z.string().nullish(),
    labels: z.unknown().optional(),
    annotations: z.unknown().optional(),
  }),
});

type Child = z.infer<typeof childSchema>;

/** Fields that the API server or another controller sets; a desired object must not carry them. */
const observedMetadata: ReadonlySet<string> = new Set([
  'resourceVersion',
  'uid',
  'creationTimestamp',
  'managedFields',
  'ownerReferences',
  'generation',
  'selfLink',
  'deletionTimestamp',
  'deletionGracePeriodSeconds',
]);

/** Holds every entry of `children` or `attachments` to the rules. */
export function checkChildren(children: readonly unknown[], terms: ChildTerms, findings: Findings): void {
  const identities = new Map<string, number>();
  for (const [index, value] of children.entries()) {
    const path: Path = [terms.list, index];
    const read = childSchema.safeParse(value);
    if (!read.success) {
      reportShape(value, path, read.error.issues, findings);
      continue;
    }
    const child = read.data;
    checkKind(child, path, terms, findings);
    checkNamespace(child, path, terms, findings);
    checkStrings(child, path, terms, findings);
    checkObserved(value as Fields, path, findings);
    const namespace = child.metadata.namespace || terms.facts.parent.namespace || '';
    const identity = `${groupOf(child.apiVersion)}\0${child.kind}\0${namespace}\0${child.metadata.name}`;
    const first = identities.get(identity);
    if (first === undefined) identities.set(identity, index);
    else {
      findings.add(
        'duplicate-child',
        path,
        `is the same ${child.kind} ${quote(child.metadata.name)} as ${terms.list}[${first}]: return each object once`,
      );
    }
  }
}

/** What the schema says of a child, as findings: which rule, and which fix. */
const shapeRules: Readonly<Record<string, { readonly rule: Rule; readonly wanted: string }>> = {
  '': { rule: 'child-not-object', wanted: 'leave it out or return an object with apiVersion, kind and metadata.name' },
  apiVersion: { rule: 'missing-api-version', wanted: 'set it to a string such as v1 or apps/v1' },
  kind: { rule: 'missing-kind', wanted: 'set it to a string such as Pod' },
  metadata: { rule: 'metadata-not-object', wanted: 'set it to an object with a name' },
  'metadata.name': { rule: 'missing-name', wanted: "set it to a string that follows from the parent's name" },
  'metadata.namespace': { rule: 'invalid-namespace', wanted: "set it to a string or leave it out for the parent's" },
};

function reportShape(value: unknown, path: Path, issues: readonly z.core.$ZodIssue[], findings: Findings): void {
  for (const issue of issues) {
    const at = issue.path.join('.');
    const { rule, wanted } = shapeRules[at] as (typeof shapeRules)[string];
    let actual = value;
    for (const key of issue.path) actual = (actual as Fields)[key as string];
    if (at === 'metadata' && actual === undefined) {
      findings.add('missing-name', [...path, 'metadata', 'name'], `is missing: ${shapeRules['metadata.name']?.wanted}`);
    } else
      findings.add(
        rule,
        [...path, ...(issue.path as string[])],
        `is ${at === '' ? foundType(actual) : found(actual)}: ${wanted}`,
      );
  }
}

function checkKind(child: Child, path: Path, terms: ChildTerms, findings: Findings): void {
  const { apiVersion, kind } = child;
  if (apiVersion.indexOf('/') !== apiVersion.lastIndexOf('/')) {
    const wanted = 'write version for core objects and group/version for all others';
    findings.add(
      'invalid-api-version',
      [...path, 'apiVersion'],
      `is ${quote(apiVersion)}, with two slashes: ${wanted}`,
    );
    return;
  }
  if (isDeclared(terms.declared, apiVersion, kind)) return;
  const version = declaredVersion(terms.declared, apiVersion, kind);
  const controller =
    terms.facts.controller === undefined ? 'the controller' : `the controller ${terms.facts.controller}`;
  if (version !== undefined) {
    findings.add(
      'undeclared-kind',
      path,
      `is a ${kind} in ${apiVersion}, but ${controller} declares ${kind} in ${version}: set apiVersion to ${version}`,
    );
    return;
  }
  const keys = [...terms.declared.keys];
  const declares =
    keys.length === 0 ? 'no kinds' : keys.length > 8 ? `${keys.slice(0, 8).join(', ')} …` : keys.join(', ');
  const where = terms.list === 'children' ? 'spec.childResources' : 'spec.attachments';
  findings.add(
    'undeclared-kind',
    path,
    `is a ${kind}.${apiVersion}, but ${controller} declares ${declares}: ` +
      `add {apiVersion: ${apiVersion}, resource: ${pluralsOf(kind)[0]}} to its ${where} or leave the entry out`,
  );
}

function checkNamespace(child: Child, path: Path, terms: ChildTerms, findings: Findings): void {
  const { parent } = terms.facts;
  const namespace = child.metadata.namespace;
  if (parent.namespace === undefined) {
    if (namespace || !isNamespaced(child.apiVersion, child.kind)) return;
    const says = `is missing, but a ${child.kind} lives in a namespace and the parent ${parent.kind} ${quote(parent.name)} has none: set it`;
    findings.add('missing-namespace', [...path, 'metadata', 'namespace'], says);
    return;
  }
  if (!namespace || namespace === parent.namespace) return;
  findings.add(
    'other-namespace',
    [...path, 'metadata', 'namespace'],
    `is ${quote(namespace)}, but the parent ${parent.kind} ${quote(parent.name)} may only own objects in its own namespace: ` +
      `set it to ${quote(parent.namespace)} or leave it out`,
  );
}

/** Labels and annotations: Metacontroller reads both as maps of strings, and the labels of children must match. */
function checkStrings(child: Child, path: Path, terms: ChildTerms, findings: Findings): void {
  const { labels, annotations } = child.metadata;
  // A null map of labels is an error of Metacontroller for children; the API server takes it for attachments.
  const nullLabels = terms.list === 'children';
  const sound = checkStringMap('label-not-string', labels, path, !nullLabels, findings);
  checkStringMap('annotation-not-string', annotations, path, true, findings);
  if (!sound) return;
  const map = isObject(labels) ? labels : undefined;
  if (terms.selector !== undefined) {
    const broken = mismatch(terms.selector, map);
    if (broken === undefined) return;
    const { parent } = terms.facts;
    findings.add(
      'label-mismatch',
      [...path, 'metadata', 'labels'],
      `does not match spec.selector of the parent ${parent.kind} ${quote(parent.name)}, ${broken}: ` +
        'correct the labels, or set spec.generateSelector to true on the controller',
    );
  } else if (terms.controllerUid !== undefined && map !== undefined && Object.hasOwn(map, 'controller-uid')) {
    if (map['controller-uid'] === terms.controllerUid) return;
    findings.add(
      'label-mismatch',
      [...path, 'metadata', 'labels', 'controller-uid'],
      `is ${found(map['controller-uid'])}, but the generated selector wants the parent's uid: leave this label out`,
    );
  }
}

/** Which map of strings a rule is about. */
const stringMaps = { 'label-not-string': 'labels', 'annotation-not-string': 'annotations' } as const;

/** False where the map of a child is not one of strings. `nulls` allows null for the map and for its values. */
function checkStringMap(
  rule: keyof typeof stringMaps,
  map: unknown,
  child: Path,
  nulls: boolean,
  findings: Findings,
): boolean {
  if (map === undefined || (map === null && nulls)) return true;
  const name = stringMaps[rule];
  if (!isObject(map)) {
    const says = `is ${found(map)}: return an object whose values are strings, or leave it out`;
    findings.add(rule, [...child, 'metadata', name], says);
    return false;
  }
  let sound = true;
  for (const key of Object.keys(map)) {
    const value = map[key];
    if (typeof value === 'string' || value === undefined || (value === null && nulls)) continue;
    const scalar = typeof value === 'number' || typeof value === 'boolean';
    const fix = scalar ? `write it as ${JSON.stringify(String(value))}` : 'write a string';
    findings.add(rule, [...child, 'metadata', name, key], `is ${found(value)}: ${fix}`);
    sound = false;
  }
  return sound;
}

function checkObserved(child: Fields, path: Path, findings: Findings): void {
  const says = 'is set by the cluster, and sending it back causes endless updates: leave it out';
  const metadata = child.metadata as Fields;
  for (const name of Object.keys(metadata)) {
    if (observedMetadata.has(name) && metadata[name] !== undefined && metadata[name] !== null) {
      findings.add('observed-field', [...path, 'metadata', name], says);
    }
  }
  const status = field(child, 'status');
  if (status !== undefined && status !== null) findings.add('observed-field', [...path, 'status'], says);
}

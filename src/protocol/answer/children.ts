import type { RequestFacts } from '../contract.js';
import { declaredVersion, groupOf, isDeclared, isNamespaced, pluralsOf } from '../request/declared-kinds.js';
import type { RequestTerms } from '../request/request-terms.js';
import { mismatch } from '../request/selector.js';
import { describeType, type Fields, field, isObject, type Path, quote } from '../value.js';
import { z } from '../zod.js';
import type { Findings } from './findings.js';
import { reportIssues, type ShapeRules } from './shape.js';

/** What the children or attachments of an answer are checked against. */
export interface ChildTerms extends Pick<RequestTerms, 'declared' | 'selector' | 'controllerUid'> {
  readonly facts: RequestFacts;
  /** The field of the answer that holds them. */
  readonly list: 'children' | 'attachments';
}

/** The part of a child that Metacontroller itself reads. */
const childSchema = z.object({
  apiVersion: z.string().min(1),
  kind: z.string().min(1),
  metadata: z
    .object({
      name: z.string().min(1),
      namespace: z.string().nullish(),
      labels: z.unknown().optional(),
      annotations: z.unknown().optional(),
    })
    // Without metadata, it is the name that is reported as missing.
    .prefault({} as { name: string }),
});

type Child = z.infer<typeof childSchema>;

/** Fields that the API server or another controller sets; a desired object must not have them. */
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

/** Checks every entry of `children` or `attachments`. */
export function checkChildren(children: readonly unknown[], terms: ChildTerms, findings: Findings): void {
  const identities = new Map<string, number>();
  for (const [index, value] of children.entries()) {
    const path: Path = [terms.list, index];
    const read = childSchema.safeParse(value);
    if (!read.success) {
      reportIssues(value, read.error.issues, shapeRules, path, findings);
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

const shapeRules: ShapeRules = {
  '': { rule: 'child-not-object', wanted: 'leave it out or return an object with apiVersion, kind and metadata.name' },
  apiVersion: { rule: 'missing-api-version', wanted: 'set it to a string such as v1 or apps/v1' },
  kind: { rule: 'missing-kind', wanted: 'set it to a string such as Pod' },
  metadata: { rule: 'metadata-not-object', wanted: 'set it to an object with a name' },
  'metadata.name': { rule: 'missing-name', wanted: "set it to a string derived from the parent's name" },
  'metadata.namespace': { rule: 'invalid-namespace', wanted: "set it to a string or leave it out for the parent's" },
};

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
      'undeclared-version',
      path,
      `is a ${kind} in ${apiVersion}, but ${controller} declares ${kind} in ${version}, ` +
        `so it would be deleted and created in turn: set apiVersion to ${version}`,
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
    `is a ${kind}.${apiVersion}, but ${controller} declares ${declares}, ` +
      'so Metacontroller creates it once and then neither updates nor deletes it: ' +
      `add {apiVersion: ${apiVersion}, resource: ${pluralsOf(kind)[0]}} to its ${where} or leave the entry out`,
  );
}

function checkNamespace(child: Child, path: Path, terms: ChildTerms, findings: Findings): void {
  const { parent } = terms.facts;
  const namespace = child.metadata.namespace;
  if (parent.namespace === undefined) {
    if (namespace || !isNamespaced(child.apiVersion, child.kind)) return;
    findings.add(
      'missing-namespace',
      [...path, 'metadata', 'namespace'],
      `is missing, but a ${child.kind} lives in a namespace and the parent ${parent.kind} ${quote(parent.name)} has none: set it`,
    );
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

/** Checks labels and annotations: both are maps of strings, and the labels of children must match the selector. */
function checkStrings(child: Child, path: Path, terms: ChildTerms, findings: Findings): void {
  const { labels, annotations } = child.metadata;
  // Metacontroller refuses null for the labels of a child; those of an attachment only the API server reads, as none.
  const isValid = checkStringMap('label-not-string', labels, path, terms.list === 'attachments', findings);
  checkStringMap('annotation-not-string', annotations, path, true, findings);
  if (!isValid) return;
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
      "is not the parent's uid, which the generated selector wants: leave this label out",
    );
  }
}

/** The map of strings that a rule is about. */
const stringMaps = { 'label-not-string': 'labels', 'annotation-not-string': 'annotations' } as const;

/** Returns false if the map is not one of strings. `nulls` allows null for the map and for its values. */
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
    const wanted = 'return an object whose values are strings, or leave it out';
    findings.add(rule, [...child, 'metadata', name], `is ${describeType(map)}: ${wanted}`);
    return false;
  }
  let isValid = true;
  for (const key of Object.keys(map)) {
    const value = map[key];
    if (typeof value === 'string' || value === undefined || (value === null && nulls)) continue;
    const isScalar = typeof value === 'number' || typeof value === 'boolean';
    const wanted = isScalar ? 'put it in quotes' : 'write a string';
    findings.add(rule, [...child, 'metadata', name, key], `is ${describeType(value)}: ${wanted}`);
    isValid = false;
  }
  return isValid;
}

function checkObserved(child: Fields, path: Path, findings: Findings): void {
  const message = 'is set by the cluster, and sending it back causes endless updates: leave it out';
  const metadata = child.metadata as Fields;
  for (const name of Object.keys(metadata)) {
    if (observedMetadata.has(name) && metadata[name] !== undefined && metadata[name] !== null) {
      findings.add('observed-field', [...path, 'metadata', name], message);
    }
  }
  const status = field(child, 'status');
  if (status !== undefined && status !== null) findings.add('observed-field', [...path, 'status'], message);
}

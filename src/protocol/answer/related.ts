import * as z from 'zod';
import type { RequestFacts } from '../contract.js';
import type { HookTerms } from '../request/hook-terms.js';
import { isLabelKey, isLabelValue } from '../request/selector.js';
import { type Fields, field, found, foundType, isObject, type Path, quote } from '../value.js';
import type { Findings } from './findings.js';
import type { Rule } from './rules.js';
import { checkFields } from './unknown-fields.js';

/** An entry of `relatedResources` (Metacontroller docs, Customize Hook), before its selectors are looked at. */
const ruleSchema = z.object({
  apiVersion: z.string().min(1),
  resource: z.string().min(1),
  labelSelector: z.custom<Fields>(isObject).nullish(),
  namespaceSelector: z.custom<Fields>(isObject).nullish(),
  namespace: z.string().nullish(),
  names: z.array(z.string().nullable()).nullish(),
});

type RelatedRule = z.infer<typeof ruleSchema>;

const shapeRules: Readonly<Record<string, { readonly rule: Rule; readonly wanted: string }>> = {
  '': { rule: 'related-not-object', wanted: 'leave it out or return an object with apiVersion and resource' },
  apiVersion: { rule: 'missing-api-version', wanted: 'set it to a string such as v1 or apps/v1' },
  resource: { rule: 'missing-resource', wanted: 'set it to the lowercase plural name, such as configmaps' },
  labelSelector: { rule: 'related-field-type', wanted: 'return an object with matchLabels or matchExpressions' },
  namespaceSelector: { rule: 'related-field-type', wanted: 'return an object with matchLabels or matchExpressions' },
  namespace: { rule: 'related-field-type', wanted: 'return a string' },
  names: { rule: 'related-field-type', wanted: 'return an array of strings' },
};

/** Holds every entry of `relatedResources` to the rules. */
export function checkRelated(
  rules: readonly unknown[],
  facts: RequestFacts,
  terms: HookTerms,
  findings: Findings,
): void {
  for (const [index, value] of rules.entries()) {
    const path: Path = ['relatedResources', index];
    const read = ruleSchema.safeParse(value);
    if (isObject(value)) checkFields(value, Object.keys(ruleSchema.shape), path, findings);
    if (!read.success) {
      reportShape(value, path, read.error.issues, findings);
      continue;
    }
    checkRule(read.data, path, facts, terms, findings);
  }
}

function reportShape(value: unknown, path: Path, issues: readonly z.core.$ZodIssue[], findings: Findings): void {
  for (const issue of issues) {
    const { rule, wanted } = shapeRules[String(issue.path[0] ?? '')] as (typeof shapeRules)[string];
    let actual = value;
    for (const key of issue.path) actual = (actual as Fields)[key as string];
    findings.add(
      rule,
      [...path, ...(issue.path as (string | number)[])],
      `is ${issue.path.length === 0 ? foundType(actual) : found(actual)}: ${wanted}`,
    );
  }
}

function checkRule(rule: RelatedRule, path: Path, facts: RequestFacts, terms: HookTerms, findings: Findings): void {
  if (rule.apiVersion.indexOf('/') !== rule.apiVersion.lastIndexOf('/')) {
    const wanted = 'write version for core objects and group/version for all others';
    findings.add(
      'invalid-api-version',
      [...path, 'apiVersion'],
      `is ${quote(rule.apiVersion)}, with two slashes: ${wanted}`,
    );
  }
  const named = rule.names !== undefined && rule.names !== null && rule.names.length > 0;
  for (const name of ['labelSelector', 'namespaceSelector'] as const) {
    const selector = rule[name];
    if (selector === undefined || selector === null) continue;
    if (named) {
      findings.add(
        'excluded-combination',
        path,
        `has both names and ${name}, which exclude each other: keep one of them`,
      );
    }
    checkSelector(selector, [...path, name], findings);
  }
  if (!rule.namespace) return;
  if (rule.namespaceSelector !== undefined && rule.namespaceSelector !== null) {
    findings.add(
      'excluded-combination',
      path,
      'has both namespace and namespaceSelector, which exclude each other: keep one of them',
    );
  }
  const { parent } = facts;
  if (terms.version === 'v1' && parent.namespace !== undefined && rule.namespace !== parent.namespace) {
    findings.add(
      'related-other-namespace',
      [...path, 'namespace'],
      `is ${quote(rule.namespace)}, but hook version v1 allows a namespaced parent only its own namespace ${quote(parent.namespace)}: ` +
        'leave it out, or set spec.hooks.customize.version to v2',
    );
  }
}

/** A selector as Metacontroller decodes it and Kubernetes compiles it (LabelSelectorAsSelector). */
function checkSelector(selector: Fields, path: Path, findings: Findings): void {
  checkFields(selector, ['matchLabels', 'matchExpressions'], path, findings);
  const bad = (at: Path, says: string): void => findings.add('invalid-selector', at, says);
  const labels = field(selector, 'matchLabels');
  if (isObject(labels)) {
    for (const [key, value] of Object.entries(labels)) {
      if (value === undefined) continue;
      if (!isLabelKey(key))
        bad([...path, 'matchLabels', key], `has ${quote(key)} for a key, which is no label key: correct the key`);
      else if (value !== null && (typeof value !== 'string' || !isLabelValue(value))) {
        bad(
          [...path, 'matchLabels', key],
          `is ${found(value)}, which is no label value: write a string of at most 63 letters, digits, '-', '_' or '.'`,
        );
      }
    }
  } else if (labels !== undefined && labels !== null) {
    bad([...path, 'matchLabels'], `is ${found(labels)}: return an object of strings`);
  }
  const expressions = field(selector, 'matchExpressions');
  if (Array.isArray(expressions)) {
    for (const [index, one] of expressions.entries())
      checkExpression(one, [...path, 'matchExpressions', index], findings);
  } else if (expressions !== undefined && expressions !== null) {
    bad([...path, 'matchExpressions'], `is ${found(expressions)}: return an array of {key, operator, values}`);
  }
}

function checkExpression(expression: unknown, path: Path, findings: Findings): void {
  const bad = (name: string | undefined, says: string): void =>
    findings.add('invalid-selector', name === undefined ? path : [...path, name], says);
  if (!isObject(expression)) {
    bad(undefined, `is ${found(expression)}: return an object {key, operator, values}`);
    return;
  }
  checkFields(expression, ['key', 'operator', 'values'], path, findings);
  const key = field(expression, 'key');
  if (typeof key !== 'string' || !isLabelKey(key))
    bad('key', `is ${found(key)}, which is no label key: correct the key`);
  const operator = field(expression, 'operator');
  const values = field(expression, 'values') ?? [];
  const isList =
    Array.isArray(values) && values.every((one) => one === null || (typeof one === 'string' && isLabelValue(one)));
  if (!isList)
    bad(
      'values',
      `is ${Array.isArray(values) ? 'not a list of label values' : found(values)}: return an array of label values`,
    );
  if (operator === 'In' || operator === 'NotIn') {
    if (isList && values.length === 0) bad('values', `is empty, but ${operator} needs at least one: add the values`);
  } else if (operator === 'Exists' || operator === 'DoesNotExist') {
    if (isList && values.length > 0) bad('values', `has entries, but ${operator} takes none: leave it out`);
  } else bad('operator', `is ${found(operator)}: write In, NotIn, Exists or DoesNotExist`);
}

import type { RequestFacts } from '../contract.js';
import type { HookTerms } from '../request/hook-terms.js';
import { isLabelKey, isLabelValue } from '../request/selector.js';
import { describeType, type Fields, field, isObject, type Path, quote } from '../value.js';
import { z } from '../zod.js';
import type { Findings } from './findings.js';
import { reportIssues, type ShapeRules } from './shape.js';
import { checkFields } from './unknown-fields.js';

/** An entry of `relatedResources` (Metacontroller docs, Customize Hook), without the content of its selectors. */
const ruleSchema = z.object({
  apiVersion: z.string().min(1),
  resource: z.string().min(1),
  labelSelector: z.custom<Fields>(isObject).nullish(),
  namespaceSelector: z.custom<Fields>(isObject).nullish(),
  namespace: z.string().nullish(),
  names: z.array(z.string().nullable()).nullish(),
});

type RelatedRule = z.infer<typeof ruleSchema>;

const shapeRules: ShapeRules = {
  '': { rule: 'related-not-object', wanted: 'leave it out or return an object with apiVersion and resource' },
  apiVersion: { rule: 'missing-api-version', wanted: 'set it to a string such as v1 or apps/v1' },
  resource: { rule: 'missing-resource', wanted: 'set it to the lowercase plural name, such as configmaps' },
  labelSelector: { rule: 'related-field-type', wanted: 'return an object with matchLabels or matchExpressions' },
  namespaceSelector: { rule: 'related-field-type', wanted: 'return an object with matchLabels or matchExpressions' },
  namespace: { rule: 'related-field-type', wanted: 'return a string' },
  names: { rule: 'related-field-type', wanted: 'return an array of strings' },
};

/** Checks every entry of `relatedResources`. */
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
      reportIssues(value, read.error.issues, shapeRules, path, findings);
      continue;
    }
    checkRule(read.data, path, facts, terms, findings);
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

/** Checks a selector as Metacontroller decodes it and Kubernetes compiles it (LabelSelectorAsSelector). */
function checkSelector(selector: Fields, path: Path, findings: Findings): void {
  checkFields(selector, ['matchLabels', 'matchExpressions'], path, findings);
  const report = (at: Path, message: string): void => findings.add('invalid-selector', at, message);
  const labels = field(selector, 'matchLabels');
  if (isObject(labels)) {
    for (const [key, value] of Object.entries(labels)) {
      if (value === undefined) continue;
      if (!isLabelKey(key))
        report([...path, 'matchLabels', key], `has the key ${quote(key)}, which is not a label key: correct the key`);
      else if (value !== null && (typeof value !== 'string' || !isLabelValue(value))) {
        report(
          [...path, 'matchLabels', key],
          `is ${describeType(value)} but not a label value: write a string of at most 63 letters, digits, '-', '_' or '.'`,
        );
      }
    }
  } else if (labels !== undefined && labels !== null) {
    report([...path, 'matchLabels'], `is ${describeType(labels)}: return an object of strings`);
  }
  const expressions = field(selector, 'matchExpressions');
  if (Array.isArray(expressions)) {
    for (const [index, one] of expressions.entries())
      checkExpression(one, [...path, 'matchExpressions', index], findings);
  } else if (expressions !== undefined && expressions !== null) {
    report(
      [...path, 'matchExpressions'],
      `is ${describeType(expressions)}: return an array of {key, operator, values}`,
    );
  }
}

function checkExpression(expression: unknown, path: Path, findings: Findings): void {
  const report = (at: Path, message: string): void => findings.add('invalid-selector', [...path, ...at], message);
  if (!isObject(expression)) {
    report([], `is ${describeType(expression)}: return an object {key, operator, values}`);
    return;
  }
  checkFields(expression, ['key', 'operator', 'values'], path, findings);
  const key = field(expression, 'key');
  if (typeof key !== 'string' || key === '') report(['key'], `is ${describeType(key)}: write a label key`);
  else if (!isLabelKey(key)) report(['key'], `is ${quote(key)}, which is not a label key: correct the key`);
  const operator = field(expression, 'operator');
  const values = field(expression, 'values') ?? [];
  const isValid =
    Array.isArray(values) && values.every((one) => one === null || (typeof one === 'string' && isLabelValue(one)));
  if (!isValid) {
    const found = Array.isArray(values) ? 'not a list of label values' : describeType(values);
    report(['values'], `is ${found}: return an array of label values`);
  }
  if (operator === 'In' || operator === 'NotIn') {
    if (isValid && values.length === 0) {
      report(['values'], `is empty, but ${operator} needs at least one: add the values`);
    }
  } else if (operator === 'Exists' || operator === 'DoesNotExist') {
    if (isValid && values.length > 0) report(['values'], `has entries, but ${operator} takes none: leave it out`);
  } else {
    report(
      ['operator'],
      `is ${typeof operator === 'string' ? quote(operator) : describeType(operator)}: write In, NotIn, Exists or DoesNotExist`,
    );
  }
}

import { type Fields, field, isObject, quote } from '../value.js';

/** One condition of a label selector (Kubernetes documentation, Labels and Selectors), matchLabels turned into `In`. */
interface Requirement {
  readonly key: string;
  readonly operator: 'In' | 'NotIn' | 'Exists' | 'DoesNotExist';
  readonly values: readonly string[];
}

/** A selector ready to be compared with labels. */
export type Selector = readonly Requirement[];

/**
 * Reads the `spec.selector` of a parent. Malformed parts are left out: Metacontroller refuses such a parent before it
 * calls the hook.
 */
export function readSelector(value: unknown): Selector {
  const requirements: Requirement[] = [];
  const labels = field(value, 'matchLabels');
  if (isObject(labels)) {
    for (const [key, wanted] of Object.entries(labels)) {
      if (typeof wanted === 'string') requirements.push({ key, operator: 'In', values: [wanted] });
    }
  }
  const expressions = field(value, 'matchExpressions');
  for (const expression of Array.isArray(expressions) ? expressions : []) {
    const key = field(expression, 'key');
    const operator = field(expression, 'operator');
    const values = field(expression, 'values');
    if (typeof key !== 'string' || !isOperator(operator)) continue;
    const strings = Array.isArray(values) ? values.filter((one): one is string => typeof one === 'string') : [];
    requirements.push({ key, operator, values: strings });
  }
  return requirements;
}

function isOperator(value: unknown): value is Requirement['operator'] {
  return value === 'In' || value === 'NotIn' || value === 'Exists' || value === 'DoesNotExist';
}

/** The first condition that `labels` do not meet, as in `wanted app = "web", found "db"`; undefined if all are met. */
export function mismatch(selector: Selector, labels: Fields | undefined): string | undefined {
  for (const { key, operator, values } of selector) {
    const value = field(labels, key);
    const present = typeof value === 'string';
    const isIn = present && values.includes(value);
    const actual = present ? quote(value) : 'none';
    const list = values.length === 1 ? `= ${quote(values[0] as string)}` : `in (${values.map(quote).join(', ')})`;
    if (operator === 'In' && !isIn) return `wanted ${key} ${list}, found ${actual}`;
    if (operator === 'NotIn' && isIn) return `wanted ${key} not ${list}, found ${actual}`;
    if (operator === 'Exists' && !present) return `wanted a label ${key}, found none`;
    if (operator === 'DoesNotExist' && present) return `wanted no label ${key}, found ${actual}`;
  }
  return undefined;
}

const namePattern = /^(?:[A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]$/;
const prefixPattern = /^[a-z0-9](?:[-a-z0-9]*[a-z0-9])?(?:\.[a-z0-9](?:[-a-z0-9]*[a-z0-9])?)*$/;

/** Whether Kubernetes accepts the text as the key of a label: a name with an optional DNS prefix. */
export function isLabelKey(text: string): boolean {
  const slash = text.indexOf('/');
  const prefix = slash === -1 ? undefined : text.slice(0, slash);
  const name = text.slice(slash + 1);
  if (prefix !== undefined && (prefix.length > 253 || !prefixPattern.test(prefix))) return false;
  return name.length <= 63 && namePattern.test(name);
}

/** Whether Kubernetes accepts the text as the value of a label. */
export function isLabelValue(text: string): boolean {
  return text === '' || (text.length <= 63 && namePattern.test(text));
}

import { describeType, field, type Path } from '../value.js';
import type { z } from '../zod.js';
import type { Findings } from './findings.js';
import type { Rule } from './rules.js';

/**
 * What a schema's complaint about a place means: the rule that is broken, and what the author should write. The key is
 * the path of the place below the value, joined with dots; `''` is the value itself. A place that is not listed counts
 * for the one around it.
 */
export type ShapeRules = Readonly<Record<string, { readonly rule: Rule; readonly wanted: string }>>;

/** Reports the issues that a schema has with `value`, which is at `path` of the answer. */
export function reportIssues(
  value: unknown,
  issues: readonly z.core.$ZodIssue[],
  rules: ShapeRules,
  path: Path,
  findings: Findings,
): void {
  for (const issue of issues) {
    const below = issue.path as (string | number)[];
    const { rule, wanted } = ruleAt(below, rules);
    const found = below.reduce<unknown>(
      (inner, key) => (Array.isArray(inner) ? inner[key as number] : field(inner, String(key))),
      value,
    );
    findings.add(rule, [...path, ...below], `is ${describeType(found)}: ${wanted}`);
  }
}

function ruleAt(below: Path, rules: ShapeRules): ShapeRules[string] {
  for (let length = below.length; length > 0; length--) {
    const rule = rules[below.slice(0, length).join('.')];
    if (rule !== undefined) return rule;
  }
  return rules[''] as ShapeRules[string];
}

import { type Rule, type RuleRow, ruleTable } from './rules.js';
import { suggest } from './unknown-fields.js';

/** What a broken rule does: nothing, a warning, or the refusal of the answer. */
export const ruleLevels = ['off', 'warn', 'error'] as const;
export type RuleLevel = (typeof ruleLevels)[number];

/**
 * Levels that the operator chose (`--rule`), by the name of a rule, or by `hook:rule` for one hook only. They win over
 * the severity in the rule table and over `--strict`.
 */
export type RuleSettings = Readonly<Record<string, RuleLevel>>;

/** The chosen levels by rule. */
export type LevelsByRule = Partial<Readonly<Record<Rule, RuleLevel>>>;

/** The levels that apply to a hook; what is chosen for this hook alone wins. */
export function levelsFor(hook: string, settings: RuleSettings): LevelsByRule {
  const levels: Partial<Record<string, RuleLevel>> = {};
  const entries = Object.entries(settings);
  for (const [key, level] of entries) if (!key.includes(':')) levels[key] = level;
  for (const [key, level] of entries) if (key.startsWith(`${hook}:`)) levels[key.slice(hook.length + 1)] = level;
  return levels;
}

/**
 * Reads one value of `--rule`: `NAME=LEVEL` or `HOOK:NAME=LEVEL`.
 * @returns an entry for RuleSettings
 * @throws Error if there is no such rule or level, or if the rule cannot be lowered
 */
export function parseRuleSetting(text: string): readonly [key: string, level: RuleLevel] {
  const equals = text.lastIndexOf('=');
  const key = text.slice(0, Math.max(equals, 0));
  const level = ruleLevels.find((one) => one === text.slice(equals + 1));
  if (key === '' || level === undefined) {
    throw new Error(`'${text}' is not of the form NAME=LEVEL or HOOK:NAME=LEVEL, where LEVEL is off, warn or error`);
  }
  const name = key.slice(key.lastIndexOf(':') + 1);
  const row: RuleRow | undefined = Object.hasOwn(ruleTable, name) ? ruleTable[name as Rule] : undefined;
  if (row === undefined) {
    const meant = suggest(name, Object.keys(ruleTable));
    throw new Error(
      `there is no rule '${name}'; ${meant === undefined ? 'docs/contract.md lists the rules' : `did you mean ${meant}?`}`,
    );
  }
  if (row.fixed !== undefined && level !== 'error') {
    throw new Error(`the rule ${name} cannot be set to ${level}: ${row.fixed}`);
  }
  return [key, level];
}

import type { Finding, Verdict } from '../contract.js';
import { formatPath, type Path } from '../value.js';
import { type Rule, ruleTable } from './rules.js';

/** The number of findings that each list shows; the rest is counted. */
const shownFindings = 20;

/** The number of findings that are kept while an answer is checked, so that one with many thousands costs little. */
const keptFindings = 1000;

/** The rules of the generic walk over the whole answer, which does not know what a place means. */
const walkRules: ReadonlySet<string> = new Set<Rule>(['not-json', 'null-field', 'dropped-value', 'date-value']);

/** Which findings are errors. */
export interface Severities {
  /** Unknown fields are errors: Metacontroller's own strict mode. */
  readonly strictMode: boolean;
  /** Every warning is an error: hookd's `--strict`. */
  readonly strict: boolean;
}

/** Gathers what is wrong with one answer. */
export class Findings {
  readonly #severities: Severities;
  readonly #errors: Finding[] = [];
  readonly #warnings: Finding[] = [];
  #moreErrors = 0;
  #moreWarnings = 0;

  constructor(severities: Severities) {
    this.#severities = severities;
  }

  /** Adds a finding. `message` continues a sentence that starts with the path: `is missing: set it to …`. */
  add(rule: Rule, path: Path, message: string): void {
    const severity = ruleTable[rule].severity;
    const isError = severity === 'error' || (severity === 'by mode' && this.#severities.strictMode);
    const list = isError ? this.#errors : this.#warnings;
    if (list.length < keptFindings) {
      const where = formatPath(path);
      list.push({ rule, path: where, message: `${where === '' ? 'the answer' : where} ${message}` });
    } else if (isError) this.#moreErrors++;
    else this.#moreWarnings++;
  }

  /**
   * The verdict, with each list cut to `shownFindings`. If a specific rule and the generic walk report the same path, only
   * the specific one is kept.
   * @param desired the number of children or attachments in the answer
   */
  verdict(desired: number): Omit<Verdict, 'json'> {
    const specific = new Set<string>();
    for (const { rule, path } of this.#errors) if (!walkRules.has(rule)) specific.add(path);
    const isKept = ({ rule, path }: Finding): boolean => !(specific.has(path) && walkRules.has(rule));
    const errors = this.#errors.filter(isKept);
    const warnings = this.#warnings.filter(isKept);
    if (this.#severities.strict) {
      const all = [...errors, ...warnings];
      return { errors: cut(all, this.#moreErrors + this.#moreWarnings, 'errors'), warnings: [], desired };
    }
    return {
      errors: cut(errors, this.#moreErrors, 'errors'),
      warnings: cut(warnings, this.#moreWarnings, 'warnings'),
      desired,
    };
  }
}

function cut(findings: readonly Finding[], uncounted: number, what: string): readonly Finding[] {
  const more = findings.length - shownFindings + uncounted;
  if (more <= 0) return findings;
  const last = findings[shownFindings - 1] as Finding;
  const shown = findings.slice(0, shownFindings - 1);
  // The last finding shown carries the count, because a finding of its own would need a rule and a path.
  shown.push({ ...last, message: `${last.message} (and ${more} more ${what})` });
  return shown;
}

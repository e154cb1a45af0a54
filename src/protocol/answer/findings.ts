import type { Finding, Verdict } from '../contract.js';
import { formatPath, type Path } from '../value.js';
import { type Rule, ruleTable } from './rules.js';

/** Findings shown of each list; the rest is counted. */
const shownFindings = 20;

/** Findings kept while an answer is judged, so that a bad answer with thousands of them costs little. */
const keptFindings = 1000;

/** Rules of the walk over the whole answer, which knows nothing of the meaning of a place. */
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

  /** Adds a finding. `says` continues the path to a sentence: `is missing: set it to …`. */
  add(rule: Rule, path: Path, says: string): void {
    const severity = ruleTable[rule].severity;
    const isError = severity === 'error' || (severity === 'by mode' && this.#severities.strictMode);
    const list = isError ? this.#errors : this.#warnings;
    if (list.length < keptFindings) {
      const where = formatPath(path);
      list.push({ rule, path: where, message: `${where === '' ? 'the answer' : where} ${says}` });
    } else if (isError) this.#moreErrors++;
    else this.#moreWarnings++;
  }

  /**
   * The verdict, each list cut to `shownFindings`. What the walk over the answer said of a place is left out where a rule
   * of its own says more.
   * @param desired the children or attachments in the answer
   */
  verdict(desired: number): Omit<Verdict, 'sent'> {
    const judged = new Set<string>();
    for (const { rule, path } of this.#errors) if (!walkRules.has(rule)) judged.add(path);
    const left = ({ rule, path }: Finding): boolean => !(judged.has(path) && walkRules.has(rule));
    const errors = this.#errors.filter(left);
    const warnings = this.#warnings.filter(left);
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
  // The count rides on the last finding shown, because a finding always has a rule and a path of its own.
  shown.push({ ...last, message: `${last.message} (and ${more} more ${what})` });
  return shown;
}

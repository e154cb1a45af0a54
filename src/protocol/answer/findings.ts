import type { Finding, Verdict } from '../contract.js';
import { formatPath, type Path } from '../value.js';
import type { LevelsByRule } from './rule-levels.js';
import { type Rule, ruleTable } from './rules.js';

/** The number of findings that each list shows; the rest is counted. */
const shownFindings = 20;

/** The number of findings that are kept while an answer is checked, so that one with many thousands costs little. */
const keptFindings = 1000;

/** The rules of the generic walk over the whole answer, which does not know what a place means. */
const walkRules: ReadonlySet<string> = new Set<Rule>(['not-json', 'null-field', 'dropped-value', 'date-value']);

/** Which findings are errors. */
export interface Severities {
  /** Rules `by mode` are errors: Metacontroller's own strict mode. */
  readonly strictMode: boolean;
  /** Rules `by style` are warnings. */
  readonly nodejsStyle: boolean;
  /** Every warning is an error, unless `levels` says otherwise: hookd's `--strict`. */
  readonly strict: boolean;
  /** The levels that the operator chose. */
  readonly levels: LevelsByRule;
}

/** Findings of one level: those that are kept, and how many more there were. */
class FindingList {
  readonly kept: Finding[] = [];
  more = 0;

  add(finding: () => Finding): void {
    if (this.kept.length < keptFindings) this.kept.push(finding());
    else this.more++;
  }
}

/** Gathers what is wrong with one answer. */
export class Findings {
  readonly #severities: Severities;
  readonly #errors = new FindingList();
  /** Warnings that `--strict` makes errors; they are reported after the others. */
  readonly #strictErrors = new FindingList();
  readonly #warnings = new FindingList();

  constructor(severities: Severities) {
    this.#severities = severities;
  }

  /** Adds a finding. `message` continues a sentence that starts with the path: `is missing: set it to …`. */
  add(rule: Rule, path: Path, message: string): void {
    this.#listOf(rule)?.add(() => {
      const where = formatPath(path);
      return { rule, path: where, message: `${where === '' ? 'the answer' : where} ${message}` };
    });
  }

  /** Where findings of a rule go; undefined if it is off. */
  #listOf(rule: Rule): FindingList | undefined {
    const { strictMode, nodejsStyle, strict, levels } = this.#severities;
    const level = levels[rule];
    if (level !== undefined) return { off: undefined, warn: this.#warnings, error: this.#errors }[level];
    const { severity } = ruleTable[rule];
    const isError =
      severity === 'error' || (severity === 'by mode' && strictMode) || (severity === 'by style' && !nodejsStyle);
    return isError ? this.#errors : strict ? this.#strictErrors : this.#warnings;
  }

  /**
   * The verdict, with each list cut to `shownFindings`. If a specific rule and the generic walk report the same path, only
   * the specific one is kept, but a warning never replaces an error.
   * @param desired the number of children or attachments in the answer
   */
  verdict(desired: number): Omit<Verdict, 'json'> {
    const errors = [...this.#errors.kept, ...this.#strictErrors.kept];
    const inErrors = specificPaths(errors);
    const inWarnings = specificPaths(this.#warnings.kept);
    const isKept = ({ rule, path }: Finding): boolean => !walkRules.has(rule) || !inErrors.has(path);
    return {
      errors: cut(errors.filter(isKept), this.#errors.more + this.#strictErrors.more, 'errors'),
      warnings: cut(
        this.#warnings.kept.filter((one) => isKept(one) && !(walkRules.has(one.rule) && inWarnings.has(one.path))),
        this.#warnings.more,
        'warnings',
      ),
      desired,
    };
  }
}

function specificPaths(findings: readonly Finding[]): ReadonlySet<string> {
  return new Set(findings.filter(({ rule }) => !walkRules.has(rule)).map(({ path }) => path));
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

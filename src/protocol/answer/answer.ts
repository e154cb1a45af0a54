import type { RequestFacts, Verdict } from '../contract.js';
import { hookOf } from '../request/hook-terms.js';
import type { RequestTerms } from '../request/request-terms.js';
import { describeType, type Fields, field, isObject, type Path, quote } from '../value.js';
import { z } from '../zod.js';
import { checkChildren } from './children.js';
import { Findings } from './findings.js';
import { readPlain } from './plain.js';
import { checkRelated } from './related.js';
import type { LevelsByRule } from './rule-levels.js';
import { reportIssues, type ShapeRules } from './shape.js';
import { checkFields } from './unknown-fields.js';

/** How an answer is checked. */
export interface CheckOptions {
  /** Warnings become errors. */
  readonly strict: boolean;
  /** The levels that the operator chose for rules. */
  readonly levels?: LevelsByRule;
  /** Whether the answer is certain to be plain JSON data, as that of a Jsonnet hook is. Then it is not copied. */
  readonly alreadyJson?: boolean;
  /** Whether the hook is one in the style of nodejs-server. */
  readonly nodejsStyle?: boolean;
  /** The numbers to which integers of the request were rounded because no number holds them exactly. */
  readonly roundedIntegers?: ReadonlySet<number>;
}

const list = z.array(z.unknown()).nullish();
const map = z.custom<Fields>(isObject).nullish();

/** The envelope of each controller's sync and finalize answers, and of customize answers. */
const envelopes = {
  composite: z.object({
    status: map,
    children: list,
    resyncAfterSeconds: z.number().nullish(),
    finalized: z.boolean().nullish(),
  }),
  decorator: z.object({
    labels: map,
    annotations: map,
    status: map,
    attachments: list,
    resyncAfterSeconds: z.number().nullish(),
    finalized: z.boolean().nullish(),
  }),
  customize: z.object({ relatedResources: list }),
} as const;

const knownFields = {
  composite: Object.keys(envelopes.composite.shape),
  decorator: Object.keys(envelopes.decorator.shape),
  customize: Object.keys(envelopes.customize.shape),
} as const;

const envelopeRules: ShapeRules = {
  status: { rule: 'status-not-object', wanted: 'return an object' },
  children: { rule: 'list-not-array', wanted: 'return a flat list such as [pod, service]' },
  attachments: { rule: 'list-not-array', wanted: 'return a flat list such as [pod, service]' },
  relatedResources: { rule: 'list-not-array', wanted: 'return a flat list of {apiVersion, resource}' },
  resyncAfterSeconds: { rule: 'resync-not-number', wanted: 'return a number of seconds or leave it out' },
  finalized: { rule: 'finalized-not-boolean', wanted: 'return true or false' },
  labels: { rule: 'decoration-not-string', wanted: 'return an object of strings' },
  annotations: { rule: 'decoration-not-string', wanted: 'return an object of strings' },
};

/**
 * Checks an answer for everything that Metacontroller would refuse, ignore or misread. Never throws, whatever the answer
 * holds.
 * @param request what `readRequest` returned
 * @param facts what `readRequest` returned with it
 * @param answer what the hook returned, before it is serialised
 */
export function checkAnswer(
  request: RequestTerms,
  facts: RequestFacts,
  answer: unknown,
  options: CheckOptions,
): Verdict {
  const { strict, levels = {}, nodejsStyle = false } = options;
  const findings = new Findings({ strictMode: request.hook.strictMode, nodejsStyle, strict, levels });
  const check = new AnswerCheck(request, facts, findings);
  const json = check.toJson(answer, options);
  const desired = json === undefined ? 0 : check.run(json);
  return { ...findings.verdict(desired), json };
}

class AnswerCheck {
  readonly #terms: RequestTerms;
  readonly #facts: RequestFacts;
  readonly #findings: Findings;
  readonly #controller: 'composite' | 'decorator';
  readonly #shape: keyof typeof envelopes;

  constructor(terms: RequestTerms, facts: RequestFacts, findings: Findings) {
    this.#terms = terms;
    this.#facts = facts;
    this.#findings = findings;
    this.#controller = facts.kind.startsWith('composite') ? 'composite' : 'decorator';
    this.#shape = hookOf(facts.kind) === 'customize' ? 'customize' : this.#controller;
  }

  /** The answer as JSON data; undefined if it is not a JSON object, which is reported. */
  toJson(answer: unknown, { alreadyJson = false, roundedIntegers }: CheckOptions): Fields | undefined {
    let json: unknown = answer;
    if (isObject(answer)) {
      const skipNull = (path: Path) => this.#hasNullRule(path);
      const list = this.#shape === 'customize' ? undefined : this.#listName();
      try {
        const read = readPlain(answer, this.#findings, { alreadyJson, skipNull, roundedIntegers, list });
        if (read === undefined) return undefined;
        json = read.value;
      } catch (error) {
        // Getters, proxies and toJSON are code of the hook, and may throw.
        const reason = error instanceof Error ? error.message : String(error);
        this.#findings.add(
          'not-json',
          [],
          `cannot be read, because reading it threw ${quote(reason)}: return plain data`,
        );
        return undefined;
      }
    }
    if (isObject(json)) return json;
    this.#reportNoObject(json);
    return undefined;
  }

  /** Checks the content of the answer and returns the number of desired children or attachments. */
  run(answer: Fields): number {
    const where = this.#shape === 'customize' ? ' in the answer to a customize request' : '';
    checkFields(answer, knownFields[this.#shape], [], this.#findings, where);
    const issues = envelopes[this.#shape].safeParse(answer).error?.issues ?? [];
    reportIssues(answer, issues, envelopeRules, [], this.#findings);
    const wrong = new Set(issues.map((issue) => String(issue.path[0])));
    if (this.#shape === 'customize') {
      this.#related(field(answer, 'relatedResources'));
      return 0;
    }
    this.#scalars(answer, wrong);
    const list = this.#listName();
    if (wrong.has(list)) return 0;
    const objects = field(answer, list);
    if (Array.isArray(objects)) return this.#objects(objects);
    this.#noObjects(objects === null);
    return 0;
  }

  #reportNoObject(answer: unknown): void {
    const fields = {
      composite: '{status, children}',
      decorator: '{labels, attachments}',
      customize: '{relatedResources}',
    };
    this.#findings.add(
      'response-not-object',
      [],
      `is ${answer === undefined ? 'undefined' : describeType(answer)}: return an object such as ${fields[this.#shape]}`,
    );
  }

  #listName(): 'children' | 'attachments' {
    return this.#controller === 'composite' ? 'children' : 'attachments';
  }

  /** Whether a null at this place has a meaning or a rule of its own. */
  #hasNullRule(path: Path): boolean {
    if (path.length === 1) return path[0] === 'status' || (path[0] === this.#listName() && this.#facts.observed > 0);
    if (path.length > 2) return false;
    const [name] = path;
    if (name === this.#listName() || name === 'relatedResources') return true;
    return this.#shape === 'decorator' && (name === 'labels' || name === 'annotations');
  }

  #related(rules: unknown): void {
    if (Array.isArray(rules)) checkRelated(rules, this.#facts, this.#terms.hook, this.#findings);
  }

  /** Everything but the list of objects. */
  #scalars(answer: Fields, wrong: ReadonlySet<string>): void {
    const findings = this.#findings;
    const finalizing = hookOf(this.#facts.kind) === 'finalize';
    const finalized = field(answer, 'finalized') ?? undefined;
    if (finalizing && finalized === undefined) {
      findings.add(
        'missing-finalized',
        ['finalized'],
        'is missing in the answer to a finalize call: return true once the observed children are gone, false before',
      );
    } else if (!finalizing && finalized === true && this.#terms.hasFinalizeHook) {
      findings.add(
        'finalized-in-sync',
        ['finalized'],
        'is true in the answer to a sync call, which takes the finalizer away: return it only if the request says finalizing',
      );
    }
    const resync = field(answer, 'resyncAfterSeconds');
    if (typeof resync === 'number' && resync < 0) {
      findings.add(
        'negative-resync',
        ['resyncAfterSeconds'],
        'is negative, which Metacontroller ignores: return a positive number of seconds or leave it out',
      );
    }
    if (this.#controller === 'composite') {
      const status = field(answer, 'status') ?? undefined;
      if (status === undefined && !wrong.has('status')) {
        findings.add(
          'missing-status',
          ['status'],
          "is missing, which wipes the parent's status: return it in every answer, at least {}",
        );
      }
      return;
    }
    for (const name of ['labels', 'annotations']) {
      const values = field(answer, name);
      for (const key of isObject(values) ? Object.keys(values) : []) {
        const value = (values as Fields)[key];
        if (value === null || value === undefined || typeof value === 'string') continue;
        findings.add(
          'decoration-not-string',
          [name, key],
          `is ${describeType(value)}: return a string to set it, null to delete it`,
        );
      }
    }
  }

  /** Reports an answer without children or attachments if that would delete observed ones. */
  #noObjects(isNull: boolean): void {
    const { observed } = this.#facts;
    if (observed === 0 || !this.#terms.managesObjects) return;
    const effect = `would delete ${observed === 1 ? 'the 1 observed object' : `all ${observed} observed objects`}`;
    const list = [this.#listName()];
    if (isNull) {
      const wanted = 'an `if` without `else` gives null in Jsonnet; return an explicit [] to delete them';
      this.#findings.add('null-children', list, `is null, which ${effect}: ${wanted}`);
    } else {
      const wanted = 'return those that should stay, or an explicit [] to delete them';
      this.#findings.add('missing-children', list, `is missing, which ${effect}: ${wanted}`);
    }
  }

  /** Checks the children or attachments and returns their number. */
  #objects(objects: readonly unknown[]): number {
    const { declared, selector, controllerUid } = this.#terms;
    const list = this.#listName();
    checkChildren(objects, { declared, selector, controllerUid, facts: this.#facts, list }, this.#findings);
    return objects.length;
  }
}

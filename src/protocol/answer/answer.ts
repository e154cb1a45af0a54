import * as z from 'zod';
import type { RequestFacts, Verdict } from '../contract.js';
import { hookOf } from '../request/hook-terms.js';
import type { RequestTerms } from '../request/request-terms.js';
import { type Fields, field, found, foundType, isObject, type Path, quote } from '../value.js';
import { checkChildren } from './children.js';
import { Findings } from './findings.js';
import { readPlain } from './plain.js';
import { checkRelated } from './related.js';
import type { Rule } from './rules.js';
import { checkFields } from './unknown-fields.js';

/** How an answer is judged. */
export interface CheckOptions {
  /** Warnings become errors. */
  readonly strict: boolean;
  /** True where the answer is plain JSON data for certain, as that of Jsonnet is; then it is not copied. */
  readonly plain?: boolean;
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

const envelopeRules: Readonly<Record<string, { readonly rule: Rule; readonly wanted: string }>> = {
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
 * Judges an answer as Metacontroller would act on it. Never throws, whatever the answer holds.
 * @param request what `readRequest` gave
 * @param facts what `readRequest` gave with it
 * @param answer what the hook returned, before it is serialised
 */
export function checkAnswer(
  request: RequestTerms,
  facts: RequestFacts,
  answer: unknown,
  options: CheckOptions,
): Verdict {
  const findings = new Findings({ strictMode: request.hook.strictMode, strict: options.strict });
  const judgement = new Judgement(request, facts, findings);
  const sent = judgement.read(answer, options.plain === true);
  const desired = sent === undefined ? 0 : judgement.run(sent);
  return { ...findings.verdict(desired), sent };
}

class Judgement {
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

  /** The answer as plain data; undefined where it has none, which is reported. */
  read(answer: unknown, isPlain: boolean): Fields | undefined {
    let plain: unknown = answer;
    if (isObject(answer)) {
      const skipNull = (path: Path) => this.#judgesNull(path);
      try {
        const read = readPlain(answer, this.#findings, { plain: isPlain, skipNull });
        if (read === undefined) return undefined;
        plain = read.value;
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
    if (isObject(plain)) return plain;
    this.#reportNoObject(plain);
    return undefined;
  }

  /** Returns the number of desired children or attachments. */
  run(plain: Fields): number {
    checkFields(plain, knownFields[this.#shape], [], this.#findings);
    const read = envelopes[this.#shape].safeParse(plain);
    const wrong = new Set<string>();
    for (const issue of read.success ? [] : read.error.issues) {
      const name = String(issue.path[0]);
      const { rule, wanted } = envelopeRules[name] as (typeof envelopeRules)[string];
      wrong.add(name);
      this.#findings.add(
        rule,
        [name],
        `is ${name === 'status' ? foundType(plain[name]) : found(plain[name])}: ${wanted}`,
      );
    }
    const sound = (name: string): unknown => (wrong.has(name) ? undefined : field(plain, name));
    if (this.#shape === 'customize') {
      this.#related(sound('relatedResources'));
      return 0;
    }
    this.#scalars(plain, wrong);
    return this.#objects(sound(this.#listName()), wrong.has(this.#listName()));
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
      `is ${answer === undefined ? 'undefined' : foundType(answer)}: return an object such as ${fields[this.#shape]}`,
    );
  }

  #listName(): 'children' | 'attachments' {
    return this.#controller === 'composite' ? 'children' : 'attachments';
  }

  /** Whether a null is judged with its field, or means something there. */
  #judgesNull(path: Path): boolean {
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
        'is true in the answer to a sync call, which takes the finalizer away: return it only where the request is finalizing',
      );
    }
    const resync = field(answer, 'resyncAfterSeconds');
    if (typeof resync === 'number' && resync < 0) {
      findings.add(
        'negative-resync',
        ['resyncAfterSeconds'],
        `is ${found(resync)}, which Metacontroller ignores: return a positive number of seconds or leave it out`,
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
          `is ${found(value)}: return a string to set it, null to delete it`,
        );
      }
    }
  }

  /** The children or attachments. */
  #objects(objects: unknown, wrong: boolean): number {
    const name = this.#listName();
    if (!Array.isArray(objects)) {
      const { observed } = this.#facts;
      if (observed > 0 && !wrong && this.#terms.managesObjects) {
        const what = observed === 1 ? 'the 1 observed object' : `all ${observed} observed objects`;
        this.#findings.add(
          'missing-children',
          [name],
          `is missing, which would delete ${what}: return those that should stay, or an explicit [] to delete them`,
        );
      }
      return 0;
    }
    const { declared, selector, controllerUid } = this.#terms;
    checkChildren(objects, { declared, selector, controllerUid, facts: this.#facts, list: name }, this.#findings);
    return objects.length;
  }
}

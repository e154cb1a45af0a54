import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { type CheckOptions, levelsFor, parseRuleSetting, ruleTable } from '../../../src/protocol/index.js';
import { composite, judge, type Loose, pod } from '../samples.js';

const otherNamespace = pod((one) => {
  one.metadata.namespace = 'prod';
});
const observed = composite((request) => {
  request.children['Pod.v1'].a = pod();
});

/** `name` says what happens to the finding; `errors` and `warnings` are the rules that are reported. */
interface Row {
  readonly name: string;
  readonly request?: Loose;
  readonly answer?: unknown;
  readonly options: Partial<CheckOptions>;
  readonly errors?: readonly string[];
  readonly warnings?: readonly string[];
}

const answer = { status: {}, children: [otherNamespace] };

const rows: readonly Row[] = [
  { name: 'an error by default', options: {}, errors: ['other-namespace'] },
  { name: 'an error as a warning', options: { levels: { 'other-namespace': 'warn' } }, warnings: ['other-namespace'] },
  { name: 'an error switched off', options: { levels: { 'other-namespace': 'off' } } },
  {
    name: 'a warning as an error',
    answer: { children: [] },
    options: { levels: { 'missing-status': 'error' } },
    errors: ['missing-status'],
  },
  {
    name: 'a chosen level wins over strict, the others follow it',
    answer: { children: [otherNamespace], resyncAfterSeconds: -1 },
    options: { strict: true, levels: { 'other-namespace': 'warn', 'missing-status': 'warn' } },
    errors: ['negative-resync'],
    warnings: ['missing-status', 'other-namespace'],
  },
  {
    name: 'a chosen level wins over the mode',
    request: composite((request) => {
      request.controller.spec.hooks.sync.version = 'v2';
    }),
    answer: { status: {}, children: [], extra: 1 },
    options: { levels: { 'unknown-field': 'off' } },
  },
  {
    name: 'a chosen level wins over the style',
    request: observed,
    answer: { status: {}, children: null },
    options: { nodejsStyle: true, levels: { 'null-children': 'error' } },
    errors: ['null-children'],
  },
  {
    name: 'a rule that is lowered does not hide the error that the walk over the answer reports',
    answer: { status: {}, resyncAfterSeconds: Number.NaN },
    options: { levels: { 'resync-not-number': 'warn' } },
    errors: ['not-json'],
    warnings: ['resync-not-number'],
  },
  {
    name: 'all other rules still hold for a child that is let through',
    answer: { status: {}, children: [{ ...otherNamespace, kind: '' }, otherNamespace, otherNamespace] },
    options: { levels: { 'other-namespace': 'warn', 'missing-kind': 'warn' } },
    errors: ['duplicate-child'],
    warnings: ['missing-kind', 'other-namespace', 'other-namespace'],
  },
];

suite('levels of rules', () => {
  for (const { name, request = composite(), answer: given = answer, options, errors = [], warnings = [] } of rows) {
    test(name, () => {
      const verdict = judge(request, given, options);
      const names = (findings: typeof verdict.errors) => findings.map(({ rule }) => rule).sort();
      assert.deepEqual({ errors: names(verdict.errors), warnings: names(verdict.warnings) }, { errors, warnings });
    });
  }

  test('what is chosen for one hook wins there, and concerns no other', () => {
    const settings = {
      'other-namespace': 'warn',
      'missing-status': 'error',
      'team/sync:other-namespace': 'off',
      'team/sync:null-field': 'off',
    } as const;
    assert.deepEqual(levelsFor('team/sync', settings), {
      'other-namespace': 'off',
      'missing-status': 'error',
      'null-field': 'off',
    });
    assert.deepEqual(levelsFor('sync', settings), { 'other-namespace': 'warn', 'missing-status': 'error' });
  });
});

const texts: readonly { name: string; text: string; setting?: readonly [string, string]; message?: string }[] = [
  { name: 'a rule', text: 'other-namespace=warn', setting: ['other-namespace', 'warn'] },
  { name: 'a rule of one hook', text: 'dir/sync:null-field=off', setting: ['dir/sync:null-field', 'off'] },
  { name: 'a hook with odd characters', text: 'a=b:c:null-field=error', setting: ['a=b:c:null-field', 'error'] },
  { name: 'a fixed rule at its own level', text: 'not-json=error', setting: ['not-json', 'error'] },
  {
    name: 'a misspelt rule',
    text: 'null-fields=off',
    message: "there is no rule 'null-fields'; did you mean null-field?",
  },
  {
    name: 'nothing like a rule',
    text: 'x=off',
    message: "there is no rule 'x'; docs/contract.md lists the rules",
  },
  {
    name: 'a name of Object.prototype',
    text: 'constructor=off',
    message: "there is no rule 'constructor'; docs/contract.md lists the rules",
  },
  ...['null-field', 'null-field=', '=off', 'null-field=warning'].map((text) => ({
    name: `the malformed ${text}`,
    text,
    message: `'${text}' is not of the form NAME=LEVEL or HOOK:NAME=LEVEL, where LEVEL is off, warn or error`,
  })),
  {
    name: 'a rule that cannot be lowered',
    text: 'sync:not-json=warn',
    message: 'the rule not-json cannot be set to warn: there would be nothing to send',
  },
];

suite('values of --rule', () => {
  for (const { name, text, setting, message } of texts) {
    test(name, () => {
      if (message === undefined) assert.deepEqual(parseRuleSetting(text), setting);
      else assert.throws(() => parseRuleSetting(text), { message });
    });
  }

  test('just the rules that leave nothing to send cannot be lowered', () => {
    const fixed = Object.entries(ruleTable).flatMap(([name, row]) => ('fixed' in row ? [name] : []));
    assert.deepEqual(fixed, ['response-not-object', 'not-json', 'too-deep']);
  });
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { refusal } from './model.js';
import { judge } from './samples.js';
import { bodies, requestOf, situations, trimmed } from './situations.js';

test('hookd accepts exactly the answers that the model of Metacontroller acts on', () => {
  const seen = { accepted: 0, refused: 0 };
  fc.assert(
    fc.property(situations, bodies, fc.boolean(), (situation, any, trim) => {
      const body = trim ? trimmed(situation, any) : any;
      const { errors } = judge(requestOf(situation), JSON.parse(body));
      const reason = refusal(situation, body);
      assert.equal(
        errors.length > 0,
        reason !== undefined,
        `hookd: ${JSON.stringify(errors)}, model: ${reason}, body: ${body}`,
      );
      seen[reason === undefined ? 'accepted' : 'refused']++;
    }),
    { numRuns: 10_000 },
  );
  // Both sides must have been tried often, or the property says little.
  assert.ok(seen.accepted > 500 && seen.refused > 500, JSON.stringify(seen));
});

test('an answer that is accepted with --strict has neither errors nor warnings without', () => {
  fc.assert(
    fc.property(situations, bodies, (situation, any) => {
      const request = requestOf(situation);
      const answer = JSON.parse(trimmed(situation, any));
      const loose = judge(request, answer);
      const strict = judge(request, answer, true);
      assert.equal(strict.errors.length === 0, loose.errors.length === 0 && loose.warnings.length === 0);
      assert.deepEqual(strict.warnings, []);
    }),
    { numRuns: 1000 },
  );
});

test('any value at all is judged without a throw, and judging changes nothing', () => {
  const anything = fc.anything({
    withBigInt: true,
    withDate: true,
    withMap: true,
    withSet: true,
    withSparseArray: true,
    withNullPrototype: true,
    withBoxedValues: true,
    withTypedArray: true,
  });
  fc.assert(
    fc.property(situations, anything, anything, anything, (situation, whole, children, status) => {
      const request = requestOf(situation);
      const before = JSON.stringify(request);
      for (const answer of [
        whole,
        { status, children, attachments: children, relatedResources: children, labels: status },
      ]) {
        const verdict = judge(request, answer);
        // What is accepted can be sent, and still is accepted as it is sent.
        if (verdict.errors.length === 0)
          assert.deepEqual(judge(request, JSON.parse(JSON.stringify(answer))).errors, []);
      }
      assert.equal(JSON.stringify(request), before);
    }),
    { numRuns: 1000 },
  );
});

import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import fc from 'fast-check';
import type { Json } from '../../../src/json/json.js';
import { quoteMeta } from '../../../src/natives/regexp.js';
import { nativeOf } from '../natives.js';

// Arbitrary texts and texts that YAML could take for something else; not the key `<<`, which Go writes without quotes.
const text = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 30 }),
  fc.string({ unit: fc.constantFrom(' ', '\n', ':', '#', '-', 'a', "'", '"', '|', '\t'), maxLength: 12 }),
  fc.string({ unit: fc.constantFrom('word ', 'a: ', '- ', 'x'), minLength: 20, maxLength: 60 }),
  fc.constantFrom('yes', 'off', 'Null', '~', '', '017', '0x1f', '1_0', '1e3', '.inf', '1:30', '2001-01-01', '---'),
);

const json = fc.letrec<{ value: Json }>((tie) => ({
  value: fc.oneof(
    { depthSize: 'small' },
    text,
    fc.constantFrom<Json>(null, true, false),
    fc.oneof(fc.integer(), fc.double({ noNaN: true, noDefaultInfinity: true })).map((number) => number + 0),
    fc.array(tie('value'), { maxLength: 5 }),
    fc.dictionary(text, tie('value'), { maxKeys: 5, noNullPrototype: true }),
  ),
})).value;

/** Without the sign of zero, which YAML's integer 0 does not have. */
function plain(value: Json): Json {
  return JSON.parse(JSON.stringify(value)) as Json;
}

suite('what is written is read back as it was', () => {
  test('YAML', () => {
    const write = nativeOf('manifestYaml');
    const read = nativeOf('parseYaml');
    fc.assert(
      fc.property(json, (value) => {
        assert.deepEqual(read.call(write.call(value)), [plain(value)]);
      }),
      { numRuns: 1000 },
    );
  });

  test('JSON', () => {
    const write = nativeOf('manifestJson');
    const read = nativeOf('parseJson');
    fc.assert(
      fc.property(json, fc.integer({ min: 0, max: 8 }), (value, indent) => {
        assert.deepEqual(read.call(write.call(value, indent)), value);
      }),
    );
  });

  test('an escaped text matches just itself', () => {
    const match = nativeOf('regexMatch');
    fc.assert(
      fc.property(text, text, (wanted, other) => {
        const regex = `^(?:${quoteMeta(wanted)})$`;
        assert.equal(match.call(regex, wanted), true);
        assert.equal(match.call(regex, other), wanted === other);
      }),
    );
  });
});

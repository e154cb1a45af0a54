import assert from 'node:assert/strict';
import { test } from 'node:test';
import { suggestion } from '../../../src/jsonnet/syntax/suggestion.js';

const rows = [
  { name: 'letters swapped', wanted: 'metadtaa', known: ['spec', 'metadata'], text: ' (did you mean metadata?)' },
  { name: 'a letter left out', wanted: 'replica', known: ['replicas', 'ready'], text: ' (did you mean replicas?)' },
  {
    name: 'the nearest of several',
    wanted: 'nameSpace',
    known: ['name', 'namespace', 'names'],
    text: ' (did you mean namespace?)',
  },
  { name: 'another case', wanted: 'Labels', known: ['labels'], text: ' (did you mean labels?)' },
  { name: 'nothing alike', wanted: 'spec', known: ['metadata', 'kind'], text: '' },
  { name: 'one letter', wanted: 'x', known: ['y', 'z'], text: '' },
  { name: 'nothing known', wanted: 'x', known: [], text: '' },
  { name: 'an empty name', wanted: '', known: ['a'], text: '' },
] as const;

for (const row of rows)
  test(`suggests for ${row.name}`, () => assert.equal(suggestion(row.wanted, row.known), row.text));

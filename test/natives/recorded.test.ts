import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { suite, test } from 'node:test';
import type { Json } from '../../src/json/json.js';
import { createNatives } from '../../src/natives/index.js';
import { fixture } from '../checkout.js';

/** What Go itself gave: see `source` in each file, and the program in `natives/recorder` that fills them in. */
interface Recording {
  readonly native: string;
  readonly cases: readonly { name: string; args: Json[]; value?: Json; error?: true }[];
}

const folder = fixture('natives/recorded/');
const natives = createNatives({}, { warn: assert.fail });

for (const file of readdirSync(folder)) {
  const { native: name, cases } = JSON.parse(readFileSync(folder + file, 'utf8')) as Recording;
  const native = natives.find((candidate) => candidate.name === name);
  suite(`${name} gives what Go gave`, () => {
    for (const { name: situation, args, value, error } of cases) {
      test(situation, () => {
        assert.ok(native);
        if (error) assert.throws(() => native.call(...args), { message: new RegExp(`^${name}: .`) });
        else assert.deepEqual(native.call(...args), value);
      });
    }
  });
}

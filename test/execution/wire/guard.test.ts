import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isFromHost, isFromThread } from '../../../src/execution/wire/guard.js';
import { thingFacts } from '../requests.js';

const answered = { ok: true, status: 200, headers: {}, warnings: [] };
const failed = { ok: false, code: 'HookFailed', message: 'no', warnings: [] };
const outcome = (value: unknown) => ({ type: 'outcome', turn: 1, outcome: value });
const handover = { transpiled: [['key', 'code']], files: [] };

const fromThread: { name: string; message: unknown; expected: boolean }[] = [
  { name: 'ready', message: { type: 'ready' }, expected: true },
  { name: 'an answer', message: outcome(answered), expected: true },
  { name: 'an answer with facts', message: outcome({ ...answered, request: thingFacts, desired: 1 }), expected: true },
  { name: 'a failure', message: outcome({ ...failed, trace: 'trace', retryAfterSeconds: 3 }), expected: true },
  {
    name: 'a hook that was loaded',
    message: { type: 'loaded', turn: 1, result: { ok: true, nodejsStyle: false }, handover },
    expected: true,
  },
  { name: 'nothing', message: null, expected: false },
  { name: 'a list', message: [], expected: false },
  { name: 'another type', message: { type: 'outcomes' }, expected: false },
  { name: 'the name of a method as type', message: { type: 'constructor' }, expected: false },
  { name: 'a message of the main thread', message: { type: 'end', reason: 'memory' }, expected: false },
  { name: 'no turn', message: { type: 'outcome', outcome: answered }, expected: false },
  { name: 'a status that is a text', message: outcome({ ...answered, status: '200' }), expected: false },
  { name: 'a header that is a number', message: outcome({ ...answered, headers: { a: 1 } }), expected: false },
  { name: 'no warnings', message: outcome({ ...answered, warnings: undefined }), expected: false },
  { name: 'a warning without a path', message: outcome({ ...answered, warnings: [{ rule: 'a' }] }), expected: false },
  { name: 'a code that does not exist', message: outcome({ ...failed, code: 'toString' }), expected: false },
  {
    name: 'a parent without a name',
    message: outcome({ ...answered, request: { ...thingFacts, parent: {} } }),
    expected: false,
  },
  { name: 'a time before zero', message: outcome({ ...answered, evaluationSeconds: -1 }), expected: false },
  {
    name: 'files that are no pairs',
    message: { type: 'loaded', turn: 1, result: failed, handover: { ...handover, files: [['a']] } },
    expected: false,
  },
];

for (const { name, message, expected } of fromThread) {
  test(`from the evaluating thread, ${name} is ${expected ? '' : 'not '}a message`, () => {
    assert.equal(isFromThread(message), expected);
  });
}

const fromHost: { name: string; message: unknown; expected: boolean }[] = [
  { name: 'progress', message: { type: 'progress', turn: 1, begun: false, activity: -1 }, expected: true },
  {
    name: 'progress with facts',
    message: { type: 'progress', turn: 1, begun: true, activity: 1, facts: thingFacts },
    expected: true,
  },
  { name: 'an end', message: { type: 'end', reason: 'exit', code: 3, facts: null }, expected: true },
  { name: 'progress without a turn', message: { type: 'progress', begun: true, activity: 1 }, expected: false },
  { name: 'an end for another reason', message: { type: 'end', reason: 'whim' }, expected: false },
  { name: 'a message of the other thread', message: outcome(answered), expected: false },
];

for (const { name, message, expected } of fromHost) {
  test(`from the main thread, ${name} is ${expected ? '' : 'not '}a message`, () => {
    assert.equal(isFromHost(message), expected);
  });
}

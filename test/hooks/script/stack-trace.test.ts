import assert from 'node:assert/strict';
import { test } from 'node:test';
import { HookdError } from '../../../src/errors.js';
import * as author from '../../../src/hooks/script/author.js';
import { loadScript } from '../../../src/hooks/script/hook.js';
import { userTrace } from '../../../src/hooks/script/stack-trace.js';
import { Transpiler } from '../../../src/hooks/script/transpiler.js';
import { fixture } from '../../checkout.js';

const directory = fixture('hooks/scripts/');
const http = { method: 'POST', url: '/', headers: {} };

const rows = [
  {
    name: 'ends with the last frame of the hook',
    file: 'throws-in-a-helper.ts',
    lines: [
      'TypeError: there is no color',
      `    at paint (${directory}colors.ts:6)`,
      `    at _default (${directory}throws-in-a-helper.ts:5)`,
    ],
  },
  {
    name: 'ends with the cause',
    file: 'throws-with-cause.ts',
    lines: [
      'Error: the shop is closed',
      `    at sync (${directory}throws-with-cause.ts:7)`,
      'caused by: TypeError: there is no color',
      `    at paint (${directory}colors.ts:6)`,
      `    at sync (${directory}throws-with-cause.ts:5)`,
    ],
  },
];

for (const { name, file, lines } of rows) {
  test(`a trace ${name}`, async () => {
    const hook = await loadScript(
      { name: 'sync', file: directory + file, language: 'script' },
      author,
      new Transpiler(),
    );
    await assert.rejects(hook.call({ request: {}, http }), (error: HookdError) => {
      // Transpiling moves the columns, and Node versions name functions differently.
      const shown = (error.trace as string).replace(/:\d+\)$/gm, ')').replace(/at .* \(/g, 'at (');
      assert.deepEqual(
        shown.split('\n'),
        lines.map((line) => line.replace(/at .* \(/g, 'at (')),
      );
      return error instanceof HookdError;
    });
  });
}

test('a stack without a frame of the user stays whole', () => {
  const error = new RangeError('a defect');
  error.stack =
    'RangeError: a defect\n    at parse (node:internal/parse:1:2)\n    at file:///x/node_modules/y/z.js:3:4';
  assert.equal(userTrace(error), error.stack);
});

test('a trace leaves out the frames of the transpiler and of the loader', async () => {
  const file = `${directory}missing-import.ts`;
  const load = loadScript({ name: 'sync', file, language: 'script' }, author, new Transpiler());
  await assert.rejects(load, (error: HookdError) => {
    const lines = (error.trace as string).replace(/:\d+$/gm, '').split('\n');
    assert.deepEqual(lines, [
      "Error: Cannot find module './nowhere'",
      'Require stack:',
      `- ${file}`,
      `    at ${file}:1`,
    ]);
    return true;
  });
});

test('a value without a stack has no trace', () => {
  assert.deepEqual(
    [userTrace('text'), userTrace(null), userTrace({ message: 'a' })],
    [undefined, undefined, undefined],
  );
});

test('causes that go round in a circle end', () => {
  const error = new Error('a');
  error.stack = 'Error: a';
  error.cause = error;
  assert.equal(userTrace(error), ['Error: a', 'Error: a', 'Error: a', 'Error: a', 'Error: a'].join('\ncaused by: '));
});

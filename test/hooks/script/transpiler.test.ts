import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Transpiler } from '../../../src/hooks/script/transpiler.js';

const module = { source: 'export const a: number = 1;', filename: '/hooks/a.ts', ts: true };

test('one transpiler takes over what another has made', () => {
  const first = new Transpiler();
  const { code } = first.transform(module);
  assert.match(code, /a = exports\.a = 1/);
  const made = first.takeFresh();
  assert.deepEqual([made.length, made[0]?.[1]], [1, code]);
  first.transform(module);
  assert.deepEqual(first.takeFresh(), []);

  const second = new Transpiler(made.map(([key]) => [key, 'from the first']));
  assert.deepEqual(second.transform(module), { code: 'from the first' });
  assert.deepEqual(second.takeFresh(), []);
});

test('a file that changes stays as it was transpiled first, for each kind of module', () => {
  const transpiler = new Transpiler();
  const { code } = transpiler.transform({ ...module, async: true });
  assert.deepEqual(transpiler.transform({ ...module, async: true, source: 'export const a: number = 2;' }), { code });
  assert.match(transpiler.transform({ ...module, source: 'export const a: number = 3;' }).code, /a = exports\.a = 3/);
  assert.equal(transpiler.takeFresh().length, 2);
});

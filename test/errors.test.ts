import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { errorTable, HookdError, UsageError } from '../src/errors.js';
import { checkout } from './checkout.js';

test('the page about errors lists exactly the errors there are', () => {
  const page = readFileSync(`${checkout}docs/errors.md`, 'utf8');
  const listed = page.split('\n').filter((line) => /^\| `\w+` \| \d/.test(line));
  const cells = listed.map((line) => line.split(' | ').slice(0, 3).join(' | '));
  assert.deepEqual(
    cells,
    Object.entries(errorTable).map(([code, { status, meaning }]) => `| \`${code}\` | ${status} | ${meaning}`),
  );
  for (const line of listed) assert.ok(line.split(' | ').length === 4, `${line} says what to do`);
});

test('an error has the status of its code, and only the details it was given', () => {
  const error = new HookdError('MethodNotAllowed', 'POST only', { headers: { Allow: 'POST' }, cause: 'why' });
  const { name, message, code, status, headers, trace, retryAfterSeconds, cause } = error;
  assert.deepEqual(
    { name, message, code, status, headers, trace, retryAfterSeconds, cause },
    {
      name: 'HookdError',
      message: 'POST only',
      code: 'MethodNotAllowed',
      status: 405,
      headers: { Allow: 'POST' },
      trace: undefined,
      retryAfterSeconds: undefined,
      cause: 'why',
    },
  );
});

test('usage errors keep every problem', () => {
  assert.deepEqual(new UsageError('one').problems, ['one']);
  const two = new UsageError(['one', 'two']);
  assert.deepEqual([two.problems, two.message], [['one', 'two'], 'one\ntwo']);
});

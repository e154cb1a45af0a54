import assert from 'node:assert/strict';
import { basename } from 'node:path';
import { test } from 'node:test';
import { HookdError } from '../../../src/errors.js';
import type { HookAnswer, HttpFacts } from '../../../src/hooks/hook.js';
import * as author from '../../../src/hooks/script/author.js';
import { loadScript } from '../../../src/hooks/script/hook.js';
import { Transpiler } from '../../../src/hooks/script/transpiler.js';
import type { Json } from '../../../src/json/json.js';
import { fixture } from '../../checkout.js';

const directory = fixture('hooks/scripts/');
const request: Json = { parent: { spec: { who: 'World' } } };
const http: HttpFacts = {
  method: 'PUT',
  url: '/sync/more?a=1&b=2&b=3&__proto__=4',
  headers: { 'user-agent': 'test' },
};

function load(file: string) {
  return loadScript({ name: basename(file), file: directory + file, language: 'script' }, author, new Transpiler());
}

/** Code and message of the HookdError that `work` throws. */
async function failureOf(work: () => Promise<unknown>): Promise<readonly [string, string]> {
  try {
    await work();
  } catch (error) {
    assert.ok(error instanceof HookdError, String(error));
    return [error.code, error.message];
  }
  return assert.fail('nothing was thrown');
}

const answers: { name: string; file: string; body: unknown }[] = [
  {
    name: 'TypeScript with an enum and an import without extension',
    file: 'enums.ts',
    body: { status: { color: 'red', who: 'World' } },
  },
  { name: 'top-level await in .mts', file: 'default.mts', body: { status: { greeting: 'top-level await' } } },
  {
    name: 'an ES module in .js',
    file: 'default.js',
    body: { status: { style: 'es module', who: 'World' } },
  },
  {
    name: 'an ES module in a package of type module',
    file: 'module-package/default.js',
    body: { status: { style: 'es module', who: 'World' } },
  },
  {
    name: 'exports.default in .js',
    file: 'exports-default.js',
    body: { status: { style: 'exports.default', who: 'World' } },
  },
  {
    name: 'a default export among the properties of module.exports',
    file: 'assigned-with-default.js',
    body: { status: { style: 'default', who: 'World' } },
  },
  {
    name: 'export = in .ts is the default export',
    file: 'export-equals.ts',
    body: { status: { style: 'export =', who: 'World' } },
  },
];

for (const { name, file, body } of answers) {
  test(`answers: ${name}`, async () => {
    const hook = await load(file);
    assert.equal(hook.nodejsStyle, false);
    assert.equal(hook.digest, undefined);
    const answer: HookAnswer = { status: 200, headers: {}, body, pure: false, alreadyJson: false };
    assert.deepEqual(await hook.call({ request, http }), answer);
  });
}

test('hookd is imported by its name, and by its old one', async () => {
  const hook = await load('both-names.ts');
  assert.deepEqual(await hook.call({ request, http }), {
    status: 200,
    headers: {},
    body: { same: true },
    pure: false,
    alreadyJson: false,
  });
});

const loadFailures = [
  {
    name: 'a syntax error',
    file: 'syntax.ts',
    expected: 'syntax error at syntax.ts:2:9: Unexpected token',
  },
  {
    name: 'a throw at load',
    file: 'throws-at-load.ts',
    expected: 'Error: X is not set (throws-at-load.ts:3)',
  },
  {
    name: 'no default export',
    file: 'no-default.ts',
    expected: 'no-default.ts must export a function by default, but it exports only finalize, sync',
  },
  {
    name: 'an object as default export',
    file: 'object.ts',
    expected: 'object.ts must export a function by default, but its default export is an object',
  },
  {
    name: 'a number as default export',
    file: 'number.ts',
    expected: 'number.ts must export a function by default, but its default export is a number',
  },
  {
    name: 'an empty file',
    file: 'empty.ts',
    expected: 'empty.ts must export a function by default, but it exports nothing',
  },
  {
    name: 'an import that is not there',
    file: 'missing-import.ts',
    expected: "Error: Cannot find module './nowhere' (missing-import.ts:1)",
  },
  {
    name: 'a misspelt import from hookd',
    file: 'misspelt-import.ts',
    expected:
      'misspelt-import.ts imports childernOf from metacontroller-hookd, which does not have it (did you mean childrenOf?)',
  },
  {
    name: 'an import that hookd does not have',
    file: 'unknown-import.ts',
    expected:
      'unknown-import.ts imports deploy from hookd, which does not have it; it has RetryLater, attachment, attachmentsOf, child, childrenOf, relatedObject, relatedOf',
  },
  {
    name: 'a throw of something that is not an error',
    file: 'thrown/at-load.ts',
    expected: 'threw 10n instead of an Error, so its place is not known',
  },
];

for (const { name, file, expected } of loadFailures) {
  test(`fails to load: ${name}`, async () => {
    assert.deepEqual(await failureOf(() => load(file)), ['HookLoadFailed', expected]);
  });
}

const callFailures = [
  { name: 'a throw', file: 'throws.ts', expected: 'RangeError: too many sides (throws.ts:6)' },
  { name: 'a throw in an ES module', file: 'throws.mjs', expected: 'Error: from an ES module (throws.mjs:2)' },
  {
    name: 'a rejection out of a helper',
    file: 'throws-in-a-helper.ts',
    expected: 'TypeError: there is no color (colors.ts:6)',
  },
  {
    name: 'a rejection with a text',
    file: 'rejects-with-text.ts',
    expected: 'threw "just text" instead of an Error, so its place is not known',
  },
  { name: 'a bigint', file: 'thrown/bigint.ts', expected: 'threw 10n instead of an Error, so its place is not known' },
  {
    name: 'an error whose getters throw',
    file: 'thrown/getters.ts',
    expected: 'Error without a message',
  },
  {
    name: 'a proxy whose traps throw',
    file: 'thrown/proxy.ts',
    expected: 'threw an object that is not an Error, so its place is not known',
  },
  {
    name: 'an object with odd properties',
    file: 'thrown/odd-properties.ts',
    expected: 'threw an object that is not an Error, so its place is not known',
  },
  {
    name: 'an error with a cause that cannot be read',
    file: 'thrown/proxy-as-cause.ts',
    expected: 'Error: the shop is closed (proxy-as-cause.ts:2)',
  },
];

for (const { name, file, expected } of callFailures) {
  test(`fails: ${name}`, async () => {
    const hook = await load(file);
    assert.deepEqual(await failureOf(() => hook.call({ request, http })), ['HookFailed', expected]);
  });
}

for (const { name, file, seconds, message } of [
  { name: 'from TypeScript', file: 'later.ts', seconds: 3, message: 'the volume is not there yet' },
  { name: 'from CommonJS', file: 'later.cjs', seconds: 3, message: 'the hook asked to be called again in 3 s' },
]) {
  test(`RetryLater ${name}`, async () => {
    const hook = await load(file);
    await assert.rejects(hook.call({ request, http }), { code: 'RetryLater', retryAfterSeconds: seconds, message });
  });
}

test('a .js file that assigns module.exports is called in the style of nodejs-server', async () => {
  const hook = await load('nodejs-server/sync.js');
  assert.equal(hook.nodejsStyle, true);
  const query = Object.assign(Object.create(null), { a: '1', b: ['2', '3'] });
  Object.defineProperty(query, '__proto__', { value: '4', enumerable: true, configurable: true, writable: true });
  assert.deepEqual(await hook.call({ request, http }), {
    status: 200,
    headers: { 'content-type': 'application/json', 'x-list': 'a, b', 'x-number': '5' },
    body: {
      status: {
        body: request,
        method: 'PUT',
        url: http.url,
        path: '/sync/more',
        query,
        agent: 'test',
        headers: http.headers,
      },
    },
    pure: false,
    alreadyJson: false,
  });
});

for (const { name, file } of [
  { name: 'an arrow function in .js', file: 'nodejs-server/arrow.js' },
  { name: 'an arrow function in .cjs', file: 'nodejs-server/arrow.cjs' },
  { name: 'a function in .js of a package of type module', file: 'module-package/assigned.js' },
  { name: 'a function with properties', file: 'nodejs-server/properties.js' },
]) {
  test(`is called in the style of nodejs-server: ${name}`, async () => {
    const hook = await load(file);
    assert.equal(hook.nodejsStyle, true);
    const answer = {
      status: 200,
      headers: {},
      body: { status: { who: 'World' }, children: [] },
      pure: false,
      alreadyJson: false,
    };
    assert.deepEqual(await hook.call({ request, http }), answer);
  });
}

test('a nodejs-server hook with a second parameter answers through it', async () => {
  const hook = await load('nodejs-server/callback.js');
  const answer = { status: 201, headers: { 'x-a': 'b' }, body: 'made', pure: false, alreadyJson: false };
  assert.deepEqual(await hook.call({ request, http }), answer);
});

test('a nodejs-server hook may write its status as a text', async () => {
  const hook = await load('nodejs-server/status-text.js');
  assert.deepEqual(await hook.call({ request, http }), {
    status: 201,
    headers: {},
    body: 'made',
    pure: false,
    alreadyJson: false,
  });
});

test('a nodejs-server hook may answer a text in a buffer', async () => {
  const hook = await load('nodejs-server/buffer.js');
  const answer = { status: 200, headers: {}, body: '{"status":{},"children":[]}', pure: false, alreadyJson: false };
  assert.deepEqual(await hook.call({ request, http }), answer);
});

const nodejsFailures = [
  {
    name: 'no status',
    file: 'nodejs-server/no-status.js',
    expected:
      'no-status.js must resolve to { status, body } with a status between 200 and 599, but status is missing; as a file that assigns module.exports it is called in the style of nodejs-server, while a default export (exports.default) is called with the request and returns the answer itself',
  },
  {
    name: 'a header name with a space',
    file: 'nodejs-server/bad-header.js',
    expected: 'the header "x y" of bad-header.js is not a valid HTTP header',
  },
  {
    name: 'a header value with a line break',
    file: 'nodejs-server/header-injection.js',
    expected: 'the header "x-y" of header-injection.js is not a valid HTTP header',
  },
];

for (const { name, file, expected } of nodejsFailures) {
  test(`a nodejs-server hook that answers badly: ${name}`, async () => {
    const hook = await load(file);
    assert.deepEqual(await failureOf(() => hook.call({ request, http })), ['InvalidResponse', expected]);
  });
}

import assert from 'node:assert/strict';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { readBindings } from '../../../src/cli/config/bindings.js';
import { hookConfig, searchPath } from '../../../src/cli/config/hook-config.js';
import { flagOf, type GivenFlags, resolveOptions, variableOf } from '../../../src/cli/options/resolve.js';
import { optionsOf } from '../../../src/cli/options/table.js';

const resolve = (given: GivenFlags = {}, env: Record<string, string> = {}, prefixes?: string[]) =>
  resolveOptions(optionsOf.serve, given, env, prefixes);

describe('options of serve', () => {
  test('the defaults', () => {
    assert.deepEqual(resolve(), {
      listenAddress: { kind: 'tcp', host: undefined, port: 8080 },
      adminListenAddress: undefined,
      shutdownDelaySeconds: 5,
      shutdownTimeoutSeconds: 20,
      timeoutSeconds: 10,
      workerHeapBytes: undefined,
      workers: undefined,
      hookConcurrency: undefined,
      maxQueue: 100,
      maxRequestBytes: 33_554_432,
      maxAnswerBytes: 32 * 1024 ** 2,
      cacheBytes: 67_108_864,
      strict: false,
      rules: [],
      engine: 'js',
      jpath: [],
      extStr: [],
      extStrFile: [],
      extCode: [],
      extCodeFile: [],
      tlaStr: [],
      tlaStrFile: [],
      tlaCode: [],
      tlaCodeFile: [],
      maxStack: 500,
      maxTrace: 20,
      jurl: [],
      resolveImages: 'noop',
      resolveImagesError: 'warn',
      allowImportOrigin: [],
      allowImportDir: [],
      helm: 'helm',
      logLevel: 'info',
      logFormat: undefined,
    });
  });

  test('are frozen', () => {
    const options = resolve({ jpath: ['a'] });
    assert.ok(Object.isFrozen(options));
    assert.ok(Object.isFrozen(options.jpath));
  });

  const rows: { name: string; given?: GivenFlags; env?: Record<string, string>; prefixes?: string[]; want: object }[] =
    [
      { name: 'a flag', given: { timeout: ['2s'] }, want: { timeoutSeconds: 2 } },
      { name: 'a variable', env: { HOOKD_TIMEOUT: '3s' }, want: { timeoutSeconds: 3 } },
      {
        name: 'a flag beats its variable',
        given: { timeout: ['2s'] },
        env: { HOOKD_TIMEOUT: '3s' },
        want: { timeoutSeconds: 2 },
      },
      {
        name: 'a flag beats even a variable that makes no sense',
        given: { timeout: ['2s'] },
        env: { HOOKD_TIMEOUT: 'x' },
        want: { timeoutSeconds: 2 },
      },
      { name: 'an empty variable is none', env: { HOOKD_TIMEOUT: '' }, want: { timeoutSeconds: 10 } },
      { name: 'the last of two flags counts', given: { timeout: ['1s', '2s'] }, want: { timeoutSeconds: 2 } },
      { name: 'a list keeps all', given: { 'ext-str': ['a=1', 'b=2'] }, want: { extStr: ['a=1', 'b=2'] } },
      { name: 'a list of one', given: { 'ext-str': ['a=1'] }, want: { extStr: ['a=1'] } },
      {
        name: 'a list in a variable has an entry a line',
        env: { HOOKD_EXT_STR: 'a=1,2\nb=3\n' },
        want: { extStr: ['a=1,2', 'b=3'] },
      },
      {
        name: 'paths in a variable are separated as in PATH',
        env: { HOOKD_JPATH: 'a:b' },
        want: { jpath: ['a', 'b'] },
      },
      { name: 'a switch', given: { strict: ['true'] }, want: { strict: true } },
      { name: 'a switch in a variable', env: { HOOKD_STRICT: 'yes' }, want: { strict: true } },
      {
        name: 'a switch that is off beats its variable',
        given: { strict: ['false'] },
        env: { HOOKD_STRICT: '1' },
        want: { strict: false },
      },
      {
        name: 'variables of kubecfg count only if they are asked for',
        env: { KUBECFG_LISTEN_ADDR: ':1' },
        want: { listenAddress: { kind: 'tcp', host: undefined, port: 8080 } },
      },
      {
        name: 'variables of kubecfg',
        env: { KUBECFG_LISTEN_ADDR: ':1' },
        prefixes: ['HOOKD', 'KUBECFG'],
        want: { listenAddress: { kind: 'tcp', host: undefined, port: 1 } },
      },
      {
        name: "hookd's own variables beat kubecfg's",
        env: { KUBECFG_LISTEN_ADDR: ':1', HOOKD_LISTEN_ADDR: ':2' },
        prefixes: ['HOOKD', 'KUBECFG'],
        want: { listenAddress: { kind: 'tcp', host: undefined, port: 2 } },
      },
    ];
  for (const { name, given, env, prefixes, want } of rows) {
    test(name, () => {
      const options: Record<string, unknown> = resolve(given, env, prefixes);
      assert.deepEqual(Object.fromEntries(Object.keys(want).map((key) => [key, options[key]])), want);
    });
  }

  test('every problem is reported with the flag or the variable it came from', () => {
    assert.throws(
      () =>
        resolve(
          { timeout: ['0'], workers: ['0'], 'log-level': ['loud'] },
          { HOOKD_MAX_REQUEST_BYTES: '0', HOOKD_LISTEN_ADDR: '8080' },
        ),
      {
        name: 'UsageError',
        problems: [
          "HOOKD_LISTEN_ADDR: '8080' is not an address to listen on; write :8080, host:8080, [::1]:8080 or unix:/path",
          "--timeout: '0' must be more than zero",
          "--workers: '0' is not a whole number of at least 1",
          "HOOKD_MAX_REQUEST_BYTES: '0' must be more than zero",
          "--log-level: 'loud' is not one of debug, info, warn, error, silent",
        ],
      },
    );
  });

  test('the flag of an option', () => {
    assert.equal(flagOf('listenAddress', optionsOf.serve.listenAddress), 'listen-addr');
    assert.equal(flagOf('maxQueue', optionsOf.serve.maxQueue), 'max-queue');
  });

  test('the variable of a flag', () => {
    assert.equal(variableOf('admin-listen-addr'), 'HOOKD_ADMIN_LISTEN_ADDR');
    assert.equal(variableOf('jpath', 'KUBECFG'), 'KUBECFG_JPATH');
  });
});

describe('external variables and arguments', () => {
  const none = { str: [], strFile: [], code: [], codeFile: [] };
  const folder = mkdtempSync(join(tmpdir(), 'hookd-'));
  writeFileSync(join(folder, "it's.jsonnet"), '{ a: 1 }');

  const rows = [
    { name: 'a value', flags: { str: ['a=b=c'] }, want: { a: { kind: 'str', value: 'b=c' } } },
    { name: 'an empty value', flags: { str: ['a='] }, want: { a: { kind: 'str', value: '' } } },
    { name: 'a value from the environment', flags: { str: ['HOME'] }, want: { HOME: { kind: 'str', value: '/root' } } },
    { name: 'code', flags: { code: ['a={b: 1}'] }, want: { a: { kind: 'code', value: '{b: 1}' } } },
    { name: 'code from the environment', flags: { code: ['N'] }, want: { N: { kind: 'code', value: '1 + 1' } } },
    {
      name: 'the text of a file',
      flags: { strFile: ["a=it's.jsonnet"] },
      want: { a: { kind: 'str', value: '{ a: 1 }' } },
    },
    {
      name: 'a file of code is imported, so that its own imports are relative to it',
      flags: { codeFile: ["a=it's.jsonnet"] },
      want: { a: { kind: 'code', value: `import @'${folder}/it''s.jsonnet'` } },
    },
    { name: 'the last one wins', flags: { str: ['a=1', 'a=2'] }, want: { a: { kind: 'str', value: '2' } } },
    {
      name: 'code wins over a string',
      flags: { str: ['a=1'], code: ['a=2'] },
      want: { a: { kind: 'code', value: '2' } },
    },
  ] as const;
  for (const { name, flags, want } of rows) {
    test(name, () => {
      const env = { HOME: '/root', N: '1 + 1' };
      assert.deepEqual(readBindings('ext', { ...none, ...flags }, env, folder), want);
    });
  }

  test('a name that every object has', () => {
    const bindings = readBindings('ext', { ...none, str: ['__proto__=1'] }, {}, folder);
    assert.deepEqual(Object.entries(bindings), [['__proto__', { kind: 'str', value: '1' }]]);
  });

  test('every problem is reported at once', () => {
    const flags = { str: ['NOPE', '=x'], strFile: ['a'], code: ['NOPE'], codeFile: ['a=nowhere'] };
    assert.throws(() => readBindings('tla', flags, {}, folder), {
      name: 'UsageError',
      problems: [
        '--tla-str NOPE: the environment has no variable NOPE; write NOPE=VALUE to set it',
        '--tla-str =x: the name is missing',
        '--tla-str-file a: the file is missing; write NAME=FILE',
        '--tla-code NOPE: the environment has no variable NOPE; write NOPE=VALUE to set it',
        `--tla-code-file a=nowhere: cannot read ${folder}/nowhere (ENOENT)`,
      ],
    });
  });
});

test('library directories: the last flag is searched first, then KUBECFG_JPATH, then JSONNET_PATH', () => {
  const env = { KUBECFG_JPATH: 'k1:/k2', JSONNET_PATH: 'j1:j2::' };
  assert.deepEqual(searchPath(['f1', '/f2'], env, '/w'), ['/f2', '/w/f1', '/k2', '/w/k1', '/w/j1', '/w/j2']);
});

test('the configuration of hooks that options make', () => {
  const options = resolve({
    'ext-str': ['a=1'],
    'tla-code': ['b=2'],
    jpath: ['lib'],
    helm: ['/bin/helm'],
    'max-stack': ['10'],
    'max-trace': ['0'],
    strict: ['true'],
  });
  assert.deepEqual(hookConfig(options, {}, '/w'), {
    engine: 'js',
    searchPath: ['/w/lib'],
    extVars: { a: { kind: 'str', value: '1' } },
    tlas: { b: { kind: 'code', value: '2' } },
    maxStack: 10,
    maxTrace: 0,
    strict: true,
    rules: {},
    allowedImportDirs: [],
    natives: { resolveImages: 'noop', resolveImagesError: 'warn', registryAuths: {}, proxy: {}, helm: '/bin/helm' },
    urls: { allowedOrigins: [], jurls: [], proxy: {} },
  });
});

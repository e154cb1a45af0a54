import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { fixture, runCli } from '../run-cli.js';

const rows = [
  {
    name: 'hooks that load',
    argv: ['pods/sync=command-hooks/answers.ts', 'command-hooks/plain.jsonnet'],
    code: 0,
    stdout: '/pods/sync  command-hooks/answers.ts\n/plain      command-hooks/plain.jsonnet\n',
    stderr: '',
  },
  {
    name: 'a hook that does not load beside one that does',
    argv: ['command-broken'],
    code: 3,
    stdout: '/broken  command-broken/broken.ts  BROKEN\n/fine    command-broken/fine.ts\n',
    stderr: '/broken: broken.ts must export a function by default, but it exports only sync\n',
  },
  {
    name: 'every problem with the paths',
    argv: ['nowhere.ts', 'command-hooks/request.json', 'a=command-hooks/answers.ts', 'a=command-hooks/warns.ts'],
    code: 2,
    stdout: '/a  command-hooks/answers.ts\n',
    stderr:
      `hookd: There is no file or directory "nowhere.ts" (looked for ${fixture('')}nowhere.ts)\n` +
      'hookd: command-hooks/request.json is no hook file: its extension is none of .jsonnet .ts .mts .js .mjs .cjs\n' +
      'hookd: Two hooks would be served at /a: command-hooks/answers.ts and command-hooks/warns.ts; give one of them a name, for instance command-hooks-a=command-hooks/warns.ts\n',
  },
  {
    name: 'a path that is not there beside a hook that does not load',
    argv: ['nowhere.ts', 'command-broken'],
    code: 2,
    stdout: '/broken  command-broken/broken.ts  BROKEN\n/fine    command-broken/fine.ts\n',
    stderr:
      `hookd: There is no file or directory "nowhere.ts" (looked for ${fixture('')}nowhere.ts)\n` +
      '/broken: broken.ts must export a function by default, but it exports only sync\n',
  },
  {
    name: 'no paths: the working directory',
    cwd: fixture('command-broken'),
    argv: [],
    code: 3,
    stdout: '/broken  broken.ts  BROKEN\n/fine    fine.ts\n',
    stderr: '/broken: broken.ts must export a function by default, but it exports only sync\n',
  },
];

describe('hookd check', () => {
  for (const { name, cwd = fixture(''), argv, code, stdout, stderr } of rows) {
    test(name, async () => {
      assert.deepEqual(await runCli(['check', ...argv], { cwd }), { code, stdout, stderr });
    });
  }
});

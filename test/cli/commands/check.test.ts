import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { fixture } from '../../checkout.js';
import { runCli } from '../run-cli.js';

const rows = [
  {
    name: 'hooks that load',
    argv: ['pods/sync=hooks/answers.ts', 'hooks/plain.jsonnet'],
    code: 0,
    stdout: '/pods/sync  hooks/answers.ts\n/plain      hooks/plain.jsonnet\n',
    stderr: '',
  },
  {
    name: 'a hook that does not load, and one that does',
    argv: ['broken'],
    code: 3,
    stdout: '/broken  broken/broken.ts  BROKEN\n/fine    broken/fine.ts\n',
    stderr: '/broken: broken.ts must export a function by default, but its default export is an object\n',
  },
  {
    name: 'every problem with the paths',
    argv: ['nowhere.ts', 'hooks/request.json', 'a=hooks/answers.ts', 'a=hooks/warns.ts'],
    code: 2,
    stdout: '/a  hooks/answers.ts\n',
    stderr:
      `hookd: There is no file or directory "nowhere.ts" (looked for ${fixture('cli/')}nowhere.ts)\n` +
      'hookd: hooks/request.json is not a hook file: its extension is not one of .jsonnet .ts .mts .js .mjs .cjs\n' +
      'hookd: Two hooks would be served at /a: hooks/answers.ts and hooks/warns.ts; give one of them a name, for instance hooks-a=hooks/warns.ts\n',
  },
  {
    name: 'a path that does not exist, and a hook that does not load',
    argv: ['nowhere.ts', 'broken'],
    code: 2,
    stdout: '/broken  broken/broken.ts  BROKEN\n/fine    broken/fine.ts\n',
    stderr:
      `hookd: There is no file or directory "nowhere.ts" (looked for ${fixture('cli/')}nowhere.ts)\n` +
      '/broken: broken.ts must export a function by default, but its default export is an object\n',
  },
  {
    name: 'no paths: the working directory',
    cwd: fixture('cli/broken'),
    argv: [],
    code: 3,
    stdout: '/broken  broken.ts  BROKEN\n/fine    fine.ts\n',
    stderr: '/broken: broken.ts must export a function by default, but its default export is an object\n',
  },
];

describe('hookd check', () => {
  for (const { name, cwd = fixture('cli/'), argv, code, stdout, stderr } of rows) {
    test(name, async () => {
      assert.deepEqual(await runCli(['check', ...argv], { cwd }), { code, stdout, stderr });
    });
  }
});

import assert from 'node:assert/strict';
import { copyFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { fixture } from '../../checkout.js';
import { runCli } from '../run-cli.js';

const rows: readonly {
  name: string;
  cwd?: string;
  env?: Record<string, string>;
  argv: string[];
  code: number;
  stdout: string;
  stderr: string;
}[] = [
  {
    name: 'hooks that load',
    argv: ['pods/sync=hooks/answers.ts', 'hooks/plain.jsonnet', '-V', 'greeting=hi'],
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
    name: 'faults that show only when a request comes, in the hook and in what it imports',
    argv: ['faulty', '-V', 'region=eu'],
    code: 3,
    stdout: '/sync  faulty/sync.jsonnet\n',
    stderr:
      `/sync: faulty/sync.jsonnet:5:26: couldn't open import "not-there.libsonnet": looked for ${fixture('cli/')}faulty/not-there.libsonnet; if it lies in a library, name its directory with -J\n` +
      `/sync: faulty/sync.jsonnet:6:10: couldn't open import "./not-there.txt": looked for ${fixture('cli/')}faulty/not-there.txt\n` +
      '/sync: faulty/sync.jsonnet:8:13: there is no native parseJsn (did you mean parseJson?)\n' +
      '/sync: faulty/sync.jsonnet:9:13: the external variable regoin is not set (did you mean region?)\n' +
      '/sync: faulty/sync.jsonnet:10:11: the external variable zone is not set; set it with -V zone=VALUE\n' +
      '/sync: faulty/sync.jsonnet:12:58: std has no lenght (did you mean length?)\n' +
      '/sync: faulty/lib/names.libsonnet:2:23: std has no asciiLowr (did you mean asciiLower?)\n' +
      '/sync: faulty/lib/broken.libsonnet:2:1: Unexpected end of file\n',
  },
  {
    name: 'a hook that is an object, with a note',
    argv: ['../hooks/jsonnet/object.jsonnet'],
    code: 0,
    stdout: '/object  ../hooks/jsonnet/object.jsonnet\n',
    stderr: '/object: note: it is an object and not a function of the request, so every request gets the same answer\n',
  },
  {
    name: 'a library directory that is not there',
    argv: ['hooks/plain.jsonnet', '-J', 'nowhere', '-V', 'greeting=hi'],
    code: 2,
    stdout: '/plain  hooks/plain.jsonnet\n',
    stderr: `hookd: -J nowhere: ${fixture('cli/nowhere')} is not a directory\n`,
  },
  {
    name: 'helpers, and a name that hookd answers itself',
    argv: ['../hooks/route-helpers', 'readyz=hooks/plain.jsonnet'],
    code: 3,
    stdout:
      '/commented  ../hooks/route-helpers/commented.ts\n/finalize   ../hooks/route-helpers/finalize.ts\n' +
      '/old        ../hooks/route-helpers/old.js\n/older      ../hooks/route-helpers/older.js\n' +
      '/sync       ../hooks/route-helpers/sync.ts\n/typed      ../hooks/route-helpers/typed.ts\n',
    stderr:
      'hookd: ../hooks/route-helpers/labels.ts is not served: sync.ts imports it; if it is a hook, name it, as in labels=../hooks/route-helpers/labels.ts\n' +
      'hookd: ../hooks/route-helpers/shape.ts is not served: sync.ts imports it; if it is a hook, name it, as in shape=../hooks/route-helpers/shape.ts\n' +
      'hookd: hooks/plain.jsonnet is not served: hookd answers /readyz itself; give the hook another name, as in hooks-readyz=hooks/plain.jsonnet, or serve /readyz of hookd elsewhere with --admin-listen-addr\n',
  },
  {
    name: 'a name that hookd answers elsewhere',
    argv: ['readyz=hooks/answers.ts', '--admin-listen-addr', ':9090'],
    code: 0,
    stdout: '/readyz  hooks/answers.ts\n',
    stderr: '',
  },
  {
    name: 'a variable that is misspelt, but not those of a Service called hookd',
    argv: ['hooks/answers.ts'],
    env: { HOOKD_TIMEOT: '1s', HOOKD_PORT: 'tcp://10.0.0.1:80', HOOKD_SERVICE_HOST: '10.0.0.1', HOOKD_OUTPUT: 'yaml' },
    code: 0,
    stdout: '/answers  hooks/answers.ts\n',
    stderr: 'hookd: warning: the variable HOOKD_TIMEOT belongs to no option (did you mean HOOKD_TIMEOUT?)\n',
  },
  {
    name: 'types, with the strict options if there are no others',
    argv: ['types', '--types'],
    code: 3,
    stdout: '/good   types/good.ts\n/wrong  types/wrong.ts\n',
    stderr:
      "types/wrong.ts(4,43): error TS2339: Property 'nmae' does not exist on type 'ObservedMetadata'.\n" +
      "types/wrong.ts(5,3): error TS2322: Type 'number' is not assignable to type 'readonly AnyDesiredObject[]'.\n",
  },
  {
    name: 'types, with the options of the next tsconfig.json',
    argv: ['types-own/src', '--types'],
    code: 3,
    stdout: '/sync  types-own/src/sync.ts\n',
    stderr: "types-own/src/sync.ts(1,7): error TS6133: 'unused' is declared but its value is never read.\n",
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
  for (const { name, cwd = fixture('cli/'), env = {}, argv, code, stdout, stderr } of rows) {
    test(name, async () => {
      assert.deepEqual(await runCli(['check', ...argv], { cwd, env }), { code, stdout, stderr });
    });
  }

  test('types without the package typescript', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'hookd-check-'));
    copyFileSync(fixture('cli/types/good.ts'), join(folder, 'sync.ts'));
    assert.deepEqual(await runCli(['check', folder, '--types']), {
      code: 2,
      stdout: '',
      stderr: `hookd: --types needs the package typescript, which is not installed in ${folder} or above; run npm install --save-dev typescript\n`,
    });
    rmSync(folder, { recursive: true });
  });
});

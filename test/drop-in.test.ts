import assert from 'node:assert/strict';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, suite, test } from 'node:test';
import { fixture } from './checkout.js';
import { type RunningHookd, runHookd } from './running-hookd.js';

const fixtures = fixture('drop-in/');

/** A call and what must come back; see the README of the fixtures. */
interface Case {
  readonly path: string;
  readonly request?: unknown;
  readonly method?: string;
  readonly status?: number;
  readonly answer?: unknown;
  readonly reply?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** An old server: the folder in its container, and how hookd is started there. */
interface OldServer {
  readonly name: string;
  readonly cases: string;
  /** Makes the folder. */
  readonly lay: (folder: string) => void;
  readonly args: readonly string[];
  /** The case that is also sent with a large request. */
  readonly large: string;
  /** Which of the cases belong to these arguments. */
  readonly only?: RegExp;
}

const oldServers: readonly OldServer[] = [
  {
    name: 'kubecfg httpd',
    cases: 'kubecfg',
    lay: (folder) => cpSync(join(fixtures, 'kubecfg'), folder, { recursive: true }),
    args: [
      '--alpha',
      'httpd',
      '-J',
      'lib',
      '-J',
      'lib-old',
      '-V',
      'registry=registry.example.com',
      'shop/sync.jsonnet',
      'team/decorate.jsonnet',
    ],
    large: 'shop-new.json',
    only: /^(?!proxy)/,
  },
  {
    name: 'kubecfg httpd with a top-level argument',
    cases: 'kubecfg',
    lay: (folder) => cpSync(join(fixtures, 'kubecfg'), folder, { recursive: true }),
    args: ['httpd', '-A', 'cluster=eu-1', 'team/config.jsonnet'],
    large: 'proxy.json',
    only: /^proxy/,
  },
  {
    name: 'jsonnetd, its files in a mounted ConfigMap',
    cases: 'jsonnetd',
    lay: mountConfigMap,
    args: ['serve'],
    large: 'group-ready.json',
  },
  {
    name: 'nodejs-server',
    cases: 'nodejs-server',
    lay: (folder) => cpSync(join(fixtures, 'nodejs-server'), folder, { recursive: true }),
    args: ['serve', 'hooks'],
    large: 'rollout-rolling.json',
  },
];

/** Mounts as the kubelet does: a folder of symlinks into `..data`, which is a symlink itself. */
function mountConfigMap(folder: string): void {
  const served = join(fixtures, 'jsonnetd', 'served');
  const version = '..2026_11_20_10_00_00.123456789';
  mkdirSync(folder);
  cpSync(served, join(folder, version), { recursive: true });
  symlinkSync(version, join(folder, '..data'));
  for (const name of readdirSync(served)) symlinkSync(join('..data', name), join(folder, name));
}

async function check(origin: string, { path, request, method, status = 200, answer, reply, headers }: Case) {
  const body = request === undefined ? undefined : JSON.stringify(request);
  const response = await fetch(origin + path, {
    method: method ?? 'POST',
    ...(body === undefined ? {} : { body, headers: { 'content-type': 'application/json' } }),
  });
  const text = await response.text();
  assert.equal(response.status, status, text);
  for (const [name, value] of Object.entries(headers ?? {})) assert.equal(response.headers.get(name), value);
  if (answer !== undefined) assert.deepEqual(JSON.parse(text), answer);
  if (reply !== undefined) assert.ok(text.includes(reply), `${JSON.stringify(reply)} is not in: ${text}`);
}

function manySecrets(count: number): Record<string, object> {
  const secret = (name: string) => ({
    apiVersion: 'v1',
    kind: 'Secret',
    metadata: { name },
    data: { key: 'x'.repeat(350) },
  });
  return Object.fromEntries(Array.from({ length: count }, (_, index) => [`s${index}`, secret(`s${index}`)]));
}

for (const { name, cases, lay, args, large, only } of oldServers) {
  suite(`hooks written for ${name}`, () => {
    const outer = mkdtempSync(join(tmpdir(), 'hookd-drop-in-'));
    const folder = join(outer, 'hooks');
    let hookd: RunningHookd | undefined;
    before(async () => {
      lay(folder);
      hookd = await runHookd(args, { cwd: folder });
    });
    after(async () => {
      await hookd?.stop();
      rmSync(outer, { recursive: true });
    });

    const files = join(fixtures, cases, 'cases');
    for (const file of readdirSync(files).filter((candidate) => only?.test(candidate) ?? true)) {
      const row = JSON.parse(readFileSync(join(files, file), 'utf8')) as Case;
      test(file.replace(/\.json$/, '').replaceAll('-', ' '), () => check(hookd?.url ?? '', row));
    }

    test('the same answer to a request of more than 2 MB, with thousands of related objects', () => {
      const row = JSON.parse(readFileSync(join(files, large), 'utf8')) as Case;
      const request = { ...(row.request as object), related: { 'Secret.v1': manySecrets(5000) } };
      assert.ok(JSON.stringify(request).length > 2_000_000);
      return check(hookd?.url ?? '', { ...row, request });
    });
  });
}

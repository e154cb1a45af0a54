import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, readdirSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { checkout, fixture } from '../checkout.js';
import { missingEngines } from '../missing-engines.js';

/** The command as people start it. */
function start(argv: readonly string[], bin = `${checkout}bin/hookd.js`) {
  const child = spawn(process.execPath, [bin, ...argv], { stdio: ['pipe', 'pipe', 'pipe'] });
  const run = {
    child,
    stdout: '',
    stderr: '',
    ended: new Promise<number | null>((resolve) => child.once('close', resolve)),
  };
  child.stdout.setEncoding('utf8').on('data', (text) => {
    run.stdout += text;
  });
  child.stderr.setEncoding('utf8').on('data', (text) => {
    run.stderr += text;
  });
  return run;
}

/** The address in the log of a server, once it listens. */
async function address(run: ReturnType<typeof start>): Promise<string> {
  for (;;) {
    const match = /"address":"([^"]+)","msg":"listening"/.exec(run.stdout);
    if (match !== null) return match[1] as string;
    if (run.child.exitCode !== null) throw new Error(`ended: ${run.stdout}${run.stderr}`);
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}

const serveArguments = ['serve', fixture('cli/hooks'), '-l', '127.0.0.1:0', '--shutdown-delay', '0'];
const body = readFileSync(`${fixture('cli/hooks')}/request.json`, 'utf8');
const init = { method: 'POST', body, headers: { 'Content-Type': 'application/json' } };

describe('bin/hookd.js', () => {
  test('prints the version of the package', async () => {
    const run = start(['--version']);
    assert.equal(await run.ended, 0);
    const { version } = JSON.parse(readFileSync(`${checkout}package.json`, 'utf8'));
    assert.deepEqual([run.stdout, run.stderr], [`${version}\n`, '']);
  });

  test('exits with 2 for bad usage', async () => {
    const run = start(['serve', '--frob']);
    assert.equal(await run.ended, 2);
    assert.deepEqual([run.stdout, run.stderr], ['', 'hookd: unknown option --frob; see hookd serve --help\n']);
  });

  test('renders a request from stdin', async () => {
    const run = start(['render', `${fixture('cli/hooks')}/answers.ts`, '-']);
    run.child.stdin.end(body);
    assert.equal(await run.ended, 0);
    assert.equal(JSON.parse(run.stdout).status.who, 'you');
    assert.equal(run.stderr, 'answers: asked by you\n');
  });

  test('writes a large answer to its end into a pipe that is read late', async () => {
    const command = [
      process.execPath,
      `${checkout}bin/hookd.js`,
      'render',
      `${fixture('cli/large-answer')}/large.ts`,
      '-',
    ];
    const child = spawn('sh', ['-c', '"$0" "$@" | { sleep 2; cat; }', ...command], {
      stdio: ['pipe', 'pipe', 'inherit'],
    });
    child.stdin.end(body);
    const chunks: Buffer[] = [];
    for await (const chunk of child.stdout) chunks.push(chunk);
    assert.equal(JSON.parse(Buffer.concat(chunks).toString()).status.text.length, 1_000_000);
  });

  test('serves until SIGTERM, then exits with 0', async () => {
    const run = start(serveArguments);
    const response = await fetch(`http://${await address(run)}/answers`, init);
    assert.equal(response.status, 200);
    await response.arrayBuffer();
    run.child.kill('SIGTERM');
    assert.equal(await run.ended, 0);
    assert.match(run.stdout, /"msg":"stopped"\}\n$/);
    assert.equal(run.stderr, '');
  });

  test('a second signal ends it at once, whatever runs', async () => {
    const run = start([...serveArguments, '--timeout', '1m']);
    const cut = fetch(`http://${await address(run)}/endless`, init).then(
      (response) => response.status,
      () => 'cut',
    );
    // The request is in flight once the metrics say so.
    for (;;) {
      const text = await (await fetch(`http://${await address(run)}/metrics`)).text();
      if (/^hookd_requests_in_flight 1$/m.test(text)) break;
    }
    run.child.kill('SIGTERM');
    while (!run.stdout.includes('"draining"')) await new Promise((resolve) => setTimeout(resolve, 5));
    run.child.kill('SIGTERM');
    assert.equal(await run.ended, 143);
    assert.equal(await cut, 'cut');
  });

  for (const engine of ['js', 'libjsonnet'] as const) {
    const skip = missingEngines[engine] ?? (existsSync('/proc/self/task') ? false : 'there is no /proc to look into');
    test(`no worker outlives a server that is killed, with an endless hook in ${engine}`, { skip }, async () => {
      const hook = fixture('execution/misbehaving/endless.jsonnet');
      const run = start(['serve', hook, '-l', '127.0.0.1:0', '--timeout', '1m', '--engine', engine]);
      const request = JSON.parse(body);
      request.parent.spec = { how: 'loop' };
      const call = { ...init, body: JSON.stringify(request) };
      const cut = fetch(`http://${await address(run)}/endless`, call).then(
        () => 'answered',
        () => 'cut',
      );
      for (;;) {
        const text = await (await fetch(`http://${await address(run)}/metrics`)).text();
        if (/^hookd_queue_wait_seconds_count\{hook="endless"\} 1$/m.test(text)) break;
      }
      // Nothing shows that the evaluation has started; half a second is enough, and otherwise the test proves less.
      await new Promise((resolve) => setTimeout(resolve, 500));
      const tasks = `/proc/${run.child.pid}/task`;
      const children = readdirSync(tasks).map((task) => readFileSync(`${tasks}/${task}/children`, 'utf8'));
      const workers = children.join(' ').trim().split(/\s+/);
      run.child.kill('SIGKILL');
      assert.equal(await cut, 'cut');
      // A process that has ended but was not waited for is a zombie.
      const lives = (pid: string) => {
        try {
          return !/^State:\s+[ZX]/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'));
        } catch {
          return false;
        }
      };
      assert.ok(workers.length >= 1 && workers.every((pid) => Number(pid) > 0), workers.join(' '));
      const until = Date.now() + 30_000;
      while (workers.some(lives) && Date.now() < until) await new Promise((resolve) => setTimeout(resolve, 20));
      const left = workers.filter(lives);
      for (const pid of left) process.kill(Number(pid), 'SIGKILL');
      assert.deepEqual(left, []);
    });
  }

  test('a reader of the log that goes away does not end the server', async () => {
    const run = start(serveArguments);
    const url = `http://${await address(run)}/answers`;
    run.child.stdout.destroy();
    for (let round = 0; round < 3; round++) assert.equal((await fetch(url, init)).status, 200);
    run.child.kill('SIGTERM');
    assert.equal(await run.ended, 0);
  });

  test('says what to do if it is not built', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'hookd-'));
    cpSync(`${checkout}bin`, join(folder, 'bin'), { recursive: true });
    cpSync(`${checkout}package.json`, join(folder, 'package.json'));
    const run = start(['--version'], join(folder, 'bin/hookd.js'));
    assert.equal(await run.ended, 1);
    assert.deepEqual(
      [run.stdout, run.stderr],
      ['', 'hookd is not built yet; run npm ci (or npm run build) in its folder first\n'],
    );
  });
});

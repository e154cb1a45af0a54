import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { type RunningHookd, runHookd } from '../../test/running-hookd.js';
import { median } from '../measure.js';
import { type Measurement, measure } from './load.js';

// Requests per second, latency and processor time of `hookd serve` on the hello-world example, compared with a bare
// express server with the same hook. The servers take turns; medians, and ratios to the bare server. Linux only (/proc).

const example = fileURLToPath(new URL('../../../examples/hello-world/', import.meta.url));
const rounds = Number(process.argv[2] ?? 5);
const seconds = Number(process.argv[3] ?? 3);
const connections = 10;

type Server = Pick<RunningHookd, 'url' | 'pid' | 'stop'>;

async function bareExpress(): Promise<Server> {
  const script = fileURLToPath(new URL('bare-express.js', import.meta.url));
  const child = spawn(process.execPath, [script], { stdio: ['ignore', 'pipe', 'inherit'] });
  const ended = once(child, 'close').then(([code]) => code);
  const [port] = await once(createInterface({ input: child.stdout }), 'line');
  return {
    url: `http://127.0.0.1:${port}`,
    pid: child.pid as number,
    stop() {
      child.kill('SIGTERM');
      return ended;
    },
  };
}

const serve = (hook: string, ...flags: string[]) => runHookd([`sync=${example}${hook}`, ...flags]);

const servers: readonly { name: string; start: () => Promise<Server> }[] = [
  { name: 'express, bare', start: bareExpress },
  { name: 'hookd, TypeScript', start: () => serve('sync.ts') },
  { name: 'hookd, Jsonnet', start: () => serve('sync.jsonnet', '--cache-bytes=0') },
  { name: 'hookd, Jsonnet, from memory', start: () => serve('sync.jsonnet') },
];

const body = JSON.stringify(JSON.parse(readFileSync(`${example}request.json`, 'utf8')));
const results: Measurement[][] = servers.map(() => []);
const running = await Promise.all(servers.map((server) => server.start()));
try {
  for (let round = 0; round <= rounds; round += 1) {
    for (const [index, server] of running.entries()) {
      const result = await measure({ url: `${server.url}/sync`, body, pid: server.pid, connections, seconds });
      if (round > 0) results[index]?.push(result); // round 0 warms up
    }
  }
} finally {
  await Promise.all(running.map((server) => server.stop()));
}

const medians = results.map((list) => ({
  requestsPerSecond: median(list.map((result) => result.requestsPerSecond)),
  p50: median(list.map((result) => result.p50)),
  p99: median(list.map((result) => result.p99)),
  cpu: median(list.map((result) => result.cpu)),
}));
const base = medians[0] as Measurement;
const lines = [
  `${body.length} bytes a request, ${connections} connections, ${rounds} rounds of ${seconds} s, medians; the load comes`,
  `from a process of its own on the same machine. Node ${process.versions.node}, ${cpus().length} processors, ${cpus()[0]?.model.trim()}.`,
  '',
  '| server | requests/s | ratio | p50 ms | p99 ms | CPU µs/request | ratio |',
  '|---|--:|--:|--:|--:|--:|--:|',
  ...medians.map(({ requestsPerSecond, p50, p99, cpu }, index) => {
    const speed = (requestsPerSecond / base.requestsPerSecond).toFixed(2);
    const cost = (cpu / base.cpu).toFixed(2);
    const name = servers[index]?.name;
    return `| ${name} | ${requestsPerSecond.toFixed(0)} | ${speed} | ${p50.toFixed(2)} | ${p99.toFixed(2)} | ${cpu.toFixed(0)} | ${cost} |`;
  }),
];
process.stdout.write(`${lines.join('\n')}\n`);

import { readFileSync } from 'node:fs';
import autocannon from 'autocannon';

/** The result of one run of load against one server. */
export interface Measurement {
  readonly requestsPerSecond: number;
  /** Milliseconds, as the caller sees them with all connections busy. */
  readonly p50: number;
  readonly p99: number;
  /** Microseconds of processor time per request, of the server with its threads and its worker processes. */
  readonly cpu: number;
}

export interface Load {
  readonly url: string;
  readonly body: string;
  readonly pid: number;
  readonly connections: number;
  readonly seconds: number;
}

/**
 * Posts one body over and over from this process, which is not the server's.
 * @throws Error if a single answer was not a 2xx: fast errors are not a result
 */
export async function measure(load: Load): Promise<Measurement> {
  const milliseconds: number[] = [];
  const before = processorSeconds(load.pid);
  const run = autocannon({
    url: load.url,
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: load.body,
    connections: load.connections,
    duration: load.seconds,
  });
  run.on('response', (_client: unknown, _status: number, _bytes: number, duration: number) => {
    milliseconds.push(duration);
  });
  const result = await run;
  const cpuSeconds = processorSeconds(load.pid) - before;
  if (result.errors + result.timeouts + result.non2xx > 0 || milliseconds.length === 0)
    throw new Error(`${load.url}: ${result.non2xx} answers were not a success, ${result.errors} calls failed`);
  milliseconds.sort((a, b) => a - b);
  return {
    requestsPerSecond: milliseconds.length / result.duration,
    p50: percentile(milliseconds, 0.5),
    p99: percentile(milliseconds, 0.99),
    cpu: (cpuSeconds / milliseconds.length) * 1e6,
  };
}

const percentile = (sorted: readonly number[], share: number) =>
  sorted[Math.floor(share * (sorted.length - 1))] as number;

/**
 * User and system time of a process and of the processes it started, which are its workers. proc(5) has it in fields 14
 * and 15 of `stat`, in ticks of 10 ms.
 */
function processorSeconds(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
    .replace(/^.*\) /, '')
    .split(' ');
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').filter(Boolean);
  const own = (Number(fields[11]) + Number(fields[12])) / 100;
  return children.reduce((sum, child) => sum + processorSeconds(Number(child)), own);
}

import { type ChildProcess, type SerializationType, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, writeSync } from 'node:fs';
import { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { encodeFrame, FrameReader } from '../../src/execution/wire/frames.js';
import { cpuMs, median } from '../measure.js';

// What one call costs on its way to a process and back, without anything done there: over our own pipes, and over Node's
// channel in its two forms. Processor time of both sides, rounds interleaved, medians. Linux only (/proc).

const ways = ['frames', 'json', 'advanced'] as const;
type Way = (typeof ways)[number];
const trips = 3_000;
const head = {
  type: 'call',
  turn: 1,
  hook: 'sync',
  http: { method: 'POST', url: '', headers: {} },
  sendsProgress: false,
};

const echo = process.argv[2] as Way | undefined;
if (echo === undefined) await measureAll();
else if (echo === 'frames') echoFrames();
else process.on('message', (message) => process.send?.(message));

/** The worker's side, as in src/execution/worker/thread.ts: reads into the same memory, and writes at once. */
function echoFrames(): void {
  const reader = new FrameReader(
    (message, body) => {
      for (const chunk of encodeFrame(0, message, body)) writeSync(4, chunk);
    },
    { reuse: true },
  );
  new Socket({ fd: 3 }).on('data', (chunk) => reader.push(chunk));
}

function start(way: Way): ChildProcess {
  const isFrames = way === 'frames';
  return spawn(process.execPath, [fileURLToPath(import.meta.url), way], {
    stdio: isFrames ? ['ignore', 'inherit', 'inherit', 'pipe', 'pipe'] : ['ignore', 'inherit', 'inherit', 'ipc'],
    serialization: (isFrames ? 'json' : way) as SerializationType,
  });
}

/** Sends the body there and resolves when it is back. */
function tripOf(child: ChildProcess, way: Way): (body: Uint8Array<ArrayBuffer>) => Promise<unknown> {
  if (way !== 'frames') {
    return (body) => {
      const sent = way === 'json' ? Buffer.from(body).toString() : body;
      child.send({ ...head, body: sent });
      return once(child, 'message');
    };
  }
  const [, , , there, back] = child.stdio as unknown as Duplex[];
  let arrived = () => {};
  const reader = new FrameReader(() => arrived());
  back?.on('data', (chunk: Buffer) => reader.push(chunk));
  return (body) => {
    const trip = new Promise<void>((resolve) => {
      arrived = resolve;
    });
    there?.cork();
    for (const chunk of encodeFrame(0, head, body)) there?.write(chunk);
    there?.uncork();
    return trip;
  };
}

/** Milliseconds of processor time of this process and of a child, which has ticks of 10 ms; proc(5), stat. */
function processorMs(child: ChildProcess): number {
  const fields = readFileSync(`/proc/${child.pid}/stat`, 'utf8')
    .replace(/^.*\) /, '')
    .split(' ');
  return cpuMs() + (Number(fields[11]) + Number(fields[12])) * 10;
}

async function measureAll(): Promise<void> {
  const sides = ways.map((way) => ({ way, child: start(way) }));
  const running = sides.map((side) => ({ ...side, trip: tripOf(side.child, side.way) }));
  process.stdout.write(
    '| body, bytes | pipes of our own, µs | process.send, JSON | process.send, advanced |\n|--:|--:|--:|--:|\n',
  );
  for (const size of [2_000, 100_000]) {
    const body = new TextEncoder().encode('x'.repeat(size));
    const costs = running.map((): number[] => []);
    for (let round = -1; round < 7; round++) {
      for (const [index, { child, trip }] of running.entries()) {
        const before = processorMs(child);
        for (let turn = 0; turn < trips; turn++) await trip(body);
        if (round >= 0) costs[index]?.push(((processorMs(child) - before) / trips) * 1000);
      }
    }
    process.stdout.write(`| ${size} | ${costs.map((cost) => median(cost).toFixed(0)).join(' | ')} |\n`);
  }
  for (const { child } of running) child.kill();
}

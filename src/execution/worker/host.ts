/**
 * Entry of a worker process. The main thread runs no hook. It starts the evaluating thread (only a thread's stack size can
 * be chosen), reports how far its turn is and why it ended, and enforces a limit on memory outside the heap (buffers,
 * what libjsonnet allocates). The worker is a process because V8 aborts all of a process when one thread asks for more
 * memory than its limit at once.
 */
import { Socket } from 'node:net';
import { Worker } from 'node:worker_threads';
import { killTree } from '../process-tree.js';
import { encodeFrame, FrameReader } from '../wire/frames.js';
import { descriptors, type FromHost, type ThreadEnd, type ToHost, type WorkerLimits } from '../wire/messages.js';
import { Progress } from './progress.js';

/** MiB of the young generation: a third more than Node's own, for requests of some MB would not fit otherwise. */
const youngMb = 64;
/** Milliseconds between two looks at the memory. */
const watchInterval = 100;
/** MiB of a process beyond heap and stack of its thread: Node itself, young generation, code, bodies in flight. */
const overheadMb = 256;

const progress = new Progress();
const channel = new Socket({ fd: descriptors.host });
const reader = new FrameReader((message) => receive(message as ToHost));
let key = 0;

// Ctrl-C and a signal to the group reach workers too; the server decides when they end.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => {});
channel.on('data', (chunk) => reader.push(chunk)); // what it throws ends the process
// The server is gone, or has closed the channel to end this worker.
channel.on('error', endNow);
channel.on('close', endNow);

function receive(message: ToHost): void {
  if (message.type === 'start') {
    key = message.key;
    start(message);
  } else send({ type: 'progress', turn: message.turn, ...progress.of(message.turn) });
}

function send(message: FromHost, done?: () => void): void {
  for (const chunk of encodeFrame(key, message)) channel.write(chunk, done);
}

/**
 * Ends what hooks have started and this process at once. `process.exit` would wait for the thread, which nothing ends while
 * libjsonnet evaluates.
 */
function endNow(): void {
  killTree(process.pid);
}

function start({ heapMb, stackMb }: WorkerLimits): void {
  let hasEnded = false;
  const end = (how: Omit<ThreadEnd, 'type'>) => {
    if (hasEnded) return;
    hasEnded = true;
    send({ type: 'end', ...how, facts: progress.last.facts }, endNow);
  };
  const thread = new Worker(new URL('./thread.js', import.meta.url), {
    workerData: progress.memory,
    resourceLimits: { maxOldGenerationSizeMb: heapMb, maxYoungGenerationSizeMb: youngMb, stackSizeMb: stackMb },
  });
  thread.on('error', (error: NodeJS.ErrnoException) => {
    if (error?.code === 'ERR_WORKER_OUT_OF_MEMORY') end({ reason: 'memory' });
    else end({ reason: 'error', message: String(error?.message ?? error), trace: String(error?.stack ?? error) });
  });
  thread.on('exit', (code) => end({ reason: 'exit', code }));
  const limitBytes = (heapMb + stackMb + overheadMb) * 1024 * 1024;
  setInterval(() => {
    if (process.memoryUsage.rss() > limitBytes) end({ reason: 'memory' });
  }, watchInterval).unref();
}

/**
 * Entry of a worker process. Its main thread evaluates nothing: it starts the thread that does, which alone can have a
 * stack of the wished size, says why that thread ended, and watches the memory that a heap limit does not count (buffers,
 * what libjsonnet allocates). A process, because V8 aborts all of it when one thread asks for more than its limit at once.
 */
import { Worker } from 'node:worker_threads';
import type { ThreadEnd, WorkerLimits } from '../wire/messages.js';

/** MiB of the young generation: a third more than Node's own, for requests of some MB would not fit otherwise. */
const youngMb = 64;
/** Milliseconds between two looks at the memory. */
const watchInterval = 100;
/** MiB of a process beside heap and stack of its thread: Node itself, young generation, code, bodies in flight. */
const overheadMb = 256;

// Ctrl-C and a signal to the group reach workers too; the server decides when they end.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => {});
process.on('disconnect', endNow);
process.once('message', (limits: WorkerLimits) => start(limits));

/** Ends at once. `process.exit` would wait for the thread, which nothing ends while libjsonnet evaluates. */
function endNow(): void {
  process.kill(process.pid, 'SIGKILL');
}

function start({ heapMb, stackMb }: WorkerLimits): void {
  let ended = false;
  const end = (how: ThreadEnd) => {
    if (ended) return;
    ended = true;
    process.send?.(how, endNow);
  };
  const thread = new Worker(new URL('./thread.js', import.meta.url), {
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

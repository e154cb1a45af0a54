/** Limits of an executor. */
export interface ExecutorOptions {
  /** Most calls at a time, each in a worker; workers are started as they are needed. */
  readonly workers: number;
  /** Seconds from the arrival of a call until it is stopped, the time in the queue included. */
  readonly timeoutSeconds: number;
  /** Most calls of one hook that wait for a worker; one more is answered `QueueFull`. */
  readonly maxQueue: number;
  /** Most calls of one hook at a time, so that one slow hook leaves workers to the others. */
  readonly hookConcurrency: number;
  /** Heap of one worker in MiB; a hook that needs more is stopped with `OutOfMemory`. */
  readonly workerHeapMb: number;
  /** Stack of one worker in MiB; 16 or more, see the notes on recursion. */
  readonly workerStackMb: number;
  /** Largest answer in bytes; a larger one is refused with `InvalidResponse`. 32 MiB unless given. */
  readonly maxAnswerBytes?: number;
  /** Bytes of remembered answers; 0 turns the memory off. */
  readonly cacheBytes: number;
  /** Workers kept ready in addition to those that run, so that a kill costs the next call nothing; 1 unless given. */
  readonly spareWorkers?: number;
  /** Seconds one hook may take to be loaded; 10 unless given. */
  readonly loadTimeoutSeconds?: number;
}

export const defaultMaxAnswerBytes = 32 * 1024 ** 2;

import { readFileSync } from 'node:fs';
import { availableParallelism, totalmem } from 'node:os';

/** What this process may use: of a container, what its limits allow. */
export interface Machine {
  readonly cpus: number;
  /** Undefined if there is no limit but the memory of the machine. */
  readonly memoryBytes: number | undefined;
}

/** Where the facts come from; arguments for the tests. */
export interface MachineSources {
  /** CPUs that the process may run on. */
  readonly parallelism: number;
  /** Memory limit in bytes; 0, or more than there is, means none. */
  readonly constrainedMemory: number;
  readonly totalMemory: number;
  /** The text of a file, undefined if it cannot be read. */
  readonly read: (path: string) => string | undefined;
}

/** Looks at the limits of the cgroup, in version 2 and in version 1; Node itself does not see a limit of CPU time. */
export function readMachine(sources: MachineSources = thisMachine()): Machine {
  const { parallelism, constrainedMemory, totalMemory, read } = sources;
  const [quota, period] =
    read('/sys/fs/cgroup/cpu.max')?.split(' ') ??
    ['quota', 'period'].map((name) => read(`/sys/fs/cgroup/cpu/cpu.cfs_${name}_us`));
  const allowed = Number(quota) / Number(period);
  const hasMemoryLimit = constrainedMemory > 0 && constrainedMemory < totalMemory;
  return {
    cpus: allowed > 0 ? Math.min(parallelism, Math.max(1, Math.ceil(allowed))) : parallelism,
    memoryBytes: hasMemoryLimit ? constrainedMemory : undefined,
  };
}

function thisMachine(): MachineSources {
  return {
    parallelism: availableParallelism(),
    constrainedMemory: process.constrainedMemory(),
    totalMemory: totalmem(),
    read(path) {
      try {
        return readFileSync(path, 'utf8');
      } catch {
        return undefined;
      }
    },
  };
}

const mebibyte = 1024 ** 2;

/** Memory that a worker has beside its heap, and that the server and the spare worker need; see docs/operations.md. */
const workerOverheadBytes = 128 * mebibyte;
const serverBytes = (320 + 128) * mebibyte;

/** The most and the least heap of a worker that nobody chose. */
const mostHeapBytes = 256 * mebibyte;
const leastHeapBytes = 128 * mebibyte;

/** Workers and their heap, where nobody chose them: as many as there are CPUs, but at least 2, if the memory allows. */
export function defaultWorkers({ cpus, memoryBytes }: Machine): { workers: number; heapBytes: number } {
  if (memoryBytes === undefined) return { workers: Math.max(2, cpus), heapBytes: mostHeapBytes };
  const forWorkers = memoryBytes - serverBytes;
  const affordable = Math.floor(forWorkers / (mostHeapBytes + workerOverheadBytes));
  const workers = Math.max(2, Math.min(cpus, affordable));
  const share = Math.floor(forWorkers / workers / mebibyte) * mebibyte - workerOverheadBytes;
  return { workers, heapBytes: Math.min(mostHeapBytes, Math.max(leastHeapBytes, share)) };
}

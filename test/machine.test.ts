import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { defaultWorkers, readMachine } from '../src/machine.js';

const gibibyte = 1024 ** 3;
const mebibyte = 1024 ** 2;

describe('what a process may use', () => {
  const rows = [
    { name: 'a machine without cgroups', files: {}, constrained: 0, cpus: 8, memoryBytes: undefined },
    {
      name: 'a cgroup without limits',
      files: { '/sys/fs/cgroup/cpu.max': 'max 100000\n' },
      constrained: 2 ** 64,
      cpus: 8,
      memoryBytes: undefined,
    },
    {
      name: 'a container, version 2',
      files: { '/sys/fs/cgroup/cpu.max': '150000 100000\n' },
      constrained: gibibyte,
      cpus: 2,
      memoryBytes: gibibyte,
    },
    {
      name: 'a container, version 1',
      files: { '/sys/fs/cgroup/cpu/cpu.cfs_quota_us': '50000\n', '/sys/fs/cgroup/cpu/cpu.cfs_period_us': '100000\n' },
      constrained: gibibyte,
      cpus: 1,
      memoryBytes: gibibyte,
    },
    {
      name: 'a container without a limit of CPU time, version 1',
      files: { '/sys/fs/cgroup/cpu/cpu.cfs_quota_us': '-1\n', '/sys/fs/cgroup/cpu/cpu.cfs_period_us': '100000\n' },
      constrained: 0,
      cpus: 8,
      memoryBytes: undefined,
    },
    {
      name: 'more CPU time than CPUs',
      files: { '/sys/fs/cgroup/cpu.max': '6400000 100000\n' },
      constrained: 0,
      cpus: 8,
      memoryBytes: undefined,
    },
  ];
  for (const { name, files, constrained, ...machine } of rows) {
    test(name, () => {
      const read = (path: string) => (files as Record<string, string>)[path];
      const sources = { parallelism: 8, constrainedMemory: constrained, totalMemory: 64 * gibibyte, read };
      assert.deepEqual(readMachine(sources), machine);
    });
  }

  test('this machine', () => {
    assert.ok(readMachine().cpus >= 1);
  });
});

describe('workers and their heap, if nobody chose them', () => {
  const rows = [
    { name: 'no limit of memory', cpus: 8, memory: undefined, workers: 8, heap: 256 },
    { name: 'one CPU', cpus: 1, memory: undefined, workers: 2, heap: 256 },
    { name: 'memory for all CPUs', cpus: 4, memory: 2048, workers: 4, heap: 256 },
    { name: 'memory for some CPUs', cpus: 8, memory: 1664, workers: 3, heap: 256 },
    { name: 'memory for two workers', cpus: 8, memory: 1216, workers: 2, heap: 256 },
    { name: 'memory for two workers with less heap', cpus: 8, memory: 1024, workers: 2, heap: 160 },
    { name: 'little memory', cpus: 8, memory: 512, workers: 2, heap: 128 },
    { name: 'hardly any memory', cpus: 8, memory: 128, workers: 2, heap: 128 },
  ];
  for (const { name, cpus, memory, workers, heap } of rows) {
    test(name, () => {
      const memoryBytes = memory === undefined ? undefined : memory * mebibyte;
      assert.deepEqual(defaultWorkers({ cpus, memoryBytes }), { workers, heapBytes: heap * mebibyte });
    });
  }
});

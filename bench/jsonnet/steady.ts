import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { answer, directory, load } from './engines.js';
import { library, libraryHook, smallHook } from './hooks.js';

// Sends 200,000 slightly different requests through two compiled hooks; one in ten fails. Prints the heap after full
// collections. The exit code is 1 if it grew by 5 MB or more after the first 20,000, which fill the caches.
setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void;

const requests = 200_000;
const limitBytes = 5e6;

writeFileSync(join(directory, 'k.libsonnet'), library());
const hooks = [smallHook, libraryHook].map((hook) => ({ hook, program: load(hook) }));

function heapBytes(): number {
  collect();
  collect();
  return process.memoryUsage().heapUsed;
}

let base = 0;
let failures = 0;
const start = performance.now();
for (let i = 1; i <= requests; i++) {
  const { hook, program } = hooks[i % 2] as (typeof hooks)[0];
  const request = structuredClone(hook.request) as { parent: { metadata: { name: string; [key: string]: unknown } } };
  request.parent.metadata.name = `name-${i}`;
  // The label is new each time, so that anything kept by field name would grow.
  request.parent.metadata[`field-${i}`] = i;
  if (i % 10 === 0) {
    delete (request as { parent?: unknown }).parent;
    assert.throws(() => answer(program, JSON.stringify(request)), { message: /parent/ });
    failures += 1;
  } else {
    assert.match(answer(program, JSON.stringify(request)), new RegExp(`"name-${i}"`));
  }
  if (i % 20_000 === 0) {
    const heap = heapBytes();
    if (base === 0) base = heap;
    process.stdout.write(`${i} requests, ${failures} failed, heap ${(heap / 1e6).toFixed(2)} MB\n`);
  }
}
const growth = heapBytes() - base;
const seconds = ((performance.now() - start) / 1000).toFixed(1);
const pass = growth < limitBytes;
process.stdout.write(
  `${requests} requests in ${seconds} s: heap growth ${(growth / 1e6).toFixed(2)} MB, expected < 5 MB: ${pass ? 'PASS' : 'FAIL'}\n`,
);
if (!pass) process.exitCode = 1;

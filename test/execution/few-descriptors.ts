import { closeSync, openSync } from 'node:fs';
import { gist, withRig } from './rig.js';

// Runs in a process that may open few descriptors, see few-descriptors.test.ts. It prints what calls got before all are
// open, while they are, and after that.

const hooks = ['healthy=execution/misbehaving/healthy.ts', 'faulty=execution/faults/faulty.mjs'];
const healthy = { spec: { number: 1 } };

await withRig({ hooks, options: { workers: 3, spareWorkers: 0 } }, async ({ call }) => {
  const seen: unknown[] = [];
  const taken: number[] = [];
  const takeAll = () => {
    try {
      for (;;) taken.push(openSync('/dev/null', 'r'));
    } catch {
      // There are no more.
    }
  };
  const lost = call('faulty', { spec: { fault: 'a signal that kills' } });
  takeAll();
  const timer = setInterval(takeAll, 1);
  seen.push(gist(await lost), gist(await call('healthy', healthy)));
  seen.push(gist(await call('faulty', { spec: { fault: 'none' } })));
  clearInterval(timer);
  for (const descriptor of taken) closeSync(descriptor);
  for (;;) {
    const outcome = await call('faulty', { spec: { fault: 'none' } });
    if (!outcome.ok) continue;
    seen.push(gist(outcome));
    break;
  }
  process.stdout.write(JSON.stringify(seen));
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { observeExecutor } from '../../src/server/observer.js';
import { Log } from '../../src/telemetry/log.js';
import { Metrics } from '../../src/telemetry/metrics.js';

test('what an executor reports is logged and counted', async () => {
  const lines: Record<string, unknown>[] = [];
  const log = new Log({ level: 'debug', destination: { write: (line) => void lines.push(JSON.parse(line)) } });
  const metrics = new Metrics({ version: '0' });
  const observer = observeExecutor(log, metrics);
  observer.workerStarted({ id: 1 });
  observer.workerStarted({ id: 2 });
  observer.dequeued('sync', 0.25);
  observer.hookOutput('sync', 'warn', 'careful');
  observer.workerStopped({ id: 1 }, 'memory');
  observer.workerStopped({ id: 2 }, 'idle');
  assert.deepEqual(
    lines.map(({ time: _, ...line }) => line),
    [
      { level: 'debug', worker: 1, msg: 'worker started' },
      { level: 'debug', worker: 2, msg: 'worker started' },
      { level: 'warn', hook: 'sync', output: 'careful', msg: 'hook output' },
      { level: 'warn', worker: 1, reason: 'memory', msg: 'worker replaced' },
      { level: 'debug', worker: 2, reason: 'idle', msg: 'worker stopped' },
    ],
  );
  const text = await metrics.print({ inFlight: 0, waiting: 0, droppedLines: 0 });
  assert.match(text, /^hookd_workers 0$/m);
  assert.match(text, /^hookd_worker_restarts_total\{reason="memory"\} 1$/m);
  assert.match(text, /^hookd_queue_wait_seconds_sum\{hook="sync"\} 0\.25$/m);
});

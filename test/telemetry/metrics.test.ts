import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, test } from 'node:test';
import { Metrics, metricTable } from '../../src/telemetry/metrics.js';
import { checkout } from '../checkout.js';

const idle = { inFlight: 0, waiting: 0, droppedLines: 0 };

/** The sample lines of one metric. */
async function samples(metrics: Metrics, name: string, now = idle): Promise<string[]> {
  const text = await metrics.print(now);
  return text.split('\n').filter((line) => line.startsWith(name));
}

test('everything that happened, exactly', async () => {
  const metrics = new Metrics({ version: '1.2.3' });
  metrics.request('sync', 200, 0.002);
  metrics.request('sync', 200, 0.3);
  metrics.request('sync', 504, 10.1);
  metrics.rejected('sync', 'DeadlineExceeded');
  metrics.request(undefined, 404, 0.0001);
  metrics.rejected(undefined, 'RouteNotFound');
  metrics.evaluated('sync', 0.001);
  metrics.waited('sync', 0.0004);
  metrics.contractWarning('sync', 'null-field');
  metrics.cacheLookup('sync', 'miss');
  metrics.cacheLookup('sync', 'hit');
  metrics.cacheLookup('sync', 'hit');
  metrics.workerStarted();
  metrics.workerStarted();
  metrics.workerStopped('deadline');
  metrics.workerStarted();
  metrics.workerStopped('idle');

  const text = await metrics.print({ inFlight: 3, waiting: 2, droppedLines: 4 });
  const counted = text.split('\n').filter((line) => line !== '' && !line.startsWith('#') && !line.includes('_bucket'));
  assert.deepEqual(counted, [
    'hookd_requests_total{hook="sync",code="200"} 2',
    'hookd_requests_total{hook="sync",code="504"} 1',
    'hookd_requests_total{hook="(unknown)",code="404"} 1',
    'hookd_request_duration_seconds_sum{hook="sync"} 10.402',
    'hookd_request_duration_seconds_count{hook="sync"} 3',
    'hookd_request_duration_seconds_sum{hook="(unknown)"} 0.0001',
    'hookd_request_duration_seconds_count{hook="(unknown)"} 1',
    'hookd_evaluation_duration_seconds_sum{hook="sync"} 0.001',
    'hookd_evaluation_duration_seconds_count{hook="sync"} 1',
    'hookd_queue_wait_seconds_sum{hook="sync"} 0.0004',
    'hookd_queue_wait_seconds_count{hook="sync"} 1',
    'hookd_requests_in_flight 3',
    'hookd_queue_length 2',
    'hookd_rejected_total{hook="sync",reason="DeadlineExceeded"} 1',
    'hookd_rejected_total{hook="(unknown)",reason="RouteNotFound"} 1',
    'hookd_contract_warnings_total{hook="sync",rule="null-field"} 1',
    'hookd_cache_requests_total{hook="sync",result="miss"} 1',
    'hookd_cache_requests_total{hook="sync",result="hit"} 2',
    'hookd_workers 1',
    'hookd_worker_restarts_total{reason="deadline"} 1',
    'hookd_log_lines_dropped_total 4',
    `hookd_build_info{version="1.2.3",node="${process.versions.node}"} 1`,
  ]);
  assert.deepEqual(await samples(metrics, 'hookd_request_duration_seconds_bucket{le="0.5",hook="sync"}'), [
    'hookd_request_duration_seconds_bucket{le="0.5",hook="sync"} 2',
  ]);
});

test('the buckets distinguish microseconds from milliseconds', async () => {
  const metrics = new Metrics({ version: '0' });
  metrics.evaluated('sync', 0.00004);
  metrics.evaluated('sync', 0.0002);
  const buckets = await samples(metrics, 'hookd_evaluation_duration_seconds_bucket');
  assert.deepEqual(
    buckets.map((line) => /le="(.*?)".* (\d+)$/.exec(line)?.slice(1).join(' ')),
    [
      ...['0.00005 1', '0.0001 1', '0.00025 2', '0.0005 2', '0.001 2', '0.0025 2', '0.005 2', '0.01 2', '0.025 2'],
      ...['0.05 2', '0.1 2', '0.25 2', '0.5 2', '1 2', '2.5 2', '5 2', '10 2', '+Inf 2'],
    ],
  );
});

test('two instances do not share a count', async () => {
  const one = new Metrics({ version: '0' });
  const other = new Metrics({ version: '0' });
  one.request('sync', 200, 0);
  assert.deepEqual(await samples(other, 'hookd_requests_total{'), []);
});

test('metrics of the process are there if they are asked for', async () => {
  assert.equal((await samples(new Metrics({ version: '0' }), 'process_')).length, 0);
  assert.match(
    (await samples(new Metrics({ version: '0', process: true }), 'process_resident_memory_bytes')).join(),
    /^process_resident_memory_bytes \d+$/,
  );
});

describe('the page about metrics', () => {
  test('lists exactly the metrics there are', () => {
    const page = readFileSync(`${checkout}docs/metrics.md`, 'utf8');
    const listed = page.split('\n').filter((line) => line.startsWith('| `hookd_'));
    const declared = Object.entries(metricTable).map(([name, { type, labels, help }]) => {
      const names = labels.map((label) => `\`${label}\``).join(', ');
      return `| \`${name}\` | ${type} | ${names} | ${help} |`;
    });
    assert.deepEqual(listed, declared);
  });
});

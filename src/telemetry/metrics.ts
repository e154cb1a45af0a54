import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';

/** The label of all paths without a hook: they share it, so that a scanner cannot make a series for each path. */
export const unknownHook = '(unknown)';

/** Upper bounds of the buckets in seconds. The small ones are for evaluations, which may take microseconds. */
const durationBuckets = [
  0.00005, 0.0001, 0.00025, 0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10,
];

/** One metric. `/metrics` and docs/metrics.md show its help text. */
interface Declaration {
  readonly type: 'counter' | 'gauge' | 'histogram';
  readonly labels: readonly string[];
  readonly help: string;
}

/** Every metric of hookd. Names follow the rules of prometheus.io: one prefix, base units, `_total` for counters. */
export const metricTable = {
  hookd_requests_total: { type: 'counter', labels: ['hook', 'code'], help: 'Answered requests, by HTTP status.' },
  hookd_request_duration_seconds: {
    type: 'histogram',
    labels: ['hook'],
    help: 'Seconds from the head of a request to its reply.',
  },
  hookd_evaluation_duration_seconds: { type: 'histogram', labels: ['hook'], help: 'Seconds spent in the hook itself.' },
  hookd_queue_wait_seconds: { type: 'histogram', labels: ['hook'], help: 'Seconds a request waited for a worker.' },
  hookd_requests_in_flight: {
    type: 'gauge',
    labels: [],
    help: 'Requests that are not yet answered, or whose hook still runs although the caller has gone.',
  },
  hookd_queue_length: { type: 'gauge', labels: [], help: 'Requests that wait for a worker.' },
  hookd_rejected_total: {
    type: 'counter',
    labels: ['hook', 'reason'],
    help: 'Requests answered with an error, by error code.',
  },
  hookd_contract_warnings_total: {
    type: 'counter',
    labels: ['hook', 'rule'],
    help: 'Warnings about answers that were sent, by rule.',
  },
  hookd_cache_requests_total: {
    type: 'counter',
    labels: ['hook', 'result'],
    help: 'Requests that a remembered answer might serve: hit or miss.',
  },
  hookd_workers: { type: 'gauge', labels: [], help: 'Worker processes.' },
  hookd_worker_restarts_total: {
    type: 'counter',
    labels: ['reason'],
    help: 'Workers that were replaced because of a hook: deadline, crash, memory or blocked.',
  },
  hookd_log_lines_dropped_total: {
    type: 'counter',
    labels: [],
    help: 'Lines of the log that were dropped because nobody read it fast enough.',
  },
  hookd_build_info: {
    type: 'gauge',
    labels: ['version', 'node'],
    help: 'Always 1; the labels hold the versions of hookd and Node.',
  },
} as const satisfies Record<string, Declaration>;

type MetricName = keyof typeof metricTable;

export interface MetricsOptions {
  readonly version: string;
  /** Adds prom-client's metrics of the process and of Node; they need a timer, so tests leave them out. */
  readonly process?: boolean;
}

/** Counts what happens, and prints it for Prometheus. Each instance has its own registry: servers do not mix. */
export class Metrics {
  readonly #registry = new Registry();
  readonly #requests = this.#counter('hookd_requests_total');
  readonly #requestSeconds = this.#histogram('hookd_request_duration_seconds');
  readonly #evaluationSeconds = this.#histogram('hookd_evaluation_duration_seconds');
  readonly #waitSeconds = this.#histogram('hookd_queue_wait_seconds');
  readonly #inFlight = this.#gauge('hookd_requests_in_flight');
  readonly #queueLength = this.#gauge('hookd_queue_length');
  readonly #rejected = this.#counter('hookd_rejected_total');
  readonly #warnings = this.#counter('hookd_contract_warnings_total');
  readonly #cache = this.#counter('hookd_cache_requests_total');
  readonly #workers = this.#gauge('hookd_workers');
  readonly #restarts = this.#counter('hookd_worker_restarts_total');

  readonly #droppedLines = this.#counter('hookd_log_lines_dropped_total');

  constructor(options: MetricsOptions) {
    this.#gauge('hookd_build_info').set({ version: options.version, node: process.versions.node }, 1);
    if (options.process === true) collectDefaultMetrics({ register: this.#registry });
  }

  /** A request was answered. @param hook name of the hook; undefined if no hook is served at the path */
  request(hook: string | undefined, status: number, seconds: number): void {
    const label = hook ?? unknownHook;
    this.#requests.inc({ hook: label, code: status });
    this.#requestSeconds.observe({ hook: label }, seconds);
  }

  /** The answer was an error. @param reason its code in the error table */
  rejected(hook: string | undefined, reason: string): void {
    this.#rejected.inc({ hook: hook ?? unknownHook, reason });
  }

  evaluated(hook: string, seconds: number): void {
    this.#evaluationSeconds.observe({ hook }, seconds);
  }

  waited(hook: string, seconds: number): void {
    this.#waitSeconds.observe({ hook }, seconds);
  }

  contractWarning(hook: string, rule: string): void {
    this.#warnings.inc({ hook, rule });
  }

  cacheLookup(hook: string, result: 'hit' | 'miss'): void {
    this.#cache.inc({ hook, result });
  }

  workerStarted(): void {
    this.#workers.inc();
  }

  workerStopped(reason: string): void {
    this.#workers.dec();
    if (reason !== 'idle' && reason !== 'stop') this.#restarts.inc({ reason });
  }

  /** Prints all metrics in Prometheus' text format. @param now those that are not counted here, as they are now */
  async print(now: { inFlight: number; waiting: number; droppedLines: number }): Promise<string> {
    this.#droppedLines.reset();
    this.#droppedLines.inc(now.droppedLines);
    this.#inFlight.set(now.inFlight);
    this.#queueLength.set(now.waiting);
    return this.#registry.metrics();
  }

  get contentType(): string {
    return this.#registry.contentType;
  }

  #counter(name: MetricName): Counter {
    return new Counter(this.#declaration(name));
  }

  #gauge(name: MetricName): Gauge {
    return new Gauge(this.#declaration(name));
  }

  #histogram(name: MetricName): Histogram {
    return new Histogram({ ...this.#declaration(name), buckets: durationBuckets });
  }

  #declaration(name: MetricName) {
    const { help, labels } = metricTable[name];
    return { name, help, labelNames: [...labels], registers: [this.#registry] };
  }
}

import type { Failure } from '../errors.js';
import { failureOf, stopping } from '../errors.js';
import type { RequestFacts } from '../protocol/contract.js';
import type { Deadline } from './deadline.js';
import type { Pool } from './pool/pool.js';
import type { Task, TaskDone } from './pool/task.js';
import type { WorkerEnd } from './pool/worker-end.js';
import type { KnownFacts, TurnProgress } from './wire/messages.js';

/** Milliseconds after which a worker is asked what it was called with, for the caller's own timeout; doubles each time. */
const firstAskMs = 50;

/** How a task ended: with what the worker gave, or with a failure and what is known of the request. */
export type TaskEnd =
  | { readonly ok: true; readonly message: TaskDone; readonly body: Uint8Array }
  | { readonly ok: false; readonly failure: Failure; readonly request: RequestFacts | undefined };

/** What differs between a load and a call. */
export interface TaskRules {
  /** @param facts undefined as long as they are not known */
  deadline(facts: RequestFacts | undefined): Deadline;
  /** The failure when the deadline is over. */
  late(deadline: Deadline, state: 'waiting' | 'running' | undefined): Failure;
  /** The failure when the worker ended. */
  crashed(end: WorkerEnd): Failure;
}

/** A load or a call on its way through the pool. It ends once: by its worker, its deadline, its caller, or the stop. */
export class PendingTask implements Task {
  readonly hook: string;
  readonly call: Task['call'];
  readonly since = performance.now();
  readonly end: Promise<TaskEnd>;
  readonly #pool: Pool;
  readonly #rules: TaskRules;
  #finish: (end: TaskEnd) => void = () => {};
  #timer: NodeJS.Timeout | undefined;
  #askMs = firstAskMs;
  #facts: KnownFacts;

  constructor(pool: Pool, hook: string, call: Task['call'], rules: TaskRules) {
    this.#pool = pool;
    this.hook = hook;
    this.call = call;
    this.#rules = rules;
    this.end = new Promise((resolve) => {
      this.#finish = (end) => {
        clearTimeout(this.#timer);
        resolve(end);
      };
    });
    this.#watch();
  }

  progress({ facts }: TurnProgress): void {
    if (facts === undefined) return;
    this.#facts = facts;
    clearTimeout(this.#timer);
    this.#watch();
  }

  done(message: TaskDone, body: Uint8Array): void {
    this.#finish({ ok: true, message, body });
  }

  ended(end: WorkerEnd): void {
    this.#facts ??= end.facts;
    this.fail(this.#rules.crashed(end));
  }

  /** Ends it with a failure. Its worker, if it has one, is not stopped. */
  fail(failure: Failure): void {
    this.#finish({ ok: false, failure, request: this.#facts ?? undefined });
  }

  stop(): void {
    this.fail(failureOf(stopping()));
  }

  /** Waits for the deadline, and until the request is known asks the worker for it now and then. */
  #watch(): void {
    const deadline = this.#rules.deadline(this.#facts ?? undefined);
    const left = deadline.seconds * 1000 - (performance.now() - this.since);
    if (left <= 0) {
      this.fail(this.#rules.late(deadline, this.#pool.cancel(this)));
      return;
    }
    const asks = this.call !== undefined && this.#facts === undefined && this.#askMs < left;
    this.#timer = setTimeout(
      () => {
        if (asks) this.#pool.ask(this);
        this.#watch();
      },
      Math.ceil(asks ? this.#askMs : left),
    );
    if (asks) this.#askMs *= 2;
  }
}

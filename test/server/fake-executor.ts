import type { Executor, LoadedHook } from '../../src/execution/executor.js';
import type { Answered, Call, Failed, Outcome } from '../../src/execution/outcome.js';

/** What a fake hook does with a call. */
export type FakeHook = (call: Call, signal: AbortSignal | undefined) => Outcome | Promise<Outcome>;

/** An executor that runs functions in place, so that a test decides what a hook answers, and when. */
export class FakeExecutor implements Executor {
  readonly #hooks: Readonly<Record<string, FakeHook>>;
  readonly calls: Call[] = [];
  running = 0;
  stops = 0;

  constructor(hooks: Readonly<Record<string, FakeHook>>) {
    this.#hooks = hooks;
  }

  get load() {
    return { running: this.running, waiting: 0 };
  }

  async start(): Promise<readonly LoadedHook[]> {
    return Object.keys(this.#hooks).map((name) => loaded(name));
  }

  async run(call: Call, signal?: AbortSignal): Promise<Outcome> {
    this.calls.push(call);
    this.running++;
    try {
      return await (this.#hooks[call.hook] as FakeHook)(call, signal);
    } finally {
      this.running--;
    }
  }

  async stop(): Promise<void> {
    this.stops++;
  }
}

export function loaded(name: string, more: Partial<LoadedHook> = {}): LoadedHook {
  return { name, file: `/hooks/${name}.jsonnet`, language: 'jsonnet', nodejsStyle: false, ...more };
}

export function answered(body: unknown, more: Partial<Answered> = {}): Answered {
  return {
    ok: true,
    status: 200,
    headers: { 'Content-Type': 'application/json' },
    body: new TextEncoder().encode(JSON.stringify(body)),
    warnings: [],
    ...more,
  };
}

export function failed(code: Failed['code'], message: string, more: Partial<Failed> = {}): Failed {
  return { ok: false, code, message, warnings: [], ...more };
}

/** Answers with the bytes it was sent. */
export const echo: FakeHook = ({ body }) => answered(undefined, { body });

/** A hook that answers once the gate is open. */
export class Gate {
  #open: () => void = () => {};
  readonly #opened = new Promise<void>((resolve) => {
    this.#open = resolve;
  });
  readonly hook = async (): Promise<Outcome> => {
    await this.#opened;
    return answered({ late: true });
  };

  open(): void {
    this.#open();
  }
}

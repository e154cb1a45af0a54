import type { Server } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import type { ListenAddress } from './address.js';
import { type AppContext, createAdminApp, createApp } from './app.js';
import { Lifecycle } from './lifecycle.js';
import { createListener, listen, stopListening } from './listener.js';

export interface HookServerOptions {
  readonly listenAddress: ListenAddress;
  /** Where probes and metrics are served alone; undefined serves them beside the hooks. */
  readonly adminListenAddress?: ListenAddress | undefined;
  /** Largest request body in bytes. */
  readonly maxRequestBytes: number;
  /** Seconds for the head of a request; 10 unless given. */
  readonly headTimeoutSeconds?: number;
  /** Seconds for the body of a request; 60 unless given. */
  readonly bodyTimeoutSeconds?: number;
  /** Seconds an idle connection stays open; 120 unless given, see ListenerTimeouts. */
  readonly keepAliveSeconds?: number;
}

export interface ServerContext extends Omit<AppContext, 'options' | 'lifecycle'> {
  readonly options: HookServerOptions;
}

export interface DrainOptions {
  /** Why, for the log: the name of the signal. */
  readonly reason: string;
  /** Seconds to go on serving while load balancers notice that the server is not ready. */
  readonly delaySeconds: number;
  /** Seconds for what still runs after that. */
  readonly timeoutSeconds: number;
}

/** Seconds in which requests are still taken on connections that were accepted just before there were no more. */
const lastCallSeconds = 0.25;

/** Hooks on a socket: listens, drains, closes. Owns its executor from `listen` to `close`. */
export class HookServer {
  readonly #context: ServerContext;
  readonly #lifecycle = new Lifecycle();
  readonly #server: Server;
  readonly #admin: Server | undefined;
  #address: string | undefined;
  #adminAddress: string | undefined;
  #closed: Promise<void> | undefined;

  constructor(context: ServerContext) {
    this.#context = context;
    const { options, log } = context;
    const timeouts = {
      headSeconds: options.headTimeoutSeconds ?? 10,
      bodySeconds: options.bodyTimeoutSeconds ?? 60,
      keepAliveSeconds: options.keepAliveSeconds ?? 120,
    };
    const app = {
      ...context,
      lifecycle: this.#lifecycle,
      options: {
        maxRequestBytes: options.maxRequestBytes,
        bodyTimeoutSeconds: timeouts.bodySeconds,
        probes: options.adminListenAddress === undefined,
      },
    };
    this.#server = createListener(createApp(app), timeouts, log);
    if (options.adminListenAddress !== undefined) {
      this.#admin = createListener(createAdminApp(app), timeouts, log);
    }
  }

  /** Listens on the addresses of the options. @throws ListenError, with nothing left open */
  async listen(): Promise<void> {
    const { options, log } = this.#context;
    try {
      this.#address = await listen(this.#server, options.listenAddress);
      if (this.#admin !== undefined && options.adminListenAddress !== undefined) {
        this.#adminAddress = await listen(this.#admin, options.adminListenAddress);
      }
    } catch (error) {
      await this.close();
      throw error;
    }
    log.listening('hooks', this.#address);
    if (this.#adminAddress !== undefined) log.listening('admin', this.#adminAddress);
  }

  /** The address in use, with the port the system chose where 0 was asked for; undefined before `listen`. */
  get address(): string | undefined {
    return this.#address;
  }

  get adminAddress(): string | undefined {
    return this.#adminAddress;
  }

  /** Requests that have begun and are not yet answered. */
  get inFlight(): number {
    return this.#lifecycle.inFlight;
  }

  /**
   * Ends in good order: not ready any more but serving for `delaySeconds`, then no longer accepting connections, then
   * finishing what runs for at most `timeoutSeconds`, then closed. Resolves with the number of requests that did not finish.
   */
  async drain({ reason, delaySeconds, timeoutSeconds }: DrainOptions): Promise<number> {
    const { log } = this.#context;
    this.#lifecycle.stop();
    log.stopping(reason, delaySeconds);
    await sleep(delaySeconds * 1000);
    await stopListening(this.#server);
    await sleep(lastCallSeconds * 1000);
    this.#lifecycle.refuse();
    this.#server.closeIdleConnections();
    log.draining(this.#lifecycle.inFlight, timeoutSeconds);
    const timer = new AbortController();
    await Promise.race([
      this.#lifecycle.idle(),
      sleep(timeoutSeconds * 1000, undefined, { signal: timer.signal }).catch(() => {}),
    ]);
    timer.abort();
    const abandoned = this.#lifecycle.inFlight;
    await this.close();
    log.stopped(abandoned);
    return abandoned;
  }

  /** Closes at once: connections, admin port, executor. Repeated calls wait for the first. */
  close(): Promise<void> {
    this.#closed ??= this.#close();
    return this.#closed;
  }

  async #close(): Promise<void> {
    this.#lifecycle.refuse();
    await Promise.all([this.#server, this.#admin].map(closeServer));
    await this.#context.executor.stop();
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.close();
  }
}

function closeServer(server: Server | undefined): Promise<void> {
  if (server === undefined) return Promise.resolve();
  return new Promise((resolve) => {
    server.close(() => resolve());
    server.closeAllConnections();
  });
}

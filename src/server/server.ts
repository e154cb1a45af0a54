import type { Server } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import type { LoadedHook } from '../execution/executor.js';
import type { ListenAddress } from './address.js';
import { createAdminApp, createApp } from './app.js';
import { maxConnections } from './connections.js';
import { Lifecycle } from './lifecycle.js';
import { createListener, listen, stopListening, untilQuiet } from './listener.js';
import type { Service } from './service.js';

export interface HookServerOptions {
  readonly listenAddress: ListenAddress;
  /** The address of probes and metrics; if undefined, they are served on the address of the hooks. */
  readonly adminListenAddress?: ListenAddress | undefined;
  /** Largest request body in bytes. */
  readonly maxRequestBytes: number;
  /** Seconds for the head of a request; 10 by default. */
  readonly headTimeoutSeconds?: number;
  /** Seconds for the body of a request; 60 by default. */
  readonly bodyTimeoutSeconds?: number;
  /** Seconds an idle connection stays open; 120 by default, see ListenerLimits. */
  readonly keepAliveSeconds?: number;
  /** Most open connections on each address; by default as many as the limit of open files allows. */
  readonly maxConnections?: number;
}

export interface DrainOptions {
  /** The reason, for the log: the name of the signal. */
  readonly reason: string;
  /** Seconds to go on serving, so that load balancers notice that the server is not ready. */
  readonly delaySeconds: number;
  /** Seconds to wait after that for requests that still run. */
  readonly timeoutSeconds: number;
  /** Seconds in which connections that were accepted just before the listener closed may still send a request; 0.25. */
  readonly lastCallSeconds?: number;
}

/** Hooks on a socket: listens, drains, closes. It owns its executor, and stops it when it is closed. */
export class HookServer {
  readonly #service: Service;
  readonly #options: HookServerOptions;
  readonly #lifecycle = new Lifecycle();
  readonly #closing = new AbortController();
  readonly #server: Server;
  readonly #admin: Server | undefined;
  #address: string | undefined;
  #adminAddress: string | undefined;
  #closed: Promise<void> | undefined;

  constructor({ options, ...service }: Service & { readonly options: HookServerOptions }) {
    this.#service = service;
    this.#options = options;
    const limits = {
      maxConnections: options.maxConnections ?? maxConnections(),
      headSeconds: options.headTimeoutSeconds ?? 10,
      bodySeconds: options.bodyTimeoutSeconds ?? 60,
      keepAliveSeconds: options.keepAliveSeconds ?? 120,
    };
    const hasAdmin = options.adminListenAddress !== undefined;
    const { maxRequestBytes } = options;
    const appOptions = { maxRequestBytes, bodyTimeoutSeconds: limits.bodySeconds, probes: !hasAdmin };
    const app = createApp(service, appOptions, this.#lifecycle);
    this.#server = createListener(app, limits, service.log);
    const adminLimits = { ...limits, maxConnections: Math.ceil(limits.maxConnections / 10) };
    if (hasAdmin) this.#admin = createListener(createAdminApp(service, this.#lifecycle), adminLimits, service.log);
  }

  /** Listens on the addresses of the options. @throws ListenError; nothing is left open then */
  async listen(): Promise<void> {
    const { listenAddress, adminListenAddress } = this.#options;
    const { log } = this.#service;
    try {
      this.#address = await listen(this.#server, listenAddress);
      if (this.#admin !== undefined && adminListenAddress !== undefined) {
        this.#adminAddress = await listen(this.#admin, adminListenAddress);
      }
    } catch (error) {
      await this.close();
      throw error;
    }
    log.listening('hooks', this.#address);
    if (this.#adminAddress !== undefined) log.listening('admin', this.#adminAddress);
  }

  /** The address in use, with the port that the system chose if 0 was asked for; undefined before `listen`. */
  get address(): string | undefined {
    return this.#address;
  }

  /** The address of probes and metrics if it is another one. */
  get adminAddress(): string | undefined {
    return this.#adminAddress;
  }

  /** What was loaded, and what could not be. */
  get hooks(): readonly LoadedHook[] {
    return this.#service.hooks;
  }

  /** Requests that have started and are not yet answered. */
  get inFlight(): number {
    return this.#lifecycle.inFlight;
  }

  /** Logs a defect of hookd that nothing caught. */
  logDefect(error: unknown): void {
    this.#service.log.defect(error);
  }

  /**
   * Stops without losing a request. For `delaySeconds` the server is not ready but goes on serving; then it accepts no
   * more connections and waits up to `timeoutSeconds` for the requests that still run; then it closes.
   * @returns the number of requests that did not finish
   */
  async drain({ reason, delaySeconds, timeoutSeconds, lastCallSeconds = 0.25 }: DrainOptions): Promise<number> {
    const { log } = this.#service;
    this.#lifecycle.stop();
    log.stopping(reason, delaySeconds);
    await this.#pause(delaySeconds);
    await stopListening(this.#server);
    await this.#pause(lastCallSeconds);
    await untilQuiet(this.#server, 'request');
    this.#lifecycle.refuse();
    this.#server.closeIdleConnections();
    log.draining(this.#lifecycle.inFlight, timeoutSeconds);
    await Promise.race([this.#lifecycle.idle(), this.#pause(timeoutSeconds)]);
    const abandoned = this.#lifecycle.inFlight;
    await this.close();
    log.stopped(abandoned);
    return abandoned;
  }

  /** Waits, but not once the server is closed. */
  #pause(seconds: number): Promise<void> {
    return sleep(seconds * 1000, undefined, { signal: this.#closing.signal }).catch(() => {});
  }

  /** Closes connections, admin port and executor at once, also during `drain`. Further calls wait for the first. */
  close(): Promise<void> {
    this.#closed ??= this.#close();
    return this.#closed;
  }

  async #close(): Promise<void> {
    this.#lifecycle.refuse();
    this.#closing.abort();
    await Promise.all([this.#server, this.#admin].map(closeServer));
    await this.#service.executor.stop();
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

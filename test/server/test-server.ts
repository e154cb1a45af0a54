import { connect, type Socket } from 'node:net';
import type { LoadedHook } from '../../src/execution/executor.js';
import { HookServer, type HookServerOptions } from '../../src/server/server.js';
import type { LogLevel } from '../../src/telemetry/levels.js';
import { Log } from '../../src/telemetry/log.js';
import { Metrics } from '../../src/telemetry/metrics.js';
import { FakeExecutor, type FakeHook } from './fake-executor.js';

export interface TestServerOptions extends Partial<HookServerOptions> {
  readonly hooks?: readonly LoadedHook[];
  readonly logLevel?: LogLevel;
}

/** A server with fake hooks on a free port of the loopback, and what it logged. */
export class TestServer implements AsyncDisposable {
  readonly executor: FakeExecutor;
  readonly server: HookServer;
  readonly metrics = new Metrics({ version: '0.0.0' });
  readonly lines: Record<string, unknown>[] = [];
  /** The log as text. */
  text = '';

  private constructor(hooks: readonly LoadedHook[], executor: FakeExecutor, options: TestServerOptions) {
    this.executor = executor;
    const destination = {
      write: (line: string) => {
        this.text += line;
        this.lines.push(JSON.parse(line));
      },
    };
    this.server = new HookServer({
      hooks,
      executor,
      log: new Log({ level: options.logLevel ?? 'debug', destination }),
      metrics: this.metrics,
      options: {
        listenAddress: { kind: 'tcp', host: '127.0.0.1', port: 0 },
        maxRequestBytes: 32 * 1024 * 1024,
        ...options,
      },
    });
  }

  static async start(fakes: Readonly<Record<string, FakeHook>>, options: TestServerOptions = {}): Promise<TestServer> {
    const executor = new FakeExecutor(fakes);
    const test = new TestServer(options.hooks ?? (await executor.start()), executor, options);
    await test.server.listen();
    return test;
  }

  url(path: string): string {
    return `http://${this.server.address}${path}`;
  }

  /** POSTs JSON. */
  post(path: string, body: RequestInit['body'], headers: Record<string, string> = {}): Promise<Response> {
    return fetch(this.url(path), {
      method: 'POST',
      body,
      headers: { 'Content-Type': 'application/json', ...headers },
      ...(body instanceof ReadableStream ? { duplex: 'half' } : {}),
    } as RequestInit);
  }

  /** A bare connection, for what no client would send. */
  connect(): Connection {
    const [host, port] = (this.server.address as string).split(':') as [string, string];
    return new Connection(connect(Number(port), host));
  }

  /** The log lines with this message. */
  logged(message: string): Record<string, unknown>[] {
    return this.lines.filter((line) => line.msg === message);
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.server.close();
  }
}

/** A bare connection and everything that came back on it. */
export class Connection {
  readonly socket: Socket;
  received = '';
  readonly closed: Promise<void>;
  #waiting: (() => void)[] = [];

  constructor(socket: Socket) {
    this.socket = socket;
    socket.setEncoding('utf8');
    socket.on('data', (text: string) => {
      this.received += text;
      this.#wake();
    });
    socket.on('error', () => {});
    this.closed = new Promise((resolve) => {
      socket.on('close', () => {
        resolve();
        this.#wake();
      });
    });
  }

  write(text: string): void {
    this.socket.write(text);
  }

  /** Resolves once the received text matches; rejects when the connection closes before. */
  async until(pattern: RegExp): Promise<void> {
    while (!pattern.test(this.received)) {
      if (this.socket.destroyed) throw new Error(`closed before ${pattern} came: ${JSON.stringify(this.received)}`);
      await new Promise<void>((resolve) => this.#waiting.push(resolve));
    }
  }

  #wake(): void {
    const waiting = this.#waiting;
    this.#waiting = [];
    for (const resolve of waiting) resolve();
  }
}

/** Resolves when the condition holds; it is checked every 2 ms. */
export async function eventually(condition: () => boolean): Promise<void> {
  while (!condition()) await new Promise((resolve) => setTimeout(resolve, 2));
}

/** A POST as bytes. */
export const post = (path: string, body = '{}') =>
  `POST ${path} HTTP/1.1\r\nHost: a\r\nContent-Length: ${body.length}\r\n\r\n${body}`;

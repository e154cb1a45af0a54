import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { parentPort, Worker, workerData } from 'node:worker_threads';

/** What the server answers at one `METHOD /path?query`; `{origin}` in headers and body becomes its own. */
export interface Route {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
  /** Never answers. */
  readonly silent?: boolean;
  /** Answers with `otherwise` unless the request has this `Authorization`. */
  readonly authorization?: string;
  readonly otherwise?: Route;
}

export interface LoopbackServer {
  /** `127.0.0.1:port` */
  readonly host: string;
  readonly origin: string;
  /** The requests so far, as `METHOD url`, and forgets them. */
  requests(): Promise<string[]>;
  stop(): Promise<void>;
}

/** An HTTP server in a thread of its own, since what is tested blocks the thread that asks. */
export async function startLoopbackServer(routes: Readonly<Record<string, Route>>): Promise<LoopbackServer> {
  const worker = new Worker(new URL(import.meta.url), { workerData: { routes } });
  const [port] = (await once(worker, 'message')) as [number];
  return {
    host: `127.0.0.1:${port}`,
    origin: `http://127.0.0.1:${port}`,
    async requests() {
      const reply = once(worker, 'message');
      worker.postMessage('requests');
      return (await reply)[0] as string[];
    },
    async stop() {
      await worker.terminate();
    },
  };
}

if (parentPort !== null && workerData?.routes !== undefined) {
  const routes = workerData.routes as Record<string, Route>;
  let requests: string[] = [];
  const server = createServer((request, response) => {
    const key = `${request.method} ${request.url}`;
    requests.push(key);
    let route: Route = routes[key] ?? { status: 404, body: 'nothing here' };
    if (route.authorization !== undefined && route.authorization !== request.headers.authorization) {
      route = route.otherwise ?? { status: 401 };
    }
    if (route.silent) return;
    const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    for (const [name, value] of Object.entries(route.headers ?? {})) {
      response.setHeader(name, value.replaceAll('{origin}', origin));
    }
    response.statusCode = route.status;
    response.end(route.body?.replaceAll('{origin}', origin));
  });
  server.listen(0, '127.0.0.1', () => parentPort?.postMessage((server.address() as AddressInfo).port));
  parentPort.on('message', () => {
    parentPort?.postMessage(requests);
    requests = [];
  });
}

import { lstatSync, unlinkSync } from 'node:fs';
import { createServer, type RequestListener, type Server, STATUS_CODES } from 'node:http';
import { type AddressInfo, connect, Server as NetServer, type Socket } from 'node:net';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { ListenError } from '../errors.js';
import type { Log } from '../telemetry/log.js';
import { formatListenAddress, type ListenAddress } from './address.js';
import { Connections } from './connections.js';

export interface ListenerLimits {
  /** Most open connections. */
  readonly maxConnections: number;
  /** Seconds for the head of a request; a slower caller gets 408 and loses its connection. */
  readonly headSeconds: number;
  /** Seconds for a body. The body reader enforces them; the listener's own limit only backs it up. */
  readonly bodySeconds: number;
  /**
   * Seconds an idle connection stays open. It must be more than the 90 s after which Go's client, which Metacontroller
   * uses, closes its idle connections: if the server closes first, now and then a request meets a closing socket.
   */
  readonly keepAliveSeconds: number;
}

/** Makes a node:http server around an app, with the limits that a server on a network needs. */
export function createListener(app: RequestListener, limits: ListenerLimits, log: Log): Server {
  const server = createServer(
    {
      headersTimeout: limits.headSeconds * 1000,
      requestTimeout: (limits.headSeconds + limits.bodySeconds) * 1000 + 5000,
      keepAliveTimeout: limits.keepAliveSeconds * 1000,
      // How often Node checks the first two. With its default of 30 s, a limit of 10 s could take effect after 40 s.
      connectionsCheckingInterval: Math.min(5000, limits.headSeconds * 500),
      noDelay: true,
    },
    app,
  );
  new Connections(limits.maxConnections, log).watch(server);
  // The app can then refuse a request before its body is sent; the body reader asks for the body.
  server.on('checkContinue', app);
  server.on('clientError', (error: NodeJS.ErrnoException, socket: Socket) => refuseConnection(error, socket, log));
  return server;
}

/** Listens, and resolves with the address in use and the port that the system chose. @throws ListenError */
export async function listen(server: Server, address: ListenAddress): Promise<string> {
  try {
    return await bind(server, address);
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code;
    if (code === 'EADDRINUSE' && address.kind === 'unix' && (await removeStale(address.path))) {
      return await bind(server, address).catch((again) => Promise.reject(listenError(again, address)));
    }
    throw listenError(error as NodeJS.ErrnoException, address);
  }
}

/** How many turns of the event loop `untilQuiet` waits at most for one in which nothing comes. */
const maxTurns = 1_000;

/**
 * Stops accepting connections, and leaves the open ones as they are. (`close` of node:http would end those without a
 * request, even if the bytes of one have arrived and only have to be read.) The system resets connections that it has
 * not yet handed over, so the listener is closed right after a turn that brought none.
 */
export async function stopListening(server: Server): Promise<void> {
  await untilQuiet(server, 'connection');
  NetServer.prototype.close.call(server);
}

/**
 * Waits for a turn of the event loop that brings no further connection or request. What has arrived before, but was not
 * read because this process had to wait for the processor, is then read.
 */
export async function untilQuiet(server: Server, event: 'connection' | 'request'): Promise<void> {
  let arrived = 0;
  const count = () => {
    arrived++;
  };
  server.on(event, count);
  for (let turn = 0, before = -1; turn < maxTurns && arrived !== before; turn++) {
    before = arrived;
    await nextTurn();
  }
  server.off(event, count);
}

function bind(server: Server, address: ListenAddress): Promise<string> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    const target =
      address.kind === 'unix'
        ? { path: address.path }
        : { port: address.port, ...(address.host === undefined ? {} : { host: address.host }) };
    server.listen(target, () => {
      server.off('error', reject);
      const port = address.kind === 'unix' ? 0 : (server.address() as AddressInfo).port;
      resolve(formatListenAddress(address.kind === 'unix' ? address : { ...address, port }));
    });
  });
}

/** Removes a socket file that nobody listens on any more, such as a killed server leaves behind. */
function removeStale(path: string): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = connect(path);
    probe.once('connect', () => {
      probe.destroy();
      resolve(false);
    });
    probe.once('error', (error: NodeJS.ErrnoException) => {
      const stale = error.code === 'ECONNREFUSED' && lstatSync(path).isSocket();
      if (stale) unlinkSync(path);
      resolve(stale);
    });
  });
}

const reasons: Readonly<Record<string, string>> = {
  EADDRINUSE: 'something else already listens there; stop it or choose another address with --listen-addr',
  EADDRNOTAVAIL: 'this machine has no such address',
  ENOTFOUND: 'there is no such host',
  EINVAL: 'the path of the socket is too long or not valid',
};

function listenError(error: NodeJS.ErrnoException, address: ListenAddress): ListenError {
  const denied =
    address.kind === 'unix'
      ? 'its directory does not exist or cannot be written'
      : 'this user may not; choose a port above 1023';
  const reason = error.code === 'EACCES' ? denied : (reasons[error.code ?? ''] ?? error.message);
  return new ListenError(`cannot listen on ${formatListenAddress(address)}: ${reason}`, { cause: error });
}

/** Answers on the socket if there is no request to answer: bytes that are not HTTP, a head that is too long or slow. */
function refuseConnection(error: NodeJS.ErrnoException, socket: Socket, log: Log): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy();
    return;
  }
  const [status, text] =
    error.code === 'ERR_HTTP_REQUEST_TIMEOUT'
      ? [408, 'RequestTimeout: the request did not arrive in time']
      : error.code === 'HPE_HEADER_OVERFLOW'
        ? [431, 'InvalidRequest: the headers of the request are too long']
        : [400, 'InvalidRequest: this is not an HTTP request'];
  log.connectionError(String(status), text);
  socket.end(
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\nConnection: close\r\nContent-Type: text/plain; charset=utf-8\r\n` +
      `Content-Length: ${text.length + 1}\r\n\r\n${text}\n`,
    () => socket.destroy(),
  );
}

import { readFileSync } from 'node:fs';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Log } from '../telemetry/log.js';

/** More connections than this need more memory than they can be worth: Metacontroller has at most a few hundred. */
const mostConnections = 4_000;

/**
 * Says how many connections a server may hold: half of the files that the process may open, since workers need some too.
 * @param limits the text of /proc/self/limits; the default is what this process has, on systems that have such a file
 */
export function maxConnections(limits: string = readLimits()): number {
  const files = Number(/^Max open files +(\d+)/m.exec(limits)?.[1] ?? Number.POSITIVE_INFINITY);
  return Math.min(mostConnections, Math.floor(files / 2));
}

function readLimits(): string {
  try {
    return readFileSync('/proc/self/limits', 'utf8');
  } catch {
    return '';
  }
}

/**
 * Keeps the number of open connections below a limit. For each one too many an idle one is closed: the one whose last
 * request is longest ago, but those that never made a request first.
 */
export class Connections {
  readonly #max: number;
  readonly #log: Log;
  /** Every open connection, and how many of its requests are not yet answered. */
  readonly #open = new Map<Socket, number>();
  /** Those that never made a request, the oldest first. */
  readonly #unused = new Set<Socket>();
  /** Those between two requests, the one whose last request is longest ago first. */
  readonly #idle = new Set<Socket>();

  constructor(max: number, log: Log) {
    this.#max = max;
    this.#log = log;
  }

  /** Counts the connections of a server from now on. */
  watch(server: Server): void {
    const onRequest = (request: IncomingMessage, response: ServerResponse) => this.#begin(request.socket, response);
    server.on('connection', (socket: Socket) => this.#add(socket));
    server.on('request', onRequest);
    server.on('checkContinue', onRequest);
  }

  #add(socket: Socket): void {
    if (this.#open.size >= this.#max) {
      // If every other connection has a request, the new one is closed.
      const spare = first(this.#unused) ?? first(this.#idle) ?? socket;
      this.#remove(spare);
      spare.destroy();
      const message = `more than ${this.#max} connections are open; idle ones are closed`;
      this.#log.connectionError('TooManyConnections', message);
      if (spare === socket) return;
    }
    this.#open.set(socket, 0);
    this.#unused.add(socket);
    socket.once('close', () => this.#remove(socket));
  }

  #remove(socket: Socket): void {
    this.#open.delete(socket);
    this.#unused.delete(socket);
    this.#idle.delete(socket);
  }

  #begin(socket: Socket, response: ServerResponse): void {
    this.#open.set(socket, (this.#open.get(socket) ?? 0) + 1);
    this.#unused.delete(socket);
    this.#idle.delete(socket);
    response.once('close', () => {
      const requests = this.#open.get(socket);
      if (requests === undefined) return;
      this.#open.set(socket, requests - 1);
      if (requests === 1) this.#idle.add(socket);
    });
  }
}

function first<T>(set: Set<T>): T | undefined {
  for (const item of set) return item;
  return undefined;
}

import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { type ErrorCode, HookdError } from '../errors.js';
import type { LoadedHook } from '../execution/executor.js';
import type { Answered, Failed, OutcomeFacts } from '../execution/outcome.js';
import { retryAfterSeconds } from '../retry-later.js';
import { oneLine } from '../telemetry/safe-text.js';
import type { Lifecycle } from './lifecycle.js';
import type { Service } from './service.js';
import type { UnsentReplies } from './unsent-replies.js';

/** Longest error body in characters. Metacontroller puts it into an Event, which holds 1,024. */
const longestMessage = 800;

/** Logged and counted as the status if the caller was gone before there was anything to send, as nginx does. */
const callerGoneStatus = 499;

/** Statuses whose replies have no body. */
const bodiless = new Set([204, 304]);

/** Headers that belong to the connection, so a hook cannot set them. */
const hopHeaders = new Set(['connection', 'content-length', 'keep-alive', 'trailer', 'transfer-encoding', 'upgrade']);

/** How much of a body is read and thrown away after an error, so that a caller still sending gets to see the reply. */
const drainBytes = 128 * 1024 * 1024;
const drainSeconds = 5;

/** After an error a body up to this size is read to its end and the connection is kept; else the connection is closed. */
const smallBody = 64 * 1024;

/** What an id from outside may hold, so that it can stand in a log line and in a header as it is. */
const saneId = /^[\w.:/+=@-]{1,128}$/;

/** What all exchanges of a server share. */
export interface Shared extends Pick<Service, 'log' | 'metrics'> {
  readonly lifecycle: Lifecycle;
  readonly unsent: UnsentReplies;
}

/** One request and its one reply: sends it, logs it, counts it. */
export class Exchange {
  readonly id: string;
  /** Aborted when the caller goes away before the reply. */
  readonly signal: AbortSignal;
  readonly #request: IncomingMessage;
  readonly #response: ServerResponse;
  readonly #hook: LoadedHook | undefined;
  readonly #path: string;
  readonly #shared: Shared;
  readonly #started = performance.now();
  #done = false;
  /** The connection closed while the hook was called, which may still run. */
  #isAbandoned = false;
  /** Tells that the reply is sent, if it could not be sent at once. */
  #sent: () => void = () => {};

  constructor(
    request: IncomingMessage,
    response: ServerResponse,
    path: string,
    hook: LoadedHook | undefined,
    shared: Shared,
  ) {
    this.#request = request;
    this.#response = response;
    this.#path = path;
    this.#hook = hook;
    this.#shared = shared;
    this.id = requestIdOf(request.headers['x-request-id']);
    const controller = new AbortController();
    this.signal = controller.signal;
    shared.lifecycle.begin();
    let over = false;
    const end = () => {
      if (over) return;
      over = true;
      this.#sent();
      shared.lifecycle.end();
      if (this.#done) return;
      this.#isAbandoned = true;
      shared.lifecycle.abandoned++;
      controller.abort();
    };
    response.once('close', end);
    // A reply that waits behind another one on its connection gets no event when the connection closes.
    if (response.socket === null) request.socket.setMaxListeners(0).once('close', end);
  }

  /** Sends a hook's answer. */
  answer(outcome: Answered): void {
    if (this.#callerGone) {
      this.abandon(outcome);
      return;
    }
    const { status, body } = outcome;
    const headers = this.#headers(this.#hook?.nodejsStyle === true ? endToEnd(outcome.headers) : outcome.headers);
    const empty = bodiless.has(status);
    if (!empty) headers['Content-Length'] = body.length;
    try {
      if (status < 200 || status > 599) throw new RangeError(`status ${status}`);
      this.#response.writeHead(status, headers);
    } catch (error) {
      const message = `the hook's status or headers cannot be sent: ${(error as Error).message}`;
      this.fail({ ...outcome, ok: false, code: 'InvalidResponse', message });
      return;
    }
    this.#send(empty ? undefined : body);
    this.#record(status, outcome);
  }

  /**
   * Sends an error: one line of text that starts with its code. Metacontroller copies it into an Event, and counts equal
   * Events as one, so it must not hold anything that differs from call to call, such as the id of the request.
   */
  fail(failure: Failed | HookdError): void {
    if (this.#callerGone) {
      this.abandon('ok' in failure ? failure : undefined);
      return;
    }
    const { status } = failure instanceof HookdError ? failure : new HookdError(failure.code, failure.message);
    const message = oneLine(failure.message, longestMessage);
    const text = Buffer.from(`${failure.code}: ${message}`);
    const headers = this.#headers(failure instanceof HookdError ? failure.headers : {});
    headers['Content-Type'] = 'text/plain; charset=utf-8';
    headers['Content-Length'] = text.length;
    if (status === 429 || status === 503) headers['Retry-After'] = retryAfterSeconds(failure.retryAfterSeconds ?? 1);
    if (this.#muchIsUnread) {
      headers.Connection = 'close';
      this.#response.writeHead(status, headers);
      this.#sendWhileDraining(text);
    } else {
      this.#response.writeHead(status, headers);
      this.#send(text);
    }
    this.#record(status, 'ok' in failure ? failure : undefined, {
      code: failure.code,
      message,
      // A trace of one line only repeats the message.
      trace: failure.message.includes(failure.trace ?? '') ? undefined : failure.trace,
    });
  }

  /** Records that the caller went away before there was anything to send. */
  abandon(facts?: OutcomeFacts): void {
    this.#record(callerGoneStatus, facts);
  }

  get #callerGone(): boolean {
    return this.#response.destroyed || this.#request.socket.destroyed;
  }

  #headers(own: Readonly<Record<string, string>>): Record<string, string | number> {
    const headers: Record<string, string | number> = {};
    for (const [name, value] of Object.entries(own)) headers[spell(name)] = value;
    headers['X-Request-Id'] = this.id;
    if (this.#shared.lifecycle.stopping) headers.Connection = 'close';
    return headers;
  }

  /**
   * Sends the body and ends the reply once the system has taken all of it. Node takes a reply that is ended for sent, and
   * would close its connection when the server stops, even if most of it is still in memory.
   */
  #send(body: Uint8Array | undefined): void {
    const response = this.#response;
    if (body === undefined || body.length === 0) {
      response.end();
      return;
    }
    response.write(body, () => response.end());
    if (response.writableLength > 0) this.#sent = this.#shared.unsent.add(this.#request.socket, body.length);
  }

  /** Whether more of the body may still come than is worth reading to keep the connection. */
  get #muchIsUnread(): boolean {
    const { headers, complete, readableEnded } = this.#request;
    if (complete || readableEnded) return false;
    if (headers['transfer-encoding'] !== undefined) return true;
    return Number(headers['content-length'] ?? 0) > smallBody;
  }

  /**
   * Sends the text at once, but ends the reply only when the rest of the body, or enough of it, has come. If a socket
   * is closed while there is unread input, the system sends a reset, which can overtake the reply.
   */
  #sendWhileDraining(text: Buffer): void {
    const request = this.#request;
    const response = this.#response;
    let drained = 0;
    const end = () => {
      clearTimeout(timer);
      request.off('data', count).off('end', end).off('close', end);
      response.end(() => request.socket.destroySoon());
    };
    const count = (chunk: Uint8Array) => {
      drained += chunk.length;
      if (drained > drainBytes) end();
    };
    const timer = setTimeout(end, drainSeconds * 1000);
    response.write(text);
    request.on('data', count).on('end', end).on('close', end);
    request.resume();
  }

  #record(
    status: number,
    facts: OutcomeFacts | undefined,
    failure?: { readonly code: ErrorCode; readonly message: string; readonly trace?: string | undefined },
  ): void {
    if (this.#done) return;
    this.#done = true;
    if (this.#isAbandoned) this.#shared.lifecycle.abandoned--;
    const { log, metrics } = this.#shared;
    const hook = this.#hook?.name;
    const seconds = (performance.now() - this.#started) / 1000;
    metrics.request(hook, status, seconds);
    if (failure !== undefined) metrics.rejected(hook, failure.code);
    if (hook !== undefined && facts !== undefined) this.#recordFacts(hook, facts);
    const request = facts?.request;
    log.request({
      hook,
      method: this.#request.method ?? '',
      path: this.#path,
      status,
      seconds,
      requestId: this.id,
      code: failure?.code,
      message: failure?.message,
      trace: failure?.trace,
      call: request?.kind,
      parent: request?.parent,
      observed: request?.observed,
      desired: facts?.desired,
      evaluationSeconds: facts?.evaluationSeconds,
      cache: facts?.cache,
    });
  }

  #recordFacts(hook: string, facts: OutcomeFacts): void {
    const { log, metrics } = this.#shared;
    if (facts.evaluationSeconds !== undefined) metrics.evaluated(hook, facts.evaluationSeconds);
    if (facts.cache !== undefined) metrics.cacheLookup(hook, facts.cache);
    for (const warning of facts.warnings) {
      metrics.contractWarning(hook, warning.rule);
      log.contractWarning({ hook, requestId: this.id, ...warning });
    }
  }
}

/** The caller's own `X-Request-Id` if it is sane, else a new one. */
function requestIdOf(header: string | string[] | undefined): string {
  return typeof header === 'string' && saneId.test(header) ? header : randomUUID();
}

const spelling = new Map([
  ['content-type', 'Content-Type'],
  ['etag', 'ETag'],
]);

/** A header name as people write it. Node sends a header twice if it is set in two spellings, so there is only one. */
function spell(name: string): string {
  if (!/^[\w-]+$/.test(name)) return name;
  return spelling.get(name) ?? name.replace(/(?<![^-])[a-z]/g, (letter) => letter.toUpperCase());
}

function endToEnd(headers: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !hopHeaders.has(name.toLowerCase())));
}

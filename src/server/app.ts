import type { RequestListener } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import express, { type Request, type RequestHandler, type Response, type Router } from 'express';
import { HookdError, stopping } from '../errors.js';
import type { Log } from '../telemetry/log.js';
import { Exchange, type Shared } from './exchange.js';
import { pathOf, Routes } from './find-hook.js';
import { Lifecycle } from './lifecycle.js';
import { checkMediaType } from './media-type.js';
import { probePaths, probes, sendText } from './probes.js';
import { BodyBudget, CallerGone, readBody } from './read-body.js';
import type { Service } from './service.js';
import { UnsentReplies } from './unsent-replies.js';

export interface AppOptions {
  /** Largest request body in bytes; a larger one is answered 413. */
  readonly maxRequestBytes: number;
  /** Seconds a request body may take to arrive, after which it is answered 408, and a reply to be read. */
  readonly bodyTimeoutSeconds: number;
  /** Whether /livez, /readyz and /metrics are answered here; false if they have a port of their own. */
  readonly probes: boolean;
}

/**
 * The listener that serves hooks; the caller makes the node:http server for it.
 *
 * It is an express router without an express app, because an app gives each request and reply a new prototype, which
 * slows down all that Node does with them (docs/decisions.md has the measurement). The router is a list of three
 * handlers, tried in order. It does not look at paths: a hook's name may hold characters that have a meaning in
 * express's patterns, so find-hook.ts compares names.
 * @param lifecycle shared with the server that listens; an app that is mounted elsewhere needs none
 */
export function createApp(service: Service, options: AppOptions, lifecycle = new Lifecycle()): RequestListener {
  const unsent = new UnsentReplies({ timeoutSeconds: options.bodyTimeoutSeconds, maxBytes: unsentBytes }, service.log);
  const shared = { ...service, lifecycle, unsent };
  const router = express.Router();
  router.use(serveHooks(shared, options));
  if (options.probes) router.use(probes(service, lifecycle));
  router.use(notFound(shared));
  return listener(router, service.log);
}

/** The listener of `--admin-listen-addr`: probes and metrics, and nothing else. */
export function createAdminApp(service: Service, lifecycle: Lifecycle): RequestListener {
  const router = express.Router();
  router.use(probes(service, lifecycle), (_request, response) => {
    sendText(response, 404, `RouteNotFound: only ${probePaths.join(', ')} are served here\n`);
  });
  return listener(router, service.log);
}

/** Makes a listener of a router. An error that no handler caught is a defect in hookd: it is logged and answered here. */
function listener(router: Router, log: Log): RequestListener {
  return (request, response) => {
    router(request as Request, response as Response, (error: unknown) => {
      log.defect(error);
      if (response.headersSent) response.destroy();
      else sendText(response, 500, 'Internal: a defect in hookd, see its log\n');
    });
  };
}

/** Bytes of replies that callers do not read. It is far more than the replies of healthy callers ever take. */
const unsentBytes = 64 * 1024 * 1024;

/** The way of a request: route, method, type, body, executor, reply. */
function serveHooks(shared: Service & Shared, options: AppOptions): RequestHandler {
  const { hooks, executor, log, lifecycle } = shared;
  const routes = new Routes(hooks);
  const limits = { maxBytes: options.maxRequestBytes, timeoutSeconds: options.bodyTimeoutSeconds };
  const budget = new BodyBudget(options.maxRequestBytes);

  return async (request, response, next) => {
    const path = pathOf(request.url);
    const hook = routes.find(path);
    if (hook === undefined) return next();
    const exchange = new Exchange(request, response, path, hook, shared);
    let held = 0;
    try {
      if (lifecycle.refusing) throw stopping();
      if (!hook.nodejsStyle) {
        checkMethod(request.method, path);
        checkMediaType(request.headers);
      }
      const body = await readBody(request, response, limits, budget);
      held = body.length;
      const ifNoneMatch = request.headers['if-none-match'];
      const outcome = await executor.run(
        {
          hook: hook.name,
          body,
          http: {
            method: request.method,
            url: request.url,
            headers: hook.nodejsStyle ? (request.headers as Record<string, string>) : {},
          },
          ...(ifNoneMatch === undefined ? {} : { ifNoneMatch }),
        },
        exchange.signal,
      );
      budget.give(held);
      held = 0;
      if (!outcome.ok && outcome.code === 'QueueFull') await untilRefused(exchange.signal);
      if (outcome.ok) exchange.answer(outcome);
      else exchange.fail(outcome);
    } catch (error) {
      if (error instanceof HookdError) exchange.fail(error);
      else if (error instanceof CallerGone) exchange.abandon();
      else {
        log.defect(error, exchange.id);
        exchange.fail(new HookdError('Internal', 'a defect in hookd, see its log'));
      }
    } finally {
      budget.give(held);
    }
  };
}

/** Milliseconds, at least and at most, after which a caller is told that the queue of its hook is full. */
const refusalMs = [1_000, 3_000] as const;

/**
 * Waits before a refusal. Hundreds of callers that try again as soon as they are refused would keep the server so busy that
 * the callers of other hooks have to wait; a waiting connection costs nothing. Each waits for another time, so that they do
 * not come back all at once.
 */
async function untilRefused(signal: AbortSignal): Promise<void> {
  const [least, most] = refusalMs;
  await sleep(least + Math.random() * (most - least), undefined, { signal }).catch(() => {});
}

function checkMethod(method: string, path: string): void {
  if (method === 'POST') return;
  throw new HookdError('MethodNotAllowed', `hook ${path} is called with POST, not ${method}`, {
    headers: { Allow: 'POST' },
  });
}

/** Answers everything else. Somebody at this machine is told which routes there are. */
function notFound(shared: Shared & Pick<Service, 'hooks'>): RequestHandler {
  return (request, response) => {
    const path = pathOf(request.url).slice(0, 200);
    const exchange = new Exchange(request, response, path, undefined, shared);
    const isLocal = /^(?:127\.0\.0\.1|::1|::ffff:127\.0\.0\.1)$/.test(request.socket.remoteAddress ?? '');
    const routes = shared.hooks.map(({ name }) => `/${name}`).join(', ');
    const advice = isLocal && routes !== '' && routes.length < 1000 ? `; served are ${routes}` : '';
    exchange.fail(new HookdError('RouteNotFound', `no hook is served at ${path}${advice}`));
  };
}

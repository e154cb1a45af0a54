import type { RequestListener } from 'node:http';
import express, { type Request, type RequestHandler, type Response, type Router } from 'express';
import { HookdError } from '../errors.js';
import type { Executor, LoadedHook } from '../execution/executor.js';
import type { Log } from '../telemetry/log.js';
import type { Metrics } from '../telemetry/metrics.js';
import { Exchange } from './exchange.js';
import { pathOf, Routes } from './find-hook.js';
import { Lifecycle } from './lifecycle.js';
import { checkMediaType } from './media-type.js';
import { probePaths, probes, sendText } from './probes.js';
import { BodyBudget, CallerGone, readBody } from './read-body.js';

export interface AppOptions {
  /** Largest request body in bytes; more is answered 413. */
  readonly maxRequestBytes: number;
  /** Seconds a request body may take to arrive; longer is answered 408. */
  readonly bodyTimeoutSeconds: number;
  /** Whether /livez, /readyz and /metrics are answered here; false where they have a port of their own. */
  readonly probes: boolean;
}

export interface AppContext {
  /** What `executor.start()` gave. */
  readonly hooks: readonly LoadedHook[];
  readonly executor: Executor;
  readonly log: Log;
  readonly metrics: Metrics;
  readonly options: AppOptions;
  /** Shared with the server that listens; an app that is mounted elsewhere needs none. */
  readonly lifecycle?: Lifecycle;
}

/**
 * The express router that serves hooks, as the listener of a node:http server, which it does not make.
 *
 * A router alone, not an app: an express app gives each request and reply a new prototype, which makes all that Node
 * does with them slow. Measured on Node 20 with a body of 2 kB: 31 µs of CPU a request for node:http alone, 31 with a
 * router, 93 with an app.
 */
export function createApp(context: AppContext): RequestListener {
  const serving = { ...context, lifecycle: context.lifecycle ?? new Lifecycle() };
  const router = express.Router();
  router.use(serveHooks(serving));
  if (context.options.probes) router.use(createProbes(serving));
  router.use(notFound(serving));
  return listener(router, context.log);
}

/** What `--admin-listen-addr` serves: probes and metrics, and nothing else. */
export function createAdminApp(context: ServingContext): RequestListener {
  const router = express.Router();
  router.use(createProbes(context), (_request, response) => {
    sendText(response, 404, `RouteNotFound: here are only ${probePaths.join(', ')}\n`);
  });
  return listener(router, context.log);
}

/** A router as a listener; what no handler foresaw is logged and answered here. */
function listener(router: Router, log: Log): RequestListener {
  return (request, response) => {
    router(request as Request, response as Response, (error: unknown) => {
      log.defect(error);
      if (response.headersSent) response.destroy();
      else sendText(response, 500, 'Internal: a defect in hookd, see its log\n');
    });
  };
}

function createProbes(context: ServingContext): RequestHandler {
  const { hooks, metrics, lifecycle, executor } = context;
  return probes({ hooks, metrics, lifecycle, waiting: () => executor.load.waiting });
}

type ServingContext = AppContext & { readonly lifecycle: Lifecycle };

/** How many bodies of the largest size may be under way at a time; of the usual size it is thousands. */
const largestBodies = 8;

/** The way of a request: route, method, type, body, executor, reply. */
function serveHooks(context: ServingContext): RequestHandler {
  const routes = new Routes(context.hooks);
  const { executor, options, lifecycle, log } = context;
  const limits = { maxBytes: options.maxRequestBytes, timeoutSeconds: options.bodyTimeoutSeconds };
  const budget = new BodyBudget(largestBodies * options.maxRequestBytes);

  return async (request, response, next) => {
    const path = pathOf(request.url);
    const hook = routes.find(path);
    if (hook === undefined) return next();
    const exchange = new Exchange(request, response, path, hook, context);
    let held = 0;
    try {
      if (lifecycle.refusing) throw new HookdError('Stopping', 'the server is shutting down');
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

function checkMethod(method: string, path: string): void {
  if (method === 'POST') return;
  throw new HookdError('MethodNotAllowed', `hook ${path} is called with POST, not ${method}`, {
    headers: { Allow: 'POST' },
  });
}

function notFound(context: ServingContext): RequestHandler {
  return (request, response) => {
    const path = pathOf(request.url).slice(0, 200);
    const exchange = new Exchange(request, response, path, undefined, context);
    exchange.fail(new HookdError('RouteNotFound', `no hook is served at ${path}`));
  };
}

import express, { type ErrorRequestHandler, type Express, type RequestHandler } from 'express';
import { HookdError } from '../errors.js';
import type { Executor, LoadedHook } from '../execution/executor.js';
import type { Log } from '../telemetry/log.js';
import type { Metrics } from '../telemetry/metrics.js';
import { CallerGone, readBody } from './body.js';
import { Exchange } from './exchange.js';
import { Lifecycle } from './lifecycle.js';
import { checkMediaType } from './media-type.js';
import { probePaths, probes } from './probes.js';
import { pathOf, Routes } from './routes.js';

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

/** The express app that serves hooks. It does not listen. */
export function createApp(context: AppContext): Express {
  const lifecycle = context.lifecycle ?? new Lifecycle();
  const app = bareApp();
  app.use(serveHooks({ ...context, lifecycle }));
  if (context.options.probes) app.use(createProbes({ ...context, lifecycle }));
  app.use(notFound({ ...context, lifecycle }), defects(context.log));
  return app;
}

/** The app behind `--admin-listen-addr`: probes and metrics, and nothing else. */
export function createAdminApp(context: AppContext & { readonly lifecycle: Lifecycle }): Express {
  const app = bareApp();
  app.use(createProbes(context), (_request, response) => {
    response
      .status(404)
      .type('text/plain')
      .send(`RouteNotFound: here are only ${probePaths.join(', ')}\n`);
  });
  app.use(defects(context.log));
  return app;
}

/** express without what a JSON endpoint does not need. */
function bareApp(): Express {
  const app = express();
  app.disable('x-powered-by');
  app.set('etag', false); // a tag on an error would make Metacontroller keep it; tags are made where the answer is
  app.set('query parser', false);
  return app;
}

function createProbes(context: AppContext & { readonly lifecycle: Lifecycle }): RequestHandler {
  const { hooks, metrics, lifecycle, executor } = context;
  return probes({ hooks, metrics, lifecycle, waiting: () => executor.load.waiting });
}

type ServingContext = AppContext & { readonly lifecycle: Lifecycle };

/** The way of a request: route, method, type, body, executor, reply. */
function serveHooks(context: ServingContext): RequestHandler {
  const routes = new Routes(context.hooks);
  const { executor, options, lifecycle, log } = context;
  const limits = { maxBytes: options.maxRequestBytes, timeoutSeconds: options.bodyTimeoutSeconds };

  return async (request, response, next) => {
    const path = pathOf(request.url);
    const hook = routes.find(path);
    if (hook === undefined) return next();
    const exchange = new Exchange(request, response, path, hook, context);
    try {
      if (lifecycle.refusing) throw new HookdError('Stopping', 'the server is shutting down');
      if (!hook.raw) {
        checkMethod(request.method, path);
        checkMediaType(request.headers);
      }
      const body = await readBody(request, response, limits);
      const ifNoneMatch = request.headers['if-none-match'];
      const outcome = await executor.run(
        {
          hook: hook.name,
          body,
          http: {
            method: request.method,
            url: request.url,
            headers: hook.raw ? (request.headers as Record<string, string>) : {},
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

/** The end of the line for what no handler foresaw. */
function defects(log: Log): ErrorRequestHandler {
  return (error, _request, response, _next) => {
    log.defect(error);
    if (response.headersSent) response.destroy();
    else response.status(500).type('text/plain').send('Internal: a defect in hookd, see its log\n');
  };
}

import type { ServerResponse } from 'node:http';
import type { RequestHandler } from 'express';
import type { LoadedHook } from '../execution/executor.js';
import type { Metrics } from '../telemetry/metrics.js';
import { pathOf } from './find-hook.js';
import type { Lifecycle } from './lifecycle.js';

export interface ProbeContext {
  readonly hooks: readonly LoadedHook[];
  readonly metrics: Metrics;
  readonly lifecycle: Lifecycle;
  /** Calls waiting for a worker, now. */
  readonly waiting: () => number;
}

interface Page {
  readonly status: number;
  readonly type: string;
  readonly text: string;
}

const plain = 'text/plain; charset=utf-8';

/** The paths that `probes` answers; no hook is served there, see the routes of the hooks room. */
export const probePaths = ['/livez', '/readyz', '/metrics'] as const;

/** Answers the kubelet's probes and Prometheus; leaves every other path to the next handler. */
export function probes(context: ProbeContext): RequestHandler {
  const pages: Readonly<Record<(typeof probePaths)[number], () => Page | Promise<Page>>> = {
    '/livez': () => ({ status: 200, type: plain, text: 'ok\n' }),
    '/readyz': () => readiness(context),
    '/metrics': async () => ({
      status: 200,
      type: context.metrics.contentType,
      text: await context.metrics.print({ inFlight: context.lifecycle.inFlight, waiting: context.waiting() }),
    }),
  };
  return async (request, response, next) => {
    const path = pathOf(request.url);
    if (!Object.hasOwn(pages, path)) return next();
    if (request.method !== 'GET' && request.method !== 'HEAD') {
      sendText(response, 405, `MethodNotAllowed: ${path} is read with GET\n`, { Allow: 'GET, HEAD' });
      return;
    }
    const { status, type, text } = await pages[path as keyof typeof pages]();
    sendText(response, status, text, {
      'Content-Type': type,
      ...(context.lifecycle.stopping ? { Connection: 'close' } : {}),
    });
  };
}

/** Sends a text that must not be kept by anybody on the way. */
export function sendText(
  response: ServerResponse,
  status: number,
  text: string,
  headers: Readonly<Record<string, string>> = {},
): void {
  const body = Buffer.from(text);
  response.writeHead(status, {
    'Content-Type': plain,
    'Content-Length': body.length,
    'Cache-Control': 'no-store',
    ...headers,
  });
  response.end(body);
}

/**
 * Ready means: not stopping, and at least one hook can answer. One broken hook must not take the others out of service,
 * but a rollout in which none loads must not replace pods that work.
 */
function readiness({ hooks, lifecycle }: ProbeContext): Page {
  const broken = hooks.filter((hook) => hook.error !== undefined);
  const lines = broken.map((hook) => `hook ${hook.name} cannot be loaded, see the log`);
  if (lifecycle.stopping) lines.unshift('stopping');
  const ready = !lifecycle.stopping && (hooks.length === 0 || broken.length < hooks.length);
  return { status: ready ? 200 : 503, type: plain, text: `${[ready ? 'ok' : 'not ready', ...lines].join('\n')}\n` };
}

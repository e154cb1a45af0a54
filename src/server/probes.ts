import type { ServerResponse } from 'node:http';
import type { RequestHandler } from 'express';
import { pathOf } from './find-hook.js';
import type { Lifecycle } from './lifecycle.js';
import type { Service } from './service.js';

interface Page {
  readonly status: number;
  readonly type: string;
  readonly text: string;
}

const plain = 'text/plain; charset=utf-8';

/** The paths that `probes` answers; no hook can be served there. */
export const probePaths = ['/livez', '/readyz', '/metrics'] as const;

/** Answers the kubelet's probes and Prometheus; leaves every other path to the next handler. */
export function probes({ hooks, metrics, executor, log }: Service, lifecycle: Lifecycle): RequestHandler {
  const pages: Readonly<Record<(typeof probePaths)[number], () => Page | Promise<Page>>> = {
    '/livez': () => ({ status: 200, type: plain, text: 'ok\n' }),
    '/readyz': () => readiness(hooks, lifecycle),
    '/metrics': async () => ({
      status: 200,
      type: metrics.contentType,
      text: await metrics.print({
        inFlight: lifecycle.inFlight + lifecycle.abandoned,
        waiting: executor.load.waiting,
        droppedLines: log.droppedLines,
      }),
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
    const closing = lifecycle.stopping ? { Connection: 'close' } : {};
    sendText(response, status, text, { 'Content-Type': type, ...closing });
  };
}

/** Sends a text that no cache on the way may keep. */
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
 * Ready means: the server is not stopping, and at least one hook can answer. One broken hook must not take the others
 * out of service, but if none can be loaded, a rollout must not replace pods that work.
 */
function readiness(hooks: Service['hooks'], lifecycle: Lifecycle): Page {
  const broken = hooks.filter((hook) => hook.error !== undefined);
  const lines = broken.map((hook) => `hook ${hook.name} cannot be loaded, see the log`);
  if (lifecycle.stopping) lines.unshift('stopping');
  const ready = !lifecycle.stopping && (hooks.length === 0 || broken.length < hooks.length);
  return { status: ready ? 200 : 503, type: plain, text: `${[ready ? 'ok' : 'not ready', ...lines].join('\n')}\n` };
}

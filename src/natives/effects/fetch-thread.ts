import { type MessagePort, parentPort, workerData } from 'node:worker_threads';
import { Agent, type Dispatcher, EnvHttpProxyAgent, request } from 'undici';
import type { ProxyConfig } from '../config.js';
import type { BlockingReply, BlockingRequest } from './effects.js';

/** What the blocked thread sends: the request, the port for the result, and the flag to raise afterwards. */
export interface FetchMessage {
  readonly request: BlockingRequest;
  readonly signal: Int32Array;
  readonly port: MessagePort;
}

export type FetchResult = { readonly reply: BlockingReply } | { readonly error: string };

async function run(call: BlockingRequest, dispatcher: Dispatcher): Promise<FetchResult> {
  const signal = AbortSignal.timeout(call.timeoutMs);
  try {
    const { method, headers, maxBytes } = call;
    const response = await request(call.url, { method, headers: headers ?? {}, signal, dispatcher });
    const declared = Number(response.headers['content-length'] ?? 0);
    const chunks: Uint8Array[] = [];
    let size = 0;
    if (method !== 'HEAD' && declared > maxBytes) return { error: `more than ${maxBytes} bytes` };
    for await (const chunk of response.body as AsyncIterable<Uint8Array>) {
      size += chunk.length;
      if (size > maxBytes) return { error: `more than ${maxBytes} bytes` };
      chunks.push(chunk);
    }
    return { reply: { status: response.statusCode, headers: flatten(response.headers), body: Buffer.concat(chunks) } };
  } catch (error) {
    return { error: signal.aborted ? `no answer within ${call.timeoutMs} ms` : reasonOf(error) };
  }
}

function flatten(headers: Record<string, string | string[] | undefined>): Record<string, string> {
  const flat: Record<string, string> = {};
  for (const [name, value] of Object.entries(headers)) {
    if (value !== undefined) flat[name.toLowerCase()] = Array.isArray(value) ? value.join(', ') : value;
  }
  return flat;
}

function reasonOf(error: unknown): string {
  const { message, code, errors } = error as Error & { code?: string; errors?: Error[] };
  return message || errors?.[0]?.message || code || String(error);
}

/** Serves the requests of the thread that started this one; each brings the port for its result. */
function serve(proxy: ProxyConfig): void {
  const proxied = proxy.httpProxy !== undefined || proxy.httpsProxy !== undefined;
  const dispatcher = proxied ? new EnvHttpProxyAgent({ ...proxy, noProxy: proxy.noProxy ?? '' }) : new Agent();
  parentPort?.on('message', async ({ request: call, signal, port }: FetchMessage) => {
    port.postMessage(await run(call, dispatcher));
    Atomics.store(signal, 0, 1);
    Atomics.notify(signal, 0);
    port.close();
  });
}

serve(workerData as ProxyConfig);

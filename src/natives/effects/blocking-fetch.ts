import { MessageChannel, receiveMessageOnPort, Worker } from 'node:worker_threads';
import type { ProxyConfig } from '../config.js';
import type { BlockingFetch, BlockingReply, BlockingRequest } from './effects.js';
import type { FetchMessage, FetchResult } from './fetch-thread.js';

/** Milliseconds on top of a request's own limit until the fetching thread is given up. */
const graceMs = 1000;

/**
 * Fetches synchronously: a thread of its own does the work while this one sleeps. That thread starts with the first
 * request, is kept for the next ones, and ends with the thread that uses it. A sleeping worker can be terminated.
 * @param proxy which proxies to use; none by default
 */
export function createBlockingFetch(proxy: ProxyConfig = {}): BlockingFetch {
  let thread: Worker | undefined;

  const start = (): Worker => {
    const worker = new Worker(new URL('./fetch-thread.js', import.meta.url), { workerData: proxy });
    worker.unref();
    worker.once('error', () => {
      if (thread === worker) thread = undefined;
    });
    return worker;
  };

  return (request: BlockingRequest): BlockingReply => {
    thread ??= start();
    const signal = new Int32Array(new SharedArrayBuffer(4));
    const { port1, port2 } = new MessageChannel();
    thread.postMessage({ request, signal, port: port2 } satisfies FetchMessage, [port2]);
    const waited = Atomics.wait(signal, 0, 0, request.timeoutMs + graceMs);
    const result = receiveMessageOnPort(port1)?.message as FetchResult | undefined;
    port1.close();
    if (result === undefined) {
      void thread.terminate();
      thread = undefined;
      const reason = waited === 'timed-out' ? `no answer within ${request.timeoutMs} ms` : 'the fetching thread ended';
      throw new Error(`${request.url}: ${reason}`);
    }
    if ('error' in result) throw new Error(`${request.url}: ${result.error}`);
    return result.reply;
  };
}

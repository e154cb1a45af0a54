import { MessageChannel, receiveMessageOnPort, Worker } from 'node:worker_threads';
import type { ProxyConfig } from '../config.js';
import type { BlockingFetch, BlockingReply, BlockingRequest } from './effects.js';
import type { FetchMessage, FetchResult } from './fetch-thread.js';

/** Milliseconds after a request's own limit until the fetching thread counts as hung. */
const graceMs = 1000;

/**
 * Makes a function that fetches synchronously: another thread does the work while the calling one sleeps. That thread
 * starts with the first request, serves the following ones, and ends with the thread that uses it. A sleeping thread can
 * be terminated.
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

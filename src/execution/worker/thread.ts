/** Entry of the thread in which hooks are loaded and called, one at a time; see worker-host.ts. */
import { AsyncLocalStorage } from 'node:async_hooks';
import { writeSync } from 'node:fs';
import { Socket, type SocketConstructorOpts, type TcpSocketConnectOpts } from 'node:net';
import { HookdError } from '../../errors.js';
import type { Hook, HookSpec } from '../../hooks/hook.js';
import { HookLoader } from '../../hooks/loader.js';
import { userTrace } from '../../hooks/script/stack-trace.js';
import { encodeFrame, FrameReader } from '../wire/frames.js';
import {
  type FromWorker,
  fromWorkerDescriptor,
  type LoadResult,
  markLine,
  type ToWorker,
  toWorkerDescriptor,
} from '../wire/messages.js';
import { invoke } from './invoke.js';
import { OutputCapture } from './output.js';

/** A load or a call: whose code runs, and what late errors are attributed to. */
interface Task {
  readonly hook: string;
  done: boolean;
}

type Setup = Extract<ToWorker, { type: 'setup' }>;

/** Bytes of one read; a socket holds about as many. */
const readBytes = 262_144;

const exit = process.exit.bind(process);
const tasks = new AsyncLocalStorage<Task>();
const hooks = new Map<string, Promise<Hook>>();
let current: Task = { hook: '', done: true };
let setup: Setup;
let loader: HookLoader;
let marks = 0;

const output = new OutputCapture((level, text) => {
  send({ type: 'output', hook: (tasks.getStore() ?? current).hook, level, text });
});
output.install();

process.exit = exitCalled;
process.on('uncaughtException', (error) => uncaught(error));
process.on('unhandledRejection', (reason) => uncaught(reason));

const reader = new FrameReader((head, body) => void receive(head as ToWorker, body), true);
// Node's types know `onread` of a connection to somewhere only.
const options: SocketConstructorOpts & Pick<TcpSocketConnectOpts, 'onread'> = {
  fd: toWorkerDescriptor,
  readable: true,
  writable: false,
  // Reads without a stream in between, and into the same memory each time.
  onread: {
    buffer: Buffer.allocUnsafeSlow(readBytes),
    callback(length, buffer) {
      reader.push(buffer.subarray(0, length));
      return true;
    },
  },
};
const pipe = new Socket(options);
pipe.resume();
// The server is gone, or has closed the pipe to end this worker.
pipe.on('error', () => exit());
pipe.on('close', () => exit());

async function receive(message: ToWorker, body: Uint8Array<ArrayBuffer>): Promise<void> {
  switch (message.type) {
    case 'setup':
      setup = message;
      loader = new HookLoader(message.config, (level, text) => output.line(level, text), message.shared);
      send({ type: 'ready' });
      return;
    case 'load':
      return run(message.hook, async () => {
        const result = await load(message.hook);
        return { head: { type: 'loaded', result, shared: await loader.takeShared(), ...mark(message.hook) } };
      });
    case 'call':
      return run(message.hook, async () => {
        const hook = await hookNamed(message.hook);
        const outcome = await invoke(hook, { ...message, body }, { strict: setup.config.strict });
        if (!outcome.ok) return { head: { type: 'outcome', outcome, ...mark(message.hook) } };
        const { body: answer, ...rest } = outcome;
        return { head: { type: 'outcome', outcome: rest, ...mark(message.hook) }, body: answer };
      });
  }
}

/** Runs one task and sends what it gives, unless an error outside of it has ended it before. */
async function run(hook: string, work: () => Promise<{ head: FromWorker; body?: Uint8Array }>): Promise<void> {
  const task: Task = { hook, done: false };
  current = task;
  output.reset();
  let reply: { head: FromWorker; body?: Uint8Array };
  try {
    reply = await tasks.run(task, work);
  } catch (error) {
    const { code, message, trace } = asHookdError(error);
    const outcome = { ok: false as const, warnings: [], code, message: `hook ${hook}: ${message}` };
    reply = { head: { type: 'outcome', outcome: trace === undefined ? outcome : { ...outcome, trace } } };
  }
  if (task.done) return;
  task.done = true;
  send(reply.head, reply.body);
}

function hookNamed(name: string): Promise<Hook> {
  let hook = hooks.get(name);
  if (hook === undefined) {
    const spec = setup.specs.find((one) => one.name === name) as HookSpec;
    hook = loader.load(spec);
    hooks.set(name, hook);
  }
  return hook;
}

async function load(name: string): Promise<LoadResult> {
  try {
    const { nodejsStyle, digest } = await hookNamed(name);
    return { ok: true, nodejsStyle, ...(digest === undefined ? {} : { digest }) };
  } catch (error) {
    const { code, message, trace } = asHookdError(error);
    return { ok: false, code, message, ...(trace === undefined ? {} : { trace }) };
  }
}

function asHookdError(error: unknown): HookdError {
  if (error instanceof HookdError) return error;
  const { message, stack } = error as Error;
  return new HookdError('Internal', `a defect in hookd: ${message}`, { trace: stack ?? message });
}

/** `process.exit` of hooks: it ends the call it comes from, but not that of another hook which runs by then. */
function exitCalled(code?: number | string | null): never {
  const task = tasks.getStore() ?? current;
  if (!task.done) exit(code);
  throw new Error(`process.exit(${code ?? ''}) has no effect here`);
}

/** An error nobody caught: it fails the call it came from; after the answer it is only told. */
function uncaught(error: unknown): void {
  const task = tasks.getStore() ?? current;
  const message = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
  const trace = userTrace(error) ?? message;
  if (task.done) {
    send({ type: 'output', hook: task.hook, level: 'error', text: `threw after it had answered: ${trace}` });
    return;
  }
  task.done = true;
  send({ type: 'uncaught', message, trace });
}

/** What libjsonnet wrote to standard error in this task ends here. */
function mark(hook: string): { mark?: number } {
  const isJsonnet = setup.specs.some((spec) => spec.name === hook && spec.language === 'jsonnet');
  if (!isJsonnet || setup.config.engine !== 'libjsonnet') return {};
  marks++;
  writeSync(2, `${markLine(marks)}\n`);
  return { mark: marks };
}

/**
 * Writes at once and blocks until it is written: what a hook printed before it loops or exits is not lost, and the thread
 * has nothing else to do meanwhile.
 */
function send(message: FromWorker, body?: Uint8Array): void {
  for (const chunk of encodeFrame(message, body)) {
    for (let at = 0; at < chunk.byteLength; ) at += writeSync(fromWorkerDescriptor, chunk, at);
  }
}

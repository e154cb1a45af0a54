/** Entry of the thread in which hooks are loaded and called, one at a time; see host.ts. */
import { AsyncLocalStorage } from 'node:async_hooks';
import { writeSync } from 'node:fs';
import { Socket, type SocketConstructorOpts, type TcpSocketConnectOpts } from 'node:net';
import { workerData } from 'node:worker_threads';
import { failureOf } from '../../errors.js';
import type { Hook, HookSpec } from '../../hooks/hook.js';
import { HookLoader } from '../../hooks/loader.js';
import { userTrace } from '../../hooks/script/stack-trace.js';
import { attempt, describeThrown } from '../../hooks/script/thrown.js';
import { encodeFrame, FrameReader } from '../wire/frames.js';
import { descriptors, type FromThread, type LoadResult, type ToThread, type TurnEnd } from '../wire/messages.js';
import { invoke } from './invoke.js';
import { OutputCapture } from './output.js';
import { Progress } from './progress.js';

/** One load or call: whose code runs, and what late errors are attributed to. */
interface Turn {
  readonly turn: number;
  readonly hook: string;
  isOver: boolean;
}

type Setup = Extract<ToThread, { type: 'setup' }>;
type Load = Extract<ToThread, { type: 'load' }>;
type CallHook = Extract<ToThread, { type: 'call' }>;
type Reply = { readonly head: TurnEnd; readonly body?: Uint8Array };

/** Bytes of one read; a socket holds about that many. */
const readBytes = 262_144;

// Taken before any hook is loaded, so that a hook which replaces them changes nothing here.
const exit = process.exit.bind(process);
const kill = process.kill.bind(process);
const write = writeSync;
const progress = new Progress(workerData as SharedArrayBuffer);
const turns = new AsyncLocalStorage<Turn>();
const hooks = new Map<string, Promise<Hook>>();
let current: Turn = { turn: 0, hook: '', isOver: true };
let setup: Setup;
let loader: HookLoader;

const output = new OutputCapture((level, text) => {
  send({ type: 'output', hook: (turns.getStore() ?? current).hook, level, text });
});
output.install();

process.exit = exitCalled;
process.kill = killCalled;
process.on('uncaughtException', (error) => uncaught(error));
process.on('unhandledRejection', (reason) => uncaught(reason));

const reader = new FrameReader((head, body) => void receive(head as ToThread, body), { reuse: true });
// Node's types know `onread` of a connection to somewhere only.
const options: SocketConstructorOpts & Pick<TcpSocketConnectOpts, 'onread'> = {
  fd: descriptors.toThread,
  readable: true,
  writable: false,
  // Reads without a stream in between, and into the same memory each time.
  onread: {
    buffer: Buffer.allocUnsafeSlow(readBytes),
    callback(length, buffer) {
      progress.active();
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

async function receive(message: ToThread, body: Uint8Array<ArrayBuffer>): Promise<void> {
  switch (message.type) {
    case 'setup':
      setup = message;
      send({ type: 'ready' });
      return;
    case 'handover':
      loader = new HookLoader(setup.config, (level, text) => output.line(level, text), message.handover);
      return;
    case 'load':
      return run(message, () => load(message));
    case 'call':
      return run(message, () => call(message, body));
  }
}

/** Runs one turn and sends what it gives, unless an error outside of it has ended it before. */
async function run({ turn, hook }: Load | CallHook, work: () => Promise<Reply>): Promise<void> {
  const own: Turn = { turn, hook, isOver: false };
  current = own;
  progress.begin(turn);
  output.reset();
  const { head, body } = await turns.run(own, work);
  if (own.isOver) return;
  own.isOver = true;
  send(head, body);
}

async function load({ turn, hook }: Load): Promise<Reply> {
  let result: LoadResult;
  try {
    const { nodejsStyle, digest, note } = await hookNamed(hook);
    result = { ok: true, nodejsStyle, digest, note };
  } catch (error) {
    result = { ok: false, ...failureOf(error) };
  }
  return { head: { type: 'loaded', turn, result, handover: await loader.takeHandover() } };
}

async function call({ turn, hook, http, sendsProgress }: CallHook, body: Uint8Array<ArrayBuffer>): Promise<Reply> {
  try {
    const outcome = await invoke(
      await hookNamed(hook),
      { hook, body, http },
      {
        strict: setup.config.strict,
        rules: setup.config.rules,
        maxAnswerBytes: setup.maxAnswerBytes,
        onRead(facts) {
          progress.note(facts);
          if (sendsProgress) send({ type: 'progress', turn, ...progress.of(turn) });
        },
      },
    );
    if (!outcome.ok) return { head: { type: 'outcome', turn, outcome } };
    const { body: answer, ...rest } = outcome;
    return { head: { type: 'outcome', turn, outcome: rest }, body: answer };
  } catch (error) {
    const failure = failureOf(error);
    const outcome = { ok: false as const, warnings: [], ...failure, message: `hook ${hook}: ${failure.message}` };
    return { head: { type: 'outcome', turn, outcome } };
  }
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

/** `process.exit` of hooks: it ends the call it comes from, but not that of another hook which runs by then. */
function exitCalled(code?: number | string | null): never {
  const turn = turns.getStore() ?? current;
  if (!turn.isOver) exit(code);
  throw new Error(`process.exit(${code ?? ''}) has no effect here`);
}

/** `process.kill` of hooks: all of the group, and the parent, are processes of hookd. */
function killCalled(pid: number, signal?: string | number): true {
  const own = [0, process.ppid, -process.ppid];
  if (own.includes(pid) && signal !== 0) throw new Error(`process.kill(${pid}) would end hookd`);
  return kill(pid, signal);
}

/** An error nobody caught: it fails the call it came from; after the answer it is only logged. */
function uncaught(error: unknown): void {
  const turn = turns.getStore() ?? current;
  const isError = attempt(() => error instanceof Error) === true;
  const message = isError ? describeThrown(error) : (attempt(() => String(error)) ?? 'something that cannot be read');
  const trace = userTrace(error) ?? message;
  if (turn.isOver) {
    send({ type: 'output', hook: turn.hook, level: 'error', text: `threw after it had answered: ${trace}` });
    return;
  }
  turn.isOver = true;
  send({ type: 'uncaught', turn: turn.turn, message, trace });
}

/**
 * Writes at once and blocks until it is written: what a hook printed before it loops or exits is not lost, and the thread
 * has nothing else to do meanwhile.
 */
function send(message: FromThread, body?: Uint8Array): void {
  for (const chunk of encodeFrame(setup.key, message, body)) {
    for (let at = 0; at < chunk.byteLength; ) at += write(descriptors.fromThread, chunk, at);
  }
}

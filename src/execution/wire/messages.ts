import type { Failure } from '../../errors.js';
import type { HookConfig } from '../../hooks/config.js';
import type { Handover } from '../../hooks/handover.js';
import type { HookSpec, HttpFacts, OutputLevel } from '../../hooks/hook.js';
import type { RequestFacts } from '../../protocol/contract.js';
import type { Outcome } from '../outcome.js';

/**
 * What the server sends to the thread that evaluates: its setup, what earlier workers hand over to it, then one turn at a
 * time, a load or a call. The body of a call travels next to its head.
 */
export type ToThread =
  | SetupMessage
  | { readonly type: 'handover'; readonly handover: Handover }
  | { readonly type: 'load'; readonly turn: number; readonly hook: string }
  | CallMessage;

interface SetupMessage {
  readonly type: 'setup';
  /** The key of the frames that the worker sends, see encodeFrame. */
  readonly key: number;
  readonly specs: readonly HookSpec[];
  readonly config: HookConfig;
  readonly maxAnswerBytes: number;
}

interface CallMessage {
  readonly type: 'call';
  readonly turn: number;
  readonly hook: string;
  readonly http: HttpFacts;
  /** Whether the thread sends its progress before it calls the hook, for hooks that have ended a worker before. */
  readonly sendsProgress: boolean;
}

/** What the thread sends to the server. The body of an answer travels next to its head. */
export type FromThread =
  | { readonly type: 'ready' }
  | ProgressMessage
  | { readonly type: 'output'; readonly hook: string; readonly level: OutputLevel; readonly text: string }
  | TurnEnd;

/** The end of a turn. `uncaught` is an error that the hook threw where nothing could catch it. */
export type TurnEnd =
  | { readonly type: 'loaded'; readonly turn: number; readonly result: LoadResult; readonly handover: Handover }
  | { readonly type: 'outcome'; readonly turn: number; readonly outcome: WithoutBody<Outcome> }
  | { readonly type: 'uncaught'; readonly turn: number; readonly message: string; readonly trace: string };

type WithoutBody<T> = T extends unknown ? Omit<T, 'body'> : never;

/** What loading a hook in a worker gave. */
export type LoadResult =
  | {
      readonly ok: true;
      readonly nodejsStyle: boolean;
      readonly digest?: string | undefined;
      readonly note?: string | undefined;
    }
  | ({ readonly ok: false } & Failure);

/** What the server sends to the main thread of a worker: the limits first, then questions about the turn that runs. */
export type ToHost =
  | ({ readonly type: 'start'; readonly key: number } & WorkerLimits)
  | { readonly type: 'ask'; readonly turn: number };

export interface WorkerLimits {
  /** Heap of the thread that evaluates, in MiB. */
  readonly heapMb: number;
  /** Stack of that thread, in MiB. */
  readonly stackMb: number;
}

/** What the main thread of a worker sends to the server. */
export type FromHost = ProgressMessage | ThreadEnd;

type ProgressMessage = { readonly type: 'progress'; readonly turn: number } & TurnProgress;

/** How far a turn has come. */
export interface TurnProgress {
  /** Whether the thread has begun with it. */
  readonly begun: boolean;
  /** Changes whenever the thread reads from its pipe, so that it shows whether something blocks it. */
  readonly activity: number;
  readonly facts?: KnownFacts;
}

/** What the request says; null if it is not one of Metacontroller's, and undefined as long as it is not read. */
export type KnownFacts = RequestFacts | null | undefined;

/** The last message of a worker: why its thread ended. */
export interface ThreadEnd {
  readonly type: 'end';
  /** Those of the last turn. */
  readonly facts?: KnownFacts;
  readonly reason: 'exit' | 'error' | 'memory';
  /** Exit code if the reason is `exit`. */
  readonly code?: number;
  /** What was thrown if the reason is `error`. */
  readonly message?: string;
  readonly trace?: string;
}

/**
 * Descriptors of a worker's pipes, after stdin, stdout and stderr. The main thread reads and writes one; the evaluating
 * thread has one for each direction, since a descriptor that libuv reads from cannot be written to synchronously.
 */
export const descriptors = { host: 3, toThread: 4, fromThread: 5 } as const;

import { HookdError } from '../../errors.js';
import type { Hook, HookAnswer } from '../../hooks/hook.js';
import type { Json } from '../../json/json.js';
import { checkAnswer, type ReadRequest, RequestError, readRequest } from '../../protocol/index.js';
import { answerKey, callKey, isUnchanged, quoteTag } from '../etag.js';
import type { Call, Outcome, OutcomeFacts } from '../outcome.js';
import { parseBody } from './request-body.js';

/** How answers are judged. */
export interface InvokeOptions {
  /** Warnings of the contract become errors. */
  readonly strict: boolean;
}

/** What is known of a call before its end, for the outcome of a call that fails. */
type Known = { -readonly [Key in keyof OutcomeFacts]: OutcomeFacts[Key] };

/**
 * One call from bytes to bytes: parse, find out what the request is, call the hook, check the answer, serialise.
 * Everything that runs hooks goes through here. Never rejects: what goes wrong is a `Failed` outcome.
 */
export async function invoke(hook: Hook, call: Call, options: InvokeOptions): Promise<Outcome> {
  const known: Known = { warnings: [] };
  try {
    const { body, read } = readCall(hook, call);
    if (read !== undefined) known.request = read.facts;
    const started = performance.now();
    let answer: HookAnswer;
    try {
      answer = await hook.call({ request: body, http: call.http });
    } finally {
      known.evaluationSeconds = (performance.now() - started) / 1000;
    }
    const isChecked = read !== undefined && answer.status === 200;
    const text = isChecked ? check(hook, read, answer, options, known) : unchecked(hook, answer);
    return reply(hook, call, answer, text, known);
  } catch (error) {
    return failed(hook, error, known);
  }
}

/** Parses the body. A nodejs-style hook takes anything: JSON, text, nothing. */
function readCall(hook: Hook, call: Call): { body: Json; read: ReadRequest | undefined } {
  if (!hook.nodejsStyle) {
    const body = parseBody(call.body) as Json;
    return { body, read: readRequest(body) };
  }
  if (call.body.byteLength === 0) return { body: {}, read: undefined };
  let body: Json;
  try {
    body = parseBody(call.body) as Json;
  } catch (error) {
    if (/\bjson\b/i.test(call.http.headers['content-type'] ?? '')) throw error;
    return { body: new TextDecoder().decode(call.body), read: undefined };
  }
  try {
    return { body, read: readRequest(body) };
  } catch (error) {
    if (error instanceof RequestError) return { body, read: undefined };
    throw error;
  }
}

/** Checks an answer and returns the text to send. */
function check(hook: Hook, read: ReadRequest, answer: HookAnswer, options: InvokeOptions, known: Known): string {
  const { body } = answer;
  const text = hook.nodejsStyle && typeof body === 'string' ? body : undefined;
  const plain = hook.spec.language === 'jsonnet';
  const value = text === undefined ? body : parsedAnswer(text);
  const verdict = checkAnswer(read.request, read.facts, value, { ...options, plain });
  known.warnings = verdict.warnings;
  known.desired = verdict.desired;
  const [first, ...more] = verdict.errors;
  if (first === undefined) return text ?? JSON.stringify(verdict.sent);
  const rest = more.length === 0 ? '' : ` (and ${more.length} more)`;
  throw new HookdError('InvalidResponse', first.message + rest, {
    trace: verdict.errors.map((finding) => finding.message).join('\n'),
  });
}

/** A nodejs-style hook may answer JSON text that it made itself. */
function parsedAnswer(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

/** The text of an answer that Metacontroller does not read: a nodejs-style hook's with another status, or to somebody else. */
function unchecked(hook: Hook, { body }: HookAnswer): string {
  if (hook.nodejsStyle && typeof body === 'string') return body;
  try {
    return JSON.stringify(body) ?? '';
  } catch (error) {
    const reason = (error as Error).message.split('\n', 1)[0];
    throw new HookdError('InvalidResponse', `the body cannot be written as JSON: ${reason}`, { cause: error });
  }
}

function reply(hook: Hook, call: Call, answer: HookAnswer, text: string, known: Known): Outcome {
  const { status } = answer;
  const isText = hook.nodejsStyle && typeof answer.body === 'string';
  const headers = { 'content-type': isText ? 'text/plain; charset=utf-8' : 'application/json', ...answer.headers };
  const body = new TextEncoder().encode(text);
  const digest = answer.pure ? hook.digest : undefined;
  const answered = { ok: true as const, ...known, ...(digest === undefined ? {} : { digest }) };
  if (status !== 200 || known.request?.etag !== true) return { ...answered, status, headers, body };
  const etag = quoteTag(digest === undefined ? answerKey(body) : callKey(digest, call.body));
  if (isUnchanged(call.ifNoneMatch, etag))
    return { ...answered, status: 304, headers: { etag }, body: new Uint8Array(0) };
  return { ...answered, status, headers: { ...headers, etag }, body };
}

function failed(hook: Hook, error: unknown, known: Known): Outcome {
  if (error instanceof RequestError) return { ok: false, ...known, code: 'InvalidRequest', message: error.message };
  if (error instanceof HookdError) {
    const { code, message, trace, retryAfterSeconds } = error;
    // What is wrong with the body says nothing about the hook.
    const text = code === 'InvalidJson' ? message : `hook ${hook.spec.name}: ${message}`;
    return {
      ok: false,
      ...known,
      code,
      message: text,
      ...(trace === undefined ? {} : { trace }),
      ...(retryAfterSeconds === undefined ? {} : { retryAfterSeconds }),
    };
  }
  const { message, stack } = error as Error;
  if (error instanceof RangeError && message === 'Maximum call stack size exceeded') {
    return {
      ok: false,
      ...known,
      code: 'InvalidRequest',
      message: `hook ${hook.spec.name}: the request or the answer is nested too deeply`,
    };
  }
  const trace = stack ?? message;
  return {
    ok: false,
    ...known,
    code: 'Internal',
    message: `hook ${hook.spec.name}: a defect in hookd: ${message}`,
    trace,
  };
}

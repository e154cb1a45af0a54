import { type Failure, failureOf, HookdError } from '../../errors.js';
import type { Hook, HookAnswer } from '../../hooks/hook.js';
import { type LongIntegers, withAllDigits } from '../../json/exact-numbers.js';
import type { Json } from '../../json/json.js';
import { plainText } from '../../json/plain-text.js';
import {
  checkAnswer,
  levelsFor,
  type ReadRequest,
  RequestError,
  type RequestFacts,
  type RuleSettings,
  readRequest,
} from '../../protocol/index.js';
import type { Call, Outcome, OutcomeFacts } from '../outcome.js';
import { parseBody } from './request-body.js';

export interface InvokeOptions {
  /** Warnings of the contract become errors. */
  readonly strict: boolean;
  /** What a broken rule of the contract does, see HookConfig. */
  readonly rules: RuleSettings;
  /** Largest answer; a larger one is refused. */
  readonly maxAnswerBytes: number;
  /** Is called before the hook is, with what the request says; undefined if it is not one of Metacontroller's. */
  readonly onRead?: (facts: RequestFacts | undefined) => void;
}

/** What is known of a call before its end, for the outcome of a call that fails. */
type FactsSoFar = { -readonly [Key in keyof OutcomeFacts]: OutcomeFacts[Key] };

/**
 * One call from bytes to bytes: it parses the body, finds out what the request is, calls the hook, checks the answer and
 * serialises it. Everything that runs hooks goes through here. Never rejects: what goes wrong is a `Failed` outcome.
 */
export async function invoke(hook: Hook, call: Call, options: InvokeOptions): Promise<Outcome> {
  const facts: FactsSoFar = { warnings: [] };
  try {
    const { body, integers, read } = readCall(hook, call);
    if (read !== undefined) facts.request = read.facts;
    options.onRead?.(read?.facts);
    const started = performance.now();
    let answer: HookAnswer;
    try {
      answer = await hook.call({ request: body, http: call.http });
    } finally {
      facts.evaluationSeconds = (performance.now() - started) / 1000;
    }
    const isChecked = read !== undefined && answer.status === 200;
    const text = isChecked ? check(hook, read, answer, integers, options, facts) : unchecked(hook, answer, integers);
    return answered(hook, answer, text, options, facts);
  } catch (error) {
    return { ok: false, ...facts, ...failureOfCall(hook, error, facts.request) };
  }
}

/** A body that was parsed, and what is known of the request if it is one of Metacontroller's. */
interface CallBody {
  readonly body: Json;
  /** Integers that `body` holds rounded. */
  readonly integers?: LongIntegers | undefined;
  readonly read?: ReadRequest;
}

/** Parses the body. A hook in nodejs-server style takes anything: JSON, text, nothing. */
function readCall(hook: Hook, call: Call): CallBody {
  if (!hook.nodejsStyle) {
    const { value, integers } = parseBody(call.body);
    return { body: value as Json, integers, read: readRequest(value) };
  }
  if (call.body.byteLength === 0) return { body: {} };
  let body: Json;
  let integers: LongIntegers | undefined;
  try {
    const parsed = parseBody(call.body);
    body = parsed.value as Json;
    integers = parsed.integers;
  } catch (error) {
    if (/\bjson\b/i.test(call.http.headers['content-type'] ?? '')) throw error;
    return { body: new TextDecoder().decode(call.body) };
  }
  try {
    return { body, integers, read: readRequest(body) };
  } catch (error) {
    if (error instanceof RequestError) return { body, integers };
    throw error;
  }
}

/** Checks an answer and returns the text to send, in which integers of the request have all their digits. */
function check(
  hook: Hook,
  read: ReadRequest,
  answer: HookAnswer,
  integers: LongIntegers | undefined,
  options: InvokeOptions,
  facts: FactsSoFar,
): string {
  const { body } = answer;
  const text = hook.nodejsStyle && typeof body === 'string' ? body : undefined;
  const value = text === undefined ? body : parsedAnswer(text);
  const verdict = checkAnswer(read.request, read.facts, value, {
    strict: options.strict,
    levels: levelsFor(hook.spec.name, options.rules),
    alreadyJson: answer.alreadyJson,
    nodejsStyle: hook.nodejsStyle,
    ...(integers !== undefined && { roundedIntegers: lostIntegers(integers, text !== undefined) }),
  });
  facts.warnings = verdict.warnings;
  facts.desired = verdict.desired;
  const [first, ...more] = verdict.errors;
  if (first === undefined) return text ?? withAllDigits(plainText(verdict.json), integers);
  const rest = more.length === 0 ? '' : ` (and ${more.length} more)`;
  throw new HookdError('InvalidResponse', first.message + rest, {
    trace: verdict.errors.map((finding) => finding.message).join('\n'),
  });
}

/** The integers whose digits cannot be given back: those that are ambiguous, and in a text of the hook's own all. */
function lostIntegers({ textOf, ambiguous }: LongIntegers, isOwnText: boolean): ReadonlySet<number> {
  return isOwnText ? new Set([...textOf.keys(), ...ambiguous]) : ambiguous;
}

/** A hook in nodejs-server style may answer JSON text that it made itself. */
function parsedAnswer(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

/** The text of an answer that Metacontroller does not read: one with another status, or to another caller. */
function unchecked(hook: Hook, { body }: HookAnswer, integers: LongIntegers | undefined): string {
  if (hook.nodejsStyle && typeof body === 'string') return body;
  try {
    return withAllDigits(JSON.stringify(body) ?? '', integers);
  } catch (error) {
    const reason = (error as Error).message.split('\n', 1)[0];
    throw new HookdError('InvalidResponse', `the body cannot be written as JSON: ${reason}`, { cause: error });
  }
}

function answered(
  hook: Hook,
  answer: HookAnswer,
  text: string,
  { maxAnswerBytes }: InvokeOptions,
  facts: FactsSoFar,
): Outcome {
  const body = new TextEncoder().encode(text);
  if (body.byteLength > maxAnswerBytes) {
    const most = `--max-answer-bytes allows ${maxAnswerBytes}`;
    throw new HookdError('InvalidResponse', `the answer has ${body.byteLength} bytes, but ${most}`);
  }
  const isText = hook.nodejsStyle && typeof answer.body === 'string';
  const digest = answer.pure ? hook.digest : undefined;
  return {
    ok: true,
    ...facts,
    ...(digest !== undefined && { digest }),
    status: answer.status,
    headers: { 'content-type': isText ? 'text/plain; charset=utf-8' : 'application/json', ...answer.headers },
    body,
  };
}

/** What is wrong with the request says nothing about the hook; everything else begins with its name. */
function failureOfCall(hook: Hook, error: unknown, request: RequestFacts | undefined): Failure {
  if (error instanceof RequestError) return { code: 'InvalidRequest', message: error.message };
  const isStack = error instanceof RangeError && error.message === 'Maximum call stack size exceeded';
  const failure: Failure = isStack
    ? { code: 'InvalidRequest', message: 'the request or the answer is nested too deeply' }
    : failureOf(error);
  // Mostly it is a hook for sync that is called because the controller names its URL for customize as well.
  const isCustomize = request?.kind.endsWith('customize') === true;
  return failure.code === 'InvalidJson'
    ? failure
    : {
        ...failure,
        message: `hook ${hook.spec.name}: ${isCustomize ? 'in a customize request: ' : ''}${failure.message}`,
      };
}

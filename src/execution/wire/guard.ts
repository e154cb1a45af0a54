import { errorTable } from '../../errors.js';
import type { FromHost, FromThread } from './messages.js';

/** A check of one field. */
type Check = (value: unknown) => boolean;
type Fields = Readonly<Record<string, unknown>>;

const isObject = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const text: Check = (value) => typeof value === 'string';
const number: Check = (value) => typeof value === 'number' && value >= 0;
const integer: Check = Number.isInteger;
const turn = integer;
const flag: Check = (value) => typeof value === 'boolean';
const oneOf =
  (...values: unknown[]): Check =>
  (value) =>
    values.includes(value);
const optional =
  (check: Check): Check =>
  (value) =>
    value === undefined || check(value);
const list =
  (check: Check): Check =>
  (value) =>
    Array.isArray(value) && value.every(check);
const shape = (checks: Readonly<Record<string, Check>>): Check => {
  const entries = Object.entries(checks);
  return (value) => isObject(value) && entries.every(([key, check]) => check(value[key]));
};
const record =
  (check: Check): Check =>
  (value) =>
    isObject(value) && Object.values(value).every(check);

const pairs = list((pair) => Array.isArray(pair) && pair.length === 2 && pair.every(text));
const facts = shape({
  kind: text,
  controller: optional(text),
  parent: shape({ apiVersion: text, kind: text, namespace: optional(text), name: text }),
  observed: number,
  timeoutSeconds: optional(number),
  etag: flag,
});
const known = { warnings: list(shape({ rule: text, path: text, message: text })), request: optional(facts) };
const failure = {
  code: (value: unknown) => typeof value === 'string' && Object.hasOwn(errorTable, value),
  message: text,
  trace: optional(text),
  retryAfterSeconds: optional(number),
};
const seconds = { evaluationSeconds: optional(number), desired: optional(number), digest: optional(text) };
const answered = shape({ ...known, ...seconds, status: (value) => number(value), headers: record(text) });
const failed = shape({ ...known, ...seconds, ...failure });
const outcome: Check = (value) => isObject(value) && (value.ok === true ? answered(value) : failed(value));
const loaded = shape({ nodejsStyle: flag, digest: optional(text), note: optional(text) });
const notLoaded = shape(failure);
const result: Check = (value) => isObject(value) && (value.ok === true ? loaded(value) : notLoaded(value));
const progress = {
  turn,
  begun: flag,
  activity: integer,
  facts: (value: unknown) => value === null || optional(facts)(value),
};

const fromThread: Readonly<Record<FromThread['type'], Check>> = {
  ready: () => true,
  progress: shape(progress),
  output: shape({ hook: text, level: oneOf('debug', 'info', 'warn', 'error'), text }),
  loaded: shape({ turn, result, handover: shape({ transpiled: pairs, files: pairs }) }),
  outcome: shape({ turn, outcome }),
  uncaught: shape({ turn, message: text, trace: text }),
};

const fromHost: Readonly<Record<FromHost['type'], Check>> = {
  progress: shape(progress),
  end: shape({
    reason: oneOf('exit', 'error', 'memory'),
    code: optional((value) => typeof value === 'number'),
    message: optional(text),
    trace: optional(text),
    facts: progress.facts,
  }),
};

/** Whether what came from the evaluating thread is a message of it, in each field that the server uses. */
export function isFromThread(message: unknown): message is FromThread {
  return passes(fromThread, message);
}

/** The same for what came from a worker's main thread. */
export function isFromHost(message: unknown): message is FromHost {
  return passes(fromHost, message);
}

function passes(checks: Readonly<Record<string, Check>>, message: unknown): boolean {
  if (!isObject(message) || typeof message.type !== 'string' || !Object.hasOwn(checks, message.type)) return false;
  return checks[message.type]?.(message) === true;
}

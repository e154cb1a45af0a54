import { setTimeout as sleep } from 'node:timers/promises';
import type { Executor } from '../../execution/executor.js';
import type { Answered, Call } from '../../execution/outcome.js';
import { formatPath, isObject, type Path } from '../../protocol/value.js';

/**
 * Evaluates a call again and compares the answers: one that depends on the time or on chance makes Metacontroller update
 * objects at every sync.
 *
 * @param answer the answer to the first evaluation
 * @param isPatient true to wait until the clock shows another second, which a short render would not reach
 * @returns what differs, as a sentence; undefined if nothing does
 */
export async function differenceWhenRepeated(
  executor: Executor,
  call: Call,
  answer: Answered,
  isPatient: boolean,
): Promise<string | undefined> {
  // The answer of a pure hook depends on nothing but the request.
  if (answer.digest !== undefined) return undefined;
  await sleep(isPatient ? 1000 - (Date.now() % 1000) + 5 : 5);
  const again = await executor.run(call);
  if (!again.ok) return `a second evaluation of the same request failed: ${again.message}`;
  const path = differingPath(parse(answer.body), parse(again.body), []);
  if (path === undefined) return undefined;
  const where = path.length === 0 ? 'the answer' : formatPath(path);
  return `${where} differs in a second evaluation of the same request, so Metacontroller would make changes at every sync`;
}

function parse(body: Uint8Array): unknown {
  const text = new TextDecoder().decode(body);
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

/** The first place in which two JSON values differ. */
function differingPath(one: unknown, other: unknown, path: Path): Path | undefined {
  if (Array.isArray(one) && Array.isArray(other) && one.length === other.length) {
    return firstOf(one.keys(), (index) => differingPath(one[index], other[index], [...path, index]));
  }
  if (isObject(one) && isObject(other)) {
    const keys = new Set([...Object.keys(one), ...Object.keys(other)]);
    return firstOf(keys, (key) => differingPath(one[key], other[key], [...path, key]));
  }
  return Object.is(one, other) ? undefined : path;
}

function firstOf<K>(keys: Iterable<K>, find: (key: K) => Path | undefined): Path | undefined {
  for (const key of keys) {
    const path = find(key);
    if (path !== undefined) return path;
  }
  return undefined;
}

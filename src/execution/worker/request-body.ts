import { HookdError } from '../../errors.js';
import { findLongIntegers, type LongIntegers } from '../../json/exact-numbers.js';
import { findJsonError } from '../../json/locate-error.js';

/** At this nesting Go's decoder gives up, and so Metacontroller and the API server do. */
const maxNesting = 10_000;

const decoder = new TextDecoder('utf-8', { fatal: true });
/** Taken before any hook is loaded, so that a hook which replaces it changes nothing here. */
const { parse } = JSON;

/** A parsed body, and the integers in it that a JavaScript number cannot hold. */
export interface ParsedBody {
  readonly value: unknown;
  readonly integers: LongIntegers | undefined;
}

/**
 * Parses the body of a request.
 * @throws HookdError `InvalidJson`, which names the place of the error but quotes nothing, since a body may hold Secrets
 */
export function parseBody(body: Uint8Array): ParsedBody {
  if (body.byteLength === 0) throw new HookdError('InvalidJson', 'the body is empty');
  // V8 parses any nesting, but code that walks the value afterwards would overflow the stack.
  if (body.byteLength > 2 * maxNesting && isNestedDeeper(body, maxNesting)) {
    throw new HookdError('InvalidJson', `the body is nested deeper than ${maxNesting} levels`);
  }
  let text: string;
  try {
    text = decoder.decode(body);
  } catch {
    throw new HookdError('InvalidJson', 'the body is not UTF-8');
  }
  try {
    return { value: parse(text), integers: findLongIntegers(text) };
  } catch {
    throw new HookdError('InvalidJson', `the body is not JSON: ${findJsonError(text)}`);
  }
}

/** Whether brackets nest deeper than `limit`, in one pass over the bytes; strings are skipped. */
function isNestedDeeper(bytes: Uint8Array, limit: number): boolean {
  let depth = 0;
  for (let index = 0; index < bytes.length; index++) {
    const byte = bytes[index] as number;
    if (byte === 0x22) {
      for (index++; index < bytes.length && bytes[index] !== 0x22; index++) if (bytes[index] === 0x5c) index++;
    } else if (byte === 0x7b || byte === 0x5b) {
      if (++depth > limit) return true;
    } else if (byte === 0x7d || byte === 0x5d) depth--;
  }
  return false;
}

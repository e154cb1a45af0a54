import { type Json, setField } from '../../json/json.js';
import { findJsonError } from '../../json/locate-error.js';
import { fail } from '../error.js';
import { wellFormed } from '../runtime/characters.js';

const suspicious = /[eE]\+?\d{3}|\d{309}|\\u[dD][89a-fA-F]/;

/**
 * Parses JSON text, for `std.parseJson` and imported JSON files. Surrogates that are not part of a pair become U+FFFD.
 * @throws JsonnetError that names line and column; also for a number that is too large
 */
export function parseJson(text: string): Json {
  let json: Json;
  try {
    json = JSON.parse(text) as Json;
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    return fail(`failed to parse JSON: ${findJsonError(text)}`);
  }
  return suspicious.test(text) ? repaired(json) : json;
}

/** A copy without lone surrogates. @throws JsonnetError for an infinity */
function repaired(json: Json): Json {
  if (typeof json === 'string') return wellFormed(json);
  if (typeof json === 'number') return Number.isFinite(json) ? json : fail('failed to parse JSON: number too large');
  if (typeof json !== 'object' || json === null) return json;
  if (Array.isArray(json)) return json.map(repaired);
  const object: { [key: string]: Json } = {};
  for (const [key, value] of Object.entries(json)) setField(object, wellFormed(key), repaired(value));
  return object;
}

import type { Json } from '../engine.js';
import { fail } from '../error.js';
import { wellFormed } from './characters.js';
import { setField } from './to-json.js';

const suspicious = /[eE]\+?\d{3}|\d{309}|\\u[dD][89a-fA-F]/;

/**
 * Parses JSON text, for `std.parseJson` and imported JSON files. Surrogates without a partner become U+FFFD.
 * @throws JsonnetError that names line and column, also for a number too large
 */
export function parseJson(text: string): Json {
  let json: Json;
  try {
    json = JSON.parse(text) as Json;
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    return fail(`failed to parse JSON: ${new Locator(text).problem()}`);
  }
  return suspicious.test(text) ? repaired(json) : json;
}

/** A copy without infinities and lone surrogates. */
function repaired(json: Json): Json {
  if (typeof json === 'string') return wellFormed(json);
  if (typeof json === 'number') return Number.isFinite(json) ? json : fail('failed to parse JSON: number too large');
  if (typeof json !== 'object' || json === null) return json;
  if (Array.isArray(json)) return json.map(repaired);
  const object: { [key: string]: Json } = {};
  for (const key of Object.keys(json)) setField(object, wellFormed(key), repaired(json[key] as Json));
  return object;
}

// biome-ignore-start lint/suspicious/noControlCharactersInRegex: JSON forbids them in strings
const token =
  /[ \t\n\r]*(?:([[\]{}:,])|("(?:[^"\\\u0000-\u001f]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*")|(-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null))/y;
// biome-ignore-end lint/suspicious/noControlCharactersInRegex: JSON forbids them in strings

/** Finds where JSON text that is known to be wrong goes wrong: the messages of JavaScript differ between versions. */
class Locator {
  readonly #text: string;
  #position = 0;

  constructor(text: string) {
    this.#text = text;
  }

  /** Follows the grammar until it is violated. */
  problem(): string {
    // What may come next: a value, a key, a colon, or what separates or closes; `open` holds the brackets.
    const open: string[] = [];
    let state: 'value' | 'value or ]' | 'key' | 'key or }' | ':' | 'next' = 'value';
    for (;;) {
      token.lastIndex = this.#position;
      const match = token.exec(this.#text);
      if (match === null) return this.#unexpected(this.#position);
      const [, mark, string] = match;
      const start = token.lastIndex - (mark ?? string ?? (match[3] as string)).length;
      this.#position = token.lastIndex;
      const bracket = open.at(-1);
      const isValue = state === 'value' || state === 'value or ]';
      if (isValue && (mark === '[' || mark === '{')) {
        open.push(mark);
        state = mark === '[' ? 'value or ]' : 'key or }';
      } else if (isValue && mark === undefined) state = 'next';
      else if ((state === 'key' || state === 'key or }') && string !== undefined) state = ':';
      else if (state === ':' && mark === ':') state = 'value';
      else if (state === 'next' && mark === ',' && bracket !== undefined) state = bracket === '[' ? 'value' : 'key';
      else if ((state === 'next' || state === 'value or ]') && mark === ']' && bracket === '[') {
        open.pop();
        state = 'next';
      } else if ((state === 'next' || state === 'key or }') && mark === '}' && bracket === '{') {
        open.pop();
        state = 'next';
      } else return this.#unexpected(start);
    }
  }

  #unexpected(from: number): string {
    let at = from;
    while (' \t\n\r'.includes(this.#text[at] ?? 'end')) at++;
    const before = this.#text.slice(0, at).split('\n');
    const place = `line ${before.length}, column ${(before.at(-1) as string).length + 1}`;
    if (at >= this.#text.length) return `unexpected end of input at ${place}`;
    return `unexpected ${JSON.stringify(String.fromCodePoint(this.#text.codePointAt(at) as number))} at ${place}`;
  }
}

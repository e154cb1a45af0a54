import { compareText } from '../json/code-points.js';
import type { Json } from '../json/json.js';
import { type NativeFunction, parseJson } from '../jsonnet/index.js';
import { define } from './define.js';

// Characters that Go's encoding/json escapes in addition to those that JSON requires, so that the text is safe inside
// HTML and JavaScript: https://pkg.go.dev/encoding/json#Marshal
const escapedByGo = /[<>&\u2028\u2029]/g;
const loneSurrogate = /\p{Surrogate}/gu;

/** A JSON string as Go's encoding/json writes it; a surrogate without its partner becomes U+FFFD. */
export function goString(text: string): string {
  return JSON.stringify(text.replace(loneSurrogate, '\ufffd')).replace(
    escapedByGo,
    (found) => `\\u${found.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

/** A number as Go's encoding/json writes a float64: in JavaScript's form, but a negative zero keeps its sign. */
export function goNumber(value: number): string {
  return Object.is(value, -0) ? '-0' : String(value);
}

/** Prints JSON as Go's `json.MarshalIndent` does: keys sorted, empty arrays and objects as `[]` and `{}`. */
export function manifestJson(value: Json, indent: string): string {
  return print(value, indent, '\n');
}

function print(value: Json, indent: string, lineBreak: string): string {
  if (value === null || typeof value === 'boolean') return String(value);
  if (typeof value === 'number') return goNumber(value);
  if (typeof value === 'string') return goString(value);
  const inner = lineBreak + indent;
  if (Array.isArray(value)) {
    if (value.length === 0) return '[]';
    return `[${value.map((item) => inner + print(item, indent, inner)).join(',')}${lineBreak}]`;
  }
  const keys = Object.keys(value).sort(compareText);
  if (keys.length === 0) return '{}';
  const fields = keys.map((key) => `${inner}${goString(key)}: ${print(value[key] as Json, indent, inner)}`);
  return `{${fields.join(',')}${lineBreak}}`;
}

/** kubecfg's `parseJson` and `manifestJson`, and jsonnetd's `jsonUnmarshal`. */
export function jsonNatives(): readonly NativeFunction[] {
  return [
    define('parseJson', [['json', 'string']], true, parseJson),
    // jsonnetd decodes into a map, and null leaves that empty.
    define('jsonUnmarshal', [['jsonStr', 'string']], true, (jsonStr) => parseJson(jsonStr) ?? {}),
    define(
      'manifestJson',
      [
        ['json', 'any'],
        ['indent', 'number'],
      ],
      true,
      (json, indent) => {
        if (indent < 0 || indent > 1024) throw new Error(`indent must be between 0 and 1024, but is ${indent}`);
        return `${manifestJson(json, ' '.repeat(Math.trunc(indent)))}\n`;
      },
    ),
  ];
}

import { fail } from '../error.js';
import { fromJson } from '../runtime/json-object.js';
import type { Value } from '../runtime/value.js';
import { readYamlDocument } from './yaml-document.js';

/** A line that separates documents; the text behind it on the same line belongs to the document. */
const separator = /^---(?=[ \t\r\n]|$)/m;

/**
 * `std.parseYaml` as go-jsonnet does it: an array of all documents if a line starts with `---`, otherwise the value of
 * the only document. A document without content is null; the first `---` of a text separates nothing.
 */
export function parseYaml(text: string): Value {
  if (!separator.test(text)) return read(text);
  const [first, ...others] = text.split(new RegExp(separator, 'mg')) as [string, ...string[]];
  // The line must stay: a directive in front of it and a scalar behind it are only legal with it.
  const documents = others.map((document) => `---${document}`);
  return (first === '' ? documents : [first, ...documents]).map(read);
}

function read(document: string): Value {
  try {
    return fromJson(readYamlDocument(document));
  } catch (error) {
    if (error instanceof RangeError) throw error;
    return fail(`failed to parse YAML: ${(error as Error).message}`);
  }
}

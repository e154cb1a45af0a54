import type { Json } from '../../json/json.js';
import { readYamlDocument } from '../../jsonnet/index.js';

/**
 * Reads a stream of YAML documents as kubecfg does: the text is split at lines that start with `---`, then each part is
 * read on its own, so an anchor is only known in its document.
 * @throws Error that says which document is wrong and where
 */
export function parseYaml(text: string): Json[] {
  const parts = splitDocuments(text);
  return parts.map((part, index) => {
    try {
      return readYamlDocument(part);
    } catch (error) {
      const where = parts.length > 1 ? `in document ${index + 1} of ${parts.length}: ` : '';
      const reason = error instanceof RangeError ? 'it nests too deeply' : (error as Error).message;
      throw new Error(where + reason, { cause: error });
    }
  });
}

/**
 * Splits a text as Kubernetes' YAML reader does: a separator with nothing before it belongs to the document that follows.
 * So only a `---` directly after another one, or after nothing but comments, makes an empty document.
 */
export function splitDocuments(text: string): string[] {
  const parts: string[] = [];
  let part = '';
  for (const line of text.split(/(?<=\n)/)) {
    if (line.startsWith('---')) {
      const rest = line.slice(3).trim();
      if (rest !== '' && !rest.startsWith('#')) {
        throw new Error(`"---" must stand alone on its line, but is followed by ${JSON.stringify(rest)}`);
      }
      if (part !== '') {
        parts.push(part);
        part = '';
        continue;
      }
    }
    part += line;
  }
  if (part !== '') parts.push(part);
  return parts;
}

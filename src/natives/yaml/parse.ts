import type { Document } from 'yaml';
import type { Json } from '../../json/json.js';
import { yamlPackage } from '../packages.js';
import { YamlConverter } from './converter.js';

/**
 * Reads a stream of YAML documents as kubecfg does: split where a line begins with `---`, each part read on its own
 * (so anchors end with their document) as Go's yaml.v2 reads YAML 1.1, then turned into JSON.
 * @throws Error saying which document is wrong, and where
 */
export function parseYaml(text: string): Json[] {
  const parts = splitDocuments(text);
  return parts.map((part, index) => {
    try {
      return parseDocument(part);
    } catch (error) {
      const where = parts.length > 1 ? `in document ${index + 1} of ${parts.length}: ` : '';
      const { message } = error as Error;
      throw new Error(`${where}${message.includes('call stack') ? 'it nests too deeply' : message}`, { cause: error });
    }
  });
}

/**
 * Splits as Kubernetes' YAML reader does: a separator with nothing before it belongs to the document that follows, so
 * that only `---` right behind another `---` or behind a lone comment makes an empty document.
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
      if (part !== '' && !directivesOnly.test(part)) {
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

// A `%YAML` line ends with `---`, which is no separator then.
const directivesOnly = /^(?:#.*\n|\s*\n)*%(?:.*\n)(?:[%#].*\n|\s*\n)*$/;

function parseDocument(text: string): Json {
  // The schema gives strings only: what a scalar means is decided here, by Go's rules.
  const documents = yamlPackage().parseAllDocuments(text, {
    schema: 'failsafe',
    version: '1.1',
    uniqueKeys: false,
    merge: false,
    logLevel: 'silent',
  });
  const document = (documents as Document.Parsed[])[0];
  if (document === undefined) return null;
  const error = document.errors[0];
  if (error !== undefined) throw new Error(firstLine(error.message));
  return new YamlConverter(document).convert(document.contents);
}

function firstLine(message: string): string {
  return (message.split('\n')[0] as string).replace(/:$/, '');
}

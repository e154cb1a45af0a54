import { createHash } from 'node:crypto';
import { createRequire } from 'node:module';
import type { Importer } from '../jsonnet/engine.js';
import type { HookConfig } from './config.js';

const { version } = createRequire(import.meta.url)('../../../package.json') as { version: string };

/**
 * Hex digest of everything the answers of a Jsonnet hook depend on beside the request: the version of hookd, the
 * configuration with the engine, and each file the hook may import. Undefined where that cannot be known, because
 * something comes from a URL.
 */
export function hookDigest(
  file: string,
  source: Uint8Array,
  config: HookConfig,
  importer: Importer,
): string | undefined {
  const hash = createHash('sha256').update(JSON.stringify([version, config]));
  const seen = new Set([file]);
  const waiting: { path: string; content: Uint8Array }[] = [{ path: file, content: source }];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    hash.update(JSON.stringify([next.path, next.content.byteLength])).update(next.content);
    for (const target of importsOf(next.content)) {
      if (/^https?:/.test(target)) return undefined;
      try {
        const found = importer.read(next.path, target);
        if (/^https?:/.test(found.path)) return undefined;
        if (!seen.has(found.path)) waiting.push(found);
        seen.add(found.path);
      } catch {
        // Missing imports are legal until they are evaluated.
        hash.update(JSON.stringify(['missing', target]));
      }
    }
  }
  return hash.digest('hex');
}

/** Every import of a text; one in a comment or a string may be among them, which only makes the digest stricter. */
function importsOf(content: Uint8Array): string[] {
  const text = new TextDecoder().decode(content);
  const imports = text.matchAll(/\bimport(?:str|bin)?\s*@?(?:"((?:[^"\\]|\\.)*)"|'((?:[^'\\]|\\.)*)')/g);
  return [...imports].map((match) => match[1] ?? match[2] ?? '').sort();
}

import { createHash } from 'node:crypto';
import type { FileImporter } from '../../imports/files.js';
import { type ExternalValues, type Importer, importClosure } from '../../jsonnet/index.js';
import { version } from '../../version.js';
import type { HookConfig } from '../config.js';

/**
 * Hex digest of everything besides the request that the answers of a Jsonnet hook depend on: the version of hookd, the
 * configuration with the engine, and each file that the hook or a variable may import.
 * @returns undefined if a URL may be imported, since finding out would need the network
 */
export function hookDigest(
  file: string,
  source: Uint8Array,
  config: HookConfig,
  importer: FileImporter,
): string | undefined {
  const searchesUrls = (config.urls.jurls ?? []).length > 0;
  let needsNetwork = false;
  const local: Importer = {
    read(from, target) {
      const found = importer.readLocal(from, target);
      if (found !== undefined) return found;
      needsNetwork ||= searchesUrls || /^https?:/i.test(target);
      throw new Error(`${target} is not on this machine`);
    },
  };
  const hash = createHash('sha256').update(JSON.stringify([version, config]));
  hash.update(JSON.stringify([file, source.byteLength])).update(source);
  const programs: [string, string][] = [
    [file, new TextDecoder().decode(source)],
    ...codeOf('extvar', config.extVars),
    ...codeOf('top-level-arg', config.tlas),
  ];
  for (const [from, text] of programs) {
    for (const { path, content } of importClosure(local, from, text)) {
      hash.update(JSON.stringify([path, content?.byteLength ?? 'missing'])).update(content ?? '');
    }
  }
  return needsNetwork ? undefined : hash.digest('hex');
}

/** Variables whose value is code (a file given as code becomes an import of it), with the paths that engines give them. */
function codeOf(prefix: string, bindings: ExternalValues): [string, string][] {
  return Object.entries(bindings).flatMap(([name, { kind, value }]): [string, string][] =>
    kind === 'code' ? [[`<${prefix}:${name}>`, value]] : [],
  );
}

import { readFileSync } from 'node:fs';
import { FileImporter } from '../../imports/files.js';
import { createUrlImporter } from '../../imports/urls.js';
import { createJsEngine, type ImportedFile, type LintFinding, lint } from '../../jsonnet/index.js';
import { createNatives } from '../../natives/index.js';
import type { HookConfig } from '../config.js';
import type { HookSpec } from '../hook.js';

/**
 * Looks for faults of a Jsonnet hook that show only when a request reaches them: see `lint`. Nothing is fetched, so files
 * behind URLs are not looked into.
 */
export function lintHook(spec: HookSpec, config: HookConfig): LintFinding[] {
  const { searchPath, allowedImportDirs: allowedDirectories } = config;
  const importer = new FileImporter({ searchPath, allowedDirectories, urls: createUrlImporter({}) });
  const searchesUrls = (config.urls.jurls ?? []).length > 0;
  const read = (from: string, target: string): ImportedFile | undefined => {
    const local = importer.readLocal(from, target);
    if (local !== undefined || searchesUrls || /^https?:/i.test(target)) return local;
    try {
      return importer.read(from, target);
    } catch (error) {
      const advice = target.startsWith('.') ? '' : '; if it lies in a library, name its directory with -J';
      throw new Error(`${(error as Error).message}${advice}`);
    }
  };
  const world = {
    read,
    std: membersOfStd(),
    natives: createNatives(config.natives, { warn: () => {} }).map(({ name }) => name),
    extVars: Object.keys(config.extVars),
  };
  return lint(world, spec.file, readFileSync(spec.file, 'utf8'));
}

function membersOfStd(): string[] {
  const read = () => {
    throw new Error('this program imports nothing');
  };
  const program = createJsEngine({ importer: { read } }).load('<std>', 'std.objectFieldsAll(std)');
  return program.call({}).value as string[];
}

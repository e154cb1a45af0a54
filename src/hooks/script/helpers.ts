/** Names of Metacontroller's hooks; a file that is called like one is a hook, whoever imports it: `pods-sync.ts`. */
const hookName = /(?:^|[-_.])(?:sync|finalize|customize)(?:[-_.]|$)/i;

/**
 * The files of a directory that are helpers of its hooks, and no hooks: those that another file of the directory imports,
 * and those that export nothing by default. Files in CommonJS are always hooks, since nodejs-server serves each of them.
 * The texts are only looked at, not run, so a doubtful file counts as a hook.
 *
 * @param files names of scripts in one directory
 * @param read gives the text of one of them; undefined if it cannot be read, which makes the file a hook, too
 * @returns the reason for each helper, to end a sentence
 */
export function helpersAmong(
  files: readonly string[],
  read: (file: string) => string | undefined,
): ReadonlyMap<string, string> {
  const texts = new Map(files.map((file) => [file, read(file) ?? 'exports']));
  const importers = new Map<string, string>();
  for (const [file, text] of texts) {
    for (const imported of importsOf(text, files)) if (imported !== file) importers.set(imported, file);
  }
  const helpers = new Map<string, string>();
  for (const [file, text] of texts) {
    if (hookName.test(file) || /\bexports\b/.test(text)) continue;
    const importer = importers.get(file);
    if (importer !== undefined) helpers.set(file, `${importer} imports it`);
    else if (!/\bdefault\b|\bexport\s*=/.test(text)) helpers.set(file, 'it has no default export');
  }
  return helpers;
}

/** The files next to a module that it imports, other than for their types. */
function importsOf(text: string, files: readonly string[]): string[] {
  const code = text
    .replace(/\/\*[\s\S]*?\*\/|(?<![:'"`\\])\/\/.*$/gm, '')
    .replace(/\b(?:import|export)\s+type\b[^'"]*(['"])[^'"]*\1/g, '');
  const specifiers = [...code.matchAll(/\b(?:from|import|require)\s*\(?\s*(['"])\.\/([^'"/]+)\1/g)];
  return specifiers.flatMap(([, , name = '']) => files.filter((file) => isImportOf(name, file)));
}

/** True if `./name` means the file: with its extension, without one, or with that of the JavaScript it becomes. */
function isImportOf(name: string, file: string): boolean {
  const stem = file.replace(/\.[^.]+$/, '');
  return name === file || name === stem || (name === file.replace(/ts$/, 'js') && file.endsWith('ts'));
}

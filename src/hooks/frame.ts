import { dirname, isAbsolute, relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Where the code of hookd itself lies; its frames are nobody's hook. */
const own = dirname(dirname(fileURLToPath(import.meta.url))) + sep;

/**
 * The first place of a stack that lies in the user's own files, as `file:line`: neither in Node, nor in a dependency,
 * nor in hookd. Columns are left out, since transpiling moves them.
 *
 * @param directory the hook's, which the shown path is relative to
 */
export function userFrame(stack: string, directory: string): string | undefined {
  for (const line of stack.split('\n')) {
    const match = /^\s+at (?:.*?\()?((?:file:\/\/)?\/.*?):(\d+)(?::\d+)?\)?$/.exec(line);
    if (match === null) continue;
    const file = (match[1] as string).startsWith('file://') ? fileURLToPath(match[1] as string) : (match[1] as string);
    if (file.includes(`${sep}node_modules${sep}`) || file.startsWith(own)) continue;
    return `${showPath(file, directory)}:${match[2]}`;
  }
  return undefined;
}

/** A path as shown in messages: relative to the hook's directory where it lies in it. */
export function showPath(file: string, directory: string): string {
  if (!isAbsolute(file)) return file;
  const short = relative(directory, file);
  return short.startsWith('..') || short === '' ? file : short;
}

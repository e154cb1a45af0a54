import { isAbsolute, relative } from 'node:path';

/** A path as messages show it: relative to the directory of the hook if it lies below that. */
export function showPath(file: string, directory: string): string {
  if (!isAbsolute(file)) return file;
  const short = relative(directory, file);
  return short.startsWith('..') || short === '' ? file : short;
}

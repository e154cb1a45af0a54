import { dirname, isAbsolute, relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Where the code of hookd itself lies; its frames are nobody's hook. */
const own = dirname(dirname(dirname(fileURLToPath(import.meta.url)))) + sep;

/**
 * The first place of a stack that lies in the user's own files, as `file:line`: neither in Node, nor in a dependency,
 * nor in hookd. Columns are left out, since transpiling moves them.
 *
 * @param directory the hook's, which the shown path is relative to
 */
export function userFrame(stack: string, directory: string): string | undefined {
  for (const text of stack.split('\n')) {
    const place = userPlace(text);
    if (place !== undefined) return `${showPath(place.file, directory)}:${place.line}`;
  }
  return undefined;
}

/** Errors behind an error that are told, at most. */
const maxCauses = 5;

/**
 * The stack of an error for the log, with what caused it. It ends with the hook: what called that, hookd and Node, says
 * nothing about the error. Undefined where there is no stack.
 */
export function userTrace(error: unknown): string | undefined {
  const stacks: string[] = [];
  let next = error;
  while (stacks.length < maxCauses && typeof next === 'object' && next !== null) {
    const { stack, cause } = next as Partial<Error>;
    if (typeof stack !== 'string') break;
    stacks.push(cutStack(stack));
    next = cause;
  }
  return stacks.length === 0 ? undefined : stacks.join('\ncaused by: ');
}

function cutStack(stack: string): string {
  const lines = stack.split('\n');
  const first = lines.findIndex((text) => userPlace(text) !== undefined);
  if (first < 0) return stack;
  const caller = lines.findIndex((text, index) => index > first && placeOf(text)?.file.startsWith(own) === true);
  const shown = caller < 0 ? lines : lines.slice(0, caller);
  return shown.slice(0, shown.findLastIndex((text) => userPlace(text) !== undefined) + 1).join('\n');
}

interface Place {
  readonly file: string;
  readonly line: string;
}

/** Where a line of a stack points to, if that is in the user's own files. */
function userPlace(text: string): Place | undefined {
  const place = placeOf(text);
  const isUsers =
    place !== undefined && !place.file.includes(`${sep}node_modules${sep}`) && !place.file.startsWith(own);
  return isUsers ? place : undefined;
}

function placeOf(text: string): Place | undefined {
  const match = /^\s+at (?:async )?(?:.*?\()?((?:file:\/\/)?\/.*?):(\d+)(?::\d+)?\)?$/.exec(text);
  if (match === null) return undefined;
  const [, path, line] = match as unknown as [string, string, string];
  return { file: path.startsWith('file://') ? fileURLToPath(path) : path, line };
}

/** A path as shown in messages: relative to the hook's directory where it lies in it. */
export function showPath(file: string, directory: string): string {
  if (!isAbsolute(file)) return file;
  const short = relative(directory, file);
  return short.startsWith('..') || short === '' ? file : short;
}

import { dirname, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { showPath } from '../show-path.js';
import { attempt, textOf } from './thrown.js';

/** The folder of hookd's own code, whose frames belong to no hook. */
const own = dirname(dirname(dirname(fileURLToPath(import.meta.url)))) + sep;

/**
 * The innermost place of a stack that lies in the user's own files, as `file:line`: neither in Node, nor in a dependency,
 * nor in hookd. Columns are left out, since transpiling moves them.
 *
 * @param directory the hook's, which the path in the result is relative to
 */
export function userPlace(stack: string, directory: string): string | undefined {
  for (const line of stack.split('\n')) {
    const place = placeOf(line);
    if (isUsers(place)) return `${showPath(place.file, directory)}:${place.line}`;
  }
  return undefined;
}

/** How many errors are printed at most: an error, its cause, the cause of that... */
const maxErrors = 5;

/**
 * The stack of an error for the log, followed by those of its causes. Frames of hookd, of the transpiler and of Node's
 * loader are left out, and those above the hook are cut off.
 * @param thrown anything; it is read with care, since its getters may throw
 * @returns undefined if it has no stack
 */
export function userTrace(thrown: unknown): string | undefined {
  const stacks: string[] = [];
  let next = thrown;
  while (stacks.length < maxErrors) {
    const stack = textOf(next, 'stack');
    if (stack === undefined) break;
    stacks.push(cutStack(stack));
    const error = next;
    next = attempt(() => (error as Partial<Error>).cause);
  }
  return stacks.length === 0 ? undefined : stacks.join('\ncaused by: ');
}

function cutStack(stack: string): string {
  const lines = stack.split('\n').map((text) => ({ text, place: placeOf(text) }));
  const first = lines.findIndex(({ place }) => isUsers(place));
  if (first < 0) return stack;
  const caller = lines.findIndex(({ place }, index) => index > first && place?.file.startsWith(own) === true);
  const below = caller < 0 ? lines : lines.slice(0, caller);
  return below
    .slice(0, below.findLastIndex(({ place }) => isUsers(place)) + 1)
    .filter(({ text }) => !loaderFrame.test(text))
    .map(({ text }) => text)
    .join('\n');
}

/** A frame of the transpiler or of Node's module loader. */
const loaderFrame = /^\s+at .*(?:\/node_modules\/jiti\/|\(node:internal\/modules\/)/;

interface Place {
  readonly file: string;
  readonly line: string;
}

function isUsers(place: Place | undefined): place is Place {
  return place !== undefined && !place.file.includes(`${sep}node_modules${sep}`) && !place.file.startsWith(own);
}

/** The file and line that a line of a stack names. */
function placeOf(text: string): Place | undefined {
  const match = /^\s+at (?:async )?(?:.*?\()?((?:file:\/\/)?\/.*?):(\d+)(?::\d+)?\)?$/.exec(text);
  if (match === null) return undefined;
  const [, path, line] = match as unknown as [string, string, string];
  return { file: path.startsWith('file://') ? fileURLToPath(path) : path, line };
}

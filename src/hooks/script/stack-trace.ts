import { dirname, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { showPath } from '../show-path.js';

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
 * The stack of an error for the log, followed by those of its causes. The frames above the hook, which are hookd's and
 * Node's, are cut off.
 * @returns undefined if the error has no stack
 */
export function userTrace(error: unknown): string | undefined {
  const stacks: string[] = [];
  let next = error;
  while (stacks.length < maxErrors && typeof next === 'object' && next !== null) {
    const { stack, cause } = next as Partial<Error>;
    if (typeof stack !== 'string') break;
    stacks.push(cutStack(stack));
    next = cause;
  }
  return stacks.length === 0 ? undefined : stacks.join('\ncaused by: ');
}

function cutStack(stack: string): string {
  const lines = stack.split('\n');
  const places = lines.map(placeOf);
  const first = places.findIndex(isUsers);
  if (first < 0) return stack;
  const caller = places.findIndex((place, index) => index > first && place?.file.startsWith(own) === true);
  const last = places.slice(0, caller < 0 ? undefined : caller).findLastIndex(isUsers);
  return lines.slice(0, last + 1).join('\n');
}

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

import pretty from 'pino-pretty';
import type { LineOutput } from './backlog.js';
import { indented } from './safe-text.js';

type Fields = Readonly<Record<string, unknown>>;

/** Turns the JSON lines into lines for a terminal: time, level and one sentence; a trace follows, indented. */
export function prettyStream(destination: LineOutput, color: boolean): LineOutput {
  const format = pretty.prettyFactory({
    colorize: color,
    colorizeObjects: color,
    hideObject: true,
    translateTime: 'SYS:HH:MM:ss.l',
    ignore: 'pid,hostname',
    errorLikeObjectKeys: [],
    messageFormat: (fields) => sentence(fields),
  });
  return {
    write: (line: string) => destination.write(format(line)),
    get writableLength() {
      return destination.writableLength;
    },
  };
}

/** Says a line in words. A line that is not in the table of sentences shows its message and its fields. */
function sentence(fields: Fields): string {
  const head = sentences[fields.msg as string]?.(fields) ?? `${fields.msg}${otherFields(fields)}`;
  const trace = typeof fields.trace === 'string' && fields.trace !== '' ? `\n${fields.trace.trimEnd()}` : '';
  return indented(head + trace);
}

const sentences: Readonly<Record<string, (fields: Fields) => string>> = {
  request: requestSentence,
  'hook served': ({ route, file, note }) => `serving ${route} from ${file}${note === undefined ? '' : `: ${note}`}`,
  'hook cannot be loaded': ({ route, file, error }) => `cannot load ${route} from ${file}: ${error}`,
  'file not served': ({ reason }) => String(reason),
  listening: ({ address }) => `listening on ${linkOf(String(address))}`,
  'hook output': ({ hook, output }) => `${hook}: ${output}`,
  'shutdown started': ({ reason, delaySeconds }) =>
    `${reason}: shutting down; requests are still served for ${delaySeconds} s`,
  draining: ({ inFlight, timeoutSeconds }) =>
    `no new connections are accepted; waiting up to ${timeoutSeconds} s for ${inFlight} requests`,
  'log lines dropped': ({ lines }) => `the reader of the log did not keep up: ${lines} lines were dropped`,
  'answer warning': ({ hook, warning, rule, times, requestId }) =>
    `/${hook} ${rule}: ${warning} (${times === undefined ? '' : `${times} times, `}request ${requestId})`,
};

/** The address as a link that a terminal opens; `:8080` is every address of the machine. */
function linkOf(address: string): string {
  if (address.startsWith('unix:')) return address;
  const everywhere = /^(?:0\.0\.0\.0|\[::\])?(?=:\d+$)/.exec(address)?.[0];
  if (everywhere === undefined) return `http://${address}`;
  return `http://localhost${address.slice(everywhere.length)} and all other addresses of this machine`;
}

function requestSentence(fields: Fields): string {
  const parts = [
    fields.hook === undefined ? `${fields.method ?? 'POST'} ${fields.path}` : `/${fields.hook}`,
    fields.status,
    `${fields.ms} ms`,
    fields.call,
    parentText(fields.parent as Parent | undefined),
    fields.desired === undefined ? undefined : `children ${fields.observed}→${fields.desired}`,
    fields.cache === 'hit' ? 'from memory' : undefined,
    fields.code === undefined ? undefined : `${fields.code}: ${fields.error} (request ${fields.requestId})`,
  ];
  return parts.filter((part) => part !== undefined).join(' ');
}

interface Parent {
  readonly kind: string;
  readonly namespace?: string;
  readonly name: string;
}

function parentText(parent: Parent | undefined): string | undefined {
  if (parent === undefined) return undefined;
  return `${parent.kind} ${parent.namespace === undefined ? '' : `${parent.namespace}/`}${parent.name}`;
}

const shownElsewhere = new Set(['level', 'time', 'msg', 'trace']);

function otherFields(fields: Fields): string {
  const shown = Object.entries(fields).filter(([key, value]) => !shownElsewhere.has(key) && value !== undefined);
  return shown.length === 0 ? '' : ` ${shown.map(([key, value]) => `${key}=${value}`).join(' ')}`;
}

import type { DestinationStream } from 'pino';
import pretty from 'pino-pretty';

type Fields = Readonly<Record<string, unknown>>;

/** Turns the JSON lines into lines for a terminal: time, level and one sentence; a trace follows, indented. */
export function prettyStream(destination: DestinationStream, color: boolean): DestinationStream {
  const format = pretty.prettyFactory({
    colorize: color,
    colorizeObjects: color,
    hideObject: true,
    translateTime: 'SYS:HH:MM:ss.l',
    ignore: 'pid,hostname',
    errorLikeObjectKeys: [],
    messageFormat: (fields) => sentence(fields),
  });
  return { write: (line: string) => destination.write(format(line)) };
}

/** Says a line in words. A line that is not in the table of sentences shows its message and its fields. */
function sentence(fields: Fields): string {
  const head = sentences[fields.msg as string]?.(fields) ?? `${fields.msg}${otherFields(fields)}`;
  const trace = typeof fields.trace === 'string' && fields.trace !== '' ? `\n${indent(fields.trace)}` : '';
  return printable(head + trace);
}

/** Replaces control characters, so that a request cannot send commands to the terminal that shows its log line. */
function printable(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is replaced
  return text.replace(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/g, '\ufffd');
}

const sentences: Readonly<Record<string, (fields: Fields) => string>> = {
  request: requestSentence,
  'hook served': ({ route, file, note }) => `serving ${route} from ${file}${note === undefined ? '' : `: ${note}`}`,
  'hook cannot be loaded': ({ route, file, error }) => `cannot load ${route} from ${file}: ${error}`,
  'file not served': ({ reason }) => String(reason),
  listening: ({ address }) => `listening on ${address}`,
  'hook output': ({ hook, output }) => `${hook}: ${output}`,
  'shutdown started': ({ reason, delaySeconds }) =>
    `${reason}: shutting down; requests are still served for ${delaySeconds} s`,
  draining: ({ inFlight, timeoutSeconds }) =>
    `no new connections are accepted; waiting up to ${timeoutSeconds} s for ${inFlight} requests`,
  'answer warning': ({ hook, warning, rule, requestId }) => `/${hook} ${rule}: ${warning} (request ${requestId})`,
};

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

const indent = (text: string) => text.trimEnd().replace(/^/gm, '    ');

import type { DestinationStream } from 'pino';
import pretty from 'pino-pretty';

type Fields = Readonly<Record<string, unknown>>;

/** The lines of a terminal: time, level, one sentence; a trace follows indented. */
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

/** What a line says, in the order a person reads it: what happened, to which hook, how it went. */
function sentence(fields: Fields): string {
  const { msg } = fields;
  const head = msg === 'request' ? requestSentence(fields) : `${msg}${otherFields(fields)}`;
  const trace = typeof fields.trace === 'string' && fields.trace !== '' ? `\n${indent(fields.trace)}` : '';
  return head + trace;
}

function requestSentence(fields: Fields): string {
  const parts = [
    `/${fields.hook ?? String(fields.path).slice(1)}`,
    fields.status,
    `${fields.ms} ms`,
    fields.call,
    parentText(fields),
    fields.desired === undefined ? undefined : `children ${fields.observed}→${fields.desired}`,
    fields.cache === 'hit' ? 'remembered' : undefined,
    fields.code === undefined ? undefined : `${fields.code}: ${fields.error}`,
    fields.code === undefined ? undefined : `(request ${fields.requestId})`,
  ];
  return parts.filter((part) => part !== undefined).join(' ');
}

function parentText(fields: Fields): string | undefined {
  if (fields.kind === undefined) return undefined;
  return `${fields.kind} ${fields.namespace === undefined ? '' : `${fields.namespace}/`}${fields.name}`;
}

const shownElsewhere = new Set(['level', 'time', 'msg', 'trace']);

function otherFields(fields: Fields): string {
  const shown = Object.entries(fields).filter(([key, value]) => !shownElsewhere.has(key) && value !== undefined);
  return shown.length === 0 ? '' : ` ${shown.map(([key, value]) => `${key}=${value}`).join(' ')}`;
}

const indent = (text: string) => text.trimEnd().replace(/^/gm, '    ');

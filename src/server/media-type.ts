import type { IncomingHttpHeaders } from 'node:http';
import { MIMEType } from 'node:util';
import { HookdError } from '../errors.js';

/** What `curl --data @request.json` declares, whatever it sends. The body must be JSON all the same. */
const curlDefault = 'application/x-www-form-urlencoded';

/**
 * Checks that a body is declared as uncompressed JSON in UTF-8. Metacontroller sends `application/json`. Any `+json`
 * type, `application/x-www-form-urlencoded` and a missing type are accepted as well.
 * @throws HookdError `UnsupportedMediaType`
 */
export function checkMediaType(headers: IncomingHttpHeaders): void {
  const encoding = headers['content-encoding'];
  if (encoding !== undefined && encoding.toLowerCase() !== 'identity') {
    throw unsupported(`encoded as ${quote(encoding)}; send it without Content-Encoding`);
  }
  const header = headers['content-type'];
  if (header === undefined || header === '' || header === 'application/json') return;
  const type = parse(header);
  if (type === undefined || !(type.essence === curlDefault || /^application\/json$|\+json$/.test(type.essence))) {
    throw unsupported(`declared as ${quote(header)}; send Content-Type: application/json`);
  }
  if (!/^(utf-?8|us-ascii)$/i.test(type.params.get('charset') ?? 'utf-8')) {
    throw unsupported(`declared as ${quote(header)}; send it as UTF-8`);
  }
}

function parse(header: string): MIMEType | undefined {
  try {
    return new MIMEType(header);
  } catch {
    return undefined;
  }
}

const unsupported = (how: string) => new HookdError('UnsupportedMediaType', `the request body is ${how}`);

const quote = (text: string) => `'${text.length > 60 ? `${text.slice(0, 60)}…` : text}'`;

import type { IncomingHttpHeaders } from 'node:http';
import { HookdError } from '../errors.js';

/**
 * Checks that a body is declared as JSON in plain UTF-8. Metacontroller sends `application/json`. Accepted as well are
 * any `+json` type, a missing type, and `application/x-www-form-urlencoded`, which is what `curl --data @request.json`
 * declares whatever it sends: the body must be JSON all the same, so nothing is guessed.
 * @throws HookdError `UnsupportedMediaType`
 */
export function checkMediaType(headers: IncomingHttpHeaders): void {
  const encoding = headers['content-encoding'];
  if (encoding !== undefined && encoding.toLowerCase() !== 'identity') {
    throw new HookdError(
      'UnsupportedMediaType',
      `the request body is encoded as ${quote(encoding)}; send it without Content-Encoding`,
    );
  }
  const type = headers['content-type'];
  if (type === undefined || type === 'application/json') return;
  const [essence = '', ...parameters] = type.split(';').map((part) => part.trim().toLowerCase());
  if (!isJson(essence)) {
    throw new HookdError(
      'UnsupportedMediaType',
      `the request body is declared as ${quote(type)}; send Content-Type: application/json`,
    );
  }
  const charset = parameters.find((parameter) => parameter.startsWith('charset='));
  if (charset !== undefined && !/^charset="?(utf-?8|us-ascii)"?$/.test(charset)) {
    throw new HookdError('UnsupportedMediaType', `the request body is declared as ${quote(type)}; send it as UTF-8`);
  }
}

function isJson(essence: string): boolean {
  return (
    essence === '' ||
    essence === 'application/json' ||
    essence === 'application/x-www-form-urlencoded' ||
    /^[\w.-]+\/[\w.-]+\+json$/.test(essence)
  );
}

const quote = (text: string) => `'${text.length > 60 ? `${text.slice(0, 60)}…` : text}'`;

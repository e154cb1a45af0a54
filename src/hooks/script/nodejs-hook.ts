import { basename } from 'node:path';
import { HookdError } from '../../errors.js';
import type { Hook, HookAnswer, HookCall, HookSpec } from '../hook.js';
import { callFailure } from './failure.js';
import { makeContext } from './nodejs-context.js';

/** A function for nodejs-server; if it has a second parameter, it answers through that callback. */
export type NodejsFunction = (context: unknown, callback?: NodejsCallback) => unknown;
type NodejsCallback = (status: number, body?: unknown, headers?: Record<string, string>) => void;

/** The hook around a function for nodejs-server. */
export function nodejsHook(spec: HookSpec, hook: NodejsFunction): Hook {
  return {
    spec,
    nodejsStyle: true,
    digest: undefined,
    async call({ request, http }: HookCall): Promise<HookAnswer> {
      try {
        const context = makeContext(request, http);
        const reply = hook.length < 2 ? await hook(context) : await withCallback(hook, context);
        return nodejsAnswer(spec, reply);
      } catch (error) {
        throw callFailure(spec, error);
      }
    },
  };
}

function withCallback(hook: NodejsFunction, context: unknown): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const result = hook(context, (status, body, headers) => resolve({ status, body, headers }));
    Promise.resolve(result).catch(reject);
  });
}

function nodejsAnswer(spec: HookSpec, reply: unknown): HookAnswer {
  const { status: given, body, headers } = (reply ?? {}) as { status?: unknown; body?: unknown; headers?: unknown };
  // nodejs-server takes a status that is written as a text, too.
  const status = typeof given === 'string' && /^\d{3}$/.test(given) ? Number(given) : given;
  if (!Number.isInteger(status) || (status as number) < 200 || (status as number) > 599) {
    throw new HookdError(
      'InvalidResponse',
      `${basename(spec.file)} must resolve to { status, body } with a status between 200 and 599, but status is ` +
        `${JSON.stringify(given) ?? 'missing'}; as a file that assigns module.exports it is called in the style of ` +
        `nodejs-server, while a default export (exports.default) is called with the request and returns the answer itself`,
    );
  }
  // A buffer holds finished text; as JSON it would become a list of its bytes.
  const text = body instanceof Uint8Array ? new TextDecoder().decode(body) : body;
  return {
    status: status as number,
    headers: nodejsHeaders(spec, headers),
    body: text,
    pure: false,
    alreadyJson: false,
  };
}

function nodejsHeaders(spec: HookSpec, headers: unknown): Record<string, string> {
  if (headers === undefined || headers === null) return {};
  if (typeof headers !== 'object' || Array.isArray(headers)) {
    throw new HookdError('InvalidResponse', `headers of ${basename(spec.file)} must be an object of strings`);
  }
  return Object.fromEntries(
    Object.entries(headers).map(([key, value]) => {
      const text = Array.isArray(value) ? value.join(', ') : String(value);
      // RFC 9110: a field name is a token, a value holds no control characters.
      if (!/^[!#$%&'*+.^`|~\w-]+$/.test(key) || /[^\t\x20-\x7e\x80-\xff]/.test(text)) {
        throw new HookdError(
          'InvalidResponse',
          `the header ${JSON.stringify(key)} of ${basename(spec.file)} is not a valid HTTP header`,
        );
      }
      return [key.toLowerCase(), text];
    }),
  );
}

import type { Json } from '../../json/json.js';
import type { HttpFacts } from '../hook.js';

/**
 * The argument of a hook that is written for Metacontroller's nodejs-server. `request` has those parts of an Express
 * request that such hooks use.
 */
export interface NodejsContext {
  readonly request: NodejsRequest;
}

export interface NodejsRequest {
  readonly body: Json;
  readonly method: string;
  /** Path with query, as it came; `originalUrl` is the same. */
  readonly url: string;
  readonly originalUrl: string;
  /** Path without query. */
  readonly path: string;
  /** Query parameters; a parameter that is given several times is an array. */
  readonly query: Readonly<Record<string, string | string[]>>;
  /** Header names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  /** The value of a header, whose name may be in any case. */
  get(name: string): string | undefined;
  header(name: string): string | undefined;
}

/** Makes the context of one call. */
export function makeContext(body: Json, http: HttpFacts): NodejsContext {
  const cut = http.url.indexOf('?');
  const path = cut < 0 ? http.url : http.url.slice(0, cut);
  const get = (name: string) => http.headers[name.toLowerCase()];
  return {
    request: {
      body,
      method: http.method,
      url: http.url,
      originalUrl: http.url,
      path,
      query: readQuery(cut < 0 ? '' : http.url.slice(cut + 1)),
      headers: http.headers,
      get,
      header: get,
    },
  };
}

function readQuery(text: string): Record<string, string | string[]> {
  const query: Record<string, string | string[]> = Object.create(null);
  for (const [key, value] of new URLSearchParams(text)) {
    const before = query[key];
    query[key] = before === undefined ? value : [before, value].flat();
  }
  return query;
}

import type { ImportedFile } from '../jsonnet/index.js';
import type { ProxyConfig } from '../natives/config.js';
import { createBlockingFetch } from '../natives/effects/blocking-fetch.js';
import type { BlockingFetch, BlockingReply } from '../natives/effects/effects.js';

/** Which http(s) imports are allowed, and how they are fetched. Plain data, so it crosses to workers. */
export interface UrlImportConfig {
  /** Origins a file may be fetched from, such as `https://example.com` (`--allow-import-origin`). */
  readonly allowedOrigins: readonly string[];
  /** Library URLs (`-U`/`--jurl`), searched from the first to the last, after all library directories. */
  readonly jurls: readonly string[];
  /** Seconds one file may take, redirects included. */
  readonly timeoutSeconds: number;
  /** Largest file, in bytes. */
  readonly maxBytes: number;
  readonly proxy: ProxyConfig;
}

export const defaultUrlImportConfig: UrlImportConfig = {
  allowedOrigins: [],
  jurls: [],
  timeoutSeconds: 10,
  maxBytes: 16 * 1024 * 1024,
  proxy: {},
};

/** Finds files behind URLs. */
export interface UrlImporter {
  /**
   * @param from the path of the importing file, or its URL
   * @param target the text of the import, as written
   * @returns undefined if neither is a URL, or if a file that came from a URL has no such file next to it; the
   * directories are searched next
   * @throws Error saying what was looked for, and which flag would allow it
   */
  resolve(from: string, target: string): ImportedFile | undefined;
  /** Looks below the library URLs, from the first to the last; to be called when no directory has the file. */
  search(target: string): ImportedFile | undefined;
}

const mostRedirects = 5;

/** The schemes that kubecfg imports in addition to http(s), and what to write instead. */
const leftOut: Record<string, string> = {
  oci: 'hookd does not import from OCI registries; put the files into the image or a volume, and name their folder with -J',
  data: 'hookd does not import data: URLs; put the code into a file',
  binary: "binary:// is a deprecated form of kubecfg; write importbin './file' instead",
  file: 'hookd does not import file:// URLs; write the path alone',
  srcfs: 'hookd does not import from version control',
  'kustomize+https': 'hookd does not render kustomizations; render them beforehand',
};

/**
 * Imports from http(s), but only from the origins that the operator allowed: an imported file runs as part of the hook.
 * Each URL is fetched once; its content, or that there is none, is kept for the life of the process.
 * @throws Error if a configured URL is not an http(s) URL
 */
export function createUrlImporter(
  config: Partial<UrlImportConfig>,
  fetch: BlockingFetch = createBlockingFetch(config.proxy),
): UrlImporter {
  const settled: UrlImportConfig = { ...defaultUrlImportConfig, ...config };
  const bases = settled.jurls.map((base) => configuredUrl('library URL', base.endsWith('/') ? base : `${base}/`));
  const origins = settled.allowedOrigins.map((origin) => configuredUrl('allowed origin', origin));
  // The operator names the library URLs, too.
  const allowed = new Set([...origins, ...bases].map(({ origin }) => origin));
  const files = new Map<string, ImportedFile | undefined>();

  /** The file behind a URL; undefined if the server answers 404. */
  const read = (url: URL, target: string): ImportedFile | undefined => {
    url.hash = '';
    const known = files.get(url.href);
    if (known !== undefined || files.has(url.href)) return known;
    const reply = follow(url, target);
    const file = reply.status === 404 ? undefined : { path: url.href, content: reply.body };
    files.set(url.href, file);
    return file;
  };

  const follow = (start: URL, target: string): BlockingReply => {
    let url = start;
    for (let redirects = 0; redirects <= mostRedirects; redirects++) {
      checkOrigin(url, start, target, allowed);
      const reply = fetchFile(url, target, settled, fetch);
      const location = reply.headers.location;
      if (reply.status < 300 || reply.status > 399 || location === undefined) {
        if (reply.status === 200 || reply.status === 404) return reply;
        throw new Error(`cannot import ${JSON.stringify(target)}: ${url.href} answered ${reply.status}`);
      }
      url = new URL(location, url);
    }
    throw new Error(
      `cannot import ${JSON.stringify(target)}: ${start.href} redirects more than ${mostRedirects} times`,
    );
  };

  return {
    resolve(from, target) {
      const scheme = /^([a-z][a-z0-9+.-]+):/i.exec(target)?.[1]?.toLowerCase();
      if (scheme === 'http' || scheme === 'https') {
        if (!URL.canParse(target)) throw new Error(`cannot import ${JSON.stringify(target)}: it is not a valid URL`);
        const file = read(new URL(target), target);
        if (file === undefined) throw new Error(`cannot import ${JSON.stringify(target)}: there is no such file (404)`);
        return file;
      }
      const reason = scheme === undefined ? undefined : leftOut[scheme];
      if (reason !== undefined) throw new Error(`cannot import ${JSON.stringify(target)}: ${reason}`);
      if (!/^https?:\/\//.test(from) || scheme === 'internal') return undefined;
      return read(new URL(target, from), target);
    },
    search(target) {
      for (const base of bases) {
        const file = read(new URL(target, base), target);
        if (file !== undefined) return file;
      }
      return undefined;
    },
  };
}

function configuredUrl(what: string, text: string): URL {
  if (URL.canParse(text) && /^https?:$/.test(new URL(text).protocol)) return new URL(text);
  throw new Error(`the ${what} ${JSON.stringify(text)} is not an http(s) URL: write it as https://example.com/lib`);
}

function fetchFile(url: URL, target: string, config: UrlImportConfig, fetch: BlockingFetch): BlockingReply {
  try {
    const timeoutMs = config.timeoutSeconds * 1000;
    return fetch({ url: url.href, method: 'GET', timeoutMs, maxBytes: config.maxBytes });
  } catch (error) {
    throw new Error(`cannot import ${JSON.stringify(target)}: ${(error as Error).message}`, { cause: error });
  }
}

function checkOrigin(url: URL, start: URL, target: string, allowed: ReadonlySet<string>): void {
  if (allowed.has(url.origin)) return;
  const web = /^https?:$/.test(url.protocol);
  const place = web ? url.origin : url.href;
  const what =
    url === start ? `${place} is not allowed` : `${start.origin} redirects to ${place}, which is not allowed`;
  const how = web ? `; start hookd with --allow-import-origin ${place} if you trust it` : '';
  throw new Error(`cannot import ${JSON.stringify(target)}: the origin ${what}${how}`);
}

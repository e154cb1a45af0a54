import { UsageError } from '../errors.js';
import type { ImportedFile } from '../jsonnet/index.js';
import { defaultUrlImportConfig, type UrlImportConfig } from '../natives/config.js';
import { createBlockingFetch } from '../natives/effects/blocking-fetch.js';
import type { BlockingFetch, BlockingReply } from '../natives/effects/effects.js';

/** Finds files behind URLs. */
export interface UrlImporter {
  /**
   * @param from path of the importing file, a URL where that came from one
   * @param target the text of the import, as written
   * @returns undefined where this is no matter of URLs, or where a file that came from a URL has no such neighbour, so
   * that the directories are searched next
   * @throws Error saying what was looked for, and which flag would allow it
   */
  resolve(from: string, target: string): ImportedFile | undefined;
  /** Looks below the base URLs of `--jurl`, from the first to the last; to be asked once no directory has the file. */
  search(target: string): ImportedFile | undefined;
}

const mostRedirects = 5;

/** What kubecfg's importer takes beside http(s), and what to write instead. */
const leftOut: Record<string, string> = {
  oci: 'hookd imports nothing from OCI registries; put the files into the image or a volume, and their folder into -J',
  data: 'hookd imports no data: URLs; put the code into a file',
  binary: "binary:// is a deprecated form of kubecfg; write importbin './file' instead",
  file: 'hookd takes no file:// URLs; write the path alone',
  srcfs: 'hookd imports nothing from version control',
  'kustomize+https': 'hookd renders no kustomizations; render them beforehand',
};

/**
 * Imports from http(s), only from the origins the operator allowed: hooks are code, and a file from elsewhere is too.
 * A file is fetched once and kept for the life of the process, and so is the news that there is none.
 * @throws UsageError where a flag's value is no URL
 */
export function createUrlImporter(
  config: Partial<UrlImportConfig>,
  fetch: BlockingFetch = createBlockingFetch(config.proxy),
): UrlImporter {
  const settled: UrlImportConfig = { ...defaultUrlImportConfig, ...config };
  const bases = settled.jurls.map((base) => parseFlag('--jurl', base.endsWith('/') ? base : `${base}/`));
  const origins = settled.allowedOrigins.map((origin) => parseFlag('--allow-import-origin', origin));
  // A base URL is itself a flag of the operator.
  const allowed = new Set([...origins, ...bases].map(({ origin }) => origin));
  const files = new Map<string, ImportedFile | undefined>();

  /** The file behind a URL, undefined where the server says 404. */
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
        if (!URL.canParse(target)) throw new Error(`cannot import ${JSON.stringify(target)}: it is no valid URL`);
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

function parseFlag(flag: string, text: string): URL {
  if (URL.canParse(text) && /^https?:$/.test(new URL(text).protocol)) return new URL(text);
  throw new UsageError(`${flag} wants an http(s) URL, but got ${JSON.stringify(text)}.`);
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
  const what = url === start ? `${place} is not allowed` : `${start.origin} redirects to ${place}, not allowed`;
  const how = web ? `; start hookd with --allow-import-origin ${place} if you trust it` : '';
  throw new Error(`cannot import ${JSON.stringify(target)}: the origin ${what}${how}`);
}

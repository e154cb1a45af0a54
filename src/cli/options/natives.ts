import { resolveImagesErrorModes, resolveImagesModes } from '../../natives/config.js';
import { oneOf } from './quantity.js';
import type { Option } from './resolve.js';

const group = 'Jsonnet:';

/** @throws Error */
function httpUrl(text: string): URL {
  if (URL.canParse(text) && /^https?:$/.test(new URL(text).protocol)) return new URL(text);
  throw new Error(`'${text}' is not an http(s) URL`);
}

/** Scheme, host and port. A path is refused, since it would promise a limit that is not kept. @throws Error */
function parseOrigin(text: string): string {
  const url = httpUrl(text);
  if (url.pathname === '/' && url.search === '' && url.hash === '' && url.username === '') return url.origin;
  throw new Error(`'${text}' is more than an origin; write ${url.origin}`);
}

/** What Jsonnet hooks can reach besides files: natives, and imports over HTTP. The first three names are kubecfg's. */
export const nativesOptions = {
  jurl: {
    kind: 'list',
    alias: 'U',
    group,
    describe: 'URL below which libraries are looked for after all directories',
    separator: ',',
    parse: (text: string) => httpUrl(text).href,
  },
  resolveImages: {
    kind: 'value',
    group,
    describe: `What resolveImage does; registry looks up the digest: ${resolveImagesModes.join(', ')}`,
    default: 'noop',
    parse: oneOf(resolveImagesModes),
  },
  resolveImagesError: {
    kind: 'value',
    group,
    describe: `What resolveImage does if the registry fails: ${resolveImagesErrorModes.join(', ')}`,
    default: 'warn',
    parse: oneOf(resolveImagesErrorModes),
  },
  allowImportOrigin: {
    kind: 'list',
    group,
    describe: 'Origin that hooks may import code from, such as https://example.com; none by default',
    separator: ',',
    parse: parseOrigin,
  },
  allowImportDir: {
    kind: 'list',
    group,
    describe: 'Directory that hooks may import from although it is below /proc, /sys, /dev or /run/secrets',
    separator: ':',
    parse: (text: string) => text,
  },
  helm: {
    kind: 'value',
    group,
    describe: 'Program that parseHelmChart runs',
    default: 'helm',
    parse: (text: string) => text,
  },
} as const satisfies Record<string, Option<unknown>>;

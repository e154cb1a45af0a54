import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { UsageError } from '../../errors.js';
import type { UrlImportConfig } from '../../imports/index.js';
import type { NativesConfig, ProxyConfig } from '../../natives/index.js';
import type { nativesOptions } from '../options/natives.js';
import type { Environment, ResolvedOptions } from '../options/resolve.js';

type NativesOptions = ResolvedOptions<typeof nativesOptions>;

/** How the options and the environment configure natives and imports over HTTP. @throws UsageError */
export function nativesConfig(
  options: NativesOptions,
  env: Environment,
  cwd: string,
): { natives: Partial<NativesConfig>; allowedImportDirs: readonly string[]; urls: Partial<UrlImportConfig> } {
  const { resolveImages, resolveImagesError } = options;
  // A path is relative to the working directory; a name alone is looked for on PATH.
  const helm = options.helm.includes('/') ? resolve(cwd, options.helm) : options.helm;
  const proxy = proxyOf(env);
  const registryAuths = resolveImages === 'registry' ? readRegistryAuths(env) : {};
  return {
    natives: { resolveImages, resolveImagesError, registryAuths, proxy, helm },
    allowedImportDirs: options.allowImportDir.map((directory) => resolve(cwd, directory)),
    urls: { allowedOrigins: options.allowImportOrigin, jurls: options.jurl, proxy },
  };
}

/** The proxies from the usual variables, whose names may be in lower or upper case. */
function proxyOf(env: Environment): ProxyConfig {
  const either = (name: string) => env[name.toLowerCase()] || env[name] || undefined;
  const httpProxy = either('HTTP_PROXY');
  const httpsProxy = either('HTTPS_PROXY');
  const noProxy = either('NO_PROXY');
  return {
    ...(httpProxy === undefined ? {} : { httpProxy }),
    ...(httpsProxy === undefined ? {} : { httpsProxy }),
    ...(noProxy === undefined ? {} : { noProxy }),
  };
}

/**
 * Credentials from docker's config.json, which lies in `DOCKER_CONFIG` or else in `~/.docker`, and may be missing.
 * @throws UsageError if it is not JSON
 */
function readRegistryAuths(env: Environment): Record<string, string> {
  const folder = env.DOCKER_CONFIG || (env.HOME && resolve(env.HOME, '.docker'));
  if (!folder) return {};
  const file = resolve(folder, 'config.json');
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch {
    return {};
  }
  let auths: Record<string, { auth?: unknown }>;
  try {
    auths = JSON.parse(text)?.auths ?? {};
  } catch (error) {
    throw new UsageError(`${file}, which --resolve-images registry reads, is not JSON: ${(error as Error).message}.`);
  }
  const entries = Object.entries(auths).flatMap(([host, entry]) =>
    typeof entry?.auth === 'string' && entry.auth !== '' ? [[registryOf(host), entry.auth] as const] : [],
  );
  return Object.fromEntries(entries);
}

/** The host of a key; docker writes some keys as URLs, among them the one of Docker Hub. */
function registryOf(key: string): string {
  const host = key.replace(/^https?:\/\//, '').replace(/\/.*$/, '');
  return host === 'index.docker.io' ? 'docker.io' : host;
}

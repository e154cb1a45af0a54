import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { UsageError } from '../../errors.js';
import type { UrlImportConfig } from '../../imports/index.js';
import type { NativesConfig, ProxyConfig } from '../../natives/index.js';
import type { nativesOptions } from '../options/natives.js';
import type { Environment, ResolvedOptions } from '../options/resolve.js';

type NativesOptions = ResolvedOptions<typeof nativesOptions>;

/** What the options and the environment say about natives and about imports over HTTP. @throws UsageError */
export function nativesConfig(
  options: NativesOptions,
  env: Environment,
  cwd: string,
): { natives: Partial<NativesConfig>; urls: Partial<UrlImportConfig> } {
  const { resolveImages, resolveImagesError } = options;
  // A path is one from here; a bare name is looked for on PATH.
  const helm = options.helm.includes('/') ? resolve(cwd, options.helm) : options.helm;
  const proxy = proxyOf(env);
  const registryAuths = resolveImages === 'registry' ? readRegistryAuths(env) : {};
  return {
    natives: { resolveImages, resolveImagesError, registryAuths, proxy, helm },
    urls: { allowedOrigins: options.allowImportOrigin, jurls: options.jurl, proxy },
  };
}

/** The proxies that the usual variables name, in lower or upper case. */
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
 * Credentials from docker's config.json, where there is one: in `DOCKER_CONFIG`, else in `~/.docker`.
 * @throws UsageError where it is not JSON
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

/** docker writes some keys as URLs, that of Docker Hub among them. */
function registryOf(key: string): string {
  const host = key.replace(/^https?:\/\//, '').replace(/\/.*$/, '');
  return host === 'index.docker.io' ? 'docker.io' : host;
}

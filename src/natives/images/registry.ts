import { createHash } from 'node:crypto';
import type { BlockingFetch, BlockingReply } from '../effects/effects.js';
import type { ImageName } from './image-name.js';

/** How a registry is asked. */
export interface RegistryOptions {
  readonly fetch: BlockingFetch;
  /** Milliseconds of a monotonic clock. */
  readonly now: () => number;
  /** Milliseconds that all requests for one image may take together. */
  readonly timeoutMs: number;
  /** `user:password` in base64 by registry host, as docker's config.json has it. */
  readonly auths: Readonly<Record<string, string>>;
}

const maxManifestBytes = 8 * 1024 * 1024;
const maxTokenBytes = 1024 * 1024;

// Indexes come first, because the digest of an index is valid for every architecture.
const manifestTypes = [
  'application/vnd.oci.image.index.v1+json',
  'application/vnd.docker.distribution.manifest.list.v2+json',
  'application/vnd.oci.image.manifest.v1+json',
  'application/vnd.docker.distribution.manifest.v2+json',
].join(', ');

/**
 * Asks the registry for the digest behind a tag, with the HTTP API and the bearer tokens of the distribution project
 * (https://distribution.github.io/distribution/spec/api/).
 * @throws Error that names the registry and says why it gave no digest
 */
export function lookUpDigest(image: ImageName, options: RegistryOptions): string {
  return new Lookup(image, options).run();
}

class Lookup {
  readonly #image: ImageName;
  readonly #options: RegistryOptions;
  readonly #host: string;
  readonly #deadline: number;

  constructor(image: ImageName, options: RegistryOptions) {
    this.#image = image;
    this.#options = options;
    this.#host = image.registry === 'docker.io' ? 'registry-1.docker.io' : image.registry;
    this.#deadline = options.now() + options.timeoutMs;
  }

  run(): string {
    const { path, tag } = this.#image;
    const url = `${isLocal(this.#host) ? 'http' : 'https'}://${this.#host}/v2/${path}/manifests/${tag}`;
    let headers: Record<string, string> = { accept: manifestTypes };
    let reply = this.#request('HEAD', url, headers, 0);
    if (reply.status === 401) {
      headers = { ...headers, authorization: this.#authorize(reply) };
      reply = this.#request('HEAD', url, headers, 0);
    }
    this.#expectOk(reply);
    const digest = reply.headers['docker-content-digest'];
    if (digest !== undefined) {
      if (!/^[a-z0-9]+(?:[+._-][a-z0-9]+)*:[a-fA-F0-9]{32,}$/.test(digest))
        throw this.#error('its digest is malformed');
      return digest;
    }
    const manifest = this.#request('GET', url, headers, maxManifestBytes);
    this.#expectOk(manifest);
    return `sha256:${createHash('sha256').update(manifest.body).digest('hex')}`;
  }

  #expectOk({ status }: BlockingReply): void {
    if (status === 404) throw this.#error('there is no such image');
    if (status === 401 || status === 403) throw this.#error('it does not let us read this image');
    if (status !== 200) throw this.#error(`it answered ${status}`);
  }

  /** The `Authorization` header that a 401 asks for. */
  #authorize(reply: BlockingReply): string {
    const challenge = reply.headers['www-authenticate'] ?? '';
    const credentials = this.#options.auths[this.#image.registry];
    if (/^basic\b/i.test(challenge) && credentials !== undefined) return `Basic ${credentials}`;
    if (!/^bearer\b/i.test(challenge)) throw this.#error('it does not let us read this image');
    const fields = Object.fromEntries(
      [...challenge.matchAll(/([a-z_]+)="([^"]*)"/gi)].map(([, name, value]) => [
        (name as string).toLowerCase(),
        value,
      ]),
    );
    const token = this.#token(fields.realm, fields.service, fields.scope, credentials);
    return `Bearer ${token}`;
  }

  #token(realm = '', service?: string, scope?: string, credentials?: string): string {
    if (!URL.canParse(realm) || !/^https?:$/.test(new URL(realm).protocol)) {
      throw this.#error('it does not say where to get a token');
    }
    const url = new URL(realm);
    // The registry chooses this address, so it must not reach what only this machine or its network can.
    const isOwn = isLocal(this.#host) && url.hostname === new URL(`http://${this.#host}`).hostname;
    if (url.protocol !== 'https:' && !isOwn) {
      throw this.#error(`it sends us to ${url.origin} for a token, which is neither HTTPS nor the registry itself`);
    }
    if (service !== undefined) url.searchParams.set('service', service);
    url.searchParams.set('scope', scope ?? `repository:${this.#image.path}:pull`);
    const headers: Record<string, string> = credentials === undefined ? {} : { authorization: `Basic ${credentials}` };
    const reply = this.#request('GET', url.href, headers, maxTokenBytes);
    if (reply.status !== 200) throw this.#error(`${url.host} gives no token, but answered ${reply.status}`);
    const token = tokenOf(reply.body);
    if (token === undefined) throw this.#error(`${url.host} gives no token`);
    return token;
  }

  #request(method: 'GET' | 'HEAD', url: string, headers: Record<string, string>, maxBytes: number): BlockingReply {
    const timeoutMs = Math.floor(this.#deadline - this.#options.now());
    if (timeoutMs <= 0) throw this.#error(`it did not answer within ${this.#options.timeoutMs} ms`);
    try {
      return this.#options.fetch({ url, method, headers, timeoutMs, maxBytes });
    } catch (error) {
      throw this.#error((error as Error).message);
    }
  }

  #error(reason: string): Error {
    const { registry, path, tag } = this.#image;
    return new Error(`the registry ${registry} gave no digest for ${path}:${tag}: ${reason}`);
  }
}

function tokenOf(body: Uint8Array): string | undefined {
  try {
    const { token, access_token: accessToken } = JSON.parse(Buffer.from(body).toString('utf8')) ?? {};
    const found = token ?? accessToken;
    return typeof found === 'string' && /^[\x21-\x7e]+$/.test(found) ? found : undefined;
  } catch {
    return undefined;
  }
}

/** Registries on this machine are reached without TLS, as docker does. */
function isLocal(host: string): boolean {
  return /^(?:localhost|127\.[0-9.]+|\[::1\])(?::[0-9]+)?$/.test(host);
}

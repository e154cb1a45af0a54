/** The parts of the name of a container image. */
export interface ImageName {
  /** Host of the registry, with its port: `docker.io`, `localhost:5000`. */
  readonly registry: string;
  /** Path in the registry: `library/busybox`. */
  readonly path: string;
  /** `latest` if the name has neither tag nor digest; undefined if it has only a digest. */
  readonly tag: string | undefined;
  readonly digest: string | undefined;
}

// The grammar of https://pkg.go.dev/github.com/distribution/reference, which docker uses.
const host =
  /^(?:[a-zA-Z0-9](?:[-a-zA-Z0-9]*[a-zA-Z0-9])?(?:\.[a-zA-Z0-9](?:[-a-zA-Z0-9]*[a-zA-Z0-9])?)*|\[[a-fA-F0-9:]+\])(?::[0-9]+)?$/;
const path = /^[a-z0-9]+(?:(?:\.|_|__|-+)[a-z0-9]+)*(?:\/[a-z0-9]+(?:(?:\.|_|__|-+)[a-z0-9]+)*)*$/;
const tagged =
  /^(.*?)(?::([A-Za-z0-9_][A-Za-z0-9_.-]{0,127}))?(?:@([A-Za-z][A-Za-z0-9]*(?:[-_+.][A-Za-z][A-Za-z0-9]*)*:[a-fA-F0-9]{32,}))?$/s;

/**
 * Splits the name of an image as docker does, which adds `docker.io`, `library/` and `:latest` where they are left out.
 * @throws Error that says what is wrong with the name
 */
export function parseImageName(image: string): ImageName {
  const wrong = (reason: string): Error => new Error(`${JSON.stringify(image)} is not an image name: ${reason}`);
  if (/^[a-f0-9]{64}$/.test(image)) throw wrong('64 hexadecimal characters are an image id');
  const slash = image.indexOf('/');
  const first = slash < 0 ? '' : image.slice(0, slash);
  const named = /[.:]/.test(first) || first === 'localhost' || first !== first.toLowerCase();
  const registry = named ? first.replace(/^index\.docker\.io$/, 'docker.io') : 'docker.io';
  const [, name = '', tag, digest] = tagged.exec(named ? image.slice(slash + 1) : image) ?? [];
  const full = registry === 'docker.io' && !name.includes('/') ? `library/${name}` : name;
  if (named && !host.test(first)) throw wrong(`${JSON.stringify(first)} is not a host`);
  if (name !== name.toLowerCase()) throw wrong('the repository must be in lower case');
  if (!path.test(full)) throw wrong('it must be [registry/]repository[:tag][@digest]');
  if (registry.length + 1 + full.length > 255) throw wrong('it is longer than 255 characters');
  if (digest?.startsWith('sha256:') && !/^sha256:[a-f0-9]{64}$/.test(digest)) {
    throw wrong('a sha256 digest has 64 hexadecimal characters');
  }
  return { registry, path: full, tag: tag ?? (digest === undefined ? 'latest' : undefined), digest };
}

/** The full name. If there is a digest, the tag is left out, as kubecfg does. */
export function formatImageName(image: ImageName): string {
  return `${image.registry}/${image.path}${image.digest === undefined ? `:${image.tag}` : `@${image.digest}`}`;
}

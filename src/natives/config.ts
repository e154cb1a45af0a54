/** What `resolveImage` does: only complete the name, or ask the registry for the digest behind the tag. */
export const resolveImagesModes = ['noop', 'registry'] as const;
/** What `resolveImage` does if the registry gives no digest. */
export const resolveImagesErrorModes = ['ignore', 'warn', 'error'] as const;

/** Proxy URLs by the scheme of the request, and the hosts reached without one; as in `HTTP_PROXY` and its siblings. */
export interface ProxyConfig {
  readonly httpProxy?: string;
  readonly httpsProxy?: string;
  readonly noProxy?: string;
}

/** How the natives behave. Plain data, so it crosses to workers. */
export interface NativesConfig {
  readonly resolveImages: (typeof resolveImagesModes)[number];
  /** `ignore` and `warn` keep the image as it was written; `error` fails the evaluation. */
  readonly resolveImagesError: (typeof resolveImagesErrorModes)[number];
  /** Seconds that all requests for one image may take together. */
  readonly registryTimeoutSeconds: number;
  /** `user:password` in base64 by registry host, as `auths` of docker's config.json has it. */
  readonly registryAuths: Readonly<Record<string, string>>;
  /** Proxies for requests to registries. */
  readonly proxy: ProxyConfig;
  /** The helm program: a path, or a name that is looked up on PATH. */
  readonly helm: string;
  /** Seconds one `helm template` may take. */
  readonly helmTimeoutSeconds: number;
}

export const defaultNativesConfig: NativesConfig = {
  resolveImages: 'noop',
  resolveImagesError: 'warn',
  registryTimeoutSeconds: 5,
  registryAuths: {},
  proxy: {},
  helm: 'helm',
  helmTimeoutSeconds: 10,
};

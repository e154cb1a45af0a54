/** What `resolveImage` does: give the image back as it is, or ask the registry for the digest behind the tag. */
export const resolveImagesModes = ['noop', 'registry'] as const;
/** What `resolveImage` does where the registry gives no digest. */
export const resolveImagesErrorModes = ['ignore', 'warn', 'error'] as const;

/** URLs of proxies by the scheme of the request, and the hosts reached without; as `HTTP_PROXY` and its fellows. */
export interface ProxyConfig {
  readonly httpProxy?: string;
  readonly httpsProxy?: string;
  readonly noProxy?: string;
}

/** How the natives behave; plain data, so it crosses to workers. */
export interface NativesConfig {
  readonly resolveImages: (typeof resolveImagesModes)[number];
  /** `ignore` and `warn` keep the image as it was written; `error` fails the evaluation. */
  readonly resolveImagesError: (typeof resolveImagesErrorModes)[number];
  /** Seconds one image may take, all its requests to the registry together. */
  readonly registryTimeoutSeconds: number;
  /** `user:password` in base64 by registry host, as `auths` of docker's config.json has it. */
  readonly registryAuths: Readonly<Record<string, string>>;
  /** Proxies for what goes to registries. */
  readonly proxy: ProxyConfig;
  /** The helm program, looked for on PATH unless it is a path. */
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

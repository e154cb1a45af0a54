import type { Options } from './resolve.js';

/** Flags of every kubecfg command that are about the cluster, with which `httpd` has nothing to do. */
const values = [
  'kubeconfig',
  'as',
  'as-group',
  'as-uid',
  'as-user-extra',
  'certificate-authority',
  'client-certificate',
  'client-key',
  'cluster',
  'context',
  'namespace',
  'password',
  'proxy-url',
  'request-timeout',
  'server',
  'tls-server-name',
  'token',
  'user',
  'username',
];
const switches = ['verbose', 'insecure-skip-tls-verify', 'disable-compression'];
const aliases: Readonly<Record<string, string>> = { namespace: 'n', server: 's', verbose: 'v' };

/** Options that `httpd` takes from kubecfg's command lines and ignores with a warning, so that a Deployment need not change. */
export const ignoredOptions: Options = Object.fromEntries(
  [...values, ...switches].map((flag) => {
    const alias = aliases[flag];
    return [
      flag,
      {
        kind: switches.includes(flag) ? 'switch' : 'value',
        ...(alias === undefined ? {} : { alias }),
        group: '',
        describe: 'Accepted and ignored',
        parse: String,
      },
    ];
  }),
);

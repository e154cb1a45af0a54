import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { nativesConfig } from '../../../src/cli/config/natives-config.js';
import { nativesOptions } from '../../../src/cli/options/natives.js';
import { type GivenFlags, resolveOptions } from '../../../src/cli/options/resolve.js';
import { UsageError } from '../../../src/errors.js';
import { fixture } from '../../checkout.js';

function configOf(flags: GivenFlags, env: Record<string, string> = {}) {
  return nativesConfig(resolveOptions(nativesOptions, flags, env), env, '/work');
}

const plain = {
  natives: { resolveImages: 'noop', resolveImagesError: 'warn', registryAuths: {}, proxy: {}, helm: 'helm' },
  urls: { allowedOrigins: [], jurls: [], proxy: {} },
};

suite('what natives and imports over HTTP may do', () => {
  const rows: readonly {
    name: string;
    flags?: GivenFlags;
    env?: Record<string, string>;
    allowedImportDirs?: readonly string[];
    natives?: object;
    urls?: object;
  }[] = [
    { name: 'nothing, by default' },
    {
      name: 'flags',
      flags: {
        'resolve-images': ['registry'],
        'resolve-images-error': ['error'],
        jurl: ['https://a.example/lib', 'http://b.example/'],
        'allow-import-origin': ['https://C.example:443/'],
        helm: ['bin/helm'],
        'allow-import-dir': ['secrets', '/run/secrets/hook'],
      },
      allowedImportDirs: ['/work/secrets', '/run/secrets/hook'],
      natives: { resolveImages: 'registry', resolveImagesError: 'error', helm: '/work/bin/helm' },
      urls: { allowedOrigins: ['https://c.example'], jurls: ['https://a.example/lib', 'http://b.example/'] },
    },
    {
      name: 'variables, lists with commas',
      env: { HOOKD_JURL: 'https://a.example/,https://b.example/', HOOKD_ALLOW_IMPORT_ORIGIN: 'http://c.example' },
      urls: { allowedOrigins: ['http://c.example'], jurls: ['https://a.example/', 'https://b.example/'] },
    },
    {
      name: 'proxies, lower case first',
      env: { HTTPS_PROXY: 'http://p:1', https_proxy: 'http://q:2', HTTP_PROXY: 'http://p:1', NO_PROXY: 'c.example' },
      natives: { proxy: { httpProxy: 'http://p:1', httpsProxy: 'http://q:2', noProxy: 'c.example' } },
      urls: { proxy: { httpProxy: 'http://p:1', httpsProxy: 'http://q:2', noProxy: 'c.example' } },
    },
    {
      name: 'credentials of docker',
      flags: { 'resolve-images': ['registry'] },
      env: { DOCKER_CONFIG: fixture('cli/docker-config') },
      natives: {
        resolveImages: 'registry',
        registryAuths: { 'docker.io': 'aHViOnNlY3JldA==', 'registry.example.com:5000': 'dXNlcjpwYXNz' },
      },
    },
    { name: 'no credentials if no registry is asked', env: { DOCKER_CONFIG: fixture('cli/docker-config') } },
    {
      name: 'no credentials if there is no such file',
      flags: { 'resolve-images': ['registry'] },
      env: { HOME: fixture('cli/docker-config') },
      natives: { resolveImages: 'registry' },
    },
  ];
  for (const { name, flags = {}, env = {}, allowedImportDirs = [], natives = {}, urls = {} } of rows) {
    test(name, () => {
      assert.deepEqual(configOf(flags, env), {
        allowedImportDirs,
        natives: { ...plain.natives, ...natives },
        urls: { ...plain.urls, ...urls },
      });
    });
  }

  const wrong: readonly {
    name: string;
    flags: GivenFlags;
    env?: Record<string, string>;
    message: string;
  }[] = [
    { name: 'a base that is not a URL', flags: { jurl: ['lib'] }, message: "--jurl: 'lib' is not an http(s) URL" },
    {
      name: 'an origin with a path',
      flags: { 'allow-import-origin': ['https://a.example/lib'] },
      message: "--allow-import-origin: 'https://a.example/lib' is more than an origin; write https://a.example",
    },
    {
      name: 'an unknown mode',
      flags: { 'resolve-images': ['yes'] },
      message: "--resolve-images: 'yes' is not one of noop, registry",
    },
    {
      name: 'a configuration of docker that is not JSON',
      flags: { 'resolve-images': ['registry'] },
      env: { DOCKER_CONFIG: fixture('cli/docker-config-broken') },
      message: `${fixture('cli/docker-config-broken/config.json')}, which --resolve-images registry reads, is not JSON: Unexpected end of JSON input.`,
    },
  ];
  for (const { name, flags, env, message } of wrong) {
    test(`${name} is refused`, () => assert.throws(() => configOf(flags, env), new UsageError(message)));
  }
});

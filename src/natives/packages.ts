import { createRequire } from 'node:module';

const require = createRequire(import.meta.url);

/** A function that loads a package at its first call. */
function lazily<T>(name: string): () => T {
  let loaded: T | undefined;
  return () => {
    loaded ??= require(name) as T;
    return loaded;
  };
}

// Most hooks need none of these, and they take long to load. Natives are synchronous, so `import()` cannot load them
// later.
export const ajv4Package = lazily<typeof import('ajv-draft-04')>('ajv-draft-04');
export const ajv7Package = lazily<typeof import('ajv')>('ajv');
export const ajv2019Package = lazily<typeof import('ajv/dist/2019.js')>('ajv/dist/2019.js');
export const ajv2020Package = lazily<typeof import('ajv/dist/2020.js')>('ajv/dist/2020.js');
export const re2Package = lazily<typeof import('re2js')>('re2js');

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

// Most hooks need neither of these, and both take long to load. Natives are synchronous, so `import()` cannot load them
// later.
export const ajvPackage = lazily<typeof import('ajv')>('ajv');
export const re2Package = lazily<typeof import('re2js')>('re2js');

import { createRequire } from 'node:module';

const require = createRequire(import.meta.url);

/** A function that loads a package at its first call and gives it from then on. */
function lazily<T>(name: string): () => T {
  let loaded: T | undefined;
  return () => {
    loaded ??= require(name) as T;
    return loaded;
  };
}

// Most hooks need none of these, and together they take longer to load than the rest of a worker; natives are
// synchronous, so `import()` is no way to load them later.
export const ajvPackage = lazily<typeof import('ajv')>('ajv');
export const re2Package = lazily<typeof import('re2js')>('re2js');

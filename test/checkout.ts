import { fileURLToPath } from 'node:url';

/** The folder of the checkout, with a slash at its end; tests run in dist/test. */
export const checkout = fileURLToPath(new URL('../../', import.meta.url));

/**
 * A folder or file of fixtures, test/data/<room>/<situation>.
 * @param path relative to test/data; `cli/hooks/` keeps its slash
 */
export const fixture = (path: string): string => `${checkout}test/data/${path}`;

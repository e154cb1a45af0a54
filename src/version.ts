import { readFileSync } from 'node:fs';

const manifest = readFileSync(new URL('../../package.json', import.meta.url), 'utf8');

/** The version of hookd, from its package.json. */
export const version: string = (JSON.parse(manifest) as { version: string }).version;

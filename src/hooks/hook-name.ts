import { basename, extname, isAbsolute, join, normalize } from 'node:path';

/** A hook before its name is checked; `shown` is the file as the user wrote it. */
export interface Candidate {
  readonly name: string;
  readonly shown: string;
  readonly file: string;
}

/** What is wrong with the name of a hook, as a sentence; undefined if it can be a route. */
export function nameProblem({ name, shown }: Candidate): string | undefined {
  const rename = `; give it another name, as in name=${shown}`;
  for (const segment of name.split('/')) {
    if (segment === '' || segment === '.' || segment === '..') {
      return `${shown} cannot be served at ${JSON.stringify(`/${name}`)}: a segment of the path is ${JSON.stringify(segment)}${rename}`;
    }
    const odd = /[^A-Za-z0-9._~-]/u.exec(segment);
    if (odd !== null) {
      return (
        `${shown} cannot be served at ${JSON.stringify(`/${name}`)}: a route cannot hold ${JSON.stringify(odd[0])}, ` +
        `only letters, digits and . _ ~ -${rename}`
      );
    }
  }
  return undefined;
}

/** A name to propose: directory and basename, `pods-sync` for pods/sync.jsonnet. */
export function exampleName({ file, name }: Candidate): string {
  const directory = basename(join(file, '..')).replace(/[^A-Za-z0-9._~-]/g, '');
  return `${directory === '' ? 'my' : directory}-${name.split('/').at(-1)}`;
}

/** The name that `kubecfg httpd` gives to a path: its directories stay, its extension goes. */
export function kubecfgName(path: string): string {
  const clean = normalize(path);
  const relative = isAbsolute(clean) ? clean.replace(/^\/+/, '') : clean;
  return relative.slice(0, relative.length - extname(relative).length);
}

/** The basename of a path without its extension. */
export function stem(path: string): string {
  return basename(path, extname(path));
}

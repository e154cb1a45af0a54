import { type Fields, field, isObject } from './value.js';

/** The kinds of children or attachments that a controller declares, as far as the request tells. */
export interface DeclaredKinds {
  /** `Kind.version` or `Kind.group/version`: every declared kind has its entry in the request, even an empty one. */
  readonly keys: ReadonlySet<string>;
  /** `spec.childResources` or `spec.attachments`. */
  readonly resources: readonly Resource[];
  /** False where the request says nothing about declared kinds; then none can be called undeclared. */
  readonly known: boolean;
}

interface Resource {
  readonly apiVersion: string;
  readonly resource: string;
}

/** Gathers the declared kinds of a sync or finalize request; `observed` is the field with the observed objects. */
export function readDeclaredKinds(request: Fields, observed: string): DeclaredKinds {
  const groups = field(request, observed);
  const keys = new Set(isObject(groups) ? Object.keys(groups) : []);
  const spec = field(field(request, 'controller'), 'spec');
  const list = field(spec, 'childResources') ?? field(spec, 'attachments');
  const resources: Resource[] = [];
  for (const one of Array.isArray(list) ? list : []) {
    const apiVersion = field(one, 'apiVersion');
    const resource = field(one, 'resource');
    if (typeof apiVersion === 'string' && typeof resource === 'string') resources.push({ apiVersion, resource });
  }
  return { keys, resources, known: keys.size > 0 || isObject(spec) };
}

/**
 * Whether children of this kind may be returned. Metacontroller's requests tell it by their keys; requests written by
 * hand often have an empty map, so the declared resources count too.
 */
export function isDeclared(declared: DeclaredKinds, apiVersion: string, kind: string): boolean {
  if (!declared.known || declared.keys.has(`${kind}.${apiVersion}`)) return true;
  const plurals = pluralsOf(kind);
  return declared.resources.some((one) => one.apiVersion === apiVersion && plurals.includes(one.resource));
}

/** The `apiVersion` under which the controller declares the kind of the same group, where it is another one. */
export function declaredVersion(declared: DeclaredKinds, apiVersion: string, kind: string): string | undefined {
  for (const key of declared.keys) {
    const dot = key.indexOf('.');
    const version = key.slice(dot + 1);
    if (key.slice(0, dot) === kind && groupOf(version) === groupOf(apiVersion)) return version;
  }
  return undefined;
}

/** The group of an `apiVersion`, empty for core objects. */
export function groupOf(apiVersion: string): string {
  const slash = apiVersion.indexOf('/');
  return slash === -1 ? '' : apiVersion.slice(0, slash);
}

/** Plural names that a kind may have, the most likely first. */
export function pluralsOf(kind: string): readonly string[] {
  const name = kind.toLowerCase();
  if (/[^aeiou]y$/.test(name)) return [`${name.slice(0, -1)}ies`, `${name}s`];
  if (/(?:s|x|z|ch|sh)$/.test(name)) return [`${name}es`, name];
  return [`${name}s`, name, `${name}es`];
}

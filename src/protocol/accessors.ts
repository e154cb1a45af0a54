import { field, isObject } from './value.js';

/** The objects in a group of a request's map. */
type ObjectOf<Group> = Group extends { readonly [key: string]: infer One } ? One : never;

/** A request with observed objects: hook version v2 calls attachments `children`. */
type Observing<Maps extends object> = { readonly children: Maps } | { readonly attachments: Maps };

/**
 * All observed children (or attachments) of a kind, such as `Pod.v1` or `Deployment.apps/v1`; empty where there are none.
 */
export function childrenOf<Maps extends object, Kind extends string & keyof Maps>(
  request: Observing<Maps>,
  kind: Kind,
): ObjectOf<Maps[Kind]>[] {
  return Object.values(group(observed(request), kind)) as ObjectOf<Maps[Kind]>[];
}

/**
 * The observed child (or attachment) of that kind and name, whatever form its key has.
 * @param namespace where the object is; left out, it is the parent's, or none for objects that are cluster-scoped
 */
export function child<Maps extends object, Kind extends string & keyof Maps>(
  request: Observing<Maps>,
  kind: Kind,
  name: string,
  namespace?: string,
): ObjectOf<Maps[Kind]> | undefined {
  return find(group(observed(request), kind), request, name, namespace) as ObjectOf<Maps[Kind]> | undefined;
}

/** `childrenOf` by the name that decorators use. */
export const attachmentsOf = childrenOf;

/** `child` by the name that decorators use. */
export const attachment = child;

/** All related objects of a kind, as the customize hook asked for them; empty where there are none. */
export function relatedOf<Maps extends object, Kind extends string & keyof Maps>(
  request: { readonly related: Maps },
  kind: Kind,
): ObjectOf<Maps[Kind]>[] {
  return Object.values(group(request.related, kind)) as ObjectOf<Maps[Kind]>[];
}

/** The related object of that kind and name; `namespace` as in `child`. */
export function relatedObject<Maps extends object, Kind extends string & keyof Maps>(
  request: { readonly related: Maps },
  kind: Kind,
  name: string,
  namespace?: string,
): ObjectOf<Maps[Kind]> | undefined {
  return find(group(request.related, kind), request, name, namespace) as ObjectOf<Maps[Kind]> | undefined;
}

function observed(request: object): unknown {
  return field(request, 'attachments') ?? field(request, 'children');
}

function group(maps: unknown, kind: string): Readonly<Record<string, unknown>> {
  const found = field(maps, kind);
  return isObject(found) ? found : {};
}

/**
 * Keys are `namespace/name` (v2, and v1 where only the object is namespaced) or `name` (v1, and cluster-scoped objects).
 * A v1 key may leave out a namespace that is another than the one asked for, so the object itself is looked at.
 */
function find(objects: Readonly<Record<string, unknown>>, request: object, name: string, namespace?: string): unknown {
  const parent = field(request, 'object') ?? field(request, 'parent');
  const home = namespace ?? field(field(parent, 'metadata'), 'namespace');
  const qualified = typeof home === 'string' ? field(objects, `${home}/${name}`) : undefined;
  if (qualified !== undefined) return qualified;
  const short = field(objects, name);
  if (short === undefined || namespace === undefined) return short;
  return (field(field(short, 'metadata'), 'namespace') ?? '') === namespace ? short : undefined;
}

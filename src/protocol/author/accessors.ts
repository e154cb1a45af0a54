import { field, isObject } from '../value.js';

/** The objects in a group of a request's map. */
type ObjectOf<Group> = Group extends { readonly [key: string]: infer One } ? One : never;

/** The maps of a request of type `any`: JavaScript, and TypeScript without type annotations. */
// biome-ignore lint/suspicious/noExplicitAny: a request without types gives objects without types
type AnyMaps = { readonly [kind: string]: { readonly [key: string]: any } };

type IfAny<T, Then, Else> = 0 extends 1 & T ? Then : Else;

/** The map of observed objects in a request. Hook version v2 calls attachments `children`, too. */
type Observed<Request> = IfAny<
  Request,
  AnyMaps,
  Request extends { readonly children: infer Maps } | { readonly attachments: infer Maps } ? Maps : never
>;

type Related<Request> = IfAny<Request, AnyMaps, Request extends { readonly related: infer Maps } ? Maps : never>;

/**
 * All observed children (or attachments) of a kind, such as `Pod.v1` or `Deployment.apps/v1`; empty if there are none.
 */
export function childrenOf<Request, Kind extends string & keyof Observed<Request>>(
  request: Request,
  kind: Kind,
): ObjectOf<Observed<Request>[Kind]>[] {
  return Object.values(group(observed(request), kind)) as ObjectOf<Observed<Request>[Kind]>[];
}

/**
 * The observed child (or attachment) of that kind and name, in whatever form the request writes its key.
 * @param namespace the namespace of the object; by default the parent's, or none if the object is cluster-scoped
 */
export function child<Request, Kind extends string & keyof Observed<Request>>(
  request: Request,
  kind: Kind,
  name: string,
  namespace?: string,
): ObjectOf<Observed<Request>[Kind]> | undefined {
  return find(group(observed(request), kind), request, name, namespace) as
    | ObjectOf<Observed<Request>[Kind]>
    | undefined;
}

/** `childrenOf` under the name that decorators use. */
export const attachmentsOf = childrenOf;

/** `child` under the name that decorators use. */
export const attachment = child;

/** All related objects of a kind, as the customize hook asked for them; empty if there are none. */
export function relatedOf<Request, Kind extends string & keyof Related<Request>>(
  request: Request,
  kind: Kind,
): ObjectOf<Related<Request>[Kind]>[] {
  return Object.values(group(field(request, 'related'), kind)) as ObjectOf<Related<Request>[Kind]>[];
}

/** The related object of that kind and name; `namespace` as in `child`. */
export function relatedObject<Request, Kind extends string & keyof Related<Request>>(
  request: Request,
  kind: Kind,
  name: string,
  namespace?: string,
): ObjectOf<Related<Request>[Kind]> | undefined {
  return find(group(field(request, 'related'), kind), request, name, namespace) as
    | ObjectOf<Related<Request>[Kind]>
    | undefined;
}

function observed(request: unknown): unknown {
  return field(request, 'attachments') ?? field(request, 'children');
}

function group(maps: unknown, kind: string): Readonly<Record<string, unknown>> {
  const found = field(maps, kind);
  return isObject(found) ? found : {};
}

/**
 * A key is `namespace/name` (v2, and v1 if only the object is namespaced) or `name` (v1, and cluster-scoped objects). A key
 * without a namespace does not say in which one the object is, so the object itself decides.
 */
function find(objects: Readonly<Record<string, unknown>>, request: unknown, name: string, namespace?: string): unknown {
  const parent = field(request, 'object') ?? field(request, 'parent');
  const home = namespace ?? field(field(parent, 'metadata'), 'namespace');
  const qualified = typeof home === 'string' ? field(objects, `${home}/${name}`) : undefined;
  if (qualified !== undefined) return qualified;
  const short = field(objects, name);
  if (short === undefined || namespace === undefined) return short;
  return (field(field(short, 'metadata'), 'namespace') ?? '') === namespace ? short : undefined;
}

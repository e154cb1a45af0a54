import type { CallKind, RequestFacts } from '../contract.js';
import { describeType, type Fields, field, formatPath, isObject } from '../value.js';
import { z } from '../zod.js';
import { type RequestTerms, readTerms } from './request-terms.js';

/** The body is JSON, but not a request of Metacontroller. `message` is one sentence that says what is missing. */
export class RequestError extends Error {
  override readonly name = 'RequestError';
}

/** What `readRequest` knows about a request. */
export interface ReadRequest {
  /** For `checkAnswer`. */
  readonly request: RequestTerms;
  readonly facts: RequestFacts;
}

const text = z.string().min(1);

/** The part of a parent or a decorated object that hookd itself reads. */
const parentSchema = z.object({
  apiVersion: text,
  kind: text,
  metadata: z.object({ name: text, namespace: z.string().nullish() }),
});

type ControllerKind = 'composite' | 'decorator';

/** The fields in which the request of each controller carries its parent and the observed objects. */
const carriers = {
  composite: { parents: ['parent'], observed: ['children'] },
  // Hook version v2 of decorators uses the names of composites, and customize always does.
  decorator: { parents: ['object', 'parent'], observed: ['attachments', 'children'] },
} as const;

/**
 * Decides from the request itself which call it is, and gathers its facts. It only looks at the envelope, so its cost does
 * not grow with the size of the objects.
 * @throws RequestError if the body is not a request of Metacontroller
 */
export function readRequest(body: unknown): ReadRequest {
  if (!isObject(body))
    throw new RequestError(`the request is ${describeType(body)}, but must be an object with controller and parent`);
  const controller = field(body, 'controller');
  if (!isObject(controller)) {
    throw new RequestError(
      `controller is ${describeType(controller)}: a Metacontroller request carries the CompositeController or DecoratorController it comes from`,
    );
  }
  const type = controllerKind(body, controller);
  const kind = callKind(body, type);
  const parent = readParent(body, type);
  const observed = observedField(body, type);
  const terms = readTerms(body, kind, field(body, parentField(body, type)), observed);
  const name = field(field(controller, 'metadata'), 'name');
  const namespace = parent.metadata.namespace;
  if (!kind.endsWith('customize')) count(body, 'related');
  return {
    request: terms,
    facts: {
      kind,
      controller: typeof name === 'string' ? name : undefined,
      parent: {
        apiVersion: parent.apiVersion,
        kind: parent.kind,
        namespace: typeof namespace === 'string' && namespace !== '' ? namespace : undefined,
        name: parent.metadata.name,
      },
      observed: kind.endsWith('customize') ? 0 : count(body, observed),
      timeoutSeconds: terms.hook.timeoutSeconds,
      etag: terms.hook.etag,
    },
  };
}

function controllerKind(body: Fields, controller: Fields): ControllerKind {
  const kind = field(controller, 'kind');
  if (kind === 'CompositeController') return 'composite';
  if (kind === 'DecoratorController') return 'decorator';
  if (kind !== undefined && kind !== null && kind !== '') {
    throw new RequestError('controller.kind is neither CompositeController nor DecoratorController');
  }
  // Go clients often lose the kind of typed objects; the fields of the spec and of the request decide then.
  const spec = field(controller, 'spec');
  if (has(spec, 'parentResource')) return 'composite';
  if (has(spec, 'resources') || has(body, 'object') || has(body, 'attachments')) return 'decorator';
  throw new RequestError('controller.kind is missing, but must be CompositeController or DecoratorController');
}

function callKind(body: Fields, type: ControllerKind): CallKind {
  const { observed } = carriers[type];
  const carries = observed.some((name) => has(body, name));
  if (!carries && !has(body, 'finalizing') && !has(body, 'related')) return `${type}-customize`;
  if (!carries) {
    throw new RequestError(
      `${observed[0]} is missing: a sync or finalize request of a ${type === 'composite' ? 'CompositeController' : 'DecoratorController'} carries the observed ${observed[0]}`,
    );
  }
  const finalizing = field(body, 'finalizing') ?? false;
  if (typeof finalizing !== 'boolean')
    throw new RequestError(`finalizing is ${describeType(finalizing)}, but must be true or false`);
  return finalizing ? `${type}-finalize` : `${type}-sync`;
}

function parentField(body: Fields, type: ControllerKind): string {
  const { parents } = carriers[type];
  return parents.find((one) => has(body, one)) ?? parents[0];
}

function readParent(body: Fields, type: ControllerKind): z.infer<typeof parentSchema> {
  const name = parentField(body, type);
  const read = parentSchema.safeParse(field(body, name));
  if (read.success) return read.data;
  const path = [name, ...((read.error.issues[0]?.path ?? []) as (string | number)[])];
  let value: unknown = body;
  for (const key of path) value = field(value, String(key));
  throw new RequestError(
    `${formatPath(path)} is ${describeType(value)}: a Metacontroller request carries the whole object with apiVersion, kind and metadata.name`,
  );
}

/** The field that holds the observed children or attachments of a sync or finalize request. */
function observedField(body: Fields, type: ControllerKind): string {
  const { observed } = carriers[type];
  return observed.find((name) => has(body, name)) ?? observed[0];
}

/** Counts the objects in a map by kind and key, and checks its shape. Go sometimes writes an empty map as null. */
function count(body: Fields, name: string): number {
  const groups = field(body, name);
  if (groups === undefined || groups === null) return 0;
  if (!isObject(groups))
    throw new RequestError(`${name} is ${describeType(groups)}, but must be a map of kinds to objects by name`);
  let objects = 0;
  for (const kind of Object.keys(groups)) {
    const group = groups[kind];
    if (group === null) continue;
    if (!isObject(group))
      throw new RequestError(
        `${formatPath([name, kind])} is ${describeType(group)}, but must be a map of objects by name`,
      );
    for (const key of Object.keys(group)) {
      if (!isObject(group[key])) {
        throw new RequestError(
          `${formatPath([name, kind, key])} is ${describeType(group[key])}, but must be an object`,
        );
      }
      objects++;
    }
  }
  return objects;
}

function has(from: unknown, name: string): boolean {
  return isObject(from) && Object.hasOwn(from, name);
}

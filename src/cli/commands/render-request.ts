import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { UsageError } from '../../errors.js';
import { composeRequest } from '../../protocol/request/compose-request.js';
import { type CliContext, readStdin } from '../context.js';
import type { ResolvedOptions } from '../options/resolve.js';
import type { requestOptions } from '../options/table.js';

type RequestOptions = ResolvedOptions<typeof requestOptions>;
type KubernetesObject = Readonly<Record<string, unknown>> & { readonly apiVersion: string; readonly kind: string };

/**
 * The request that `hookd render` sends, as JSON: a recorded one, or one that is composed from a controller, a parent and
 * what exists in the cluster.
 * @param file path of a JSON or YAML file, `-` for stdin; undefined if there is none on the command line
 * @throws UsageError
 */
export async function readRequest(
  file: string | undefined,
  options: RequestOptions,
  context: CliContext,
): Promise<Uint8Array<ArrayBuffer>> {
  const given = ['controller', 'parent', 'observed', 'related'].filter((key) => {
    const value = options[key as keyof RequestOptions];
    return Array.isArray(value) ? value.length > 0 : value !== undefined;
  });
  const isComposed = given.length > 0 || options.finalizing || options.customize;
  if (!isComposed) return encode(await recordedRequest(file ?? '-', context));
  if (file !== undefined)
    throw new UsageError(`give either the request ${file} or the parts of one (--parent), not both`);
  return encode(JSON.stringify(await composedRequest(options, context)));
}

const encode = (text: string) => new Uint8Array(new TextEncoder().encode(text));

/** The text of a recorded request; YAML becomes JSON. */
async function recordedRequest(file: string, context: CliContext): Promise<string> {
  const where = file === '-' ? 'stdin' : resolve(context.cwd, file);
  const text = file === '-' ? await readStdin('request', context) : await readText(where);
  if (text.trim() === '') throw new UsageError(`${where} is empty; it should hold a request`);
  const [value, ...more] = await documents(text, where);
  if (isKubernetesObject(value) && !('controller' in value)) {
    const what =
      value.kind === 'CompositeController' || value.kind === 'DecoratorController' ? '--controller' : '--parent';
    throw new UsageError(
      `${where} holds a ${value.kind} and not a request; make a request from it with ` +
        `${what === '--parent' ? `--controller controller.yaml --parent ${file}` : `--controller ${file} --parent sample.yaml`}`,
    );
  }
  if (more.length > 0) throw new UsageError(`${where} holds several documents, but a request is one`);
  return isJson(text) ? text : JSON.stringify(value);
}

async function composedRequest(options: RequestOptions, context: CliContext): Promise<unknown> {
  const { controller: controllerFile, parent: parentFile, finalizing, customize } = options;
  if (controllerFile === undefined || parentFile === undefined) {
    throw new UsageError('a request is made from --controller FILE and --parent FILE, and both are needed');
  }
  if (finalizing && customize) throw new UsageError('--finalizing and --customize exclude each other');
  const read = (files: readonly string[]) => readObjects(files, context.cwd);
  const inController = await read([controllerFile]);
  const controllers = inController.filter(({ kind }) => /^(Composite|Decorator)Controller$/.test(kind));
  const parents = (await read([parentFile])).filter(({ kind }) => kind !== 'CustomResourceDefinition');
  const [controller] = controllers;
  const [parent] = parents;
  if (controller === undefined || controllers.length > 1) {
    throw new UsageError(`${controllerFile} holds ${controllers.length} controllers, but one is needed`);
  }
  if (parent === undefined || parents.length > 1) {
    throw new UsageError(`${parentFile} holds ${parents.length} objects, but one parent is needed`);
  }
  const parts = {
    controller,
    parent,
    observed: await read(options.observed),
    related: await read(options.related),
    hook: customize ? ('customize' as const) : finalizing ? ('finalize' as const) : ('sync' as const),
    definitions: inController.filter(({ kind }) => kind === 'CustomResourceDefinition'),
  };
  try {
    const { request, warnings } = composeRequest(parts);
    for (const warning of warnings) context.stderr.write(`warning: ${warning}\n`);
    return request;
  } catch (error) {
    throw new UsageError((error as Error).message);
  }
}

/** All Kubernetes objects in files, in their order; those of a List one by one. */
async function readObjects(files: readonly string[], cwd: string): Promise<KubernetesObject[]> {
  const objects: KubernetesObject[] = [];
  for (const file of files) {
    const path = resolve(cwd, file);
    for (const document of await documents(await readText(path), path)) {
      if (document === null) continue;
      const items = isKubernetesObject(document) && Array.isArray(document.items) ? document.items : [document];
      for (const item of items) {
        const named =
          isKubernetesObject(item) && typeof (item.metadata as { name?: unknown } | null)?.name === 'string';
        if (!named) throw new UsageError(`${path} holds something without apiVersion, kind or metadata.name`);
        objects.push(item);
      }
    }
  }
  return objects;
}

function isKubernetesObject(value: unknown): value is KubernetesObject {
  const { apiVersion, kind } = (value ?? {}) as { apiVersion?: unknown; kind?: unknown };
  return typeof apiVersion === 'string' && typeof kind === 'string';
}

async function readText(path: string): Promise<string> {
  try {
    return await readFile(path, 'utf8');
  } catch (error) {
    throw new UsageError(`cannot read ${path} (${(error as NodeJS.ErrnoException).code})`);
  }
}

/** True if a text is JSON. */
export function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

/** The documents of a file in JSON or YAML. */
async function documents(text: string, path: string): Promise<unknown[]> {
  if (isJson(text)) return [JSON.parse(text)];
  const { parseAllDocuments } = await import('yaml');
  return [...parseAllDocuments(text)].map((document) => {
    const [error] = document.errors;
    if (error === undefined) return document.toJS();
    throw new UsageError(`${path} is neither JSON nor YAML: ${error.message.split('\n', 1)[0]}`);
  });
}

import { type Json, type JsonObject, setField, typeOf } from '../json/json.js';
import type { NativeFunction } from '../jsonnet/index.js';
import type { NativesConfig } from './config.js';
import { define } from './define.js';
import type { NativesEffects, ProgramResult } from './effects/effects.js';
import { parseYaml, splitDocuments } from './yaml/parse.js';

/**
 * kubecfg's `parseHelmChart`, done by running `helm template`: an object from the path of each template to the list of
 * objects it renders to. It is not pure, because a chart may use random values and the time.
 */
export function helmNatives(config: NativesConfig, effects: NativesEffects): readonly NativeFunction[] {
  return [
    define(
      'parseHelmChart',
      [
        ['chartData', 'array'],
        ['releaseName', 'string'],
        ['namespace', 'string'],
        ['values', 'object'],
        ['capabilities', 'object'],
      ],
      false,
      (chartData, releaseName, namespace, values, capabilities) => {
        checkName('releaseName', releaseName, 53);
        checkName('namespace', namespace, 63);
        const result = effects.run({
          command: config.helm,
          args: [
            'template',
            releaseName,
            './chart.tgz',
            '--values=values.json',
            `--namespace=${namespace}`,
            '--include-crds',
            ...capabilityFlags(capabilities),
          ],
          files: { 'chart.tgz': bytesOf(chartData), 'values.json': JSON.stringify(values) },
          timeoutMs: config.helmTimeoutSeconds * 1000,
        });
        return objectsBySource(textOf(result, config), namespace);
      },
    ),
  ];
}

/** Names as in Kubernetes (RFC 1123); nothing else reaches the command line. */
function checkName(param: string, name: string, maxLength: number): void {
  if (name.length > maxLength || !/^[a-z0-9]([-a-z0-9]*[a-z0-9])?(\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*$/.test(name)) {
    throw new Error(
      `${param} must be a Kubernetes name of at most ${maxLength} characters, but is ${JSON.stringify(name)}`,
    );
  }
}

function bytesOf(chartData: readonly Json[]): Uint8Array {
  const wrong = chartData.findIndex(
    (byte) => !Number.isInteger(byte) || (byte as number) < 0 || (byte as number) > 255,
  );
  if (wrong >= 0) {
    const found = chartData[wrong] as Json;
    const word = typeof found === 'number' ? String(found) : typeOf(found);
    throw new Error(`chartData[${wrong}] must be a byte (importbin gives them), but is ${word}`);
  }
  return Uint8Array.from(chartData as number[]);
}

/** Flags for `KubeVersion.Version` and `APIVersions`, the two of helm's Capabilities that `helm template` accepts. */
function capabilityFlags(capabilities: JsonObject): string[] {
  const flags: string[] = [];
  const { KubeVersion: kubeVersion, APIVersions: apiVersions } = capabilities;
  if (kubeVersion !== undefined) {
    const version = typeOf(kubeVersion) === 'object' ? (kubeVersion as JsonObject).Version : undefined;
    if (typeof version !== 'string') throw new Error('capabilities.KubeVersion.Version must be string');
    flags.push(`--kube-version=${version}`);
  }
  if (apiVersions !== undefined) {
    if (!Array.isArray(apiVersions) || apiVersions.some((version) => typeof version !== 'string')) {
      throw new Error('capabilities.APIVersions must be a list of strings');
    }
    for (const version of apiVersions) flags.push(`--api-versions=${version}`);
  }
  return flags;
}

function textOf({ outcome, exitCode, stdout, stderr }: ProgramResult, config: NativesConfig): string {
  const { helm, helmTimeoutSeconds } = config;
  if (outcome === 'not-found') {
    throw new Error(`it runs the helm program, but ${helm} was not found: install helm 3, or name it with --helm`);
  }
  if (outcome === 'timed-out') throw new Error(`${helm} template took longer than ${helmTimeoutSeconds} s`);
  const reason = stderr.trim().split('\n').at(-1);
  if (outcome === 'failed') throw new Error(`${helm} template did not run: ${reason}`);
  if (exitCode !== 0) throw new Error(`${helm} template failed with exit code ${exitCode}: ${reason}`);
  return stdout;
}

/** Groups the documents of helm's output by the `# Source:` line above each. */
function objectsBySource(text: string, namespace: string): JsonObject {
  const result: JsonObject = {};
  let source = '';
  for (const part of splitDocuments(text)) {
    source = /^# Source: (.+)$/m.exec(part)?.[1]?.trim() ?? source;
    if (source === '') continue;
    const objects = parsePart(part, source).filter((object) => object !== null);
    if (!source.includes('crds/')) for (const object of objects) placeInNamespace(object, namespace);
    const before = Object.hasOwn(result, source) ? (result[source] as Json[]) : [];
    setField(result, source, [...before, ...objects]);
  }
  return result;
}

function parsePart(part: string, source: string): Json[] {
  try {
    return parseYaml(part);
  } catch (error) {
    throw new Error(`${source} of the chart is not YAML: ${(error as Error).message}`, { cause: error });
  }
}

// Charts often leave the namespace out. kubecfg sets it on every object, cluster-scoped ones included.
function placeInNamespace(object: Json, namespace: string): void {
  if (typeOf(object) !== 'object') return;
  const fields = object as JsonObject;
  const metadata = fields.metadata;
  if (typeOf(metadata ?? null) !== 'object') fields.metadata = { namespace };
  else if (!(metadata as JsonObject).namespace) (metadata as JsonObject).namespace = namespace;
}

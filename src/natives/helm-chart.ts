import { type Json, type JsonObject, setField, typeOf } from '../json/json.js';
import type { NativeFunction } from '../jsonnet/index.js';
import { ChartArchive } from './chart-archive.js';
import type { NativesConfig } from './config.js';
import { define } from './define.js';
import type { NativesEffects, ProgramResult } from './effects/effects.js';
import { parseYaml } from './yaml/parse.js';

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
        const flags = capabilityFlags(capabilities);
        const chart = new ChartArchive(bytesOf(chartData));
        const result = effects.run({
          command: config.helm,
          args: ['template', 'release', './chart.tgz', '--values=values.json', '--debug', ...flags],
          files: {
            'chart.tgz': chart.with(probePath, probe(releaseName, namespace)),
            'values.json': JSON.stringify(values),
          },
          timeoutMs: config.helmTimeoutSeconds * 1000,
        });
        return objectsByPath(textsByPath(result, config), chart, namespace);
      },
    ),
  ];
}

/**
 * A template that is added to the chart, for helm's own output has lost what kubecfg keeps: helm sorts the objects by
 * their kind, and accepts only some names for a release. But if a template is not YAML, `--debug` makes helm print all
 * templates as they were rendered. This one is not YAML. It is in so deep a folder that helm renders it before all others,
 * so that the names it sets hold for them, and it prints the CRDs, which helm leaves out in that case.
 */
const probePath = `chart/templates/hookd/${'0/'.repeat(30)}probe.yaml`;

function probe(releaseName: string, namespace: string): string {
  const literal = (text: string) => JSON.stringify(text.replace(/\p{Surrogate}/gu, '\ufffd'));
  return `
{{- $_ := set .Release "Name" ${literal(releaseName)} }}
{{- $_ := set .Release "Namespace" ${literal(namespace)} }}
{{- define "hookd.crds" }}{{ $top := . }}{{ range $path, $text := .chart.Files.Glob "crds/**" }}
---
# Source: {{ $top.path }}/{{ $path }}
{{ toString $text }}
{{ end }}{{ range .chart.Subcharts }}
{{ include "hookd.crds" (dict "chart" . "path" (printf "%s/charts/%s" $top.path .Chart.Name)) }}{{ end }}{{ end }}
{{ include "hookd.crds" (dict "chart" . "path" .Chart.Name) }}
---
# Source: hookd
hookd: [
`;
}

/** The text of each template and CRD in helm's output. @throws Error that says why there is none */
function textsByPath({ outcome, stdout, stderr }: ProgramResult, config: NativesConfig): Map<string, string> {
  const { helm, helmTimeoutSeconds } = config;
  if (outcome === 'not-found') {
    throw new Error(`it runs the helm program, but ${helm} was not found: install helm 3, or name it with --helm`);
  }
  if (outcome === 'timed-out') throw new Error(`${helm} template took longer than ${helmTimeoutSeconds} s`);
  if (outcome === 'failed') throw new Error(`${helm} template did not run: ${lastLine(stderr)}`);
  const texts = new Map<string, string>();
  const [, ...parts] = `\n${stdout}`.split(/\n---\n# Source: (.+)\n/);
  for (let index = 0; index < parts.length; index += 2) {
    const path = parts[index] as string;
    // After an error helm prints the objects that are its own hooks once more.
    if (!texts.has(path)) texts.set(path, `${parts[index + 1]}\n`);
  }
  if (!texts.delete('hookd')) {
    throw new Error(`${helm} template failed: ${/^Error: (.*)$/m.exec(stderr)?.[1] ?? lastLine(stderr)}`);
  }
  return texts;
}

/** The objects of each template and CRD. A template that rendered to nothing but spaces has one null, as in kubecfg. */
function objectsByPath(texts: ReadonlyMap<string, string>, chart: ChartArchive, namespace: string): JsonObject {
  const result: JsonObject = {};
  const isProbe = (path: string) => path.endsWith(probePath.slice('chart'.length));
  const root = [...texts.keys()].find(isProbe)?.split('/')[0] as string;
  const rendered = new Set([...texts.keys()].map(chartOf));
  for (const path of chart.paths) {
    const full = path.replace(/^[^/]*/, root);
    if (isTemplate(full) && rendered.has(chartOf(full))) setField(result, full, [null]);
  }
  for (const [path, text] of texts) {
    const isCrd = path.startsWith(`${chartOf(path)}/crds/`);
    if (isProbe(path) || (isCrd && !/\.(?:ya?ml|json)$/.test(path))) continue;
    const objects = parseTemplate(path, text);
    if (!isCrd && namespace !== '') for (const object of objects) placeInNamespace(object, namespace);
    setField(result, path, objects);
  }
  return result;
}

/** The path of the chart that a file belongs to: `app/charts/sub` of `app/charts/sub/templates/a.yaml`. */
function chartOf(path: string): string {
  return /^[^/]+(?:\/charts\/[^/]+)*/.exec(path)?.[0] ?? '';
}

/** Whether a file is a template that helm renders to objects. */
function isTemplate(path: string): boolean {
  return path.startsWith(`${chartOf(path)}/templates/`) && !/(?:\/|\/_[^/]*|\/NOTES\.txt)$/.test(path);
}

function lastLine(text: string): string {
  return text.trim().split('\n').at(-1) as string;
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

function parseTemplate(path: string, text: string): Json[] {
  try {
    return parseYaml(text);
  } catch (error) {
    throw new Error(`${path} of the chart is not YAML: ${(error as Error).message}`, { cause: error });
  }
}

// Charts often leave the namespace out. kubecfg sets it on every object of a template, cluster-scoped ones included.
function placeInNamespace(object: Json, namespace: string): void {
  if (typeOf(object) !== 'object') return;
  const fields = object as JsonObject;
  const metadata = fields.metadata;
  if (typeOf(metadata ?? null) !== 'object') fields.metadata = { namespace };
  else if (!(metadata as JsonObject).namespace) (metadata as JsonObject).namespace = namespace;
}

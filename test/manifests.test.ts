import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, extname, join } from 'node:path';
import { test } from 'node:test';
import { Ajv } from 'ajv';
import { parseAllDocuments } from 'yaml';
import { flagOf } from '../src/cli/options/resolve.js';
import { optionsOf } from '../src/cli/options/table.js';
import { defaultWorkers } from '../src/machine.js';
import { checkout } from './checkout.js';

const examples = ['examples/hello-world', 'examples/useless-controller'];
const folders = [...examples, 'deploy'];

type Labels = Record<string, string>;

interface Container {
  args: string[];
  ports: { name: string; containerPort: number }[];
  resources: { requests: Labels; limits: Labels };
  securityContext: object;
  volumeMounts: { name: string; mountPath: string; readOnly: boolean }[];
  startupProbe?: { httpGet: { path: string; port: string } };
  readinessProbe: { httpGet: { path: string; port: string } };
  livenessProbe: { httpGet: { path: string; port: string } };
}

interface Webhook {
  service: { name: string; namespace: string; port: number };
  path: string;
}

/** Everything that the checks below look at. A field that a kind lacks is undefined and fails its comparison. */
interface Manifest {
  apiVersion: string;
  kind: string;
  metadata: { name: string; namespace?: string; labels?: Labels };
  spec: {
    selector: { matchLabels: Labels } & Labels;
    template: {
      metadata: { labels: Labels };
      spec: {
        automountServiceAccountToken: boolean;
        securityContext: { runAsNonRoot: boolean; seccompProfile: { type: string } };
        containers: Container[];
        volumes: { name: string; configMap: { name: string } }[];
      };
    };
    ports: { port: number; targetPort: string }[];
    group: string;
    names: { plural: string; kind: string };
    versions: { name: string; subresources: object; schema: { openAPIV3Schema: object } }[];
    parentResource: { apiVersion: string; resource: string };
    generateSelector: boolean;
    hooks: { sync: { version?: string; webhook: Webhook } };
    scaleTargetRef: object;
    minReplicas: number;
    minAvailable: number;
    unhealthyPodEvictionPolicy: string;
    podSelector: { matchLabels: Labels };
    policyTypes: string[];
    ingress: { ports: { port: string }[] }[];
    egress: object[];
  };
}

interface Kustomization {
  resources: string[];
  configMapGenerator?: { name: string; namespace: string; files: string[] }[];
  images?: { name: string; newName: string; newTag: string }[];
}

function documents(path: string): Manifest[] {
  return parseAllDocuments(readFileSync(join(checkout, path), 'utf8'), { prettyErrors: true }).map((document) => {
    assert.deepEqual([...document.errors, ...document.warnings], [], path);
    return document.toJS() as Manifest;
  });
}

function yamlFiles(folder: string): string[] {
  return readdirSync(join(checkout, folder)).filter((name) => extname(name) === '.yaml');
}

function kustomization(folder: string): Kustomization {
  return documents(join(folder, 'kustomization.yaml'))[0] as unknown as Kustomization;
}

/** All objects that `kubectl apply -k` would create, except the generated ConfigMap. */
function objects(folder: string): Manifest[] {
  return kustomization(folder).resources.flatMap((file) => documents(join(folder, file)));
}

function one(folder: string, kind: string): Manifest {
  const found = objects(folder).filter((object) => object.kind === kind);
  assert.equal(found.length, 1, `${folder}: one ${kind}`);
  return found[0] as Manifest;
}

for (const folder of folders) {
  test(`${folder}: every file is YAML, and every object has apiVersion, kind and a name of its own`, () => {
    const names = yamlFiles(folder)
      .filter((file) => file !== 'kustomization.yaml')
      .flatMap((file) => documents(join(folder, file)))
      .map(({ apiVersion, kind, metadata }) => {
        assert.match(apiVersion, /^([a-z0-9.]+\/)?v\d+((alpha|beta)\d+)?$/);
        assert.match(metadata.name, /^[a-z0-9]([-a-z0-9.]*[a-z0-9])?$/);
        return `${kind}/${metadata.name}`;
      });
    assert.ok(names.length > 3);
    assert.deepEqual(names, [...new Set(names)]);
  });

  test(`${folder}: the kustomization names the files that are there`, () => {
    const { resources, configMapGenerator } = kustomization(folder);
    const there = yamlFiles(folder).filter((file) => file !== 'kustomization.yaml' && file !== 'sample.yaml');
    assert.deepEqual([...resources].sort(), there.sort());
    for (const file of configMapGenerator?.flatMap((generator) => generator.files) ?? [])
      assert.ok(existsSync(join(checkout, folder, file)), file);
  });

  test(`${folder}: the Pod may run in a namespace that enforces the restricted standard, on a read-only root`, () => {
    const pod = one(folder, 'Deployment').spec.template.spec;
    assert.equal(pod.automountServiceAccountToken, false);
    assert.equal(pod.securityContext.runAsNonRoot, true);
    assert.deepEqual(pod.securityContext.seccompProfile, { type: 'RuntimeDefault' });
    assert.equal(pod.containers.length, 1);
    assert.deepEqual(pod.containers[0]?.securityContext, {
      allowPrivilegeEscalation: false,
      readOnlyRootFilesystem: true,
      capabilities: { drop: ['ALL'] },
    });
    assert.deepEqual(pod.containers[0]?.volumeMounts, [{ name: 'hooks', mountPath: '/hooks', readOnly: true }]);
    assert.deepEqual(Object.keys(pod.containers[0]?.resources.requests ?? {}), ['cpu', 'memory']);
    assert.deepEqual(Object.keys(pod.containers[0]?.resources.limits ?? {}), ['memory']);
  });

  test(`${folder}: Deployment, Service and probes find each other`, () => {
    const deployment = one(folder, 'Deployment');
    const service = one(folder, 'Service');
    const { metadata, spec } = deployment.spec.template;
    const container = spec.containers[0] as Container;
    assert.deepEqual(deployment.spec.selector.matchLabels, metadata.labels);
    assert.deepEqual(service.spec.selector, metadata.labels);
    assert.equal(service.metadata.namespace, deployment.metadata.namespace);
    const ports = container.ports.map((port) => port.name);
    assert.deepEqual(
      service.spec.ports.map((port) => port.targetPort),
      ports,
    );
    assert.equal(container.ports.find((port) => port.name === 'http')?.containerPort, 8080);
    for (const probe of [container.startupProbe, container.readinessProbe, container.livenessProbe])
      if (probe !== undefined) assert.ok(ports.includes(probe.httpGet.port), probe.httpGet.port);
    assert.equal(container.readinessProbe.httpGet.path, '/readyz');
    assert.equal(container.livenessProbe.httpGet.path, '/livez');
    const memory = Number(/^(\d+)Mi$/.exec(container.resources.limits.memory ?? '')?.[1]);
    const defaults = defaultWorkers({ cpus: 8, memoryBytes: memory * 1024 ** 2 });
    const heap = defaults.heapBytes / 1024 ** 2;
    assert.equal(memory, 320 + defaults.workers * (heap + 128) + 128, 'the formula of docs/operations.md');
    const [command, path, ...flags] = container.args;
    assert.deepEqual([command, path], ['serve', '/hooks']);
    const known = Object.entries(optionsOf.serve).map(([key, option]) => `--${flagOf(key, option)}`);
    assert.deepEqual(
      flags.filter((flag) => !known.includes(flag.replace(/=.*/, ''))),
      [],
    );
  });
}

for (const folder of examples) {
  const sample = () => documents(join(folder, 'sample.yaml'))[0] as Manifest;
  const request = () => JSON.parse(readFileSync(join(checkout, folder, 'request.json'), 'utf8'));

  test(`${folder}: the CRD defines what the controller watches`, () => {
    const crd = one(folder, 'CustomResourceDefinition');
    const controller = one(folder, 'CompositeController');
    const version = crd.spec.versions[0];
    assert.equal(crd.metadata.name, `${crd.spec.names.plural}.${crd.spec.group}`);
    assert.deepEqual(version?.subresources, { status: {} });
    assert.deepEqual(controller.spec.parentResource, {
      apiVersion: `${crd.spec.group}/${version?.name}`,
      resource: crd.spec.names.plural,
    });
    assert.equal(controller.spec.generateSelector, true);
  });

  test(`${folder}: the CRD accepts the sample and the recorded status, and nothing of another type`, () => {
    const crd = one(folder, 'CustomResourceDefinition');
    const accepts = new Ajv().compile(crd.spec.versions[0]?.schema.openAPIV3Schema ?? false);
    const object = sample();
    const expected = JSON.parse(readFileSync(join(checkout, folder, 'expected.json'), 'utf8'));
    assert.equal(object.apiVersion, `${crd.spec.group}/${crd.spec.versions[0]?.name}`);
    assert.equal(object.kind, crd.spec.names.kind);
    assert.equal(accepts(object), true, JSON.stringify(accepts.errors));
    assert.equal(accepts({ ...object, status: expected.status }), true, JSON.stringify(accepts.errors));
    assert.equal(accepts({ ...object, spec: { who: 7, name: 'No Name' } }), false);
    assert.equal(accepts({ ...object, status: { pods: 'one', ready: 'yes' } }), false);
  });

  test(`${folder}: the webhook is the Service, and its path a file of the ConfigMap`, () => {
    const { service, path } = one(folder, 'CompositeController').spec.hooks.sync.webhook;
    const { metadata, spec } = one(folder, 'Service');
    assert.deepEqual(service, { name: metadata.name, namespace: metadata.namespace, port: spec.ports[0]?.port });
    const [generator] = kustomization(folder).configMapGenerator ?? [];
    assert.deepEqual(
      generator?.files.map((file) => `/${basename(file, extname(file))}`),
      [path],
    );
    const deployment = one(folder, 'Deployment');
    assert.equal(generator?.namespace, deployment.metadata.namespace);
    assert.deepEqual(deployment.spec.template.spec.volumes, [{ name: 'hooks', configMap: { name: generator?.name } }]);
    assert.deepEqual(
      kustomization(folder).images?.map((image) => image.name),
      ['hookd'],
    );
  });

  test(`${folder}: the recorded request is about this controller and this sample`, () => {
    const { controller, parent } = request();
    const { spec } = one(folder, 'CompositeController');
    assert.deepEqual(controller.spec, { ...spec, hooks: { sync: { version: 'v1', ...spec.hooks.sync } } });
    const { apiVersion, kind, metadata } = sample();
    assert.deepEqual([parent.apiVersion, parent.kind, parent.spec], [apiVersion, kind, sample().spec]);
    assert.deepEqual([parent.metadata.namespace, parent.metadata.name], [metadata.namespace, metadata.name]);
  });
}

test('deploy: budget, autoscaler and network policy are about the Deployment', () => {
  const deployment = one('deploy', 'Deployment');
  const { labels } = deployment.spec.template.metadata;
  const budget = one('deploy', 'PodDisruptionBudget').spec;
  assert.deepEqual(budget.selector.matchLabels, labels);
  assert.equal(budget.unhealthyPodEvictionPolicy, 'AlwaysAllow');
  const autoscaler = one('deploy', 'HorizontalPodAutoscaler').spec;
  assert.deepEqual(autoscaler.scaleTargetRef, {
    apiVersion: 'apps/v1',
    kind: 'Deployment',
    name: deployment.metadata.name,
  });
  assert.ok(autoscaler.minReplicas > budget.minAvailable, 'a drain must be able to evict one Pod');
  const policy = one('deploy', 'NetworkPolicy').spec;
  assert.deepEqual(policy.podSelector.matchLabels, labels);
  assert.deepEqual(policy.policyTypes, ['Ingress', 'Egress']);
  assert.deepEqual(policy.egress, []);
  const ports = deployment.spec.template.spec.containers[0]?.ports.map((port) => port.name);
  assert.deepEqual(
    policy.ingress.flatMap((rule) => rule.ports.map(({ port }) => port)),
    ports,
  );
});

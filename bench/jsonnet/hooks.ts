import type { Json } from '../../src/json/json.js';

/** A hook as people write it, and a request for it. */
export interface BenchHook {
  readonly name: string;
  /** A Jsonnet function of `request`. */
  readonly source: string;
  readonly request: { readonly [key: string]: Json };
}

/** A composite controller with two children, which is about the smallest useful hook. */
export const smallHook: BenchHook = {
  name: 'small hook',
  source: `
local labels(parent) = { app: parent.metadata.name, 'managed-by': 'hello-controller' };

function(request)
  local parent = request.parent;
  local pods = request.children['Pod.v1'];
  local ready = [name for name in std.objectFields(pods) if pods[name].status.phase == 'Running'];
  {
    status: { replicas: std.length(pods), ready: std.length(ready), phase: if std.length(ready) > 0 then 'Ready' else 'Waiting' },
    children: [
      {
        apiVersion: 'v1',
        kind: 'Pod',
        metadata: { name: parent.metadata.name, labels: labels(parent) },
        spec: {
          restartPolicy: 'OnFailure',
          containers: [{ name: 'hello', image: 'busybox:1.36', command: ['echo', 'Hello %s' % parent.spec.who] }],
        },
      },
      {
        apiVersion: 'v1',
        kind: 'Service',
        metadata: { name: parent.metadata.name + '-svc', labels: labels(parent) },
        spec: { selector: labels(parent), ports: [{ port: 80, targetPort: parent.spec.port }] },
      },
    ],
  }
`,
  request: {
    controller: { kind: 'CompositeController', metadata: { name: 'hello-controller' } },
    parent: {
      apiVersion: 'example.com/v1',
      kind: 'HelloWorld',
      metadata: { name: 'your-name', namespace: 'default', uid: '0b6d6f7e-4c5a-4d0c-8f6e-2d1c9a7b3e11', generation: 1 },
      spec: { who: 'World', port: 8080 },
    },
    children: { 'Pod.v1': { 'your-name': { metadata: { name: 'your-name' }, status: { phase: 'Running' } } } },
    finalizing: false,
  },
};

const manySource = `
// Each name keeps its pod; a pod that failed is left out, so that it is replaced, and gets a newer revision.
local template(parent, index) = {
  local pod = self,
  local name = '%s-%03d' % [parent.metadata.name, index],
  apiVersion: 'v1',
  kind: 'Pod',
  metadata: {
    name: name,
    namespace: parent.metadata.namespace,
    labels: parent.spec.template.metadata.labels { 'pod-index': std.toString(index), app: parent.metadata.name },
    annotations: { 'example.com/revision': std.toString(parent.metadata.generation) },
  },
  spec: parent.spec.template.spec {
    hostname: pod.metadata.name,
    subdomain: parent.metadata.name,
    containers: [
      container { env+: [{ name: 'POD_NAME', value: name }, { name: 'POD_INDEX', value: '' + index }] }
      for container in super.containers
    ],
  },
};

local zoned(zones) = {
  spec+: {
    local spec = self,
    nodeSelector+: { 'topology.kubernetes.io/zone': zones[std.codepoint(spec.hostname[std.length(spec.hostname) - 1]) % std.length(zones)] },
  },
};

function(request)
  local parent = request.parent;
  local observed = request.children['Pod.v1'];
  local isReady(pod) = std.length([c for c in pod.status.conditions if c.type == 'Ready' && c.status == 'True']) > 0;
  local names = std.objectFields(observed);
  local ready = std.filter(function(name) isReady(observed[name]), names);
  local failed = std.set([name for name in names if observed[name].status.phase == 'Failed']);
  local wanted = [template(parent, i) + zoned(parent.spec.zones) for i in std.range(0, parent.spec.replicas - 1)];
  {
    status: {
      observedGeneration: parent.metadata.generation,
      replicas: std.length(names),
      readyReplicas: std.length(ready),
      restarts: std.foldl(function(sum, name) sum + observed[name].status.containerStatuses[0].restartCount, names, 0),
      conditions: [{ type: 'Ready', status: if std.length(ready) >= parent.spec.replicas then 'True' else 'False' }],
    },
    children: [pod for pod in wanted if !std.setMember(pod.metadata.name, failed)],
  }
`;

function observedPod(name: string, index: number): Json {
  return {
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: {
      name,
      namespace: 'default',
      uid: `6f1c7a1e-0000-4000-8000-${String(index).padStart(12, '0')}`,
      resourceVersion: String(100000 + index * 17),
      creationTimestamp: '2026-01-02T03:04:05Z',
      labels: { app: 'many', tier: 'backend', 'pod-index': String(index) },
      annotations: {
        'example.com/revision': '3',
        'example.com/checksum': 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b',
      },
      ownerReferences: [
        {
          apiVersion: 'example.com/v1',
          kind: 'Many',
          name: 'many',
          uid: 'a1',
          controller: true,
          blockOwnerDeletion: true,
        },
      ],
    },
    spec: {
      hostname: name,
      nodeName: `node-${index % 40}.eu-central-1.compute.internal`,
      serviceAccountName: 'default',
      containers: [
        {
          name: 'main',
          image: 'registry.example.com/team/service:v1.42.7',
          env: [
            { name: 'POD_NAME', value: name },
            { name: 'POD_INDEX', value: String(index) },
            { name: 'LOG_LEVEL', value: 'info' },
          ],
          ports: [{ containerPort: 8080, protocol: 'TCP', name: 'http' }],
          resources: { limits: { cpu: '500m', memory: '256Mi' }, requests: { cpu: '100m', memory: '128Mi' } },
          volumeMounts: [
            { name: 'kube-api-access', mountPath: '/var/run/secrets/kubernetes.io/serviceaccount', readOnly: true },
            { name: 'config', mountPath: '/etc/service' },
          ],
        },
      ],
      tolerations: [
        { key: 'node.kubernetes.io/not-ready', operator: 'Exists', effect: 'NoExecute', tolerationSeconds: 300 },
        { key: 'node.kubernetes.io/unreachable', operator: 'Exists', effect: 'NoExecute', tolerationSeconds: 300 },
      ],
    },
    status: {
      phase: index % 97 === 5 ? 'Failed' : 'Running',
      hostIP: `10.0.${index % 250}.${(index * 7) % 250}`,
      podIP: `10.1.${index % 250}.${(index * 11) % 250}`,
      qosClass: 'Burstable',
      conditions: [
        { type: 'Initialized', status: 'True', lastTransitionTime: '2026-01-02T03:04:06Z' },
        { type: 'Ready', status: index % 7 === 0 ? 'False' : 'True', lastTransitionTime: '2026-01-02T03:04:09Z' },
        {
          type: 'ContainersReady',
          status: index % 7 === 0 ? 'False' : 'True',
          lastTransitionTime: '2026-01-02T03:04:09Z',
        },
        { type: 'PodScheduled', status: 'True', lastTransitionTime: '2026-01-02T03:04:05Z' },
      ],
      containerStatuses: [
        {
          name: 'main',
          ready: index % 7 !== 0,
          restartCount: index % 3,
          state: { running: { startedAt: '2026-01-02T03:04:08Z' } },
        },
      ],
    },
  };
}

/** `children` desired pods from `observed` observed ones. 500 observed pods make a request of 1 MB. */
export function manyHook(children: number, observed: number): BenchHook {
  const pods: { [name: string]: Json } = {};
  for (let i = 0; i < observed; i++) {
    const name = `many-${String(i).padStart(3, '0')}`;
    pods[name] = observedPod(name, i);
  }
  return {
    name: `${children} children of ${observed} observed`,
    source: manySource,
    request: {
      controller: { kind: 'CompositeController', metadata: { name: 'many-controller' } },
      parent: {
        apiVersion: 'example.com/v1',
        kind: 'Many',
        metadata: { name: 'many', namespace: 'default', uid: 'a1', generation: 3 },
        spec: {
          replicas: children,
          zones: ['eu-central-1a', 'eu-central-1b', 'eu-central-1c'],
          template: {
            metadata: { labels: { tier: 'backend' } },
            spec: {
              containers: [
                {
                  name: 'main',
                  image: 'registry.example.com/team/service:v1.42.7',
                  env: [{ name: 'LOG_LEVEL', value: 'info' }],
                  resources: { limits: { cpu: '500m', memory: '256Mi' } },
                },
              ],
            },
          },
        },
      },
      children: { 'Pod.v1': pods },
      finalizing: false,
    },
  };
}

/** A hook that builds its children with the generated library. It uses ten of its thousands of functions. */
export const libraryHook: BenchHook = {
  name: 'hook of a 1.5 MB library',
  source: `
local k = import 'k.libsonnet';
local deployment = k.apps3.v1.kind2;
local service = k.core1.v1.kind0;

function(request)
  local parent = request.parent;
  local name = parent.metadata.name;
  {
    status: { observedGeneration: parent.metadata.generation },
    children: [
      deployment.new(name)
      + deployment.metadata.withLabels({ app: name })
      + deployment.metadata.withAnnotationsMixin({ team: 'blue' })
      + deployment.spec.withField1(parent.spec.replicas)
      + deployment.spec.withField2Mixin({ matchLabels: { app: name } })
      + deployment.spec.template.withField3([{ name: 'main', image: parent.spec.image }])
      + deployment.spec.template.withField4Mixin({ dnsPolicy: 'ClusterFirst' }),
      service.new(name)
      + service.metadata.withLabels({ app: name })
      + service.spec.withField0(parent.spec.port),
    ],
  }
`,
  request: {
    parent: {
      metadata: { name: 'shop', namespace: 'default', generation: 4 },
      spec: { replicas: 3, image: 'shop:1.2', port: 80 },
    },
    children: {},
    finalizing: false,
  },
};

/**
 * A library like those that are generated for Kubernetes: groups, versions and kinds, and for each field of a kind a
 * documentation object, a function that sets it and one that adds to it. It is always the same text of about 1.5 MB.
 */
export function library(): string {
  const setters = (indent: string, path: (value: string) => string, fields: number) =>
    Array.from({ length: fields }, (_, i) => {
      const help = `Sets field${i} of the object, which the controller copies to the status when it has seen the change.`;
      return [
        `'#withField${i}':: { 'function': { args: [{ name: 'field${i}', type: 'string' }], help: '${help}' } },`,
        `withField${i}(field${i}): ${path(`field${i}: field${i}`)},`,
        `'#withField${i}Mixin':: { 'function': { help: '${help} Adds to what is there.' } },`,
        `withField${i}Mixin(field${i}): ${path(`field${i}+: field${i}`)},`,
      ]
        .map((line) => `${indent}${line}\n`)
        .join('');
    }).join('');
  const kind = (group: string, version: string, index: number) => `
      kind${index}: {
        '#': { help: 'Kind${index} of ${group}/${version}.' },
        new(name): { apiVersion: '${group}/${version}', kind: 'Kind${index}' } + self.metadata.withName(name),
        metadata: {
          withName(name): { metadata+: { name: name } },
          withLabels(labels): { metadata+: { labels: labels } },
          withLabelsMixin(labels): { metadata+: { labels+: labels } },
          withAnnotations(annotations): { metadata+: { annotations: annotations } },
          withAnnotationsMixin(annotations): { metadata+: { annotations+: annotations } },
        },
        spec: {
          template: {
${setters('            ', (field) => `{ spec+: { template+: { spec+: { ${field} } } } }`, 7)}          },
${setters('          ', (field) => `{ spec+: { ${field} } }`, 10)}        },
      },`;
  const groups: string[] = [];
  for (const name of ['core', 'apps', 'batch', 'net']) {
    for (let g = 0; g < 5; g++) {
      const group = `${name}${g}`;
      const kinds = Array.from({ length: 8 }, (_, i) => kind(group, 'v1', i)).join('');
      groups.push(`  ${group}: {\n    v1: {${kinds}\n    },\n  },\n`);
    }
  }
  return `{\n${groups.join('')}}\n`;
}

/** Small programs, each for one part of the language, as hooks whose request holds the size. */
export const micro: readonly BenchHook[] = [
  {
    name: 'fib(20)',
    source: `local fib(n) = if n < 2 then n else fib(n - 1) + fib(n - 2);
function(request) { status: { fib: fib(request.n) }, children: [] }`,
    request: { n: 20 },
  },
  {
    name: 'fold of 8,000 object additions',
    source: `function(request) {
  local all = std.foldl(function(acc, i) acc + { ['key' + i]: i }, std.range(1, request.n), {}),
  status: { count: std.length(all), last: all['key' + request.n] },
  children: [],
}`,
    request: { n: 8000 },
  },
  {
    name: 'string building',
    source: `function(request) {
  local config = std.foldl(function(text, i) text + 'server-%d = %s:%05d\\n' % [i, 'host' + i, i], std.range(1, request.n), ''),
  status: { length: std.length(config), lines: std.length(std.split(config, '\\n')) },
  children: [{ apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'c' }, data: { config: config } }],
}`,
    request: { n: 500 },
  },
  {
    name: 'sort, filter, map of 5,000',
    source: `function(request)
  local values = std.map(function(x) (x * 7919) % 5003, std.range(1, request.n));
  local kept = std.sort(std.filter(function(x) x % 3 != 0, values), function(x) -x);
  { status: { kept: std.length(kept), first: kept[0], last: kept[std.length(kept) - 1] }, children: [] }`,
    request: { n: 5000 },
  },
  {
    name: 'comprehension',
    source: `function(request)
  local pairs = [[x, y] for x in std.range(1, request.n) for y in std.range(1, request.n) if (x + y) % 2 == 0];
  local byName = { ['n' + p[0] + '-' + p[1]]: p for p in pairs if p[0] == p[1] };
  { status: { pairs: std.length(pairs), names: std.objectFields(byName) }, children: [] }`,
    request: { n: 100 },
  },
  {
    name: 'manifestJsonEx',
    source: `function(request)
  local config = { servers: [{ name: 'server-' + i, port: 8000 + i, tags: ['a', 'b'], limits: { cpu: i / 8 } } for i in std.range(1, request.n)] };
  { status: {}, children: [{ kind: 'ConfigMap', data: { 'config.json': std.manifestJsonEx(config, '  ') } }] }`,
    request: { n: 60 },
  },
];

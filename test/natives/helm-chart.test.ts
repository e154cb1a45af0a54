import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, suite, test } from 'node:test';
import { gunzipSync, gzipSync } from 'node:zlib';
import type { Json } from '../../src/json/json.js';
import { fixture } from '../checkout.js';
import { nativeOf } from './natives.js';

const folder = mkdtempSync(join(tmpdir(), 'hookd-test-'));
after(() => rmSync(folder, { recursive: true }));

/** A program that stands for helm. */
function stub(name: string, script: string): string {
  const path = join(folder, name);
  writeFileSync(path, `#!/bin/sh\n${script}\n`);
  chmodSync(path, 0o755);
  return path;
}

/** The chart in test/data/natives/chart as `helm package` would pack it. */
const chart = [
  ...execFileSync('tar', ['-cz', '--transform', 's/^chart/app/', '-C', fixture('natives'), 'chart'], {
    encoding: 'buffer',
  }),
];

const rendered = `---
# Source: app/templates/secret.yaml
apiVersion: v1
kind: Secret
metadata:
  name: app
---
# Source: app/templates/all.yaml
apiVersion: v1
kind: Service
metadata:
  name: app
  namespace: own
---
# only a comment
---
apiVersion: v1
kind: Service

---
# Source: app/templates/hookd/${'0/'.repeat(30)}probe.yaml

---
# Source: app/crds/things.yaml
apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata:
  name: things.example.com
---
apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata:
  name: others.example.com

---
# Source: app/crds/README.md
- not YAML: [

---
# Source: hookd
hookd: [

---
# Source: app/templates/secret.yaml
kind: Again
`;

suite('parseHelmChart', () => {
  const seen = join(folder, 'seen');
  const helm = stub(
    'helm',
    `printf '%s\\n' "$@" > ${seen}.args; cp chart.tgz ${seen}.tgz; cp values.json ${seen}.json; cat <<'END'\n${rendered}END\nexit 1`,
  );

  test('runs helm template and gathers its objects by template', () => {
    const values = { replicas: 2, image: { tag: 'v1' } };
    const capabilities = { KubeVersion: { Version: 'v1.30.0', Major: 1, Minor: 30 }, APIVersions: ['a/v1', 'b/v1'] };
    const result = nativeOf('parseHelmChart', { helm, helmTimeoutSeconds: 60 }).call(
      chart,
      'my-app',
      'team',
      values,
      capabilities,
    );
    const crd = (name: string) => ({
      apiVersion: 'apiextensions.k8s.io/v1',
      kind: 'CustomResourceDefinition',
      metadata: { name: `${name}.example.com` },
    });
    assert.deepEqual(result, {
      'app/crds/things.yaml': [crd('things'), crd('others')],
      'app/templates/secret.yaml': [{ apiVersion: 'v1', kind: 'Secret', metadata: { name: 'app', namespace: 'team' } }],
      'app/templates/all.yaml': [
        { apiVersion: 'v1', kind: 'Service', metadata: { name: 'app', namespace: 'own' } },
        null,
        { apiVersion: 'v1', kind: 'Service', metadata: { namespace: 'team' } },
      ],
      'app/templates/hook.yaml': [null],
      'app/templates/off.yaml': [null],
    });
    assert.deepEqual(readFileSync(`${seen}.args`, 'utf8').trim().split('\n'), [
      'template',
      'release',
      './chart.tgz',
      '--values=values.json',
      '--debug',
      '--kube-version=v1.30.0',
      '--api-versions=a/v1',
      '--api-versions=b/v1',
    ]);
    assert.deepEqual(JSON.parse(readFileSync(`${seen}.json`, 'utf8')), values);
  });

  test('hands helm the chart with one more template, which sets the names', () => {
    nativeOf('parseHelmChart', { helm, helmTimeoutSeconds: 60 }).call(chart, '" }}\u2028', 'Team', {}, {});
    const list = (bytes: Uint8Array) => execFileSync('tar', ['-tz'], { input: bytes }).toString().trim().split('\n');
    const probe = `chart/templates/hookd/${'0/'.repeat(30)}probe.yaml`;
    const bytes = readFileSync(`${seen}.tgz`);
    assert.deepEqual(list(bytes), [...list(Uint8Array.from(chart)), probe]);
    const text = execFileSync('tar', ['-xzO', probe], { input: bytes }).toString();
    assert.match(text, /set \.Release "Name" "\\" }}\u2028" }}/);
    assert.match(text, /set \.Release "Namespace" "Team" }}/);
  });

  const wrong: readonly { name: string; helm?: string; args?: Json[]; seconds?: number; message: string }[] = [
    {
      name: 'no helm',
      helm: join(folder, 'no-helm'),
      message: `it runs the helm program, but ${join(folder, 'no-helm')} was not found: install helm 3, or name it with --helm`,
    },
    {
      name: 'helm that fails',
      helm: stub('failing', 'echo "warning" >&2; echo "Error: chart is broken" >&2; echo "stack" >&2; exit 3'),
      message: `${join(folder, 'failing')} template failed: chart is broken`,
    },
    {
      name: 'helm that does not end',
      helm: stub('slow', 'exec sleep 60'),
      seconds: 0.2,
      message: `${join(folder, 'slow')} template took longer than 0.2 s`,
    },
    {
      name: 'helm that is killed',
      helm: stub('killed', 'kill -9 $$'),
      message: `${join(folder, 'killed')} template did not run: ended by SIGKILL`,
    },
    {
      name: 'a template that is not YAML',
      helm: stub('garbled', `printf -- '---\\n# Source: a/b.yaml\\na: b: c\\n---\\n# Source: hookd\\n'`),
      message:
        'a/b.yaml of the chart is not YAML: Nested mappings are not allowed in compact mappings at line 1, column 4',
    },
    {
      name: 'a number that is not a byte',
      args: [[1, 2, 256], 'app', 'team', {}, {}],
      message: 'chartData[2] must be a byte (importbin gives them), but is 256',
    },
    {
      name: 'a text in the bytes',
      args: [['x'], 'app', 'team', {}, {}],
      message: 'chartData[0] must be a byte (importbin gives them), but is string',
    },
    {
      name: 'a chart that is not gzipped',
      args: [[1, 2, 3], 'app', 'team', {}, {}],
      message: 'chartData is not a chart: it is not gzipped (incorrect header check)',
    },
    {
      name: 'a gzipped text',
      args: [[...gzipSync('a'.repeat(600))], 'app', 'team', {}, {}],
      message: 'chartData is not a chart: it is not a tar archive',
    },
    {
      name: 'half a chart',
      args: [[...gzipSync(gunzipSync(Uint8Array.from(chart)).subarray(0, 700))], 'app', 'team', {}, {}],
      message: 'chartData is not a chart: it is empty or cut off',
    },
    {
      name: 'a version that is not a string',
      args: [chart, 'app', 'team', {}, { KubeVersion: { Version: 1.3 } }],
      message: 'capabilities.KubeVersion.Version must be string',
    },
    {
      name: 'API versions that are not a list',
      args: [chart, 'app', 'team', {}, { APIVersions: 'v1' }],
      message: 'capabilities.APIVersions must be a list of strings',
    },
  ];
  for (const { name, helm: program = helm, args = [chart, 'app', 'team', {}, {}], seconds = 60, message } of wrong) {
    test(`${name} is an error`, () => {
      const native = nativeOf('parseHelmChart', { helm: program, helmTimeoutSeconds: seconds });
      assert.throws(() => native.call(...args), { message: `parseHelmChart: ${message}` });
    });
  }
});

interface Recording {
  readonly cases: readonly {
    readonly name: string;
    readonly releaseName: string;
    readonly namespace: string;
    readonly values: Json;
    readonly capabilities: Json;
    readonly value: Json;
  }[];
}

const { cases } = JSON.parse(readFileSync(fixture('natives/chart-in-kubecfg.json'), 'utf8')) as Recording;
const hasHelm = spawnSync('helm', ['version']).status === 0;

suite('parseHelmChart gives what kubecfg gave', { skip: hasHelm ? false : 'there is no helm on PATH' }, () => {
  for (const { name, releaseName, namespace, values, capabilities, value } of cases) {
    test(name, () => {
      const native = nativeOf('parseHelmChart', { helmTimeoutSeconds: 60 });
      assert.deepEqual(native.call(chart, releaseName, namespace, values, capabilities), value);
    });
  }
});

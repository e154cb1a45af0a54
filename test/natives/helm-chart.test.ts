import assert from 'node:assert/strict';
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, suite, test } from 'node:test';
import type { Json } from '../../src/json/json.js';
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

const rendered = `---
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
# Source: app/templates/secret.yaml
apiVersion: v1
kind: Secret
metadata:
  name: app
---
# Source: app/templates/service.yaml
apiVersion: v1
kind: Service
metadata:
  name: app
  namespace: own
---
# Source: app/templates/service.yaml
apiVersion: v1
kind: Service
---
# Source: app/templates/nothing.yaml
# only a comment
`;

suite('parseHelmChart', () => {
  const seen = join(folder, 'seen');
  const helm = stub(
    'helm',
    `printf '%s\\n' "$@" > ${seen}.args; cp chart.tgz ${seen}.tgz; cp values.json ${seen}.json; cat <<'END'\n${rendered}END`,
  );

  test('runs helm template and gathers its objects by template', () => {
    const chart = [0, 31, 139, 255];
    const values = { replicas: 2, image: { tag: 'v1' } };
    const capabilities = { KubeVersion: { Version: 'v1.30.0', Major: 1, Minor: 30 }, APIVersions: ['a/v1', 'b/v1'] };
    const result = nativeOf('parseHelmChart', { helm }).call(chart, 'my-app', 'team', values, capabilities);
    const crd = (name: string) => ({
      apiVersion: 'apiextensions.k8s.io/v1',
      kind: 'CustomResourceDefinition',
      metadata: { name: `${name}.example.com` },
    });
    assert.deepEqual(result, {
      'app/crds/things.yaml': [crd('things'), crd('others')],
      'app/templates/secret.yaml': [{ apiVersion: 'v1', kind: 'Secret', metadata: { name: 'app', namespace: 'team' } }],
      'app/templates/service.yaml': [
        { apiVersion: 'v1', kind: 'Service', metadata: { name: 'app', namespace: 'own' } },
        { apiVersion: 'v1', kind: 'Service', metadata: { namespace: 'team' } },
      ],
      'app/templates/nothing.yaml': [],
    });
    assert.deepEqual(readFileSync(`${seen}.args`, 'utf8').trim().split('\n'), [
      'template',
      'my-app',
      './chart.tgz',
      '--values=values.json',
      '--namespace=team',
      '--include-crds',
      '--kube-version=v1.30.0',
      '--api-versions=a/v1',
      '--api-versions=b/v1',
    ]);
    assert.deepEqual([...readFileSync(`${seen}.tgz`)], chart);
    assert.deepEqual(JSON.parse(readFileSync(`${seen}.json`, 'utf8')), values);
  });

  const wrong: readonly { name: string; helm?: string; args?: Json[]; seconds?: number; message: string }[] = [
    {
      name: 'no helm',
      helm: join(folder, 'no-helm'),
      message: `it runs the helm program, but ${join(folder, 'no-helm')} was not found: install helm 3, or name it with --helm`,
    },
    {
      name: 'helm that fails',
      helm: stub('failing', 'echo "coalesce.go: warning" >&2; echo "Error: chart is broken" >&2; exit 3'),
      message: `${join(folder, 'failing')} template failed with exit code 3: Error: chart is broken`,
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
      helm: stub('garbled', `printf -- '---\\n# Source: a/b.yaml\\na: b: c\\n'`),
      message:
        'a/b.yaml of the chart is not YAML: Nested mappings are not allowed in compact mappings at line 3, column 4',
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
      name: 'a flag as the release name',
      args: [[1], '--post-renderer=/bin/sh', 'team', {}, {}],
      message: 'releaseName must be a Kubernetes name of at most 53 characters, but is "--post-renderer=/bin/sh"',
    },
    {
      name: 'a long namespace',
      args: [[1], 'app', 'n'.repeat(64), {}, {}],
      message: `namespace must be a Kubernetes name of at most 63 characters, but is "${'n'.repeat(64)}"`,
    },
    {
      name: 'a version that is not a string',
      args: [[1], 'app', 'team', {}, { KubeVersion: { Version: 1.3 } }],
      message: 'capabilities.KubeVersion.Version must be string',
    },
    {
      name: 'API versions that are not a list',
      args: [[1], 'app', 'team', {}, { APIVersions: 'v1' }],
      message: 'capabilities.APIVersions must be a list of strings',
    },
  ];
  for (const { name, helm: program = helm, args = [[1], 'app', 'team', {}, {}], seconds = 10, message } of wrong) {
    test(`${name} is an error`, () => {
      const native = nativeOf('parseHelmChart', { helm: program, helmTimeoutSeconds: seconds });
      assert.throws(() => native.call(...args), { message: `parseHelmChart: ${message}` });
    });
  }
});

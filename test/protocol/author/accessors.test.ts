import assert from 'node:assert/strict';
import { test } from 'node:test';
import { attachment, attachmentsOf, child, childrenOf, relatedObject, relatedOf } from '../../../src/protocol/index.js';
import { composite, recorded } from '../samples.js';

for (const version of ['v1', 'v2']) {
  test(`children and related objects are found whatever their keys: composite ${version}`, () => {
    const request = recorded(`composite-sync-${version}`, 'request');
    assert.deepEqual(childrenOf(request, 'Service.v1'), Object.values(request.children['Service.v1']));
    assert.equal(child(request, 'Deployment.apps/v1', 'storefront'), childrenOf(request, 'Deployment.apps/v1')[0]);
    assert.equal(child(request, 'Service.v1', 'storefront', 'shop'), childrenOf(request, 'Service.v1')[0]);
    assert.equal(child(request, 'Service.v1', 'storefront', 'elsewhere'), undefined);
    assert.equal(child(request, 'Service.v1', 'other'), undefined);
    assert.deepEqual(childrenOf(request, 'ConfigMap.v1'), []);
    assert.equal(relatedOf(request, 'ConfigMap.v1').length, 1);
    assert.equal(relatedObject(request, 'ConfigMap.v1', 'storefront-settings')?.metadata.name, 'storefront-settings');
  });

  test(`children of a cluster-scoped parent: composite ${version}`, () => {
    const request = recorded(`composite-sync-cluster-scoped-${version}`, 'request');
    const bindings = 'RoleBinding.rbac.authorization.k8s.io/v1';
    assert.equal(child(request, 'Namespace.v1', 'payments-dev')?.metadata.name, 'payments-dev');
    assert.equal(child(request, bindings, 'team', 'payments-dev'), childrenOf(request, bindings)[0]);
    assert.equal(child(request, bindings, 'team'), undefined);
  });

  test(`attachments: decorator ${version}`, () => {
    const request = recorded(`decorator-sync-${version}`, 'request');
    const kind = 'PodDisruptionBudget.policy/v1';
    assert.equal(attachmentsOf(request, kind).length, 1);
    assert.equal(attachment(request, kind, 'ledger'), attachmentsOf(request, kind)[0]);
    assert.equal(attachment(request, kind, 'ledger', 'finance'), attachmentsOf(request, kind)[0]);
    assert.equal(relatedObject(request, 'ResourceQuota.v1', 'finance', 'finance')?.kind, 'ResourceQuota');
  });
}

test('kinds and names that are not there, also those of the prototype, find nothing', () => {
  const request = composite((one) => {
    one.children = null;
  });
  assert.deepEqual(childrenOf(request, 'Pod.v1'), []);
  assert.equal(child(composite(), 'Pod.v1', 'constructor'), undefined);
  assert.deepEqual(childrenOf(composite(), '__proto__'), []);
  assert.equal(child(composite(), 'toString', '__proto__'), undefined);
});

test('an object keyed by __proto__ is found as any other', () => {
  const request = JSON.parse(
    '{"parent":{"metadata":{"namespace":"a"}},"children":{"__proto__":{"__proto__":{"kind":"x"}}}}',
  );
  assert.deepEqual(child(request, '__proto__', '__proto__'), { kind: 'x' });
});

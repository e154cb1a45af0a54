import type { Json } from '../../src/json/json.js';

/** What of a request a test may choose. */
export interface RequestWish {
  /** `spec` of the parent. */
  readonly spec?: Json;
  /** Go duration of `webhook.timeout`. */
  readonly timeout?: string;
  readonly etag?: boolean;
}

/** A complete sync request of a CompositeController that declares Pods and observes none. */
export function compositeSync({ spec = {}, timeout, etag = false }: RequestWish = {}): { [key: string]: Json } {
  const webhook: { [key: string]: Json } = { url: 'http://hooks.test/sync' };
  if (timeout !== undefined) webhook.timeout = timeout;
  if (etag) webhook.etag = { enabled: true };
  return {
    controller: {
      apiVersion: 'metacontroller.k8s.io/v1alpha1',
      kind: 'CompositeController',
      metadata: { name: 'things' },
      spec: {
        generateSelector: true,
        parentResource: { apiVersion: 'example.com/v1', resource: 'things' },
        childResources: [{ apiVersion: 'v1', resource: 'pods' }],
        hooks: { sync: { webhook } },
      },
    },
    parent: {
      apiVersion: 'example.com/v1',
      kind: 'Thing',
      metadata: { name: 'one', namespace: 'default', uid: '5f0b3c5e-0000-4000-8000-000000000000' },
      spec,
    },
    children: { 'Pod.v1': {} },
    related: {},
    finalizing: false,
  };
}

/** The bytes of a JSON value, in a buffer of their own. */
export function bytesOf(value: unknown): Uint8Array<ArrayBuffer> {
  return new TextEncoder().encode(typeof value === 'string' ? value : JSON.stringify(value));
}

/** What `readRequest` tells of `compositeSync`. */
export const thingFacts = {
  kind: 'composite-sync' as const,
  controller: 'things',
  parent: { apiVersion: 'example.com/v1', kind: 'Thing', namespace: 'default', name: 'one' },
  observed: 0,
  timeoutSeconds: undefined,
  etag: false,
};

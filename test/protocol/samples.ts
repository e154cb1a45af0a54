import { readFileSync } from 'node:fs';
import type { CheckOptions, Finding, Verdict } from '../../src/protocol/index.js';
import { checkAnswer, readRequest } from '../../src/protocol/index.js';
import { fixture } from '../checkout.js';

/** JSON that a test takes apart or changes freely. */
// biome-ignore lint/suspicious/noExplicitAny: tests reach deep into requests
export type Loose = any;

// dist/test/protocol -> the checkout, where the fixtures stay.
const requests = fixture('protocol/requests/');

/** A recorded request or its expected answer; each call gives a copy of its own. */
export function recorded(situation: string, file: 'request' | 'answer'): Loose {
  return JSON.parse(readFileSync(`${requests}${situation}/${file}.json`, 'utf8'));
}

/** A small request of a CompositeController with a namespaced parent; `change` may do anything to it. */
export function composite(change: (request: Loose) => void = () => {}): Loose {
  const request = {
    controller: {
      apiVersion: 'metacontroller.k8s.io/v1alpha1',
      kind: 'CompositeController',
      metadata: { name: 'hello' },
      spec: {
        parentResource: { apiVersion: 'example.com/v1', resource: 'hellos' },
        childResources: [
          { apiVersion: 'v1', resource: 'pods' },
          { apiVersion: 'apps/v1', resource: 'deployments' },
        ],
        hooks: { sync: { webhook: { url: 'http://hookd/sync' } } },
      },
    },
    parent: {
      apiVersion: 'example.com/v1',
      kind: 'Hello',
      metadata: { name: 'world', namespace: 'default', uid: '7c1f' },
      spec: { selector: { matchLabels: { app: 'hello' } } },
    },
    children: { 'Pod.v1': {}, 'Deployment.apps/v1': {} },
    related: {},
    finalizing: false,
  };
  change(request);
  return request;
}

/** A small request of a DecoratorController, hook version v1. */
export function decorator(change: (request: Loose) => void = () => {}): Loose {
  const request = {
    controller: {
      kind: 'DecoratorController',
      metadata: { name: 'tagger' },
      spec: {
        resources: [{ apiVersion: 'v1', resource: 'pods' }],
        attachments: [{ apiVersion: 'v1', resource: 'services' }],
        hooks: { sync: { version: 'v1', webhook: { url: 'http://hookd/sync' } } },
      },
    },
    object: { apiVersion: 'v1', kind: 'Pod', metadata: { name: 'web-0', namespace: 'default' } },
    attachments: { 'Service.v1': {} },
    related: {},
    finalizing: false,
  };
  change(request);
  return request;
}

/** A small request to a customize hook. */
export function customize(change: (request: Loose) => void = () => {}): Loose {
  return composite((request) => {
    delete request.children;
    delete request.related;
    delete request.finalizing;
    request.controller.spec.hooks.customize = { version: 'v1' };
    change(request);
  });
}

/** A desired Pod that every rule is content with. */
export function pod(change: (pod: Loose) => void = () => {}): Loose {
  const object = { apiVersion: 'v1', kind: 'Pod', metadata: { name: 'a', labels: { app: 'hello' } } };
  change(object);
  return object;
}

/** Checks an answer to a request. */
export function judge(
  request: Loose,
  answer: unknown,
  options: boolean | Partial<CheckOptions> = false,
): Omit<Verdict, 'json'> {
  const read = readRequest(request);
  const all = typeof options === 'boolean' ? { strict: options } : { strict: false, ...options };
  const { json: _, ...verdict } = checkAnswer(read.request, read.facts, answer, all);
  return verdict;
}

/** The text that is sent for an answer. */
export function sent(request: Loose, answer: unknown): string | undefined {
  const read = readRequest(request);
  return JSON.stringify(checkAnswer(read.request, read.facts, answer, { strict: false }).json);
}

/** Findings as `rule: message`, which is what most tests compare. */
export function lines(findings: readonly Finding[]): string[] {
  return findings.map((finding) => `${finding.rule}: ${finding.message}`);
}

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readRequest } from '../../src/protocol/index.js';
import { composite, customize, decorator, judge, type Loose, pod } from './samples.js';

/** A value that could be a Secret's, in the types that JSON has for it. */
const secret = 'hunter2';
const number = 7150231;
const secrets: readonly unknown[] = [
  secret,
  number,
  -number,
  [secret],
  { a: secret },
  [number],
  { b: number },
  [[secret]],
];

/** Places that hold names, which messages may repeat: paths without the numbers of lists. */
const names = [
  /^(children|attachments)\.(apiVersion|kind|metadata\.(name|namespace|labels\..*))$/,
  /^relatedResources\.(apiVersion|resource|namespace)$/,
  /^relatedResources\.labelSelector\.matchExpressions\.(key|operator)$/,
];
/** The same in requests. */
const requestNames = [
  /^controller\.metadata\.name$/,
  /^(parent|object)\.(kind|apiVersion|metadata\.(name|namespace)|spec\.selector\..*)$/,
];

/** All places in a value, the value itself included. */
function places(value: Loose, path: (string | number)[] = []): (string | number)[][] {
  if (typeof value !== 'object' || value === null) return [path];
  const keys = Array.isArray(value) ? value.keys() : Object.keys(value);
  return [path, ...[...keys].flatMap((key) => places(value[key], [...path, key]))];
}

function replaced(value: Loose, [key, ...rest]: readonly (string | number)[], by: unknown): Loose {
  if (key === undefined) return by;
  const copy = Array.isArray(value) ? [...value] : { ...value };
  copy[key] = replaced(value[key], rest, by);
  return copy;
}

const isName = (path: readonly (string | number)[], list: readonly RegExp[]): boolean => {
  const text = path.filter((key) => typeof key === 'string').join('.');
  return list.some((pattern) => pattern.test(text));
};

const finalizer = { finalizing: true };
const cases: readonly { readonly name: string; readonly request: Loose; readonly answer: Loose }[] = [
  {
    name: 'sync of a composite',
    request: composite((request) => {
      request.children['Pod.v1'].a = pod();
    }),
    answer: {
      status: { phase: 'Ready', conditions: [{ type: 'Ready' }] },
      children: [
        { ...pod(), metadata: { ...pod().metadata, annotations: { a: 'b' }, uid: 'u' }, data: { password: 'x' } },
      ],
      resyncAfterSeconds: 3,
      finalized: false,
    },
  },
  {
    name: 'finalize of a decorator',
    request: { ...decorator(), ...finalizer },
    answer: {
      labels: { a: 'b' },
      annotations: { a: 'b' },
      status: {},
      attachments: [{ apiVersion: 'v1', kind: 'Service', metadata: { name: 'a', annotations: { a: 'b' } } }],
      finalized: true,
    },
  },
  {
    name: 'customize',
    request: customize(),
    answer: {
      relatedResources: [
        { apiVersion: 'v1', resource: 'pods', namespace: 'default', names: ['a'] },
        {
          apiVersion: 'v1',
          resource: 'pods',
          labelSelector: { matchLabels: { a: 'b' }, matchExpressions: [{ key: 'a', operator: 'In', values: ['b'] }] },
        },
      ],
    },
  },
];

const holdsSecret = (message: string): boolean => message.includes(secret) || message.includes(String(number));

for (const { name, request, answer } of cases) {
  test(`no message about an answer holds a value: ${name}`, () => {
    let findings = 0;
    for (const path of places(answer)) {
      if (isName(path, names)) continue;
      for (const value of secrets) {
        const { errors, warnings } = judge(request, replaced(answer, path, value));
        for (const { message } of [...errors, ...warnings]) assert.ok(!holdsSecret(message), message);
        findings += errors.length + warnings.length;
      }
    }
    assert.ok(findings > 50, `only ${findings} findings`);
  });

  test(`no message about a request holds a value: ${name}`, () => {
    let failures = 0;
    for (const path of places(request)) {
      if (isName(path, requestNames)) continue;
      for (const value of secrets) {
        try {
          readRequest(replaced(request, path, value));
        } catch (error) {
          assert.ok(!holdsSecret((error as Error).message), (error as Error).message);
          failures++;
        }
      }
    }
    assert.ok(failures > 20, `only ${failures} failures`);
  });
}

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { suite, test } from 'node:test';
import type { Json } from '../../src/json/json.js';
import { createNatives } from '../../src/natives/index.js';
import { checkout } from '../checkout.js';
import { callNative, nativeOf } from './natives.js';

const signatures = (config: Parameters<typeof createNatives>[0]) =>
  createNatives(config, { warn: assert.fail }).map(
    ({ name, params, pure }) => `${name}(${params.join(', ')}) ${pure ? 'pure' : 'not pure'}`,
  );

const all = [
  'parseJson(json) pure',
  'jsonUnmarshal(jsonStr) pure',
  'manifestJson(json, indent) pure',
  'parseYaml(yaml) pure',
  'manifestYaml(json) pure',
  'escapeStringRegex(str) pure',
  'regexMatch(regex, string) pure',
  'regexSubst(regex, src, repl) pure',
  'parseInt(intStr, base) pure',
  'validateJSONSchema(obj, schema) pure',
  'resolveImage(image) pure',
  'parseHelmChart(chartData, releaseName, namespace, values, capabilities) not pure',
  'retryLater(seconds, message) pure',
];

test('the natives, their parameters, and what is pure', () => {
  assert.deepEqual(signatures({}), all);
});

test('asking a registry is not pure', () => {
  assert.deepEqual(
    signatures({ resolveImages: 'registry' }),
    all.map((line) => line.replace('resolveImage(image) pure', 'resolveImage(image) not pure')),
  );
});

test('the documentation lists the same', () => {
  const page = readFileSync(`${checkout}docs/natives.md`, 'utf8');
  const rows = [...page.matchAll(/^\| `(\w+\([^)]*\))` \| .* \| (yes|no|with `noop`) \|$/gm)];
  assert.deepEqual(
    rows.map(([, signature, pure]) => `${signature} ${pure === 'no' ? 'not pure' : 'pure'}`),
    all,
  );
});

test('jsonUnmarshal of null is an empty object, as in jsonnetd', () => {
  assert.deepEqual(callNative('jsonUnmarshal', 'null'), {});
  assert.deepEqual(callNative('jsonUnmarshal', '{"a":null}'), { a: null });
});

test('half of a surrogate pair in JSON becomes U+FFFD, as in Go', () => {
  assert.deepEqual(callNative('parseJson', '{"\\ud83d":"\\ude00\\ud83d\\ude00"}'), { '\ufffd': '\ufffd😀' });
});

test('manifestYaml does not depend on the order in which an object got its keys', () => {
  // Go's order goes around in a circle here (8, 10a, 1a), so kubecfg prints these keys in changing order.
  const keys = ['1', '1a', '2a', '8', '10a'];
  const texts = [keys, keys.toReversed(), keys.toSorted()].map((order) =>
    callNative(
      'manifestYaml',
      JSON.parse(`[{${order.map((key) => `"${key}x":0`)}},{${order.map((key) => `"${key}":0`)}}]`),
    ),
  );
  assert.deepEqual(new Set(texts).size, 1);
});

const wrongCalls: readonly { name: string; native: string; args: Json[]; message: string }[] = [
  {
    name: 'a number for a text',
    native: 'parseJson',
    args: [1],
    message: 'parseJson: json must be string, but is number',
  },
  {
    name: 'null for a text',
    native: 'parseYaml',
    args: [null],
    message: 'parseYaml: yaml must be string, but is null',
  },
  {
    name: 'an array for a text',
    native: 'regexSubst',
    args: ['a', [], 'b'],
    message: 'regexSubst: src must be string, but is array',
  },
  {
    name: 'a text for a number',
    native: 'parseInt',
    args: ['1', '10'],
    message: 'parseInt: base must be number, but is string',
  },
  {
    name: 'too few arguments',
    native: 'regexMatch',
    args: ['a'],
    message: 'regexMatch takes 2 arguments, but was called with 1',
  },
  {
    name: 'text that is not JSON',
    native: 'parseJson',
    args: ['barf{'],
    message: 'parseJson: failed to parse JSON: line 1 column 1: expected a value',
  },
  {
    name: 'a number beyond a float64',
    native: 'parseJson',
    args: ['{"a": [1e400]}'],
    message: 'parseJson: failed to parse JSON: number too large',
  },
  {
    name: 'a negative indentation',
    native: 'manifestJson',
    args: [1, -1],
    message: 'manifestJson: indent must be between 0 and 1024, but is -1',
  },
  {
    name: 'a broken pattern',
    native: 'regexMatch',
    args: ['[f', 'foo'],
    message: 'regexMatch: "[f" is not a regular expression: missing closing ]: `[f`',
  },
  {
    name: 'not a whole number',
    native: 'parseInt',
    args: ['12x', 10],
    message: 'parseInt: "12x" is not a whole number in base 10',
  },
  {
    name: 'more than 64 bits',
    native: 'parseInt',
    args: ['9223372036854775808', 10],
    message: 'parseInt: "9223372036854775808" does not fit into 64 bits',
  },
  {
    name: 'a base out of range',
    native: 'parseInt',
    args: ['1', 37],
    message: 'parseInt: base must be 0 or between 2 and 36, but is 37',
  },
  {
    name: 'a mistake in one of several documents',
    native: 'parseYaml',
    args: ['a: 1\n---\nb: *x\n'],
    message: "parseYaml: in document 2 of 2: unknown anchor 'x' referenced",
  },
  {
    name: 'a separator that does not stand alone',
    native: 'parseYaml',
    args: ['a: 1\n--- b\n'],
    message: 'parseYaml: "---" must stand alone on its line, but is followed by "b"',
  },
  {
    name: 'a directive, which kubecfg refuses, too',
    native: 'parseYaml',
    args: ['%YAML 1.1\n---\na: 1\n'],
    message: 'parseYaml: in document 1 of 2: did not find expected <document start>: leave out lines such as %YAML',
  },
  {
    name: 'a mistake in a document',
    native: 'parseYaml',
    args: ['a: 1\nb: {c: 1\n'],
    message:
      'parseYaml: Flow map in block collection must be sufficiently indented and end with a } at line 3, column 1',
  },
  {
    name: 'infinity',
    native: 'parseYaml',
    args: ['a: .inf'],
    message: 'parseYaml: .inf is not a number that JSON has',
  },
  {
    name: 'deep YAML',
    native: 'parseYaml',
    args: ['['.repeat(100_000)],
    message: 'parseYaml: it nests too deeply',
  },
];

suite('wrong calls say what is wrong', () => {
  for (const { name, native, args, message } of wrongCalls) {
    test(name, () => assert.throws(() => callNative(native, ...args), { message }));
  }
});

suite('hostile values', () => {
  test('aliases of aliases end the reading instead of the memory', () => {
    const levels = 'abcdefghij'.split('');
    const lines = levels.map((name, index) => {
      const item = index === 0 ? 'x' : `*${levels[index - 1]}`;
      return `${name}: &${name} [${Array(9).fill(item).join(',')}]`;
    });
    assert.throws(() => callNative('parseYaml', lines.join('\n')), {
      message: 'parseYaml: document contains excessive aliasing',
    });
  });

  test('a value that nests too deeply to print is an error, and the next call is fine', () => {
    let deep: Json = 1;
    for (let level = 0; level < 100_000; level++) deep = [deep];
    assert.throws(() => callNative('manifestYaml', deep), { message: 'manifestYaml: the value nests too deeply' });
    assert.throws(() => callNative('manifestJson', deep, 2), { message: 'manifestJson: the value nests too deeply' });
    assert.equal(callNative('manifestYaml', [1]), '- 1\n');
  });

  test('names of Object.prototype are fields like others, in and out', () => {
    const text = '{"__proto__":{"a":1},"constructor":2,"hasOwnProperty":3}';
    const value = callNative('parseJson', text);
    assert.equal(JSON.stringify(value), text);
    const printed = '{\n"__proto__": {\n"a": 1\n},\n"constructor": 2,\n"hasOwnProperty": 3\n}\n';
    assert.equal(callNative('manifestJson', value, 0), printed);
    assert.equal(callNative('manifestYaml', value), '__proto__:\n  a: 1\nconstructor: 2\nhasOwnProperty: 3\n');
    assert.equal(({} as Record<string, unknown>).a, undefined);
  });

  test('a pattern that would take a backtracking engine forever', () => {
    assert.equal(callNative('regexMatch', '(a+)+$', `${'a'.repeat(50_000)}b`), false);
  });

  test('more patterns than are kept', () => {
    const match = nativeOf('regexMatch');
    for (let index = 0; index < 600; index++) assert.equal(match.call(`^a${index}$`, `a${index}`), true);
    assert.equal(match.call('^a0$', 'a1'), false);
  });
});

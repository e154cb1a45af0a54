import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import type { Json } from '../../src/json/json.js';
import { callNative, nativeOf } from './natives.js';

const person = {
  type: 'object',
  properties: {
    name: { type: 'string', pattern: '^\\pL+$' },
    age: { type: 'integer', minimum: 0 },
    role: { enum: ['dev', 'ops'] },
    since: { type: 'string', format: 'date' },
  },
  required: ['name'],
  additionalProperties: false,
};

const cases: readonly { name: string; obj: Json; schema: Json; wrong?: string }[] = [
  { name: 'a valid object', obj: { name: 'Zoë', age: 26, role: 'dev', since: '2024-02-29' }, schema: person },
  { name: 'true allows everything', obj: [1], schema: true },
  { name: 'false allows nothing', obj: 1, schema: false, wrong: 'the object itself boolean schema is false' },
  {
    name: 'a missing field',
    obj: {},
    schema: person,
    wrong: "the object itself must have required property 'name'",
  },
  {
    name: 'several mistakes',
    obj: { name: 'R2D2', age: -1.5, role: 'boss', extra: 1 },
    schema: person,
    wrong:
      'the object itself must NOT have additional properties ("extra"); /name must match pattern "^\\pL+$"; ' +
      '/age must be integer; /age must be >= 0; /role must be equal to one of the allowed values ("dev","ops")',
  },
  {
    name: 'more mistakes than are listed',
    obj: Array(13).fill('x'),
    schema: { items: { type: 'null' } },
    wrong: `${Array.from({ length: 10 }, (_, index) => `/${index} must be null`).join('; ')}; and 3 more`,
  },
  {
    name: 'a format',
    obj: { name: 'A', since: '2023-02-29' },
    schema: person,
    wrong: '/since must match format "date"',
  },
  {
    name: 'draft 7: if, then, else, const, contains and references',
    obj: { kind: 'a', list: [1, 'x'] },
    schema: JSON.parse(`{
      "$schema": "http://json-schema.org/draft-07/schema#",
      "definitions": { "strings": { "type": "array", "contains": { "type": "string" } } },
      "if": { "properties": { "kind": { "const": "a" } } },
      "then": { "required": ["list"], "properties": { "list": { "$ref": "#/definitions/strings" } } },
      "else": { "required": ["other"] }
    }`),
  },
  {
    name: 'several patterns in one schema',
    obj: { a: 'x', b: 'y' },
    schema: { properties: { a: { pattern: '^x$' }, b: { pattern: '^z$' } } },
    wrong: '/b must match pattern "^z$"',
  },
  {
    name: 'without $schema, 2020-12: prefixItems',
    obj: [1, 'a'],
    schema: { prefixItems: [{ type: 'string' }] },
    wrong: '/0 must be string',
  },
  {
    name: 'without $schema, 2020-12: items after prefixItems',
    obj: [1, 2],
    schema: { prefixItems: [{ type: 'number' }], items: false },
    wrong: 'the object itself must NOT have more than 1 items',
  },
  {
    name: 'without $schema, 2020-12: unevaluatedProperties',
    obj: { a: 1, b: 2 },
    schema: { allOf: [{ properties: { a: {} } }], unevaluatedProperties: false },
    wrong: 'the object itself must NOT have unevaluated properties ("b")',
  },
  {
    name: 'without $schema, 2020-12: dependentRequired',
    obj: { a: 1 },
    schema: { dependentRequired: { a: ['b'] } },
    wrong: 'the object itself must have property b when property a is present',
  },
  {
    name: 'without $schema, dependencies of older drafts still count',
    obj: { a: 1 },
    schema: { dependencies: { a: ['b'] } },
    wrong: 'the object itself must have property b when property a is present',
  },
  {
    name: 'without $schema, formats are checked',
    obj: 'x',
    schema: { format: 'date' },
    wrong: 'the object itself must match format "date"',
  },
  {
    name: '2020-12 by name, in which formats are notes',
    obj: [1, 'x'],
    schema: {
      $schema: 'https://json-schema.org/draft/2020-12/schema',
      prefixItems: [{ type: 'string' }, { format: 'date' }],
    },
    wrong: '/0 must be string',
  },
  {
    name: '2019-09',
    obj: { list: [1, 2], a: 1 },
    schema: {
      $schema: 'https://json-schema.org/draft/2019-09/schema',
      properties: { list: { items: [{ type: 'string' }] } },
      dependentRequired: { a: ['b'] },
    },
    wrong: '/list/0 must be string; the object itself must have property b when property a is present',
  },
  {
    name: 'draft 7 by name, in which dependentRequired has no meaning',
    obj: { a: 1, list: [1] },
    schema: {
      $schema: 'http://json-schema.org/draft-07/schema#',
      dependentRequired: { a: ['b'] },
      properties: { list: { items: [{ type: 'string' }] } },
    },
    wrong: '/list/0 must be string',
  },
  {
    name: 'draft 6',
    obj: [1],
    schema: { $schema: 'http://json-schema.org/draft-06/schema#', contains: { type: 'string' } },
    wrong: '/0 must be string; the object itself must contain at least 1 valid item(s)',
  },
  {
    name: 'draft 4, in which exclusiveMinimum is a boolean',
    obj: 5,
    schema: { $schema: 'http://json-schema.org/draft-04/schema#', minimum: 5, exclusiveMinimum: true },
    wrong: 'the object itself must be > 5',
  },
  {
    name: 'a draft by https and without a fragment',
    obj: 5,
    schema: { $schema: 'https://json-schema.org/draft-04/schema', minimum: 5, exclusiveMinimum: true },
    wrong: 'the object itself must be > 5',
  },
  { name: 'decimal multiples', obj: [0.3, 1.1], schema: { items: { multipleOf: 0.1 } } },
  {
    name: 'a field named __proto__',
    obj: JSON.parse('{"__proto__": 1}'),
    schema: { additionalProperties: { type: 'string' } },
    wrong: '/__proto__ must be string',
  },
];

suite('validateJSONSchema', () => {
  for (const { name, obj, schema, wrong } of cases) {
    test(name, () => {
      if (wrong === undefined) assert.equal(callNative('validateJSONSchema', obj, schema), true);
      else {
        assert.throws(() => callNative('validateJSONSchema', obj, schema), {
          message: `validateJSONSchema: the object is invalid against the schema: ${wrong}`,
        });
      }
    });
  }

  const broken: readonly { name: string; schema: Json; message: string }[] = [
    {
      name: 'an unknown type',
      schema: { type: 'strin' },
      message:
        'the schema is invalid: data/type must be equal to one of the allowed values, data/type must be array, data/type must match a schema in anyOf',
    },
    {
      name: 'a reference elsewhere',
      schema: { $ref: 'https://example.com/schema.json' },
      message: "the schema is invalid: can't resolve reference https://example.com/schema.json from id #",
    },
    {
      name: 'a broken pattern',
      schema: { pattern: '(' },
      message: 'the schema is invalid: error parsing regexp: missing closing ): `(`',
    },
    {
      name: 'a list of items, which 2020-12 calls prefixItems,',
      schema: { items: [{}] },
      message: 'the schema is invalid: data/items must be object,boolean',
    },
    ...['', 1, 'http://json-schema.org/draft-03/schema#', 'https://example.com/mine'].map(($schema) => ({
      name: `the unknown draft ${JSON.stringify($schema)}`,
      schema: { $schema },
      message: 'the schema is invalid: $schema names none of draft-04, draft-06, draft-07, 2019-09 and 2020-12',
    })),
    { name: 'a text', schema: 'x', message: 'schema must be object or boolean' },
    { name: 'a list', schema: [], message: 'schema must be object or boolean' },
  ];
  for (const { name, schema, message } of broken) {
    test(`${name} as a schema is an error`, () => {
      assert.throws(() => callNative('validateJSONSchema', 'x', schema), { message: `validateJSONSchema: ${message}` });
    });
  }

  test('two schemas with one $id do not get in each other’s way', () => {
    const native = nativeOf('validateJSONSchema');
    assert.equal(native.call('x', { $id: 'https://example.com/a', type: 'string' }), true);
    assert.equal(native.call(1, { $id: 'https://example.com/a', type: 'number' }), true);
    assert.equal(native.call('x', { $id: 'https://example.com/a', type: 'string' }), true);
  });

  test('a pattern that would take a backtracking engine forever', () => {
    const obj = `${'a'.repeat(20_000)}b`;
    assert.throws(() => callNative('validateJSONSchema', obj, { pattern: '^(a+)+$' }), {
      message:
        'validateJSONSchema: the object is invalid against the schema: the object itself must match pattern "^(a+)+$"',
    });
  });
});

const formats: readonly { format: string; good: string[]; bad: string[] }[] = [
  {
    format: 'date-time',
    good: ['2024-02-29T23:59:60Z', '2024-01-01t00:00:00.5+01:00'],
    bad: ['2023-02-29T00:00:00Z', '2024-01-01 00:00:00Z', '2024-01-01T00:00:00'],
  },
  { format: 'date', good: ['2024-12-31'], bad: ['2024-13-01', '2024-1-1', '2024-04-31'] },
  { format: 'time', good: ['12:00:00Z'], bad: ['24:00:00Z', '12:00'] },
  { format: 'duration', good: ['P1D', 'PT5M', 'P2W'], bad: ['P', 'P1DT', '1D'] },
  { format: 'email', good: ['a@b.c'], bad: ['a', 'a@', 'a b@c'] },
  { format: 'hostname', good: ['a-b.c', 'localhost'], bad: ['-a', 'a_b', `${'a'.repeat(64)}.b`] },
  { format: 'ipv4', good: ['127.0.0.1'], bad: ['256.0.0.1', '1.2.3'] },
  { format: 'ipv6', good: ['::1'], bad: ['127.0.0.1', ':::'] },
  { format: 'uri', good: ['https://a/b?c#d', 'urn:x:y'], bad: ['/a', 'a b:c', 'http://a/%zz'] },
  { format: 'uri-reference', good: ['/a', 'a?b'], bad: ['a b'] },
  { format: 'uuid', good: ['01234567-89ab-cdef-0123-456789abcdef'], bad: ['0123456789abcdef0123456789abcdef'] },
  { format: 'json-pointer', good: ['', '/a/~0b'], bad: ['a', '/~2'] },
  { format: 'relative-json-pointer', good: ['0#', '1/a'], bad: ['/a', '01'] },
  { format: 'regex', good: ['a+'], bad: ['('] },
  { format: 'of-our-own', good: ['anything'], bad: [] },
];

suite('formats', () => {
  for (const { format, good, bad } of formats) {
    test(format, () => {
      const native = nativeOf('validateJSONSchema');
      for (const text of good) assert.equal(native.call(text, { format }), true, text);
      for (const text of bad) {
        assert.throws(() => native.call(text, { format }), { message: /must match format/ }, text);
      }
    });
  }
});

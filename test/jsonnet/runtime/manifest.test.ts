import assert from 'node:assert/strict';
import { test } from 'node:test';
import { JsonnetError } from '../../../src/jsonnet/error.js';
import { BuiltinFunction } from '../../../src/jsonnet/runtime/builtin.js';
import { customLayout, jsonText, lineLayout, outputLayout, quote } from '../../../src/jsonnet/runtime/manifest.js';
import { objectOf } from '../../../src/jsonnet/runtime/plain-object.js';
import { lazy, type Value } from '../../../src/jsonnet/runtime/value.js';
import { builtinNamed } from '../../../src/jsonnet/std/standard-library.js';

const value: Value = objectOf([
  ['b', [1, 0.1, [], objectOf([])]],
  ['a', objectOf([['"', lazy(() => null)]])],
]);

const layouts = [
  {
    name: 'of the command',
    layout: outputLayout,
    text: '{\n   "a": {\n      "\\"": null\n   },\n   "b": [\n      1,\n      0.10000000000000001,\n      [ ],\n      { }\n   ]\n}',
  },
  { name: 'on one line', layout: lineLayout, text: '{"a": {"\\"": null}, "b": [1, 0.10000000000000001, [ ], { }]}' },
  {
    name: 'of std.manifestJsonEx',
    layout: customLayout('\t', '\r\n', '='),
    text: '{\r\n\t"a"={\r\n\t\t"\\""=null\r\n\t},\r\n\t"b"=[\r\n\t\t1,\r\n\t\t0.1,\r\n\t\t[\r\n\r\n\t\t],\r\n\t\t{\r\n\r\n\t\t}\r\n\t]\r\n}',
  },
  { name: 'without any space', layout: customLayout('', '', ':'), text: '{"a":{"\\"":null},"b":[1,0.1,[],{}]}' },
];

for (const { name, layout, text } of layouts) {
  test(`manifest: the layout ${name}`, () => assert.equal(jsonText(value, layout), text));
}

test('manifest: an error says where in the value it happened', () => {
  const runtime = { thisFile: '', trace: () => {}, extVar: () => null, native: () => undefined, nativeNames: () => [] };
  const type = new BuiltinFunction(builtinNamed('type') as NonNullable<ReturnType<typeof builtinNamed>>, runtime);
  const broken = objectOf([['a "key"', [1, objectOf([['f', type]])]]]);
  assert.throws(
    () => jsonText(broken, outputLayout),
    (error) => {
      assert.ok(error instanceof JsonnetError);
      assert.equal(error.message, "couldn't manifest function as JSON");
      assert.deepEqual(
        error.trace.map(({ what }) => what),
        ['Field "f"', 'Array element 1', 'Field "a \\"key\\""'],
      );
      return true;
    },
  );
});

test('manifest: strings', () => {
  assert.equal(quote('plain é😀'), '"plain é😀"');
  assert.equal(
    quote('"\\\b\f\n\r\t/\0\u001f\u007f\u0080\u009f\u00a0\u2028'),
    '"\\"\\\\\\b\\f\\n\\r\\t/\\u0000\\u001f\\u007f\\u0080\\u009f\u00a0\u2028"',
  );
});

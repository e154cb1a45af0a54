import assert from 'node:assert/strict';
import { test } from 'node:test';
import { builtins } from '../../../src/jsonnet/std/standard-library.js';
import { run } from '../semantics/table.js';

/** The functions of the standard-library page. `?` marks what can be left out, `|` the name in the implementations. */
const documented = `
  extVar(x) native(name|x) trace(str, rest) resolvePath(f, r)
  type(x) isArray(v) isBoolean(v) isFunction(v) isNull(v|x) isNumber(v) isObject(v) isString(v) length(x) assertEqual(a, b)
  prune(a) xor(x, y) xnor(x, y)
  abs(n) sign(n) max(a, b) min(a, b) clamp(x, minVal, maxVal) pow(x, n) exp(x|n) log(x|n) log2(x) log10(x) exponent(x|n)
  mantissa(x|n) floor(x) ceil(x) round(x) sqrt(x) sin(x) cos(x) tan(x) asin(x) acos(x) atan(x) atan2(y, x) hypot(a|x, b|y)
  deg2rad(x) rad2deg(x) isEven(x) isOdd(x) isInteger(x) isDecimal(x) mod(a, b)
  toString(a) codepoint(str) char(n) substr(str, from, len) findSubstr(pat, str) startsWith(a, b) endsWith(a, b)
  stripChars(str, chars) lstripChars(str, chars) rstripChars(str, chars) split(str, c) splitLimit(str, c, maxsplits)
  splitLimitR(str, c, maxsplits) strReplace(str, from, to) isEmpty(str) trim(str) equalsIgnoreCase(str1, str2)
  asciiUpper(str) asciiLower(str) stringChars(str) format(str, vals) escapeStringBash(str|str_) escapeStringDollars(str|str_)
  escapeStringJson(str|str_) escapeStringPython(str) escapeStringXML(str|str_) escapeStringXml(str|str_)
  parseInt(str) parseOctal(str) parseHex(str) parseJson(str) parseYaml(str) encodeUTF8(str) decodeUTF8(arr)
  manifestIni(ini) manifestPython(v) manifestPythonVars(conf) manifestJsonEx(value, indent, newline?, key_val_sep?)
  manifestJson(value) manifestJsonMinified(value) manifestYamlDoc(value, indent_array_in_object?, quote_keys?)
  manifestYamlStream(value, indent_array_in_object?, c_document_end?, quote_keys?) manifestXmlJsonml(value)
  manifestTomlEx(toml|value, indent) manifestToml(value)
  makeArray(sz, func) member(arr, x) count(arr, x) find(value, arr) map(func, arr) mapWithIndex(func, arr)
  filterMap(filter_func, map_func, arr) flatMap(func, arr) filter(func, arr) foldl(func, arr, init)
  foldr(func, arr, init) range(from, to) repeat(what, count) slice(indexable, index, end, step) join(sep, arr)
  deepJoin(arr) lines(arr) flattenArrays(arr|arrs) flattenDeepArray(value) reverse(arrs|arr) sort(arr, keyF?) uniq(arr, keyF?)
  all(arr) any(arr) sum(arr) minArray(arr, keyF?, onEmpty?) maxArray(arr, keyF?, onEmpty?) contains(arr, elem) avg(arr)
  remove(arr, elem) removeAt(arr, idx|i)
  set(arr, keyF?) setInter(a, b, keyF?) setUnion(a, b, keyF?) setDiff(a, b, keyF?) setMember(x, arr, keyF?)
  get(o, f, default?, inc_hidden?) objectHas(o, f) objectFields(o) objectValues(o) objectKeysValues(o)
  objectHasAll(o, f) objectFieldsAll(o) objectValuesAll(o) objectKeysValuesAll(o) objectRemoveKey(obj, key)
  mapWithKey(func, obj) mergePatch(target, patch)
  base64(input) base64DecodeBytes(str) base64Decode(str) md5(s|str) sha1(s|str) sha256(s|str) sha512(s|str) sha3(s|str)`;

/** What the implementations have in addition to the page. */
const undocumented = `id(x) equals(x|a, y|b) primitiveEquals(x|a, y|b) modulo(x|a, y|b)
  objectHasEx(obj, fname|f, hidden|inc_hidden) objectFieldsEx(obj, hidden|inc_hidden)`;

test('library: every function of the page, with its parameters', () => {
  const found = builtins.map(({ name, params }) => {
    const list = params.map(
      (param) =>
        [param.name, ...(param.alias ? [param.alias] : [])].join('|') + (param.default === undefined ? '' : '?'),
    );
    return `${name}(${list.join(', ')})`;
  });
  const expected = `${documented} ${undocumented}`.match(/\w+\([^)]*\)/g) as string[];
  assert.deepEqual(found.sort(), expected.sort());
});

test('library: a parameter can be given by either of its names, but not by both', async () => {
  assert.deepEqual(
    await run({
      program:
        '[std.reverse(arr=[1, 2]), std.reverse(arrs=[1, 2]), std.exp(n=0) == std.exp(x=0)] == [[2, 1], [2, 1], true]',
    }),
    { text: 'true' },
  );
  assert.deepEqual(await run({ program: 'std.reverse(arr=[], arrs=[])' }), {
    error: 'RUNTIME ERROR: Argument arrs already provided',
  });
});

test('library: all fields of std are hidden, and can be extended and shadowed', async () => {
  const program = `[
    std.objectFields(std), std.length(std.objectFieldsAll(std)) > 150, std + { mine: 1, type: 2 },
    local std = { length(x): "mine" }; [std.length([]), [1, 2] == [1, 2]],
  ]`;
  assert.deepEqual(JSON.parse(((await run({ program })) as { text: string }).text), [
    [],
    true,
    { mine: 1 },
    ['mine', true],
  ]);
});

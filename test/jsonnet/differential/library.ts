import type { Dialect } from './literals.js';

/**
 * The functions of the standard library that the generator may call: name, parameters and result, each with the kind of
 * value that the generator makes for it, see `writeArgument`. A trailing `?` marks an optional parameter. One named `_` is
 * only passed by position, since the implementations have different names for it. An argument whose kind ends in `!` is
 * bound, evaluated and checked before the call: functions that are written in Jsonnet in one implementation and native in
 * the other differ in what they evaluate and in what else they take. `go` and `lib` in front restrict a signature to one
 * reference: libjsonnet is 0.20, go-jsonnet is 0.22. Two groups are missing: what depends on more than its arguments
 * (extVar, native, thisFile, trace), and what differs in the last digit (the trigonometric functions, exp, log).
 */
const signatures: readonly string[] = [
  'type(x: any): string',
  'length(x: lengthy): number',
  'get(o: object, f: field, default?: any, inc_hidden?: boolean): any',
  'objectHas(o: object, f: field): boolean',
  'objectHasAll(o: object, f: field): boolean',
  'objectHasEx(obj: object, _: field, _: boolean): boolean',
  'objectFields(o: object): strings',
  'objectFieldsAll(o: object): strings',
  'objectFieldsEx(obj: object, _: boolean): strings',
  'objectValues(o: plain): array',
  'objectValuesAll(o: plain): array',
  'objectKeysValues(o: plain): array',
  'objectKeysValuesAll(o: plain): array',
  'prune(a: any): any',
  'mapWithKey(func: string&any=>any, obj: plain): object',
  'isArray(v: any): boolean',
  'isBoolean(v: any): boolean',
  'isFunction(v: any): boolean',
  'isNumber(v: any): boolean',
  'isObject(v: any): boolean',
  'isString(v: any): boolean',
  'isEmpty(str: string!): boolean',

  'abs(n: number!): number',
  'sign(n: number): number',
  'max(a: number, b: number): number',
  'min(a: number, b: number): number',
  'clamp(x: number, minVal: number, maxVal: number): number',
  'pow(x: base, n: size): number',
  'floor(x: number): number',
  'ceil(x: number): number',
  'lib round(x: roundable): number',
  'go round(x: number): number',
  'sqrt(x: number): number',
  'exponent(_: number): number',
  'mantissa(_: number): number',
  'mod(a: number, b: number): number',
  'modulo(_: number, _: number): number',
  'xor(x: flag, y: flag): boolean',
  'xnor(x: flag, y: flag): boolean',

  'toString(a: any): string',
  'codepoint(str: char): number',
  'char(n: codepoint): string',
  'substr(str: string, from: size, len: size): string',
  'findSubstr(pat: string, str: string): numbers',
  'startsWith(a: string!, b: string!): boolean',
  'endsWith(a: string!, b: string!): boolean',
  'stripChars(str: string!, chars: string!): string',
  'lstripChars(str: string!, chars: string!): string',
  'rstripChars(str: string!, chars: string!): string',
  'split(str: string, c: char): strings',
  'splitLimit(str: string, c: char, maxsplits: limit): strings',
  'splitLimitR(str: string, c: char, maxsplits: limit): strings',
  'strReplace(str: string, from: char, to: string): string',
  'asciiUpper(str: string!): string',
  'asciiLower(str: string!): string',
  'stringChars(str: string!): strings',
  'parseInt(str: integerText): number',
  'parseOctal(str: octalText): number',
  'parseHex(str: hexText): number',
  'parseJson(str: jsonText): any',
  'parseYaml(str: yamlText): any',
  'encodeUTF8(str: string): numbers',
  'decodeUTF8(arr: utf8): string',
  'lib base64(input: ascii): string',
  'go base64(input: string): string',
  'base64(input: bytes): string',
  'base64Decode(str: base64Text): string',
  'base64DecodeBytes(str: base64Text): numbers',
  'md5(_: string): string',

  'escapeStringBash(str_: string): string',
  'escapeStringDollars(str_: string): string',
  'escapeStringJson(str_: string): string',
  'escapeStringPython(str: string): string',
  'escapeStringXML(str_: string): string',

  'manifestIni(ini: ini): string',
  'manifestPython(v: any): string',
  'manifestPythonVars(conf: plain): string',
  'manifestJson(value: tidy): string',
  'manifestJsonEx(value: tidy, indent: indent, newline?: newline, key_val_sep?: separator): string',
  'manifestJsonMinified(value: tidy): string',
  'manifestYamlDoc(value: tidy, indent_array_in_object?: flag, quote_keys?: flag): string',
  'manifestYamlStream(value: tidyArray, indent_array_in_object?: flag, c_document_end?: flag, quote_keys?: flag): string',
  'manifestXmlJsonml(value: jsonml): string',
  'manifestToml(value: toml): string',
  'manifestTomlEx(value: toml, indent: indent): string',

  'makeArray(sz: size, func: number=>any): array',
  'makeArray(sz: size, func: number=>number): numbers',
  'range(from: low, to: high): numbers',
  'member(arr: strings!, x: string!): boolean',
  'lib member(arr: string!, x: char): boolean',
  'go member(arr: string!, x: string!): boolean',
  'count(arr: numbers!, x: number!): number',
  'find(value: number!, arr: numbers!): numbers',
  'map(func: number=>number, arr: numbers): numbers',
  'map(func: string=>string, arr: string): strings',
  'mapWithIndex(func: number&any=>any, arr: array): array',
  'filter(func: number=>boolean, arr: numbers): numbers',
  'filterMap(filter_func: number=>boolean, map_func: number=>any, arr: numbers): array',
  'flatMap(func: number=>figures, arr: numbers!): numbers',
  'flatMap(func: string=>text, arr: string!): string',
  'foldl(func: number&number=>number, arr: numbers!, init: number!): number',
  'foldr(func: number&number=>number, arr: numbers!, init: number!): number',
  'foldl(func: string&string=>string, arr: string!, init: string!): string',
  'foldr(func: string&string=>string, arr: strings!, init: string!): string',
  'repeat(what: string!, count: size): string',
  'repeat(what: numbers!, count: size): numbers',
  'go repeat(what: numbers!, count: limit): numbers',
  'slice(indexable: numbers, index: start, end: end, step: step): numbers',
  'slice(indexable: string, index: start, end: end, step: step): string',
  'join(sep: string, arr: strings): string',
  'join(sep: numbers, arr: nested): numbers',
  'deepJoin(arr: strings!): string',
  'lines(arr: strings!): string',
  'flattenArrays(_: nested!): numbers',
  'reverse(arr: array!): array',
  'reverse(arr: numbers!): numbers',
  'sort(arr: numbers!, keyF?: numberKey): numbers',
  'sort(arr: strings!, keyF?: stringKey): strings',
  'uniq(arr: numbers!, keyF?: numberKey): numbers',
  'uniq(arr: strings!, keyF?: stringKey): strings',
  'all(arr: booleans): boolean',
  'any(arr: booleans): boolean',
  'sum(arr: numbers!): number',

  'set(arr: numbers!, keyF?: numberKey): numbers',
  'set(arr: strings!, keyF?: stringKey): strings',
  'setInter(a: numberSet, b: numberSet, keyF?: rising): numbers',
  'setUnion(a: numberSet, b: numberSet, keyF?: rising): numbers',
  'setDiff(a: numberSet, b: numberSet, keyF?: rising): numbers',
  'setMember(x: number, arr: numberSet, keyF?: rising): boolean',
  'setUnion(a: stringSet, b: stringSet, keyF?: identity): strings',
  'setDiff(a: stringSet, b: stringSet, keyF?: identity): strings',
  'setInter(a: stringSet, b: stringSet, keyF?: identity): strings',
  'setMember(x: string, arr: stringSet, keyF?: identity): boolean',

  'mergePatch(target: any, patch: any): any',
  'mergePatch(target: plain, patch: plain): object',
  'resolvePath(f: pathText, r: pathText): string',
  'assertEqual(a: number, b: number): boolean',
  'equals(_: any, _: any): boolean',
  'primitiveEquals(_: number, _: number): boolean',
  'lib format(str: numberFormat, vals: nonzero): string',
  'go format(str: numberFormat, vals: number): string',

  'go trim(str: string): string',
  'go equalsIgnoreCase(str1: string, str2: string): boolean',
  'go sha1(_: string): string',
  'go sha256(_: string): string',
  'go sha512(_: string): string',
  'go sha3(_: string): string',
  'go isNull(_: any): boolean',
  'go isEven(x: number): boolean',
  'go isOdd(x: number): boolean',
  'go isInteger(x: number): boolean',
  'go isDecimal(x: number): boolean',
  'go contains(arr: array, elem: any): boolean',
  'go remove(arr: array, elem: any): array',
  'go removeAt(arr: triple, _: place): array',
  'go flattenDeepArray(value: any): array',
  'go minArray(arr: numbers, keyF?: numberKey, onEmpty?: number!): number',
  'go maxArray(arr: strings, keyF?: stringKey, onEmpty?: string!): string',
  'go avg(arr: numbers): number',
  'go manifestJsonEx(value: any, indent: indent, newline?: newline, key_val_sep?: separator): string',
  'go manifestJsonMinified(value: any): string',
];

/** Literals for the arguments that are text in some format. The last ones are wrong on purpose. */
export const texts: Readonly<Record<string, readonly string[]>> = {
  integerText: ['"12"', '"-7"', '"0"', '"007"', '"123456789"', '"1.5"', '""', '"x"', '"-"'],
  octalText: ['"17"', '"0"', '"755"', '"8"', '""', '"-1"'],
  hexText: ['"ff"', '"BEEF"', '"0"', '"1a2B"', '"g"', '""', '"-f"'],
  jsonText: [
    `'[1, 2.5, "x", null, true]'`,
    `'{"b": 1, "a": {"c": []}, "__proto__": 7, "10": 1, "9": 2}'`,
    `'"\\\\u00e9\\\\ud83d\\\\ude00"'`,
    "'-0.5e3'",
    "'null'",
    `' { } '`,
    "'[1,]'",
    `'{"a": }'`,
    "'nul'",
  ],
  // Only JSON and the plainest block style, since the engines use different YAML libraries.
  yamlText: [
    `'[1, 2, "x"]'`,
    `'{"a": 1, "b": [true, 2.5]}'`,
    "'a: 1\\nb:\\n- x\\n- z\\n'",
    "'- 1\\n- a: b\\n  c: d\\n'",
  ],
  // Keys under which the sets are still in order, which both engines ask for without a check.
  // go-jsonnet crashes for an index after the end.
  triple: ['[1, "x", null]', '["a", [], { a: 1 }, "b"]', '[0, 1, 2]'],
  place: ['0', '1', '2', '-1'],
  base: ['2', '3', '-2', '10', '0.5', '1.5', '0', '7', '-0.25'], // small, since the last digit of the others differs
  numberKey: ['function(x) -x', 'function(x) x % 3', 'function(x) [x % 2, x]', 'function(x) "" + x', 'std.sign'],
  stringKey: ['std.length', 'function(s) s + "a"', 'function(s) [std.length(s) % 2, s]'],
  rising: ['function(x) x * 2', 'function(x) x', 'function(x) [x]'],
  identity: ['function(s) s', 'function(s) s + "!"'],
  // None of them decodes to U+0000, at which libjsonnet ends strings.
  base64Text: ['"aGVsbG8="', '"YQ=="', '""', '"AQID"', '"YWJj"', '"YWI="', '"a"', '"aGVsbG8"'],
  pathText: ['"a/b.jsonnet"', '"x"', '"/abs/y"', '"../up"', '""', '"dir/"'],
  indent: ['"  "', '"    "', '"\\t"', '""'],
  newline: ['"\\n"', '""', '"\\r\\n"'],
  separator: ['": "', '":"', '" = "'],
  flag: ['true', 'false'],
  // Halves below zero are rounded up in libjsonnet and away from zero in Go.
  roundable: ['2.5', '0.4', '-0.6', '-7', '3.49', '1e17', '-2.4', 'std.length("ab") / 4'],
  numberFormat: ['"%d"', '"%5.1f!"', '"%x"', '"%s"', '"%05d"', '"%-8d|"', '"%+.3e"', '"%g"', '"%i%%"', '"%q"', '"%"'],
};

/** A function of the library, as the generator calls it. */
export interface LibraryFunction {
  readonly name: string;
  /** The only reference that has this signature; undefined if both have it. */
  readonly only: Dialect | undefined;
  readonly params: readonly LibraryParameter[];
  readonly result: string;
}

export interface LibraryParameter {
  readonly name: string;
  readonly kind: string;
  readonly optional: boolean;
  /** Whether it is bound, evaluated and checked before the call. */
  readonly sure: boolean;
}

export const library: readonly LibraryFunction[] = signatures.map(parseSignature);

function parseSignature(signature: string): LibraryFunction {
  const match = /^(go |lib )?(\w+)\((.*)\): (\w+)$/.exec(signature);
  if (match === null) throw new Error(`not a signature: ${signature}`);
  const [, only, name, params, result] = match as unknown as [string, string | undefined, string, string, string];
  return {
    name,
    only: only === undefined ? undefined : only === 'go ' ? 'go-jsonnet' : 'libjsonnet',
    result,
    params: params.split(', ').map((param) => {
      const [left, kind] = param.split(': ') as [string, string];
      return {
        name: left.replace('?', ''),
        kind: kind.replace('!', ''),
        optional: left.endsWith('?'),
        sure: kind.endsWith('!'),
      };
    }),
  };
}

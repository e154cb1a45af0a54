import { checkRows } from './rows.js';

const sample = `{
  x: [1, 2, 3, true, false, null, "string\\nstring\\n"], arr: [[[]]], y: { a: 1, b: 2, c: [1, 2] },
  emptyArray: [], emptyObject: {}, objectInArray: [{ f: 3 }], "\\"": null, hidden:: 1,
}`;

checkRows('manifests', [
  {
    name: 'manifestJsonEx',
    code: `std.manifestJsonEx({ b: [1, [], {}], a: { c: "x\\n", d:: 1 } }, "  ")`,
    value: '{\n  "a": {\n    "c": "x\\n"\n  },\n  "b": [\n    1,\n    [\n\n    ],\n    {\n\n    }\n  ]\n}',
  },
  {
    name: 'manifestJsonEx with its own line break and separator',
    code: `std.manifestJsonEx(${sample}, "", " ", " : ")`,
    value:
      '{ "\\"" : null, "arr" : [ [ [  ] ] ], "emptyArray" : [  ], "emptyObject" : {  }, "objectInArray" : [ { "f" : 3 } ], "x" : [ 1, 2, 3, true, false, null, "string\\nstring\\n" ], "y" : { "a" : 1, "b" : 2, "c" : [ 1, 2 ] } }',
  },
  {
    name: 'manifestJsonEx by name',
    code: 'std.manifestJsonEx(indent=" ", value={ a: 1 }, key_val_sep="=", newline=";")',
    value: '{; "a"=1;}',
  },
  {
    name: 'manifestJsonEx of scalars',
    code: '[std.manifestJsonEx(v, "") for v in [1, "é\\u0001", true, null]]',
    value: ['1', '"é\\u0001"', 'true', 'null'],
  },
  {
    name: 'manifestJsonEx prints the shortest numbers',
    code: 'std.manifestJsonMinified([0.1, 1e-7, 1e21, 1e22, -1.5e-10, 1 / 3, 123456789012345678, 0.97, 100, -0.0])',
    value:
      '[0.1,0.0000001,1000000000000000000000,10000000000000000000000,-0.00000000015,0.3333333333333333,123456789012345680,0.97,100,-0]',
  },
  {
    name: 'manifestJsonEx of a function',
    code: 'std.manifestJsonEx([std.type], "")',
    error: "couldn't manifest function as JSON",
  },
  {
    name: 'manifestJsonEx runs asserts',
    code: 'std.manifestJsonEx({ a: { assert false : "broken" } }, "")',
    error: 'broken',
  },
  {
    name: 'manifestJsonEx with a number for the indentation',
    code: 'std.manifestJsonEx(1, 2)',
    error: 'Unexpected type number, expected string',
  },
  {
    name: 'manifestJson indents by four',
    code: 'std.manifestJson({ a: [1] })',
    value: '{\n    "a": [\n        1\n    ]\n}',
  },
  {
    name: 'manifestJsonMinified',
    code: 'std.manifestJsonMinified(value={ b: [1, [], {}], a: "x" })',
    value: '{"a":"x","b":[1,[],{}]}',
  },
  {
    name: 'manifestYamlDoc',
    code: `std.manifestYamlDoc(${sample})`,
    value: `"\\"": null
"arr":
-
  - []
"emptyArray": []
"emptyObject": {}
"objectInArray":
- "f": 3
"x":
- 1
- 2
- 3
- true
- false
- null
- |
  string
  string
"y":
  "a": 1
  "b": 2
  "c":
  - 1
  - 2`,
  },
  {
    name: 'manifestYamlDoc with more indentation and fewer quotes',
    code: `std.manifestYamlDoc(${sample}, indent_array_in_object=true, quote_keys=false)`,
    value: `"\\"": null
arr:
  -
    - []
emptyArray: []
emptyObject: {}
objectInArray:
  - f: 3
x:
  - 1
  - 2
  - 3
  - true
  - false
  - null
  - |
    string
    string
"y":
  a: 1
  b: 2
  c:
    - 1
    - 2`,
  },
  {
    name: 'YAML strings',
    code: '[std.manifestYamlDoc(v) for v in ["", "a", "a\\nb", "a\\n\\nb\\n", "\\n", { a: "x\\n" }, [{ a: "x\\ny\\n" }], { a: { b: "x\\n y\\n" } }]]',
    value: [
      '""',
      '"a"',
      '"a\\nb"',
      '|\n  a\n  \n  b',
      '|\n  ',
      '"a": |\n  x',
      '- "a": |\n    x\n    y',
      '"a":\n  "b": |\n    x\n     y',
    ],
  },
  {
    name: 'YAML nesting',
    code: '[std.manifestYamlDoc(v) for v in [[], {}, [[1, [2]], {}], [[{ a: 1, b: [1] }]], [{ b: { c: 1 } }], [{ a: [{ b: {} }] }]]]',
    value: [
      '[]',
      '{}',
      '-\n  - 1\n  -\n    - 2\n- {}',
      '-\n  - "a": 1\n    "b":\n    - 1',
      '- "b":\n    "c": 1',
      '- "a":\n  - "b": {}',
    ],
  },
  {
    name: 'YAML keys that need quotes keep them',
    code: `std.manifestYamlDoc({ [k]: 1 for k in [
      "", "a b", "é", "1", "1-2", "1_", "2020-01-01", "1.5", ".5", "1:2", "6.8e-5", "0x1F", "0b11", "true", "No", "NULL",
      "~", "-", "---", ".inf", "a+b", "_", "a", "a.b", "a/b", "a-", "1e3", "12e03", "1e+3", "1e400", "1.e3", "1__0",
      "1_0", "1_0.5", "n0x1", ".", "..", "__", "-_", "-.", "0o7", "1.5.6", "192.168.0.1", "1-234-567-8901", "0X_0a", "nan",
    ] }, quote_keys=false)`,
    value: [
      '"": 1',
      '"-": 1',
      '"---": 1',
      '-.: 1',
      '-_: 1',
      '.: 1',
      '..: 1',
      '".5": 1',
      '".inf": 1',
      '0X_0a: 1',
      '"0b11": 1',
      '0o7: 1',
      '"0x1F": 1',
      '"1": 1',
      '1-2: 1',
      '1-234-567-8901: 1',
      '"1.5": 1',
      '1.5.6: 1',
      '"1.e3": 1',
      '"12e03": 1',
      '192.168.0.1: 1',
      '"1:2": 1',
      '1_: 1',
      '"1_0": 1',
      '"1_0.5": 1',
      '1__0: 1',
      '"1e+3": 1',
      '"1e3": 1',
      '1e400: 1',
      '"2020-01-01": 1',
      '"6.8e-5": 1',
      '"NULL": 1',
      '"No": 1',
      '_: 1',
      '__: 1',
      'a: 1',
      '"a b": 1',
      '"a+b": 1',
      'a-: 1',
      'a.b: 1',
      'a/b: 1',
      '"n0x1": 1',
      '"nan": 1',
      '"true": 1',
      '"~": 1',
      '"é": 1',
    ].join('\n'),
  },
  {
    name: 'YAML prints the shortest numbers',
    code: 'std.manifestYamlDoc([0.1, 1e-7, 1e22])',
    value: '- 0.1\n- 0.0000001\n- 10000000000000000000000',
  },
  {
    name: 'YAML of a function',
    code: 'std.manifestYamlDoc({ a: std.type })',
    error: "couldn't manifest function as JSON",
  },
  {
    name: 'manifestYamlStream',
    code: '[std.manifestYamlStream(["a", { b: [1] }, []]), std.manifestYamlStream([1], c_document_end=false), std.manifestYamlStream([]), std.manifestYamlStream([{ a: [1] }], true, false, false)]',
    value: ['---\n"a"\n---\n"b":\n- 1\n---\n[]\n...\n', '---\n1\n', '---\n\n...\n', '---\na:\n  - 1\n'],
  },
  {
    name: 'manifestYamlStream of an object',
    code: 'std.manifestYamlStream({})',
    error: 'manifestYamlStream only takes arrays, got object',
  },
  {
    name: 'manifestIni',
    code: `std.manifestIni({
      main: { b: 2, a: ["1", "2"], h:: 1 },
      sections: { s2: { p: "yes", q: "", r: null, s: { x: [1] }, t: [], u: 0.1 }, s1: { y: true }, empty: {} },
    })`,
    value:
      'a = 1\na = 2\nb = 2\n[empty]\n[s1]\ny = true\n[s2]\np = yes\nq = \nr = null\ns = {"x": [1]}\nu = 0.10000000000000001\n',
  },
  {
    name: 'manifestIni without main',
    code: 'std.manifestIni({ main:: { a: 1 }, sections: { s: {} } })',
    value: '[s]\n',
  },
  {
    name: 'manifestIni without sections',
    code: 'std.manifestIni({ main: { a: 1 } })',
    error: 'Field does not exist: sections',
  },
  {
    name: 'manifestIni with a section that is not an object',
    code: 'std.manifestIni({ sections: { s: 1 } })',
    error: 'Unexpected type number, expected object',
  },
  {
    name: 'manifestPython',
    code: 'std.manifestPython({ a: true, b: false, c: null, d: [1, 0.1, "x\\"\\n"], e: { f: [] , g: {} }, h:: 1 })',
    value: '{"a": True, "b": False, "c": None, "d": [1, 0.10000000000000001, "x\\"\\n"], "e": {"f": [], "g": {}}}',
  },
  {
    name: 'manifestPython of a function',
    code: 'std.manifestPython([std.type])',
    error: "couldn't manifest function as JSON",
  },
  {
    name: 'manifestPythonVars',
    code: '[std.manifestPythonVars({ b: ["x"], a: null }), std.manifestPythonVars(conf={})]',
    value: ['a = None\nb = ["x"]\n', ''],
  },
  {
    name: 'manifestPythonVars of an array',
    code: 'std.manifestPythonVars([])',
    error: 'Unexpected type array, expected object',
  },
  {
    name: 'manifestXmlJsonml',
    code: 'std.manifestXmlJsonml(["svg", { height: 100, w: "1", t: true }, " ", ["circle", { r: 0.5 }], "x", ["g", "y", []]])',
    error: 'Expected a JSONML value with a tag name, got an empty array',
  },
  {
    name: 'manifestXmlJsonml of a tree',
    code: 'std.manifestXmlJsonml(["svg", { height: 100, w: "1" }, " ", ["circle", { r: 0.5 }], "x<y", ["g"], ["h", {}, "z"]])',
    value: '<svg height="100" w="1"> <circle r="0.5"></circle>x<y<g></g><h>z</h></svg>',
  },
  {
    name: 'manifestXmlJsonml of an object',
    code: 'std.manifestXmlJsonml({})',
    error: 'Expected a JSONML value (an array), got object',
  },
  {
    name: 'manifestXmlJsonml with a number inside',
    code: 'std.manifestXmlJsonml(["a", "b", 1])',
    error: 'Expected a JSONML value (a string or an array), got number',
  },
  {
    name: 'manifestTomlEx',
    code: `std.manifestTomlEx({
      key1: "value", key2: 1.5, section: { a: 1, b: "str", c: false, d: [1, "s", [2, 3], { e: [] }], subsection: { k: "v" } },
      sectionArray: [{ k: "v1" }, {}, { n: { x: 1 } }], "e$caped": { z: true }, empty: {}, "": [],
    }, "  ")`,
    value: `'' = []
key1 = "value"
key2 = 1.5

["e$caped"]
  z = true

[empty]

[section]
  a = 1
  b = "str"
  c = false
  d = [
    1,
    "s",
    [ 2, 3 ],
    { e = [] }
  ]

  [section.subsection]
    k = "v"

[[sectionArray]]
  k = "v1"

[[sectionArray]]

[[sectionArray]]


  [sectionArray.n]
    x = 1`,
  },
  {
    name: 'manifestToml',
    code: '[std.manifestToml({ a: { b: { c: 1 } } }), std.manifestToml(value={})]',
    value: ['\n\n[a]\n\n\n  [a.b]\n    c = 1', ''],
  },
  { name: 'TOML of an array', code: 'std.manifestToml([])', error: 'TOML body must be an object. Got array' },
  {
    name: 'TOML of null',
    code: 'std.manifestTomlEx({ a: { b: [1, null] } }, "")',
    error: 'Tried to manifest "null" at ["a", "b", 1]',
  },
  {
    name: 'TOML of a function',
    code: 'std.manifestTomlEx({ a: [{ b: std.type }] }, "")',
    error: 'Tried to manifest function at ["a", 0, "b"]',
  },
]);

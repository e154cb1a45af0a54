import { fail } from '../error.js';
import type { Builtin } from '../runtime/builtin.js';
import { typeName } from '../runtime/builtin.js';
import { enterLevel, leaveLevel } from '../runtime/machine.js';
import { customLayout, jsonText, notManifestable, quote } from '../runtime/manifest.js';
import { numberText } from '../runtime/numbers.js';
import { toText } from '../runtime/operations.js';
import { at, type JsonnetArray, JsonnetObject, type Value } from '../runtime/value.js';
import { define } from './define.js';
import { tomlText } from './toml-text.js';
import { yamlText } from './yaml-text.js';

const indentArrayInObject = ['indent_array_in_object: boolean', false] as const;
const quoteKeys = ['quote_keys: boolean', true] as const;

/** Values as text in other formats. */
export const manifestBuiltins: readonly Builtin[] = [
  define('manifestIni', ['ini: object'], manifestIni),
  define('manifestPython', ['v: any'], manifestPython),
  define('manifestPythonVars', ['conf: object'], manifestPythonVars),
  define(
    'manifestJsonEx',
    ['value: any', 'indent: string', ['newline: string', '\n'], ['key_val_sep: string', ': ']],
    (value, indent, newline, separator) => jsonText(value, customLayout(indent, newline, separator)),
  ),
  define('manifestJson', ['value: any'], (value) => jsonText(value, customLayout('    ', '\n', ': '))),
  define('manifestJsonMinified', ['value: any'], (value) => jsonText(value, customLayout('', '', ':'))),
  define('manifestYamlDoc', ['value: any', indentArrayInObject, quoteKeys], (value, indentArrays, quotes) =>
    yamlText(value, { indentArrayInObject: indentArrays, quoteKeys: quotes }),
  ),
  define(
    'manifestYamlStream',
    ['value: array', indentArrayInObject, ['c_document_end: boolean', true], quoteKeys],
    manifestYamlStream,
  ),
  define('manifestXmlJsonml', ['value: any'], manifestXmlJsonml),
  define('manifestTomlEx', ['toml|value: any', 'indent: string'], tomlText),
  define('manifestToml', ['value: any'], (value) => tomlText(value, '  ')),
];

/** `main` may be missing, `sections` may not. An array gives a line for each element. */
function manifestIni(ini: JsonnetObject): string {
  const sections = ini.get('sections') ?? fail('Field does not exist: sections');
  let text = '';
  if (ini.has('main', false)) text += iniBody(ini.get('main') as Value);
  const object = expectObject(sections);
  for (const name of object.keys(false)) text += `[${name}]\n${iniBody(object.get(name) as Value)}`;
  return text;
}

function iniBody(body: Value): string {
  const object = expectObject(body);
  let text = '';
  for (const key of object.keys(false)) {
    const value = object.get(key) as Value;
    if (!Array.isArray(value)) text += `${key} = ${toText(value)}\n`;
    else for (let i = 0; i < value.length; i++) text += `${key} = ${toText(at(value, i))}\n`;
  }
  return text;
}

function expectObject(value: Value): JsonnetObject {
  if (value instanceof JsonnetObject) return value;
  return fail(`Unexpected type ${typeName(value)}, expected object`);
}

function manifestPython(v: Value): string {
  if (typeof v === 'string') return quote(v);
  if (typeof v === 'number') return numberText(v);
  if (typeof v === 'boolean') return v ? 'True' : 'False';
  if (v === null) return 'None';
  enterLevel();
  let text: string;
  if (Array.isArray(v)) {
    text = `[${v.map((_, i) => manifestPython(at(v, i))).join(', ')}]`;
  } else if (v instanceof JsonnetObject) {
    v.check();
    text = `{${v
      .keys(false)
      .map((key) => `${quote(key)}: ${manifestPython(v.get(key) as Value)}`)
      .join(', ')}}`;
  } else {
    notManifestable();
  }
  leaveLevel();
  return text;
}

function manifestPythonVars(conf: JsonnetObject): string {
  conf.check();
  return conf
    .keys(false)
    .map((key) => `${key} = ${manifestPython(conf.get(key) as Value)}\n`)
    .join('');
}

function manifestYamlStream(value: JsonnetArray, indentArrays: boolean, documentEnd: boolean, quotes: boolean): string {
  const options = { indentArrayInObject: indentArrays, quoteKeys: quotes };
  const documents = value.map((_, i) => yamlText(at(value, i), options));
  return `---\n${documents.join('\n---\n')}${documentEnd ? '\n...\n' : '\n'}`;
}

function manifestXmlJsonml(value: Value): string {
  if (!Array.isArray(value)) return fail(`Expected a JSONML value (an array), got ${typeName(value)}`);
  return xmlElement(value);
}

/** `[tag, {attribute: value}, ...children]`. The attributes may be missing. Nothing is escaped. */
function xmlElement(element: JsonnetArray): string {
  enterLevel();
  if (element.length === 0) fail('Expected a JSONML value with a tag name, got an empty array');
  const tag = at(element, 0);
  if (typeof tag !== 'string') fail(`Expected a JSONML tag name (a string), got ${typeName(tag)}`);
  const second = element.length > 1 ? at(element, 1) : null;
  const attributes = second instanceof JsonnetObject ? second : undefined;
  let text = `<${tag}`;
  for (const key of attributes?.keys(false) ?? []) {
    text += ` ${key}="${toText((attributes as JsonnetObject).get(key) as Value)}"`;
  }
  text += '>';
  for (let i = attributes === undefined ? 1 : 2; i < element.length; i++) {
    const child = at(element, i);
    if (typeof child === 'string') text += child;
    else if (Array.isArray(child)) text += xmlElement(child);
    else fail(`Expected a JSONML value (a string or an array), got ${typeName(child)}`);
  }
  leaveLevel();
  return `${text}</${tag}>`;
}

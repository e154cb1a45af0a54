import { sortText } from '../../json/code-points.js';
import type { Json } from '../../json/json.js';
import { formatFloat, type NativeFunction, resolvePlain } from '../../jsonnet/index.js';
import { define } from '../define.js';
import { goNumber } from '../go-json.js';
import { YamlEmitter } from './emitter.js';
import { parseYaml } from './parse.js';

/** Prints one YAML document as kubecfg does with Go's yaml.v2: keys in natural order, block style. */
export function manifestYaml(value: Json): string {
  const emitter = new YamlEmitter();
  write(emitter, value, false);
  return emitter.finish();
}

function write(emitter: YamlEmitter, value: Json, inMapping: boolean): void {
  if (value === null || typeof value === 'boolean') emitter.scalar(String(value), 'plain');
  else if (typeof value === 'number') emitter.scalar(numberText(value), 'plain');
  else if (typeof value === 'string') {
    emitter.scalar(value.replace(/\p{Surrogate}/gu, '\ufffd'), value.includes('\n') ? 'literal' : styleOf(value));
  } else if (Array.isArray(value)) {
    if (value.length === 0) emitter.empty('[]');
    else emitter.list(value, inMapping, (item) => write(emitter, item, false));
  } else {
    // Sorted before, so that the text does not depend on the order in which the object got its keys.
    const keys = sortText(Object.keys(value)).sort(compareNaturally);
    if (keys.length === 0) emitter.empty('{}');
    else emitter.mapping(keys, styleOf, (key) => write(emitter, value[key] as Json, true));
  }
}

/** kubecfg prints numbers as JSON text first, so a whole number is written in full, any other in Go's shortest form. */
function numberText(value: number): string {
  const text = goNumber(value);
  const resolved = resolvePlain(text);
  return resolved.kind === 'int' ? String(resolved.value) : formatFloat(value);
}

const base60 = /^[-+]?[0-9][0-9_]*(?::[0-5]?[0-9])+(?:\.[0-9_]*)?$/;

/** Plain, unless this or an older parser would read the text back as something other than a string. */
function styleOf(text: string): 'plain' | 'double' {
  return resolvePlain(text).kind === 'str' && !base60.test(text) ? 'plain' : 'double';
}

const letter = /^\p{L}$/u;
const digit = /^\p{Nd}$/u;

/**
 * yaml.v2's order of keys: numbers in them compare by value (`a2` before `a10`), letters come last. It is not a total
 * order (`8`, `10a`, `1a` go around in a circle), so the result depends on the order before.
 */
function compareNaturally(a: string, b: string): number {
  const left = [...a];
  const right = [...b];
  for (let index = 0; index < left.length && index < right.length; index++) {
    const l = left[index] as string;
    const r = right[index] as string;
    if (l === r) continue;
    const leftLetter = letter.test(l);
    const rightLetter = letter.test(r);
    const byCode = codeOf(l) - codeOf(r);
    if (leftLetter && rightLetter) return byCode;
    if (leftLetter || rightLetter) return rightLetter ? -1 : 1;
    return compareNumbers(left, right, index) || byCode;
  }
  return left.length - right.length;
}

/** Compares the digits that start at `index`. A zero there only counts if it continues a number that started before. */
function compareNumbers(left: readonly string[], right: readonly string[], index: number): number {
  let prefix = 0n;
  if (left[index] === '0' || right[index] === '0') {
    let before = index - 1;
    while (left[before] === '0') before--;
    if (before >= 0 && digit.test(left[before] as string)) prefix = 1n;
  }
  const [leftValue, leftLength] = numberAt(left, index, prefix);
  const [rightValue, rightLength] = numberAt(right, index, prefix);
  if (leftValue !== rightValue) return leftValue < rightValue ? -1 : 1;
  return leftLength - rightLength;
}

/** The value and the number of the digits from `from` on, in 64 bits and by their distance from `0`, as in yaml.v2. */
function numberAt(characters: readonly string[], from: number, prefix: bigint): [value: bigint, length: number] {
  let value = prefix;
  let end = from;
  while (end < characters.length && digit.test(characters[end] as string)) {
    value = BigInt.asIntN(64, value * 10n + BigInt(codeOf(characters[end] as string) - 0x30));
    end++;
  }
  return [value, end - from];
}

function codeOf(character: string): number {
  return character.codePointAt(0) as number;
}

/** kubecfg's `parseYaml` and `manifestYaml`. */
export function yamlNatives(): readonly NativeFunction[] {
  return [
    define('parseYaml', [['yaml', 'string']], true, parseYaml),
    define('manifestYaml', [['json', 'any']], true, manifestYaml),
  ];
}

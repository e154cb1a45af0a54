import type { Writer } from './arguments.js';
import { literal, numbers } from './literals.js';
import type { Tape } from './tape.js';

/**
 * An expression from one of the groups in which differences to go-jsonnet were found: printing and parsing of other
 * formats, numbers at the limits, bytes, removed fields, and depth.
 */
export function writeCorner(writer: Writer): string {
  const { tape } = writer;
  switch (tape.byte() % 10) {
    case 0:
      return `std.manifestYamlDoc(${oddObject(writer)}, ${flag(tape)}, ${flag(tape)})`;
    case 1:
      return `std.manifestTomlEx({ ${oddFields(writer)}, t: ${oddObject(writer)}, l: [${oddObject(writer)}] }, ${tape.pick(['""', '"  "', '"\\t"'])})`;
    case 2:
      return tape.chance(1, 2)
        ? `std.manifestIni({ main: ${oddObject(writer)}, sections: { ${JSON.stringify(oddKey(tape))}: ${oddObject(writer)} } })`
        : `std.manifestPythonVars(${oddObject(writer)})`;
    case 3:
      return `std.parseYaml(${JSON.stringify(yamlStream(tape))})`;
    case 4:
      return tape.chance(2, 3)
        ? `std.parseInt(${JSON.stringify(digits(tape, ['', '', '-', '+', '--'], '0123456789'))})`
        : tape.pick([
            `std.parseHex(${JSON.stringify(digits(tape, ['', '', '-'], '0123456789abcdefABCDEFg'))})`,
            `std.parseOctal(${JSON.stringify(digits(tape, ['', '', '+'], '012345678'))})`,
          ]);
    case 5: {
      const bytes = Array.from({ length: tape.byte() % 7 }, () => tape.pick(interestingBytes));
      return tape.chance(2, 3)
        ? `std.encodeUTF8(std.decodeUTF8([${bytes.join(', ')}]))`
        : `std.base64Decode(std.base64([${bytes.join(', ')}]))`;
    }
    case 6:
      return `std.pow(${tape.pick(bases)}, ${(tape.byte() % 81) - 40})`;
    case 7:
      return bits(tape);
    case 8:
      return removed(writer);
    default: {
      const value = `std.foldl(function(a, i) ${tape.pick(['[a]', '{ a: a }', '[1, a]'])}, std.range(1, ${tape.pick(depths)}), ${tape.pick(['1', '"x"', 'null'])})`;
      const print = tape.pick(['std.manifestJsonMinified', 'std.manifestYamlDoc', 'std.manifestJson']);
      return `std.length(${print}(${value}))`;
    }
  }
}

const flag = (tape: Tape) => tape.pick(['false', 'true', 'false']);

const bases = [...numbers, '-3', '1.5', '0.3', '-0.7', '1.0001', '12345.678'];
const depths = ['3', '100', '400', '498', '499', '500', '501', '600'];
const interestingBytes = [
  65, 0xc3, 0xa9, 0xe2, 0x82, 0xac, 0xf0, 0x9f, 0x98, 0x80, 0xed, 0xa0, 0xff, 0xc0, 0xf4, 0x90, 10,
];

const oddWords =
  'true null Yes NO on ~ nan .inf -.Inf infinity - -- --- . .. _ = << 2020-01-01 1-2 12:30 0x1F 0b11 0o7 1e3 1.5e-3 a:b a#b #a é 😀 " \' \\ \n \t a\nb & * ! % @ ` | > { } [ ] , ?'.split(
    ' ',
  );
const oddCharacters = '0123456789eExXbo_.-+/:aAfF ~';

/** A key that YAML, TOML or INI may take for something else. */
function oddKey(tape: Tape): string {
  if (tape.chance(1, 3)) return tape.pick(oddWords);
  return Array.from({ length: 1 + (tape.byte() % 6) }, () => tape.pick([...oddCharacters])).join('');
}

function oddObject(writer: Writer, depth = 0): string {
  return `{ ${oddFields(writer, depth)} }`;
}

function oddFields(writer: Writer, depth = 0): string {
  const { tape } = writer;
  const keys = new Set(Array.from({ length: 1 + (tape.byte() % 4) }, () => oddKey(tape)));
  return [...keys].map((key) => `${JSON.stringify(key)}: ${oddValue(writer, depth)}`).join(', ');
}

/** A value without functions, which go-jsonnet prints as nothing in YAML; not deep, since its Python printer fails soon. */
function oddValue(writer: Writer, depth: number): string {
  const { tape } = writer;
  if (depth > 2 || tape.chance(1, 2)) return literal(tape, tape.pick(['string', 'number', 'array', 'boolean', 'null']));
  const value = () => oddValue(writer, depth + 1);
  return tape.chance(1, 2) ? `[${value()}, ${value()}]` : oddObject(writer, depth + 1);
}

const documents = [
  'a: 1',
  '',
  '# c',
  '- 1\n- x',
  '"q"',
  'x: {y: [1, 2]}',
  '3',
  '|\n  t',
  'b:\n- c\n-   d',
  'yes',
  '~',
  '0o17',
  '1_000',
];
const separators = ['\n---\n', '\n--- ', '\n---\n---\n', '\n...\n---\n', '\n---\n# d\n'];

/** Documents with all kinds of separators between them. */
function yamlStream(tape: Tape): string {
  let text = tape.pick(['', '---\n', '# c\n---\n', '--- ', '']);
  for (let i = tape.byte() % 4; i >= 0; i--) text += tape.pick(documents) + (i > 0 ? tape.pick(separators) : '');
  return text + tape.pick(['', '\n', '\n---', '\n---\n', '\n...\n']);
}

function digits(tape: Tape, signs: readonly string[], from: string): string {
  const length = tape.pick([0, 1, 3, 9, 15, 17, 18, 19, 20, 30]);
  return (
    tape.pick(signs) + Array.from({ length }, () => tape.pick([...from])).join('') + tape.pick(['', '', '', ' ', '.5'])
  );
}

const limits = [
  '9007199254740991',
  '9007199254740992',
  '-9007199254740991',
  '-9007199254740992',
  '1e19',
  '-1e300',
  '4503599627370496',
  '1.9',
  '-1.5',
  '0',
  '1',
  '-1',
  '255',
];

function bits(tape: Tape): string {
  const operator = tape.pick(['&', '|', '^', '<<', '>>', '~']);
  // Beyond 2^63 the complement of go-jsonnet depends on its machine.
  if (operator === '~') return `~${tape.pick(limits.filter((limit) => !limit.includes('e')))}`;
  const right =
    operator.length === 2
      ? tape.pick(['0', '1', '10', '52', '53', '63', '64', '-1', '1.5', '9007199254740992'])
      : tape.pick(limits);
  return `${tape.pick(limits)} ${operator} ${right}`;
}

/**
 * An object of up to three layers without one of its fields. It is printed at once: in a sum, go-jsonnet finds removed
 * fields again, see `goDifferences`.
 */
function removed(writer: Writer): string {
  const { tape } = writer;
  const names = ['a', 'b', 'c'];
  const read = (name: string) =>
    tape.pick([
      `self.${name}`,
      `super.${name}`,
      `if "${name}" in super then super.${name} else 0`,
      `std.objectHas(self, "${name}")`,
      '1',
      '2',
    ]);
  const layer = () => {
    const fields = names
      .filter(() => tape.chance(2, 3))
      .map(
        (name, i) =>
          `${name}${tape.pick([':', ':', '::', '+:'])} ${i === 0 ? tape.pick(['1', '5']) : read(names[i - 1] as string)}`,
      );
    const assert = tape.chance(1, 6)
      ? [`assert ${tape.pick(['self.b == 1', '"a" in self', 'std.length(self) < 3'])}`]
      : [];
    return `{ ${[...fields, ...assert].join(', ')} }`;
  };
  const object = Array.from({ length: 1 + (tape.byte() % 3) }, layer).join(' + ');
  const once = `std.objectRemoveKey(${object}, "${tape.pick(names)}")`;
  const twice = tape.chance(1, 4) ? `std.objectRemoveKey(${once}, "${tape.pick(names)}")` : once;
  return `std.toString(${twice})`;
}

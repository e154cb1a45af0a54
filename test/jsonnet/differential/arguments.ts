import { texts } from './library.js';
import { type Dialect, fieldKinds, type Kind, oddNames } from './literals.js';
import type { Tape } from './tape.js';

/** A name in scope. */
export interface Variable {
  readonly name: string;
  readonly kind: Kind;
  /** The parameters, if it is a function. `kind` is the kind of its result then. */
  readonly params?: readonly FunctionParameter[];
}

export interface FunctionParameter {
  readonly name: string;
  readonly kind: Kind;
  readonly optional: boolean;
}

/** What writes the parts of arguments. */
export interface Writer {
  readonly tape: Tape;
  readonly dialect: Dialect;
  expression(kind: Kind): string;
  /** An expression that binds tighter than every operator. */
  atom(kind: Kind): string;
  /** A variable or a literal. */
  leaf(kind: Kind): string;
  /** The outermost variable of the kind, or a leaf. */
  variable(kind: Kind): string;
  /** Writes something with more names in scope. */
  within<T>(variables: readonly Variable[], write: () => T): T;
  /** Notes that the program needs the function `tidy`. */
  needTidy(): void;
}

/** Conversions of format strings, and the kinds of value they take. */
const conversions = [
  ['%s', 'any'],
  ['%d', 'number'],
  ['%5.2f', 'number'],
  ['%-6s|', 'string'],
  ['%5s', 'string'],
  ['%x', 'whole'],
  ['%#X', 'whole'],
  ['%o', 'whole'],
  ['%+d', 'number'],
  ['% d', 'whole'],
  ['%05d', 'whole'],
  ['%-5d|', 'whole'],
  ['%e', 'number'],
  ['%.2E', 'number'],
  ['%g', 'nonzero'],
  ['%.3G', 'nonzero'],
  ['%#.0f', 'number'],
  ['%c', 'char'],
  ['%i', 'whole'],
  ['%.4s', 'any'],
  ['%%', ''],
  ['%*d', 'star'],
  ['%06.1f', 'number'],
] as const;

/**
 * An argument of a library function: a kind of the language, or a narrower one, so that the call is plausible and small.
 * `a&b=>c` is a function.
 */
export function writeArgument(writer: Writer, kind: string): string {
  const { tape } = writer;
  const known = texts[kind];
  if (known !== undefined) return tape.pick(known);
  const arrow = kind.indexOf('=>');
  if (arrow > 0) return callback(writer, kind.slice(0, arrow).split('&') as Kind[], kind.slice(arrow + 2));
  switch (kind) {
    // Never large, since time and memory are not the subject. Go refuses fractions everywhere, libjsonnet in places.
    case 'size':
      return tape.pick(['2', '0', '1', '3', '5', '4', '8']);
    // A range that runs backwards by more than one crashes go-jsonnet.
    case 'low':
      return tape.pick(['0', '1', '-2', '2']);
    case 'high':
      return tape.pick(['2', '1', '5', '8']);
    case 'ascii': // libjsonnet encodes a string by its code points, Go as UTF-8
      return tape.pick(['"a"', '""', '"abc"', '"Hello, World"', '"10"']);
    case 'limit':
      return tape.pick(['1', '0', '2', '-1', '3']);
    // libjsonnet 0.20 refuses negative indices, 0.21 counts them from the end.
    case 'start':
      return tape.pick(['0', '1', '2', 'null', '5', ...(writer.dialect === 'go-jsonnet' ? ['-1', '-2'] : [])]);
    case 'end':
      return tape.pick(['null', '1', '2', '3', '9', '0', ...(writer.dialect === 'go-jsonnet' ? ['-1', '-3'] : [])]);
    case 'step':
      return tape.pick(['null', '1', '2', '3', '0']);
    case 'nonzero':
      return tape.pick(['42', '-1.5', '1e6', '255', '0.25']);
    case 'codepoint':
      return tape.pick(['97', '233', '128512', '1', '65535']);
    case 'char':
      return tape.pick(['"a"', '","', '"é"', '"😀"', '" "', '"l"', '"ab"']);
    case 'field':
      return JSON.stringify(tape.chance(1, 4) ? tape.pick(oddNames) : tape.pick(fieldKinds)[0]);
    case 'booleans':
      return tape.pick(['[true, false]', '[]', '[true]', '[false, false]', `[${writer.expression('boolean')}]`]);
    case 'bytes':
      return tape.pick(['[104, 105]', '[]', '[0, 255, 16]', '[1]']);
    case 'utf8':
      return tape.pick(['[104, 105]', '[]', '[195, 169]', '[240, 159, 152, 128]', '[300]', '[1.5]']);
    case 'lengthy':
      return writer.expression(tape.pick(['string', 'array', 'numbers', 'object', 'strings']));
    case 'nested':
      return `[${writer.expression('numbers')}, ${writer.expression('numbers')}]`;
    case 'numberSet':
      return tape.pick(['[1, 2, 3]', '[]', '[2, 5]', '[0, 3, 10]', `std.set(${writeArgument(writer, 'figures')})`]);
    case 'stringSet':
      return tape.pick(['["a", "b"]', '[]', '["b", "é", "😀"]', `std.set(${writeArgument(writer, 'words')})`]);
    case 'tidy':
      writer.needTidy();
      return `tidy(${writer.expression('any')})`;
    case 'tidyArray':
      writer.needTidy();
      return `tidy(${writer.expression('array')})`;
    case 'plain': // an object whose fields are all values that can be printed
      return writer.expression('object');
    case 'ini':
      return `{ main: { k: ${writer.expression('number')}, l: ${writer.expression('strings')} }, sections: { s: { x: ${writer.expression('string')} }, t: {} } }`;
    case 'toml':
      return `{ k: ${writer.expression('number')}, "a b": ${writer.expression('string')}, t: { u: ${writer.expression('numbers')}, v: ${writer.expression('boolean')} }, l: [{ m: 1 }, { n: ${writer.expression('strings')} }] }`;
    case 'jsonml':
      return `["tag", { id: ${writer.expression('string')}, n: ${writer.expression('number')} }, ${writer.expression('string')}, ["br"]]`;
    // These certainly have their type: libjsonnet computes some functions in Jsonnet and takes more types than Go.
    case 'text':
      return `"" + ${writer.atom('string')}`;
    case 'words':
      return `[x for x in ${writer.atom('strings')} if std.isString(x)]`;
    case 'figures':
      return `[x for x in ${writer.atom('numbers')} if std.isNumber(x)]`;
    default:
      return tape.byte() >= 253 ? writer.leaf('any') : writer.expression(kind as Kind);
  }
}

function callback(writer: Writer, kinds: readonly Kind[], result: string): string {
  const params = kinds.map((kind) => ({ name: writer.tape.fresh('x'), kind }));
  return `function(${params.map(({ name }) => name).join(', ')}) ${writer.within(params, () => writeArgument(writer, result))}`;
}

/** The condition that a variable has the values that its kind promises. Checking it evaluates them. */
export function sureOf(kind: string, name: string): string {
  switch (kind) {
    case 'number':
      return `std.isNumber(${name})`;
    case 'string':
      return `std.isString(${name})`;
    case 'numbers':
      return `std.length([x for x in ${name} if !std.isNumber(x)]) == 0`;
    case 'strings':
      return `std.length([x for x in ${name} if !std.isString(x)]) == 0`;
    case 'nested':
      return `std.length([y for x in ${name} for y in x if !std.isNumber(y)]) == 0`;
    default:
      return `std.isArray(${name}) && std.isString(std.toString(${name}))`;
  }
}

/** A format string with values for it. */
export function writeFormat(writer: Writer): string {
  const { tape } = writer;
  if (tape.chance(1, 4)) {
    return `"%(a)${tape.pick(['d', 's', '5.2f', '-4d|', 'x'])} %(b)${tape.pick(['s', '5s', '-5s|', '.1s'])}" % (${writer.expression('object')})`;
  }
  const values: string[] = [];
  let text = '';
  for (let i = tape.byte() % 3; i >= 0; i--) {
    const [spec, kind] = tape.pick(conversions);
    text += `${tape.pick(['', 'é', ' ', '='])}${spec}`;
    if (kind === '') continue;
    if (kind === 'star') values.push('4');
    if (kind === 'nonzero') {
      // libjsonnet takes the logarithm of the value.
      const zero = writer.dialect === 'go-jsonnet' ? ['0'] : [];
      values.push(tape.pick([...zero, '3.14159', '-2.5', '1234.5678', '0.001', '100', '1e10', '1e-5', '123456789']));
      continue;
    }
    // Beyond 2^53 the digits of a conversion differ. Go divides in floating point too, but in another way.
    values.push(
      kind === 'whole' || kind === 'star'
        ? tape.pick(['42', '0', '-17', '255', '1000000'])
        : kind === 'number'
          ? tape.pick(['3.14159', '0', '-2.5', '1234.5678', '0.001', '100', '1e10', writer.variable('number')])
          : writeArgument(writer, kind),
    );
  }
  if (values.length === 1 && tape.chance(1, 3)) return `"${text}" % (${values[0]})`;
  return `"${text}" % [${values.join(', ')}]`;
}

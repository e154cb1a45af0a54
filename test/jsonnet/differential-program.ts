import { library, texts } from './differential-library.js';

/** A value the generator can ask for. `any` is one of the others. */
type Kind = 'number' | 'string' | 'boolean' | 'null' | 'numbers' | 'strings' | 'array' | 'object' | 'any';

interface Variable {
  readonly name: string;
  readonly kind: Kind;
  /** For a function: what it takes; `kind` is its result then. */
  readonly params?: readonly FunctionParameter[];
}

interface FunctionParameter {
  readonly name: string;
  readonly kind: Kind;
  readonly optional: boolean;
}

interface LibraryFunction {
  readonly name: string;
  readonly params: readonly { name: string; kind: string; optional: boolean }[];
  readonly result: string;
}

/** The object literal being written: which of its fields may be read without going round in a circle. */
interface ObjectContext {
  readonly hasSuper: boolean;
  /** Fields before this one in `fieldKinds` may be read through `self` and `$`. */
  rank: number;
}

const concrete: readonly Kind[] = ['number', 'string', 'boolean', 'null', 'numbers', 'strings', 'array', 'object'];

/** Fields by name, so that a read knows what it gets: objects written here hold these kinds under these names. */
const fieldKinds: readonly (readonly [string, Kind])[] = [
  ['a', 'number'],
  ['b', 'string'],
  ['c', 'boolean'],
  ['d', 'numbers'],
  ['e', 'object'],
  ['g', 'any'],
];

/** Names that are special in JavaScript, in Jsonnet's order, or in no identifier. */
const oddNames = ['10', '9', '__proto__', 'constructor', 'é', '😀', 'ﬀ', 'x y', '', 'toString', 'B', 'if'];

const strings = [
  'a',
  '',
  'abc',
  'Hello World',
  'x,y,z',
  'é',
  'a😀b',
  '😀',
  'ﬀ',
  '\u0001', // not U+0000, at which libjsonnet ends a slice
  'tab\there',
  "it's",
  'say "hi"',
  'back\\slash',
  'line\nbreak',
  '10',
  '-7',
  '100%',
  '  pad  ',
  '$x$',
  '\u007f\u0085\u2028',
  '__proto__',
  'true',
  '<&>',
];

const numbers = [
  '1',
  '0',
  '2',
  '3',
  '5',
  '10',
  '-1',
  '0.5',
  '-2.5',
  '7',
  '1.25',
  '255',
  '1e3',
  '-0',
  '0.1',
  '1e-7',
  '123456.789',
  '9007199254740993',
  '1e17',
  '123456789012345680000',
  '1e21',
  '1e100',
  '1e-320',
  '1.7976931348623157e308',
];

/**
 * A function that leaves numbers which print alike in both forms: where the library prints JSON and YAML, Go gives the
 * shortest form that reads back and libjsonnet 17 digits.
 */
const tidy = `local tidy(v) =
  if std.isNumber(v) then std.floor((v % 1000000) * 4) / 4
  else if std.isArray(v) then [tidy(x) for x in v]
  else if std.isObject(v) then { [k]: tidy(v[k]) for k in std.objectFields(v) }
  else v;`;

const functions = library.map(parseSignature);

function parseSignature(signature: string): LibraryFunction {
  const match = /^(\w+)\((.*)\): (\w+)$/.exec(signature);
  if (match === null) throw new Error(`not a signature: ${signature}`);
  const [, name, params, result] = match as unknown as [string, string, string, string];
  return {
    name,
    result,
    params: params.split(', ').map((param) => {
      const [left, kind] = param.split(': ') as [string, string];
      return { name: left.replace('?', ''), kind, optional: left.endsWith('?') };
    }),
  };
}

/**
 * Writes one well-scoped, terminating Jsonnet program. All decisions are read from a tape of bytes; behind its end every
 * decision is the first, which is always the simplest, so a shorter tape or a smaller byte makes a simpler program.
 */
export function writeProgram(tape: Uint8Array): string {
  return new ProgramWriter(tape).program();
}

class ProgramWriter {
  readonly #tape: Uint8Array;
  #position = 0;
  #depth = 0;
  #names = 0;
  #scope: Variable[] = [];
  #objects: ObjectContext[] = [];
  #dollar = true;
  #usesTidy = false;

  constructor(tape: Uint8Array) {
    this.#tape = tape;
  }

  program(): string {
    const text = this.expression('any');
    return this.#usesTidy ? `${tidy}\n${text}` : text;
  }

  #byte(): number {
    return this.#tape[this.#position++] ?? 0;
  }

  #chance(one: number, of: number): boolean {
    return this.#byte() % of >= of - one;
  }

  #pick<T>(from: readonly T[]): T {
    return from[this.#byte() % from.length] as T;
  }

  #fresh(prefix: string): string {
    this.#names += 1;
    return `${prefix}${this.#names}`;
  }

  /** Writes with more names in scope. */
  #within<T>(variables: readonly Variable[], write: () => T): T {
    const outer = this.#scope;
    this.#scope = [...outer, ...variables];
    try {
      return write();
    } finally {
      this.#scope = outer;
    }
  }

  /** An expression of a kind; now and then of another one, since errors are part of the language. */
  expression(wanted: Kind): string {
    let kind = wanted === 'any' ? this.#pick(concrete) : wanted;
    if (this.#byte() >= 254) kind = this.#pick(concrete);
    if (this.#depth >= 7 || this.#position >= this.#tape.length) return this.#leaf(kind);
    this.#depth += 1;
    try {
      return this.#chance(9, 20) ? this.#general(kind) : this.#specific(kind);
    } finally {
      this.#depth -= 1;
    }
  }

  /** An expression that binds tighter than every operator. */
  atom(kind: Kind): string {
    const text = this.expression(kind);
    return /^[\w.]+$|^"[^"\\]*"$|^std\.\w+\([^()]*\)$/.test(text) && !/^(if|local|function|error|assert)\b/.test(text)
      ? text
      : `(${text})`;
  }

  #leaf(kind: Kind): string {
    const known = this.#scope.filter((v) => v.kind === kind && v.params === undefined);
    if (known.length > 0 && this.#chance(2, 3)) return this.#pick(known).name;
    switch (kind) {
      case 'number':
        return this.#pick(numbers);
      case 'string':
        return this.#string();
      case 'boolean':
        return this.#pick(['true', 'false']);
      case 'null':
        return 'null';
      case 'numbers':
        return this.#pick(['[1, 2, 3]', '[]', '[3, 1, 2, 1]', '[0.5]', '[10, -1]']);
      case 'strings':
        return this.#pick(['["a", "b"]', '[]', '["b", "", "a", "é", "a"]', '["😀", "ﬀ"]']);
      case 'array':
        return this.#pick(['[]', '[1, "x"]', '[null, [true]]', '[{ a: 1 }]']);
      case 'object':
        return this.#pick(['{ a: 1, b: "x" }', '{}', '{ a: 2, b:: "y", c: true }', '{ d: [1], a: 0, b: "" }']);
      case 'any':
        return this.#leaf(this.#pick(concrete));
    }
  }

  #string(): string {
    const text = this.#pick(strings);
    const lines = text.split('\n');
    switch (this.#byte() % 6) {
      case 1:
        return `'${JSON.stringify(text).slice(1, -1).replaceAll('\\"', '"').replaceAll("'", "\\'")}'`;
      case 2:
        return `@'${text.replaceAll("'", "''")}'`;
      case 3:
        return `@"${text.replaceAll('"', '""')}"`;
      case 4:
        if (!/^\s/.test(text) && text !== '') return `|||\n  ${lines.join('\n  ')}\n|||`;
        return JSON.stringify(text);
      case 5:
        return `"${[...text].map((c) => unicodeEscape(c)).join('')}"`;
      default:
        return JSON.stringify(text);
    }
  }

  /** Forms that can give any kind. */
  #general(kind: Kind): string {
    // Inside of an object literal its fields, and those it inherits, are what there is to try.
    if (this.#objects.length > 0 && this.#chance(1, 3)) return this.#fieldRead(kind);
    switch (this.#byte() % 15) {
      case 0:
        // At the top a literal would be the whole program.
        return this.#depth > 1 ? this.#leaf(kind) : this.#withFunction(kind);
      case 1:
        return this.#localIn(kind);
      case 2:
        return `if ${this.expression('boolean')} then ${this.expression(kind)} else ${this.expression(kind)}`;
      case 3:
        return this.#callVariable(kind);
      case 4:
        return this.#fieldRead(kind);
      case 5:
      case 6:
      case 12:
      case 13:
        return this.#libraryCall(kind);
      case 7: {
        const index = this.#byte() % 3;
        const elements = Array.from({ length: index + 1 }, (_, i) => this.expression(i === index ? kind : 'any'));
        return `[${elements.join(', ')}][${this.#chance(1, 40) ? index + 1 : index}]`;
      }
      case 8:
        return this.#withFunction(kind);
      case 9:
        return `assert ${this.#chance(1, 12) ? this.expression('boolean') : `std.isNumber(${this.expression('number')})`}${this.#chance(1, 2) ? ` : ${this.expression('string')}` : ''}; ${this.expression(kind)}`;
      case 10:
        return this.#chance(1, 8) ? `error ${this.expression('any')}` : `(${this.expression(kind)})`;
      case 11:
        return `${this.#pick(['/* c */ ', '// c\n', '# c\n'])}${this.expression(kind)}`;
      default: {
        const name = this.#fresh('unused');
        return `local ${name} = error ${this.#string()}; ${this.expression(kind)}`;
      }
    }
  }

  #localIn(kind: Kind): string {
    const count = 1 + (this.#byte() % 2);
    const variables: Variable[] = [];
    const binds: string[] = [];
    for (let i = 0; i < count; i++) {
      const variable = { name: this.#fresh('v'), kind: this.#pick(concrete) };
      binds.push(`${variable.name} = ${this.#within(variables, () => this.expression(variable.kind))}`);
      variables.push(variable);
    }
    // Order does not matter: the binds of one local see each other.
    if (this.#chance(1, 2)) binds.reverse();
    return `local ${binds.join(', ')}; ${this.#within(variables, () => this.expression(kind))}`;
  }

  /** Declares a function and goes on: sugar or value, defaults, sometimes recursive down to zero. */
  #withFunction(kind: Kind): string {
    const name = this.#fresh('f');
    if (this.#chance(1, 4)) {
      const step = this.#within(
        [
          { name: 'n', kind: 'number' },
          { name: 'acc', kind },
        ],
        () => this.expression(kind),
      );
      const tail = this.#chance(1, 2) ? ' tailstrict' : '';
      return `local ${name}(n, acc) = if n <= 0 then acc else ${name}(n - 1, ${step})${tail}; ${name}(${this.#pick(['1', '2', '3', '0'])}, ${this.expression(kind)})`;
    }
    const result = this.#pick<Kind>([kind, 'number', 'string', 'any']);
    const params: FunctionParameter[] = [];
    const written: string[] = [];
    for (let i = this.#byte() % 3; i >= 0; i--) {
      const param = { name: this.#fresh('p'), kind: this.#pick(concrete), optional: this.#chance(1, 3) };
      // A default sees every parameter; here those before it, so that it ends.
      const before = params.map(({ name, kind }) => ({ name, kind }));
      written.push(
        param.optional ? `${param.name}=${this.#within(before, () => this.expression(param.kind))}` : param.name,
      );
      params.push(param);
    }
    const body = this.#within(
      params.map(({ name, kind }) => ({ name, kind })),
      () => this.expression(result),
    );
    const bind = this.#chance(1, 3)
      ? `${name} = function(${written.join(', ')}) ${body}`
      : `${name}(${written.join(', ')}) = ${body}`;
    return `local ${bind}; ${this.#within([{ name, kind: result, params }], () => this.expression(kind))}`;
  }

  #callVariable(kind: Kind): string {
    const known = this.#scope.filter((v) => v.params !== undefined && (v.kind === kind || v.kind === 'any'));
    if (known.length === 0) return this.#specific(kind);
    const { name, params } = this.#pick(known);
    return `${name}(${this.#arguments(params ?? [], (kind) => this.expression(kind as Kind))})${this.#chance(1, 6) ? ' tailstrict' : ''}`;
  }

  /** Arguments by position, then from some point on by name; optional ones sometimes missing. */
  #arguments(
    params: readonly { name: string; kind: string; optional: boolean }[],
    write: (kind: string) => string,
  ): string {
    const nameable = params.every(({ name }) => name !== '_');
    const positional = nameable && this.#chance(1, 5) ? this.#byte() % (params.length + 1) : params.length;
    const written: string[] = [];
    let named = false;
    params.forEach((param, i) => {
      if (param.optional && this.#chance(1, 2)) {
        named = true;
        return;
      }
      if (i >= positional) named = true;
      written.push(`${named ? `${param.name}=` : ''}${write(param.kind)}`);
    });
    if (this.#byte() >= 254) written.push(this.#pick(['0', 'nosuch=1', '"x"']));
    return written.join(', ');
  }

  #fieldRead(kind: Kind): string {
    const named = fieldKinds.findIndex(([, of]) => of === kind);
    const rank = named < 0 ? fieldKinds.length - 1 : named;
    const name = (fieldKinds[rank] as readonly [string, Kind])[0];
    const inner = this.#objects.at(-1);
    const outer = this.#objects[0];
    const sources: string[] = [];
    if (inner !== undefined && rank < inner.rank) sources.push('self');
    if (this.#dollar && outer !== undefined && rank < outer.rank) sources.push('$');
    if (inner?.hasSuper) sources.push('super', 'super');
    const source = sources.length > 0 && this.#chance(3, 4) ? this.#pick(sources) : undefined;
    if (source === undefined) {
      const object = this.atom('object');
      if (this.#chance(1, 6)) return `std.get(${object}, "${name}", ${this.expression(kind)})`;
      return `${object}${this.#access(name)}`;
    }
    if (source === 'super' && this.#chance(1, 2))
      return `if ${JSON.stringify(name)} in super then super.${name} else ${this.#leaf(kind)}`;
    return `${source}${this.#access(name)}`;
  }

  #access(name: string): string {
    return this.#chance(1, 3) ? `["${name}"]` : `.${name}`;
  }

  #libraryCall(kind: Kind): string {
    const known = functions.filter(({ result }) => result === kind || (result === 'any' && kind === 'null'));
    if (known.length === 0) return this.#leaf(kind);
    const called = this.#pick(known);
    return `std.${called.name}(${this.#arguments(called.params, (kind) => this.argument(kind))})`;
  }

  /**
   * An argument of a library function: a kind of the language, or one that is narrower than those, so that the call is
   * plausible and small; `a&b=>c` is a function.
   */
  argument(kind: string): string {
    const known = texts[kind];
    if (known !== undefined) return this.#pick(known);
    const arrow = kind.indexOf('=>');
    if (arrow > 0) return this.#callback(kind.slice(0, arrow).split('&') as Kind[], kind.slice(arrow + 2) as Kind);
    switch (kind) {
      // Never large: time and memory are not the subject. Go refuses fractions everywhere, libjsonnet only in places.
      case 'size':
        return this.#pick(['2', '0', '1', '3', '5', '4', '8', '-1']);
      case 'ascii': // libjsonnet encodes a string by its code points, Go as UTF-8
        return this.#pick(['"a"', '""', '"abc"', '"Hello, World"', '"10"']);
      case 'limit':
        return this.#pick(['1', '0', '2', '-1', '3']);
      // libjsonnet 0.20 refuses negative indices, 0.21 counts them from the end.
      case 'start':
        return this.#pick(['0', '1', '2', 'null', '5']);
      case 'end':
        return this.#pick(['null', '1', '2', '3', '9', '0']);
      case 'step':
        return this.#pick(['null', '1', '2', '3', '0']);
      case 'nonzero':
        return this.#pick(['42', '-1.5', '1e6', '255', '0.25']);
      case 'codepoint':
        return this.#pick(['97', '233', '128512', '0', '65535']);
      case 'char':
        return this.#pick(['"a"', '","', '"é"', '"😀"', '" "', '"l"', '"ab"']);
      case 'field':
        return JSON.stringify(this.#chance(1, 4) ? this.#pick(oddNames) : this.#pick(fieldKinds)[0]);
      case 'booleans':
        return this.#pick(['[true, false]', '[]', '[true]', '[false, false]', `[${this.expression('boolean')}]`]);
      case 'bytes':
        return this.#pick(['[104, 105]', '[]', '[0, 255, 16]', '[1]']);
      case 'utf8':
        return this.#pick(['[104, 105]', '[]', '[195, 169]', '[240, 159, 152, 128]', '[300]', '[1.5]']);
      case 'lengthy':
        return this.expression(this.#pick(['string', 'array', 'numbers', 'object', 'strings']));
      case 'nested':
        return `[${this.expression('numbers')}, ${this.expression('numbers')}]`;
      case 'numberSet':
        return this.#pick(['[1, 2, 3]', '[]', '[2, 5]', '[0, 3, 10]', `std.set(${this.expression('numbers')})`]);
      case 'stringSet':
        return this.#pick(['["a", "b"]', '[]', '["b", "é", "😀"]', `std.set(${this.expression('strings')})`]);
      case 'tidy':
        this.#usesTidy = true;
        return `tidy(${this.expression('any')})`;
      case 'tidyArray':
        this.#usesTidy = true;
        return `tidy(${this.expression('array')})`;
      case 'plain': // an object whose fields are all values that can be printed
        return this.expression('object');
      case 'ini':
        return `{ main: { k: ${this.expression('number')}, l: ${this.expression('strings')} }, sections: { s: { x: ${this.expression('string')} }, t: {} } }`;
      case 'toml':
        return `{ k: ${this.expression('number')}, "a b": ${this.expression('string')}, t: { u: ${this.expression('numbers')}, v: ${this.expression('boolean')} }, l: [{ m: 1 }, { n: ${this.expression('strings')} }] }`;
      case 'jsonml':
        return `["tag", { id: ${this.expression('string')}, n: ${this.expression('number')} }, ${this.expression('string')}, ["br"]]`;
      // Of the type for sure, where libjsonnet computes in Jsonnet and takes more types than Go.
      case 'text':
        return `"" + ${this.atom('string')}`;
      case 'figures':
        return `[x for x in ${this.atom('numbers')} if std.isNumber(x)]`;
      default:
        return this.#byte() >= 253 ? this.#leaf('any') : this.expression(kind as Kind);
    }
  }

  #callback(kinds: readonly Kind[], result: Kind): string {
    const params = kinds.map((kind) => ({ name: this.#fresh('x'), kind }));
    return `function(${params.map(({ name }) => name).join(', ')}) ${this.#within(params, () => this.expression(result))}`;
  }

  /** Forms of one kind only. */
  #specific(kind: Kind): string {
    switch (kind) {
      case 'number':
        return this.#number();
      case 'string':
        return this.#text();
      case 'boolean':
        return this.#boolean();
      case 'numbers':
      case 'strings':
      case 'array':
        return this.#array(kind);
      case 'object':
        return this.#object();
      case 'null':
        return this.#chance(1, 3) ? `if ${this.expression('boolean')} then null` : 'null';
      case 'any':
        return this.expression('any');
    }
  }

  #number(): string {
    switch (this.#byte() % 8) {
      case 1:
        return `${this.#pick(['-', '+', '-'])}${this.atom('number')}`;
      case 2:
        return this.#bitwise();
      case 3:
        return `${this.atom('numbers')}[${this.#pick(['0', '1', '2', '0.5', '-1'])}]`;
      case 4:
        return `std.length(${this.argument('lengthy')})`;
      case 0:
        return this.#pick(numbers);
      default: {
        // No parentheses between the operators, so that precedence and associativity are compared too.
        const parts = [this.atom('number')];
        for (let i = this.#byte() % 3; i >= 0; i--)
          parts.push(this.#pick(['+', '-', '*', '+', '/', '%']), this.atom('number'));
        return parts.join(' ');
      }
    }
  }

  /** Bitwise operators on whole numbers well inside 2^53: beyond it libjsonnet 0.20 wraps and 0.21 reports. */
  #bitwise(): string {
    const operand = () => `(std.floor(${this.atom('number')} % 1000))`;
    switch (this.#byte() % 5) {
      case 0:
        return `${operand()} & ${operand()} | ${operand()} ^ ${operand()}`;
      case 1:
        return `~${operand()}`;
      case 2:
        return `${operand()} << ${this.#pick(['1', '0', '3', '20', '-1'])}`;
      case 3:
        return `${operand()} >> ${this.#pick(['1', '0', '3', '20', '-1'])}`;
      default:
        return `${this.#pick(['5', '6', '255'])} ^ ${operand()} & ${this.#pick(['1', '7', '12'])}`;
    }
  }

  #text(): string {
    switch (this.#byte() % 7) {
      case 0:
        return this.#string();
      case 1:
        return `${this.atom('string')} + ${this.atom('string')}`;
      case 2:
        return this.#chance(1, 2)
          ? `${this.atom('any')} + ${this.atom('string')}`
          : `${this.atom('string')} + ${this.atom('any')}`;
      case 3:
        return `${this.atom('string')}[${this.#slice()}]`;
      case 4:
        return `${this.#pick(['"abc"', '"a😀é"', this.atom('string')])}[${this.#pick(['0', '1', '2', '3'])}]`;
      default:
        return this.#format();
    }
  }

  #format(): string {
    if (this.#chance(1, 4)) {
      return `"%(a)${this.#pick(['d', 's', '5.2f', '-4d|', 'x'])} %(b)${this.#pick(['s', '5s', '-5s|', '.1s'])}" % (${this.expression('object')})`;
    }
    const values: string[] = [];
    let text = '';
    for (let i = this.#byte() % 3; i >= 0; i--) {
      const [spec, kind] = this.#pick([
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
      ] as const);
      text += `${this.#pick(['', 'é', ' ', '='])}${spec}`;
      if (kind === '') continue;
      if (kind === 'star') values.push('4');
      if (kind === 'nonzero') {
        // libjsonnet takes the logarithm of the value.
        values.push(this.#pick(['3.14159', '-2.5', '1234.5678', '0.001', '100', '1e10', '1e-5', '123456789']));
        continue;
      }
      // Beyond 2^53 the digits of a conversion differ: Go divides in floating point too, but from another form.
      values.push(
        kind === 'whole' || kind === 'star'
          ? this.#pick(['42', '0', '-17', '255', '1000000'])
          : kind === 'number'
            ? this.#pick(['3.14159', '0', '-2.5', '1234.5678', '0.001', '100', '1e10', this.#leafVariable('number')])
            : this.argument(kind),
      );
    }
    if (values.length === 1 && this.#chance(1, 3)) return `"${text}" % (${values[0]})`;
    return `"${text}" % [${values.join(', ')}]`;
  }

  #leafVariable(kind: Kind): string {
    return this.#scope.find((v) => v.kind === kind && v.params === undefined)?.name ?? this.#leaf(kind);
  }

  #boolean(): string {
    switch (this.#byte() % 8) {
      case 0:
        return this.#pick(['true', 'false']);
      case 1:
        return `!${this.atom('boolean')}`;
      case 2:
        return `${this.atom('number')} ${this.#comparison()} ${this.atom('number')} ${this.#pick(['&&', '||'])} ${this.atom('string')} ${this.#comparison()} ${this.atom('string')}`;
      case 3: {
        const kind = this.#pick<Kind>(['numbers', 'strings', 'numbers', 'array']);
        return `${this.atom(kind)} ${this.#comparison()} ${this.atom(kind)}`;
      }
      case 4:
        return `${this.atom('any')} ${this.#pick(['==', '!='])} ${this.atom('any')}`;
      case 5: {
        const kind = this.#pick(concrete);
        return `${this.atom(kind)} ${this.#pick(['==', '!='])} ${this.atom(kind)}`;
      }
      case 6:
        return `${this.argument('field')} in ${this.atom('object')}`;
      default:
        return `${this.atom('boolean')} ${this.#pick(['||', '&&', '=='])} ${this.atom('boolean')}`;
    }
  }

  #comparison(): string {
    return this.#pick(['<', '<=', '>', '>=', '==', '!=']);
  }

  #array(kind: 'numbers' | 'strings' | 'array'): string {
    const element: Kind = kind === 'numbers' ? 'number' : kind === 'strings' ? 'string' : 'any';
    switch (this.#byte() % 5) {
      case 1:
        return `${this.atom(kind)} + ${this.atom(kind)}`;
      case 2:
        return `${this.atom(kind)}[${this.#slice()}]`;
      case 3:
        return this.#comprehension(element);
      default: {
        const elements = Array.from({ length: this.#byte() % 4 }, () => this.expression(element));
        return `[${elements.join(', ')}${elements.length > 0 && this.#chance(1, 4) ? ',' : ''}]`;
      }
    }
  }

  /** libjsonnet 0.20 refuses negative indices, 0.21 counts them from the end. */
  #slice(): string {
    const start = this.#pick(['0', '1', '', '2', '5']);
    const end = this.#pick(['', '1', '2', '3', '9', '0']);
    return `${start}:${end}${this.#pick(['', ':2', ':1', ':3', ':', '', ':2', ':1', ':3', ':', ':0'])}`;
  }

  /** libjsonnet says "Unknown variable: $" for a `$` in an object in an array comprehension, so there is none. */
  #comprehension(element: Kind): string {
    const outside = this.#dollar;
    this.#dollar = false;
    const { clauses, variables } = this.#clauses();
    const body = this.#within(variables, () => this.expression(element));
    this.#dollar = outside;
    return `[${body} ${clauses}]`;
  }

  #clauses(): { clauses: string; variables: Variable[] } {
    const variables: Variable[] = [];
    const clauses: string[] = [];
    for (let i = this.#byte() % 3 === 2 ? 2 : 1; i > 0; i--) {
      const kind = this.#pick<'numbers' | 'strings'>(['numbers', 'strings']);
      const variable: Variable = { name: this.#fresh('i'), kind: kind === 'numbers' ? 'number' : 'string' };
      clauses.push(`for ${variable.name} in ${this.#within(variables, () => this.atom(kind))}`);
      variables.push(variable);
      if (this.#chance(1, 3)) clauses.push(`if ${this.#within(variables, () => this.expression('boolean'))}`);
    }
    return { clauses: clauses.join(' '), variables };
  }

  #object(): string {
    switch (this.#byte() % 8) {
      case 3:
      case 4:
        return `${this.atom('object')}${this.#pick([' + ', ' '])}${this.#literal(true)}`;
      case 5: {
        const { clauses, variables } = this.#clauses();
        const [head] = variables as [Variable];
        const key = head.kind === 'string' ? head.name : `"k" + ${head.name}`;
        const value = this.#within(variables, () => this.expression('any'));
        return `{ [${key}]${this.#pick([': ', ': ', '+: '])}${value} ${clauses} }`;
      }
      case 6:
        // On the right there is only what no comprehension made, neither here nor in the library: in libjsonnet its
        // fields show even over a hidden one, in Go they inherit as all others.
        return `${this.#literal(false)} + ${this.#literal(true)}`;
      case 7: {
        // Names that are not known: merged, counted and read through the library only.
        const fields = Array.from({ length: 1 + (this.#byte() % 3) }, () => this.#pick(oddNames));
        return `{ a: 1, b: "o", ${[...new Set(fields)].map((name) => `${JSON.stringify(name)}: ${this.expression('any')}`).join(', ')} }`;
      }
      default:
        return this.#literal(false);
    }
  }

  #literal(hasSuper: boolean): string {
    // A computed name sees what is around the object, not the object.
    const condition = this.expression('boolean');
    const context: ObjectContext = { hasSuper: hasSuper && this.#chance(15, 16), rank: 0 };
    this.#objects.push(context);
    const outer = this.#scope;
    try {
      const members: string[] = [];
      fieldKinds.forEach(([name, kind], rank) => {
        // a and b are nearly always there, so that reads of them mostly succeed.
        if (!this.#chance(rank < 2 ? 7 : 2, 8)) {
          if (rank >= 2 || this.#position < this.#tape.length) return;
        }
        context.rank = rank;
        if (this.#chance(1, 8)) {
          const local: Variable = { name: this.#fresh('o'), kind: this.#pick(concrete) };
          members.push(`local ${local.name} = ${this.expression(local.kind)}`);
          this.#scope = [...this.#scope, local];
        }
        const separator = this.#fieldSeparator(kind);
        const value = separator.startsWith('+') && kind === 'object' ? this.#literal(true) : this.expression(kind);
        members.push(`${this.#fieldName(name, outer)}${separator} ${value}`);
      });
      context.rank = fieldKinds.length;
      if (this.#chance(1, 6))
        members.push(
          `f${this.#fresh('')}(x):: ${this.#within([{ name: 'x', kind: 'any' }], () => this.expression('any'))}`,
        );
      if (this.#chance(1, 6)) members.push(`[if ${condition} then "h"]: ${this.expression('any')}`);
      if (this.#chance(1, 6))
        members.push(
          `assert ${this.#chance(1, 8) ? this.expression('boolean') : 'std.isNumber(self.a)'}${this.#chance(1, 2) ? ` : ${this.expression('string')}` : ''}`,
        );
      if (this.#chance(1, 3)) members.reverse();
      return `{ ${members.join(', ')} }`;
    } finally {
      this.#objects.pop();
      this.#scope = outer;
    }
  }

  #fieldName(name: string, outer: Variable[]): string {
    switch (this.#byte() % 8) {
      case 6:
        return `"${name}"`;
      case 7: {
        const variable = outer.find((v) => v.kind === 'string' && v.params === undefined);
        return variable === undefined
          ? `["${name}" + ""]`
          : `[if ${variable.name} == "" then "${name}" else "${name}"]`;
      }
      default:
        return name;
    }
  }

  #fieldSeparator(kind: Kind): string {
    // `+:` adds to what is inherited, and not every kind can be added.
    const plus = kind === 'boolean' || kind === 'any' || !this.#chance(1, 5) ? '' : '+';
    return plus + this.#pick([':', ':', ':', '::', ':', ':::']);
  }
}

function unicodeEscape(character: string): string {
  return Array.from(
    { length: character.length },
    (_, i) => `\\u${character.charCodeAt(i).toString(16).padStart(4, '0')}`,
  ).join('');
}

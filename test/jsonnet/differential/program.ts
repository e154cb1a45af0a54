import { type FunctionParameter, sureOf, type Variable, type Writer, writeArgument, writeFormat } from './arguments.js';
import { writeCorner } from './corners.js';
import { library } from './library.js';
import { concrete, type Dialect, fieldKinds, type Kind, literal, oddNames, stringLiteral, tidy } from './literals.js';
import { writeBoolean, writeNumber } from './operators.js';
import { Tape } from './tape.js';

/** The object literal being written, with the fields that can be read without an endless recursion. */
interface ObjectContext {
  readonly hasSuper: boolean;
  /** Fields before this one in `fieldKinds` may be read through `self` and `$`. */
  rank: number;
}

/**
 * Writes a Jsonnet program that terminates and uses only names in scope. All decisions are read from a tape: a shorter
 * tape or a smaller byte makes a simpler program.
 */
export function writeProgram(tape: Uint8Array, dialect: Dialect = 'libjsonnet'): string {
  return new ProgramWriter(tape, dialect).program();
}

class ProgramWriter implements Writer {
  readonly tape: Tape;
  readonly dialect: Dialect;
  #depth = 0;
  #scope: Variable[] = [];
  #objects: ObjectContext[] = [];
  #dollar = true;
  #usesTidy = false;

  constructor(tape: Uint8Array, dialect: Dialect) {
    this.tape = new Tape(tape);
    this.dialect = dialect;
  }

  program(): string {
    // A corner with an error hides what comes after it, so there are few.
    const text =
      this.dialect === 'go-jsonnet' && this.tape.chance(1, 4)
        ? `[${Array.from({ length: 1 + (this.tape.byte() % 3) }, () => writeCorner(this)).join(', ')}]`
        : this.expression('any');
    return this.#usesTidy ? `${tidy}\n${text}` : text;
  }

  /** An expression of a kind, but sometimes of another one, since errors are part of the language. */
  expression(wanted: Kind): string {
    let kind = wanted === 'any' ? this.tape.pick(concrete) : wanted;
    if (this.tape.byte() >= 254) kind = this.tape.pick(concrete);
    if (this.#depth >= 7 || this.tape.ended) return this.leaf(kind);
    this.#depth += 1;
    try {
      return this.tape.chance(9, 20) ? this.#general(kind) : this.#specific(kind);
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

  leaf(kind: Kind): string {
    const known = this.#scope.filter((v) => v.kind === kind && v.params === undefined);
    if (known.length > 0 && this.tape.chance(2, 3)) return this.tape.pick(known).name;
    return kind === 'any' ? this.leaf(this.tape.pick(concrete)) : literal(this.tape, kind);
  }

  variable(kind: Kind): string {
    return this.#scope.find((v) => v.kind === kind && v.params === undefined)?.name ?? this.leaf(kind);
  }

  needTidy(): void {
    this.#usesTidy = true;
  }

  /** Writes something with more names in scope. */
  within<T>(variables: readonly Variable[], write: () => T): T {
    const outer = this.#scope;
    this.#scope = [...outer, ...variables];
    try {
      return write();
    } finally {
      this.#scope = outer;
    }
  }

  /** Forms that can have any kind. */
  #general(kind: Kind): string {
    // Inside an object literal, reading its fields and those it inherits is the most interesting thing.
    if (this.#objects.length > 0 && this.tape.chance(1, 3)) return this.#fieldRead(kind);
    switch (this.tape.byte() % 15) {
      case 0:
        // At the top, a literal would be the whole program.
        return this.#depth > 1 ? this.leaf(kind) : this.#withFunction(kind);
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
        const index = this.tape.byte() % 3;
        const elements = Array.from({ length: index + 1 }, (_, i) => this.expression(i === index ? kind : 'any'));
        return `[${elements.join(', ')}][${this.tape.chance(1, 40) ? index + 1 : index}]`;
      }
      case 8:
        return this.#withFunction(kind);
      case 9:
        return `assert ${this.tape.chance(1, 12) ? this.expression('boolean') : `std.isNumber(${this.expression('number')})`}${this.tape.chance(1, 2) ? ` : ${this.expression('string')}` : ''}; ${this.expression(kind)}`;
      case 10:
        return this.tape.chance(1, 8) ? `error ${this.expression('any')}` : `(${this.expression(kind)})`;
      case 11:
        return `${this.tape.pick(['/* c */ ', '// c\n', '# c\n'])}${this.expression(kind)}`;
      default: {
        const name = this.tape.fresh('unused');
        return `local ${name} = error ${stringLiteral(this.tape)}; ${this.expression(kind)}`;
      }
    }
  }

  #localIn(kind: Kind): string {
    const count = 1 + (this.tape.byte() % 2);
    const variables: Variable[] = [];
    const binds: string[] = [];
    for (let i = 0; i < count; i++) {
      const variable = { name: this.tape.fresh('v'), kind: this.tape.pick(concrete) };
      binds.push(`${variable.name} = ${this.within(variables, () => this.expression(variable.kind))}`);
      variables.push(variable);
    }
    // Their order does not matter, since the binds of one local see each other.
    if (this.tape.chance(1, 2)) binds.reverse();
    return `local ${binds.join(', ')}; ${this.within(variables, () => this.expression(kind))}`;
  }

  /** Declares a function, in either notation, with defaults, sometimes recursive, and continues with its use. */
  #withFunction(kind: Kind): string {
    const name = this.tape.fresh('f');
    if (this.tape.chance(1, 4)) {
      const step = this.within(
        [
          { name: 'n', kind: 'number' },
          { name: 'acc', kind },
        ],
        () => this.expression(kind),
      );
      const tail = this.tape.chance(1, 2) ? ' tailstrict' : '';
      return `local ${name}(n, acc) = if n <= 0 then acc else ${name}(n - 1, ${step})${tail}; ${name}(${this.tape.pick(['1', '2', '3', '0'])}, ${this.expression(kind)})`;
    }
    const result = this.tape.pick<Kind>([kind, 'number', 'string', 'any']);
    const params: FunctionParameter[] = [];
    const written: string[] = [];
    for (let i = this.tape.byte() % 3; i >= 0; i--) {
      const param = { name: this.tape.fresh('p'), kind: this.tape.pick(concrete), optional: this.tape.chance(1, 3) };
      // A default can use every parameter. Here it uses only those before it, so that it terminates.
      const before = params.map(({ name, kind }) => ({ name, kind }));
      written.push(
        param.optional ? `${param.name}=${this.within(before, () => this.expression(param.kind))}` : param.name,
      );
      params.push(param);
    }
    const body = this.within(
      params.map(({ name, kind }) => ({ name, kind })),
      () => this.expression(result),
    );
    const bind = this.tape.chance(1, 3)
      ? `${name} = function(${written.join(', ')}) ${body}`
      : `${name}(${written.join(', ')}) = ${body}`;
    return `local ${bind}; ${this.within([{ name, kind: result, params }], () => this.expression(kind))}`;
  }

  #callVariable(kind: Kind): string {
    const known = this.#scope.filter((v) => v.params !== undefined && (v.kind === kind || v.kind === 'any'));
    if (known.length === 0) return this.#specific(kind);
    const { name, params } = this.tape.pick(known);
    return `${name}(${this.#arguments(params ?? [], (kind) => this.expression(kind as Kind))})${this.tape.chance(1, 6) ? ' tailstrict' : ''}`;
  }

  /** Arguments by position and, from some point on, by name. Optional ones are sometimes missing. */
  #arguments(
    params: readonly { name: string; kind: string; optional: boolean }[],
    write: (kind: string, index: number) => string,
  ): string {
    const nameable = params.every(({ name }) => name !== '_');
    const positional = nameable && this.tape.chance(1, 5) ? this.tape.byte() % (params.length + 1) : params.length;
    const written: string[] = [];
    let named = false;
    params.forEach((param, i) => {
      if (param.optional && this.tape.chance(1, 2)) {
        named = true;
        return;
      }
      if (i >= positional) named = true;
      written.push(`${named ? `${param.name}=` : ''}${write(param.kind, i)}`);
    });
    // One argument too many. It must not take the place of an optional one that was left out.
    if (this.tape.byte() >= 254 && params.every(({ optional }) => !optional))
      written.push(this.tape.pick(['0', 'nosuch=1', '"x"']));
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
    const source = sources.length > 0 && this.tape.chance(3, 4) ? this.tape.pick(sources) : undefined;
    if (source === undefined) {
      const object = this.atom('object');
      if (this.tape.chance(1, 6)) return `std.get(${object}, "${name}", ${this.expression(kind)})`;
      return `${object}${this.#access(name)}`;
    }
    if (source === 'super' && this.tape.chance(1, 2))
      return `if ${JSON.stringify(name)} in super then super.${name} else ${this.leaf(kind)}`;
    return `${source}${this.#access(name)}`;
  }

  #access(name: string): string {
    return this.tape.chance(1, 3) ? `["${name}"]` : `.${name}`;
  }

  #libraryCall(kind: Kind): string {
    const known = library.filter(
      ({ result, only }) =>
        (result === kind || (result === 'any' && kind === 'null')) && (only === undefined || only === this.dialect),
    );
    if (known.length === 0) return this.leaf(kind);
    const { name, params } = this.tape.pick(known);
    const binds: string[] = [];
    const sure: string[] = [];
    const written = this.#arguments(params, (kind, i) => {
      const value = writeArgument(this, kind);
      if (params[i]?.sure !== true) return value;
      const bound = this.tape.fresh('s');
      binds.push(`${bound} = ${value}`);
      sure.push(sureOf(kind, bound));
      return bound;
    });
    const call = `std.${name}(${written})`;
    return sure.length === 0 ? call : `local ${binds.join(', ')}; assert ${sure.join(' && ')}; ${call}`;
  }

  /** Forms that have only one kind. */
  #specific(kind: Kind): string {
    switch (kind) {
      case 'number':
        return writeNumber(this);
      case 'string':
        return this.#text();
      case 'boolean':
        return writeBoolean(this);
      case 'numbers':
      case 'strings':
      case 'array':
        return this.#array(kind);
      case 'object':
        return this.#object();
      case 'null':
        return this.tape.chance(1, 3) ? `if ${this.expression('boolean')} then null` : 'null';
      case 'any':
        return this.expression('any');
    }
  }

  #text(): string {
    switch (this.tape.byte() % 7) {
      case 0:
        return stringLiteral(this.tape);
      case 1:
        return `${this.atom('string')} + ${this.atom('string')}`;
      case 2:
        return this.tape.chance(1, 2)
          ? `${this.atom('any')} + ${this.atom('string')}`
          : `${this.atom('string')} + ${this.atom('any')}`;
      case 3:
        return `${this.atom('string')}[${this.#slice()}]`;
      case 4:
        return `${this.tape.pick(['"abc"', '"a😀é"', this.atom('string')])}[${this.tape.pick(['0', '1', '2', '3'])}]`;
      default:
        return writeFormat(this);
    }
  }

  #array(kind: 'numbers' | 'strings' | 'array'): string {
    const element: Kind = kind === 'numbers' ? 'number' : kind === 'strings' ? 'string' : 'any';
    switch (this.tape.byte() % 5) {
      case 1:
        return `${this.atom(kind)} + ${this.atom(kind)}`;
      case 2:
        return `${this.atom(kind)}[${this.#slice()}]`;
      case 3:
        return this.#comprehension(element);
      default: {
        const elements = Array.from({ length: this.tape.byte() % 4 }, () => this.expression(element));
        return `[${elements.join(', ')}${elements.length > 0 && this.tape.chance(1, 4) ? ',' : ''}]`;
      }
    }
  }

  /** libjsonnet 0.20 refuses negative indices, 0.21 counts them from the end. */
  #slice(): string {
    const start = this.tape.pick(['0', '1', '', '2', '5']);
    const end = this.tape.pick(['', '1', '2', '3', '9', '0']);
    return `${start}:${end}${this.tape.pick(['', ':2', ':1', ':3', ':', '', ':2', ':1', ':3', ':', ':0'])}`;
  }

  /** There is no `$` in an object in an array comprehension for libjsonnet, which says "Unknown variable: $". */
  #comprehension(element: Kind): string {
    const outside = this.#dollar;
    this.#dollar = this.dialect === 'go-jsonnet' && outside;
    const { clauses, variables } = this.#clauses();
    const body = this.within(variables, () => this.expression(element));
    this.#dollar = outside;
    return `[${body} ${clauses}]`;
  }

  #clauses(): { clauses: string; variables: Variable[] } {
    const variables: Variable[] = [];
    const clauses: string[] = [];
    for (let i = this.tape.byte() % 3 === 2 ? 2 : 1; i > 0; i--) {
      const kind = this.tape.pick<'numbers' | 'strings'>(['numbers', 'strings']);
      const variable: Variable = { name: this.tape.fresh('i'), kind: kind === 'numbers' ? 'number' : 'string' };
      clauses.push(`for ${variable.name} in ${this.within(variables, () => this.atom(kind))}`);
      variables.push(variable);
      if (this.tape.chance(1, 3)) clauses.push(`if ${this.within(variables, () => this.expression('boolean'))}`);
    }
    return { clauses: clauses.join(' '), variables };
  }

  #object(): string {
    switch (this.tape.byte() % 8) {
      case 3:
      case 4:
        return `${this.atom('object')}${this.tape.pick([' + ', ' '])}${this.#literal(true)}`;
      case 5: {
        const { clauses, variables } = this.#clauses();
        const [head] = variables as [Variable];
        const key = head.kind === 'string' ? head.name : `"k" + ${head.name}`;
        const value = this.within(variables, () => this.expression('any'));
        return `{ [${key}]${this.tape.pick([': ', ': ', '+: '])}${value} ${clauses} }`;
      }
      case 6:
        // The right side is not made by a comprehension, neither here nor in the library: in libjsonnet its fields are
        // visible even over hidden ones, while in Go they inherit visibility like all others.
        if (this.dialect === 'go-jsonnet') return `${this.atom('object')} + ${this.atom('object')}`;
        return `${this.#literal(false)} + ${this.#literal(true)}`;
      case 7: {
        // Nothing reads these names directly. The library merges, counts and reads them.
        const fields = Array.from({ length: 1 + (this.tape.byte() % 3) }, () => this.tape.pick(oddNames));
        return `{ a: 1, b: "o", ${[...new Set(fields)].map((name) => `${JSON.stringify(name)}: ${this.expression('any')}`).join(', ')} }`;
      }
      default:
        return this.#literal(false);
    }
  }

  #literal(hasSuper: boolean): string {
    // A computed name can use what is around the object, but not the object.
    const condition = this.expression('boolean');
    const context: ObjectContext = { hasSuper: hasSuper && this.tape.chance(15, 16), rank: 0 };
    this.#objects.push(context);
    const outer = this.#scope;
    try {
      const members: string[] = [];
      fieldKinds.forEach(([name, kind], rank) => {
        // a and b nearly always exist, so that reading them mostly succeeds.
        if (!this.tape.chance(rank < 2 ? 7 : 2, 8)) {
          if (rank >= 2 || !this.tape.ended) return;
        }
        context.rank = rank;
        if (this.tape.chance(1, 8)) {
          const local: Variable = { name: this.tape.fresh('o'), kind: this.tape.pick(concrete) };
          members.push(`local ${local.name} = ${this.expression(local.kind)}`);
          this.#scope = [...this.#scope, local];
        }
        const separator = this.#fieldSeparator(kind);
        const value =
          separator.startsWith('+') && kind === 'object' && this.dialect === 'libjsonnet'
            ? this.#literal(true)
            : this.expression(kind);
        members.push(`${this.#fieldName(name, outer)}${separator} ${value}`);
      });
      context.rank = fieldKinds.length;
      if (this.tape.chance(1, 6))
        members.push(
          `f${this.tape.fresh('')}(x):: ${this.within([{ name: 'x', kind: 'any' }], () => this.expression('any'))}`,
        );
      if (this.tape.chance(1, 6)) members.push(`[if ${condition} then "h"]: ${this.expression('any')}`);
      if (this.tape.chance(1, 6))
        members.push(
          `assert ${this.tape.chance(1, 8) ? this.expression('boolean') : 'std.isNumber(self.a)'}${this.tape.chance(1, 2) ? ` : ${this.expression('string')}` : ''}`,
        );
      if (this.tape.chance(1, 3)) members.reverse();
      return `{ ${members.join(', ')} }`;
    } finally {
      this.#objects.pop();
      this.#scope = outer;
    }
  }

  #fieldName(name: string, outer: Variable[]): string {
    switch (this.tape.byte() % 8) {
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
    // `+:` adds to the inherited value, and not every kind can be added.
    const plus = kind === 'boolean' || kind === 'any' || !this.tape.chance(1, 5) ? '' : '+';
    return plus + this.tape.pick([':', ':', ':', '::', ':', ':::']);
  }
}

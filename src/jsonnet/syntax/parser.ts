import type { JsonnetError, SourceFile } from '../error.js';
import type {
  AssertClause,
  Bind,
  Clause,
  FieldNode,
  ForClause,
  FunctionNode,
  ImportKind,
  ImportNode,
  NamedArgument,
  Node,
  ParameterNode,
} from './ast.js';
import { isSymbol, Lexer } from './lexer.js';
import { endOfFile, fieldOperators, identifier, number, precedence, string, textBlock } from './token.js';

/** How deeply expressions may nest. More would overflow the host's stack in one of the later stages. */
const maxNesting = 1000;

/** A parsed source file. */
export interface Parsed {
  readonly body: Node;
  /** All imports, in the order of the text. */
  readonly imports: readonly ImportNode[];
}

/** The tree of a source file. @throws JsonnetError of kind `static`, with its place */
export function parse(file: SourceFile): Parsed {
  const parser = new Parser(file);
  return { body: parser.program(), imports: parser.imports };
}

/**
 * Reads the tokens by recursive descent: each construct of the language has a method that reads it and returns its node.
 * Binary operators are read by precedence climbing.
 */
class Parser {
  readonly imports: ImportNode[] = [];
  private readonly lexer: Lexer;
  private nesting = 0;

  constructor(file: SourceFile) {
    this.lexer = new Lexer(file);
    this.lexer.next();
  }

  program(): Node {
    const node = this.expression();
    if (this.lexer.kind !== endOfFile) throw this.unexpected();
    return node;
  }

  // Tokens

  private is(kind: string): boolean {
    return this.lexer.kind === kind;
  }

  /** Goes to the next token if the current one is of this kind. */
  private accept(kind: string): boolean {
    if (this.lexer.kind !== kind) return false;
    this.lexer.next();
    return true;
  }

  private expect(kind: string): void {
    if (this.accept(kind)) return;
    const wanted = kind === '=' ? 'operator =' : `token ${/^\w/.test(kind) ? kind : `"${kind}"`}`;
    throw this.lexer.error(`Expected ${wanted} but got ${this.found()}`);
  }

  /** Reads a name. */
  private name(): string {
    const { value } = this.lexer;
    this.expect(identifier);
    return value;
  }

  /** Describes the current token for a message. */
  private found(): string {
    const { kind, value } = this.lexer;
    if (kind === identifier || kind === number || kind === string || kind === textBlock) {
      return `(${kind}, ${JSON.stringify(value)})`;
    }
    if (kind === endOfFile) return kind;
    return isSymbol(kind.charCodeAt(0)) && kind !== '$' ? `(OPERATOR, "${kind}")` : `"${kind}"`;
  }

  private unexpected(): JsonnetError {
    if (this.is(endOfFile)) return this.lexer.error('Unexpected end of file');
    return this.lexer.error(`Did not expect: ${this.found()}`);
  }

  // Expressions

  private expression(): Node {
    return this.binary(1);
  }

  /**
   * Reads operators that bind at least as strongly as `least`. The place of a node starts and ends at the parentheses
   * around its operands, which have no nodes of their own.
   */
  private binary(least: number): Node {
    const lexer = this.lexer;
    const { start } = lexer;
    let left = this.unary();
    for (;;) {
      const operator = lexer.kind;
      const strength = precedence.get(operator);
      if (strength === undefined) {
        if (isStrayOperator(operator)) throw lexer.error(`Not a binary operator: ${operator}`);
        return left;
      }
      if (strength < least) return left;
      lexer.next();
      if (operator === 'in' && this.is('super')) {
        left = this.inSuper(left, start);
        continue;
      }
      const right = this.binary(strength + 1);
      left = { kind: 'binary', operator, left, right, start, end: lexer.previousEnd };
    }
  }

  /** Reads the `super` of `e in super`. Nothing may follow it: `e in super.f` is not in the language, as in Go. */
  private inSuper(key: Node, start: number): Node {
    this.lexer.next();
    return { kind: 'in-super', key, scope: undefined, start, end: this.lexer.previousEnd };
  }

  private unary(): Node {
    const lexer = this.lexer;
    const operator = lexer.kind;
    if (operator !== '-' && operator !== '!' && operator !== '+' && operator !== '~') return this.prefixed();
    const { start } = lexer;
    this.enter();
    lexer.next();
    const operand = this.unary();
    this.nesting--;
    return { kind: 'unary', operator, operand, start, end: lexer.previousEnd };
  }

  private enter(): void {
    if (++this.nesting > maxNesting) {
      throw this.lexer.error(`Expressions are nested more than ${maxNesting} levels deep`);
    }
  }

  /** Reads what extends as far to the right as possible, or an operand with its calls and indices. */
  private prefixed(): Node {
    const lexer = this.lexer;
    this.enter();
    let node: Node;
    switch (lexer.kind) {
      case 'local':
      case 'assert':
        node = this.statements();
        break;
      case 'if':
        node = this.if();
        break;
      case 'function':
        node = this.function();
        break;
      case 'import':
      case 'importstr':
      case 'importbin':
        node = this.import(lexer.kind);
        break;
      case 'error': {
        const { start } = lexer;
        lexer.next();
        const message = this.expression();
        node = { kind: 'error', message, start, end: lexer.previousEnd };
        break;
      }
      default:
        node = this.postfix(lexer.start, this.terminal());
    }
    this.nesting--;
    return node;
  }

  /** Reads `local ..;` and `assert ..;` in a loop: libraries have hundreds in a row, which must not count as nesting. */
  private statements(): Node {
    const lexer = this.lexer;
    const wrappers: ((body: Node) => Node)[] = [];
    for (;;) {
      const { start } = lexer;
      if (this.accept('local')) {
        const list: Bind[] = [];
        const names = new Names();
        do list.push(this.bind(names));
        while (this.accept(','));
        if (!this.accept(';')) throw this.lexer.error(`Expected , or ; but got ${this.found()}`);
        const binds = packed(list);
        wrappers.push((body) => ({ kind: 'local', binds, body, start, end: body.end }));
      } else if (this.is('assert')) {
        const clause = this.assertClause();
        this.expect(';');
        wrappers.push((body) => ({ kind: 'assert', clause, body, start, end: body.end }));
      } else {
        let node = this.expression();
        for (let i = wrappers.length - 1; i >= 0; i--) node = (wrappers[i] as (body: Node) => Node)(node);
        return node;
      }
    }
  }

  /** Reads `x = e` or `f(params) = e`. `names` holds the names of the same `local` or object. */
  private bind(names: Names): Bind {
    const { start, end } = this.lexer;
    const name = this.name();
    if (names.has(name)) throw this.lexer.error(`Duplicate local var: ${name}`, start, end);
    names.add(name);
    let value: Node;
    if (this.is('(')) {
      const params = this.params();
      this.expect('=');
      const body = this.expression();
      value = { kind: 'function', params, body, scope: undefined, label: name, start, end: body.end };
    } else {
      this.expect('=');
      value = labelled(this.expression(), name);
    }
    return { name, value, binding: undefined, start, end: value.end };
  }

  /** Reads `assert` with its condition and its message, but not what ends it. */
  private assertClause(): AssertClause {
    const { start } = this.lexer;
    this.lexer.next();
    const condition = this.expression();
    const message = this.accept(':') ? this.expression() : undefined;
    return { condition, message, start, end: this.lexer.previousEnd };
  }

  private if(): Node {
    const { start } = this.lexer;
    this.lexer.next();
    const condition = this.expression();
    this.expect('then');
    // biome-ignore lint/suspicious/noThenProperty: it is a field of the tree and is never awaited
    const node = { condition, then: this.expression(), else: this.accept('else') ? this.expression() : undefined };
    return { kind: 'if', ...node, start, end: this.lexer.previousEnd };
  }

  private function(): Node {
    const { start } = this.lexer;
    this.lexer.next();
    if (!this.is('(')) throw this.lexer.error(`Expected ( but got ${this.found()}`);
    const params = this.params();
    const body = this.expression();
    return { kind: 'function', params, body, scope: undefined, label: undefined, start, end: body.end };
  }

  private params(): readonly ParameterNode[] {
    const lexer = this.lexer;
    const params: ParameterNode[] = [];
    const names = new Names();
    this.expect('(');
    while (!this.accept(')')) {
      const { start, end } = lexer;
      const name = this.name();
      if (names.has(name)) throw lexer.error(`Duplicate function parameter: ${name}`, start, end);
      names.add(name);
      params.push({ name, default: this.accept('=') ? this.expression() : undefined, start, end: lexer.previousEnd });
      if (!this.is(')') && !this.accept(',')) {
        throw lexer.error(`Expected a comma before next function parameter, got ${this.found()}`);
      }
    }
    return packed(params);
  }

  private import(kind: ImportKind): Node {
    const lexer = this.lexer;
    const { start } = lexer;
    lexer.next();
    const isBlock = this.is(textBlock);
    const target = this.expression();
    if (target.kind !== 'literal' || typeof target.value !== 'string') {
      throw lexer.error('Computed imports are not allowed', target.start, target.end);
    }
    if (isBlock) throw lexer.error('Block string literals not allowed in imports', target.start, target.end);
    const node: ImportNode = { kind, target: target.value, start, end: target.end };
    this.imports.push(node);
    return node;
  }

  // Operands

  /** Reads the calls, indices, slices and objects that follow an operand. */
  private postfix(start: number, operand: Node): Node {
    const lexer = this.lexer;
    let node = operand;
    for (;;) {
      switch (lexer.kind) {
        case '.': {
          lexer.next();
          const key = this.name();
          node = { kind: 'index', target: node, key, start, end: lexer.previousEnd };
          break;
        }
        case '[':
          node = this.indexOrSlice(node, start);
          break;
        case '(':
          node = this.call(node, start);
          break;
        case '{': {
          const right = this.object();
          node = { kind: 'binary', operator: '+', left: node, right, start, end: right.end };
          break;
        }
        default:
          return node;
      }
    }
  }

  private indexOrSlice(target: Node, start: number): Node {
    const lexer = this.lexer;
    lexer.next();
    const parts: (Node | undefined)[] = [undefined, undefined, undefined];
    let at = 0;
    let filled = false;
    while (!this.is(']')) {
      const colons = this.is(':') ? 1 : this.is('::') ? 2 : 0;
      if (colons > 0 && at + colons <= 2) {
        lexer.next();
        at += colons;
        filled = false;
      } else if (!filled) {
        parts[at] = this.expression();
        filled = true;
      } else {
        throw lexer.error(`Expected token "]" but got ${this.found()}`);
      }
    }
    const [from, to, step] = parts;
    if (at === 0 && from === undefined) throw lexer.error('Unexpected: "]" while parsing index');
    lexer.next();
    const place = { start, end: lexer.previousEnd };
    if (at === 0) return { kind: 'index', target, key: from as Node, ...place };
    return { kind: 'slice', target, from, to, step, ...place };
  }

  private call(callee: Node, start: number): Node {
    const lexer = this.lexer;
    lexer.next();
    const positional: Node[] = [];
    const named: NamedArgument[] = [];
    while (!this.accept(')')) {
      const from = lexer.start;
      const name = this.argumentName();
      const value = this.expression();
      if (name !== undefined) {
        named.push({ name, value, start: from, end: value.end });
      } else if (named.length > 0) {
        throw lexer.error('Positional argument after a named argument is not allowed', value.start, value.end);
      } else {
        positional.push(value);
      }
      if (!this.is(')') && !this.accept(',')) {
        throw lexer.error(`Expected a comma before next function argument, got ${this.found()}`);
      }
    }
    const tailstrict = this.accept('tailstrict');
    return {
      kind: 'call',
      callee,
      positional: packed(positional),
      named: packed(named),
      tailstrict,
      start,
      end: lexer.previousEnd,
    };
  }

  /** Reads the `name =` of a named argument. A name without `=` is read again, as an expression. */
  private argumentName(): string | undefined {
    const lexer = this.lexer;
    if (!this.is(identifier)) return undefined;
    const { start, previousEnd, value } = lexer;
    lexer.next();
    if (this.accept('=')) return value;
    lexer.end = start;
    lexer.next();
    lexer.previousEnd = previousEnd;
    return undefined;
  }

  private terminal(): Node {
    const lexer = this.lexer;
    const { kind, value, start, end } = lexer;
    switch (kind) {
      case identifier:
        lexer.next();
        return { kind: 'variable', name: value, binding: undefined, start, end };
      case string:
      case textBlock:
        lexer.next();
        return { kind: 'literal', value, start, end };
      case number: {
        lexer.next();
        const parsed = Number(value);
        const literal: Node = { kind: 'literal', value: parsed, start, end };
        if (parsed < Number.POSITIVE_INFINITY) return literal;
        return { kind: 'error', message: { ...literal, value: 'Overflow' }, start, end };
      }
      case 'null':
        lexer.next();
        return { kind: 'literal', value: null, start, end };
      case 'true':
      case 'false':
        lexer.next();
        return { kind: 'literal', value: kind === 'true', start, end };
      case 'self':
        lexer.next();
        return { kind: 'self', scope: undefined, start, end };
      case '$':
        lexer.next();
        return { kind: 'dollar', scope: undefined, start, end };
      case 'super':
        lexer.next();
        return this.superIndex(start);
      case '{':
        return this.object();
      case '[':
        return this.array();
      case '(': {
        lexer.next();
        const node = this.expression();
        this.expect(')');
        return node;
      }
      case endOfFile:
        throw lexer.error('Unexpected end of file');
      default:
        if (isStrayOperator(kind)) throw lexer.error(`Not a unary operator: ${kind}`);
        throw lexer.error(`Unexpected: ${this.found()} while parsing terminal`);
    }
  }

  /** Reads `.f` or `[e]` after `super`. */
  private superIndex(start: number): Node {
    const lexer = this.lexer;
    let key: Node | string;
    if (this.accept('.')) {
      key = this.name();
    } else if (this.accept('[')) {
      key = this.expression();
      this.expect(']');
    } else {
      throw lexer.error('Expected . or [ after super', start, start + 5);
    }
    return { kind: 'super', key, scope: undefined, start, end: lexer.previousEnd };
  }

  private array(): Node {
    const lexer = this.lexer;
    const { start } = lexer;
    lexer.next();
    const elements: Node[] = [];
    while (!this.accept(']')) {
      elements.push(this.expression());
      const comma = this.accept(',');
      if (this.is('for') && elements.length === 1) {
        const clauses = this.clauses();
        this.expect(']');
        return { kind: 'array-comprehension', body: elements[0] as Node, clauses, start, end: lexer.previousEnd };
      }
      if (!comma && !this.is(']')) {
        if (this.is(endOfFile)) throw this.unexpected();
        throw lexer.error('Expected a comma before next array element');
      }
    }
    return { kind: 'array', elements: packed(elements), start, end: lexer.previousEnd };
  }

  /** Reads all `for` and `if` clauses, starting at a `for`. */
  private clauses(): Clause[] {
    const lexer = this.lexer;
    const clauses: Clause[] = [];
    for (;;) {
      const { start } = lexer;
      if (this.accept('for')) {
        const name = this.name();
        this.expect('in');
        const source = this.expression();
        const clause: ForClause = { kind: 'for', name, source, scope: undefined, start, end: source.end };
        clauses.push(clause);
      } else if (this.accept('if')) {
        const condition = this.expression();
        clauses.push({ kind: 'if', condition, start, end: condition.end });
      } else {
        return clauses;
      }
    }
  }

  // Objects

  private object(): Node {
    const lexer = this.lexer;
    const { start } = lexer;
    lexer.next();
    const fields: FieldNode[] = [];
    const locals: Bind[] = [];
    const asserts: AssertClause[] = [];
    const fieldNames = new Names();
    const localNames = new Names();
    while (!this.accept('}')) {
      if (this.accept('local')) locals.push(this.bind(localNames));
      else if (this.is('assert')) asserts.push(this.assertClause());
      else fields.push(this.field(fieldNames));
      const comma = this.accept(',');
      if (this.is('for')) {
        const field = this.comprehensionField(fields, asserts);
        const clauses = this.clauses();
        this.expect('}');
        return {
          kind: 'object-comprehension',
          locals: packed(locals),
          field,
          clauses,
          scope: undefined,
          start,
          end: lexer.previousEnd,
        };
      }
      if (!comma && !this.is('}')) {
        if (this.is(endOfFile)) throw this.unexpected();
        throw lexer.error('Expected a comma before next field');
      }
    }
    return {
      kind: 'object',
      locals: packed(locals),
      asserts: packed(asserts),
      fields: packed(fields),
      scope: undefined,
      label: undefined,
      start,
      end: lexer.previousEnd,
    };
  }

  private comprehensionField(fields: FieldNode[], asserts: AssertClause[]): FieldNode {
    const lexer = this.lexer;
    if (asserts.length > 0) throw lexer.error('Object comprehension cannot have asserts');
    const [field] = fields;
    if (field === undefined || fields.length > 1) throw lexer.error('Object comprehension can only have one field');
    if (typeof field.name === 'string') throw lexer.error('Object comprehensions can only have [e] fields');
    if (field.visibility !== ':') throw lexer.error('Object comprehensions cannot have hidden fields');
    return field;
  }

  private field(names: Names): FieldNode {
    const lexer = this.lexer;
    const { kind, value: text, start, end } = lexer;
    let name: Node | string;
    if (kind === '[') {
      lexer.next();
      name = this.expression();
      this.expect(']');
    } else if (kind === identifier || kind === string || kind === textBlock) {
      lexer.next();
      name = text;
      if (names.has(text)) throw lexer.error(`Duplicate field: ${text}`, start, end);
      names.add(text);
    } else {
      if (kind === endOfFile) throw this.unexpected();
      throw lexer.error(`Unexpected: ${this.found()} while parsing field definition`);
    }
    const label = typeof name === 'string' ? name : undefined;
    const params = this.is('(') ? this.params() : undefined;
    const operator = lexer.kind;
    const visibility = fieldOperators.get(operator);
    if (visibility === undefined) {
      throw lexer.error(`Expected one of :, ::, :::, +:, +::, +:::, got: ${this.found()}`);
    }
    const plus = operator.startsWith('+');
    if (plus && params !== undefined) {
      throw lexer.error(`Cannot use +: syntax sugar in a method: ${label ?? 'computed field'}`, start, end);
    }
    lexer.next();
    const body = this.expression();
    const value: Node =
      params === undefined
        ? labelled(body, label)
        : ({ kind: 'function', params, body, scope: undefined, label, start, end: body.end } satisfies FunctionNode);
    return { name, plus, visibility, value, start, end: body.end };
  }
}

/** The names that are taken. No set is made for the first one, since most objects and locals have only one. */
class Names {
  private first: string | undefined = undefined;
  private others: Set<string> | undefined = undefined;

  has(name: string): boolean {
    return name === this.first || this.others?.has(name) === true;
  }

  add(name: string): void {
    if (this.first === undefined) {
      this.first = name;
    } else {
      this.others ??= new Set();
      this.others.add(name);
    }
  }
}

const none: readonly never[] = [];

/** A copy without the spare room of a growing array: the trees of libraries have many short lists. */
function packed<T>(list: readonly T[]): readonly T[] {
  return list.length === 0 ? none : list.length < 16 ? list.slice() : list;
}

/** Gives a function or an object the name it is bound to, for traces. */
function labelled(node: Node, name: string | undefined): Node {
  if ((node.kind === 'function' || node.kind === 'object') && node.label === undefined) node.label = name;
  return node;
}

/** Operators that may follow or start an expression although they are neither unary nor binary. */
const otherOperators: ReadonlySet<string> = new Set(['$', ...fieldOperators.keys()]);

/** Whether the token is an operator that is neither unary nor binary, and nothing else either. */
function isStrayOperator(kind: string): boolean {
  return isSymbol(kind.charCodeAt(0)) && !otherOperators.has(kind);
}

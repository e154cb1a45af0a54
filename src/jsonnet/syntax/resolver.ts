import type { SourceFile } from '../error.js';
import { JsonnetError } from '../error.js';
import type { Bind, Clause, FunctionNode, Node, ObjectComprehensionNode, ObjectNode, ParameterNode } from './ast.js';
import { Binding, Scope } from './scope.js';
import { suggestion } from './suggestion.js';

/** A program in which every name is tied to its slot. */
export interface Resolved {
  readonly file: SourceFile;
  readonly body: Node;
  readonly scope: Scope;
}

/**
 * Finds the scope and slot of each name, `self`, `super` and `$` of a tree, and writes them into the tree.
 * @throws JsonnetError of kind `static` for a name that stands for nothing, even in code that never runs
 */
export function resolve(file: SourceFile, body: Node): Resolved {
  const scope = new Scope('file', undefined);
  const resolver = new Resolver(file, scope);
  resolver.visit(body);
  return { file, body, scope };
}

class Resolver {
  private readonly file: SourceFile;
  /** The binding of each name at this point; undefined if the name has gone out of scope. */
  private readonly names = new Map<string, Binding | undefined>();
  /** The innermost scope, the innermost object and the outermost object at this point. */
  private scope: Scope;
  private object: Scope | undefined;
  private dollar: Scope | undefined;

  constructor(file: SourceFile, scope: Scope) {
    this.file = file;
    this.scope = scope;
  }

  visit(node: Node): void {
    switch (node.kind) {
      case 'literal':
      case 'import':
      case 'importstr':
      case 'importbin':
        return;
      case 'variable':
        node.binding = this.names.get(node.name);
        if (node.binding === undefined && node.name !== 'std') throw this.unknown(node.name, node);
        return;
      case 'self':
        node.scope = this.self('self', node);
        return;
      case 'dollar':
        if (this.dollar === undefined) throw this.error('No top-level object found.', node);
        this.dollar.framed = true;
        node.scope = this.dollar;
        return;
      case 'super':
      case 'in-super':
        if (typeof node.key !== 'string') this.visit(node.key);
        node.scope = this.self('super', node);
        return;
      case 'array':
        for (const element of node.elements) this.visit(element);
        return;
      case 'array-comprehension':
        this.clauses(node.clauses, () => this.visit(node.body));
        return;
      case 'object':
        this.visitObject(node);
        return;
      case 'object-comprehension':
        this.visitObjectComprehension(node);
        return;
      case 'local':
      case 'assert':
        this.statements(node);
        return;
      case 'function':
        this.function(node);
        return;
      case 'call':
        this.visit(node.callee);
        for (const argument of node.positional) this.visit(argument);
        for (const argument of node.named) this.visit(argument.value);
        return;
      case 'index':
        this.visit(node.target);
        if (typeof node.key !== 'string') this.visit(node.key);
        return;
      case 'slice':
        this.visit(node.target);
        this.optional(node.from);
        this.optional(node.to);
        this.optional(node.step);
        return;
      case 'if':
        this.visit(node.condition);
        this.visit(node.then);
        this.optional(node.else);
        return;
      case 'error':
        this.visit(node.message);
        return;
      case 'unary':
        this.visit(node.operand);
        return;
      case 'binary':
        this.binary(node);
        return;
    }
  }

  private optional(node: Node | undefined): void {
    if (node !== undefined) this.visit(node);
  }

  /** Long sums nest to the left, thousands of operators deep, so this goes down in a loop. */
  private binary(node: Node): void {
    const rights: Node[] = [];
    while (node.kind === 'binary') {
      rights.push(node.right);
      node = node.left;
    }
    this.visit(node);
    for (let i = rights.length - 1; i >= 0; i--) this.visit(rights[i] as Node);
  }

  private statements(node: Node): void {
    const bound: Binding[] = [];
    while (node.kind === 'local' || node.kind === 'assert') {
      if (node.kind === 'local') {
        this.declare(node.binds, bound);
        for (const bind of node.binds) this.visit(bind.value);
      } else {
        this.visit(node.clause.condition);
        this.optional(node.clause.message);
      }
      node = node.body;
    }
    this.visit(node);
    this.forget(bound);
  }

  private function(node: FunctionNode): void {
    const outer = this.scope;
    const scope = new Scope('function', outer, node.label);
    node.scope = scope;
    this.scope = scope;
    const bound: Binding[] = [];
    for (const param of node.params) this.bind(param, bound);
    for (const param of node.params) this.optional(param.default);
    this.visit(node.body);
    this.forget(bound);
    this.scope = outer;
  }

  private visitObject(node: ObjectNode): void {
    const { fields, asserts, locals } = node;
    for (const { name } of fields) if (typeof name !== 'string') this.visit(name);
    const outerScope = this.scope;
    const outerObject = this.object;
    const outerDollar = this.dollar;
    const scope = new Scope('object', outerScope, node.label);
    node.scope = scope;
    this.scope = scope;
    this.object = scope;
    this.dollar ??= scope;
    const bound = this.locals(locals);
    for (const clause of asserts) {
      scope.framed = true;
      this.visit(clause.condition);
      this.optional(clause.message);
    }
    for (const field of fields) this.visit(field.value);
    if (bound !== undefined) this.forget(bound);
    this.scope = outerScope;
    this.object = outerObject;
    this.dollar = outerDollar;
  }

  private visitObjectComprehension(node: ObjectComprehensionNode): void {
    this.clauses(node.clauses, () => {
      const { field, locals } = node;
      if (typeof field.name !== 'string') this.visit(field.name);
      const outer = { scope: this.scope, object: this.object, dollar: this.dollar };
      const scope = new Scope('object', this.scope);
      node.scope = scope;
      this.scope = scope;
      this.object = scope;
      this.dollar ??= scope;
      const bound = this.locals(locals);
      this.visit(field.value);
      if (bound !== undefined) this.forget(bound);
      this.scope = outer.scope;
      this.object = outer.object;
      this.dollar = outer.dollar;
    });
  }

  private locals(locals: readonly Bind[]): Binding[] | undefined {
    if (locals.length === 0) return undefined;
    const bound: Binding[] = [];
    this.declare(locals, bound);
    for (const bind of locals) this.visit(bind.value);
    return bound;
  }

  private clauses(clauses: readonly Clause[], visitBody: () => void): void {
    const outer = this.scope;
    const bound: Binding[] = [];
    for (const clause of clauses) {
      if (clause.kind === 'if') {
        this.visit(clause.condition);
        continue;
      }
      this.visit(clause.source);
      const scope = new Scope('element', this.scope);
      clause.scope = scope;
      this.scope = scope;
      this.bind(clause, bound);
    }
    visitBody();
    this.forget(bound);
    this.scope = outer;
  }

  // Names

  private declare(binds: readonly Bind[], bound: Binding[]): void {
    for (const bind of binds) bind.binding = this.bind(bind, bound);
  }

  private bind(named: Bind | ParameterNode | { readonly name: string }, bound: Binding[]): Binding {
    const binding = new Binding(named.name, this.scope, this.names.get(named.name));
    this.names.set(named.name, binding);
    bound.push(binding);
    return binding;
  }

  private forget(bound: readonly Binding[]): void {
    for (let i = bound.length - 1; i >= 0; i--) {
      const binding = bound[i] as Binding;
      this.names.set(binding.name, binding.outer);
    }
  }

  private self(word: 'self' | 'super', node: Node): Scope {
    if (this.object === undefined) {
      const end = node.kind === 'super' ? node.start + word.length : node.end;
      throw this.error(`Can't use ${word} outside of an object.`, { ...node, end });
    }
    this.object.framed = true;
    return this.object;
  }

  private unknown(name: string, node: Node): JsonnetError {
    const known = [...this.names].filter(([, binding]) => binding !== undefined).map(([other]) => other);
    return this.error(`Unknown variable: ${name}${suggestion(name, [...known, 'std'])}`, node);
  }

  private error(message: string, { start, end }: Node): JsonnetError {
    return new JsonnetError('static', message, { file: this.file, start, end });
  }
}

import type { Binding, Scope } from './scope.js';

/**
 * The tree of a program. Nodes hold offsets only; lines are counted when an error is printed. The resolver, which runs
 * after the parser, fills in the fields whose comment begins with "Resolver".
 */
export type Node =
  | LiteralNode
  | VariableNode
  | SelfNode
  | DollarNode
  | SuperNode
  | InSuperNode
  | ArrayNode
  | ArrayComprehensionNode
  | ObjectNode
  | ObjectComprehensionNode
  | LocalNode
  | FunctionNode
  | CallNode
  | IndexNode
  | SliceNode
  | IfNode
  | ErrorNode
  | AssertNode
  | ImportNode
  | UnaryNode
  | BinaryNode;

interface At {
  /** Offset of the first UTF-16 unit, and of the one after the last. */
  readonly start: number;
  readonly end: number;
}

export interface LiteralNode extends At {
  readonly kind: 'literal';
  readonly value: null | boolean | number | string;
}

export interface VariableNode extends At {
  readonly kind: 'variable';
  readonly name: string;
  /** Resolver: the slot of the name; undefined for the standard library. */
  binding: Binding | undefined;
}

export interface SelfNode extends At {
  readonly kind: 'self';
  /** Resolver: the object's scope. */
  scope: Scope | undefined;
}

export interface DollarNode extends At {
  readonly kind: 'dollar';
  /** Resolver: the scope of the outermost object. */
  scope: Scope | undefined;
}

/** `super.f` and `super[e]`. */
export interface SuperNode extends At {
  readonly kind: 'super';
  /** A string for `.f`. */
  readonly key: Node | string;
  scope: Scope | undefined;
}

/** `e in super`. */
export interface InSuperNode extends At {
  readonly kind: 'in-super';
  readonly key: Node;
  scope: Scope | undefined;
}

export interface ArrayNode extends At {
  readonly kind: 'array';
  readonly elements: readonly Node[];
}

export interface ForClause extends At {
  readonly kind: 'for';
  readonly name: string;
  readonly source: Node;
  /** Resolver: the scope of one element; its variable is the first slot. */
  scope: Scope | undefined;
}

export interface IfClause extends At {
  readonly kind: 'if';
  readonly condition: Node;
}

export type Clause = ForClause | IfClause;

export interface ArrayComprehensionNode extends At {
  readonly kind: 'array-comprehension';
  readonly body: Node;
  readonly clauses: readonly Clause[];
}

/** `:` inherits the visibility of the field below, `::` hides the field, `:::` shows it. */
export type Visibility = ':' | '::' | ':::';

export interface FieldNode extends At {
  /** A string for `f` and `'f'`, an expression for `[e]`. */
  readonly name: Node | string;
  readonly plus: boolean;
  readonly visibility: Visibility;
  readonly value: Node;
}

export interface ObjectNode extends At {
  readonly kind: 'object';
  readonly locals: readonly Bind[];
  readonly asserts: readonly AssertClause[];
  readonly fields: readonly FieldNode[];
  /** Resolver: the scope of fields, locals and asserts. */
  scope: Scope | undefined;
  /** The name it is bound to, for traces. */
  label: string | undefined;
}

export interface ObjectComprehensionNode extends At {
  readonly kind: 'object-comprehension';
  readonly locals: readonly Bind[];
  readonly field: FieldNode;
  readonly clauses: readonly Clause[];
  scope: Scope | undefined;
}

/** `name = value` of a `local` or of an object's local. */
export interface Bind extends At {
  readonly name: string;
  readonly value: Node;
  binding: Binding | undefined;
}

export interface LocalNode extends At {
  readonly kind: 'local';
  readonly binds: readonly Bind[];
  readonly body: Node;
}

export interface ParameterNode extends At {
  readonly name: string;
  readonly default: Node | undefined;
}

export interface FunctionNode extends At {
  readonly kind: 'function';
  readonly params: readonly ParameterNode[];
  readonly body: Node;
  /** Resolver: the scope of the parameters, which are its first slots. */
  scope: Scope | undefined;
  label: string | undefined;
}

export interface NamedArgument extends At {
  readonly name: string;
  readonly value: Node;
}

export interface CallNode extends At {
  readonly kind: 'call';
  readonly callee: Node;
  readonly positional: readonly Node[];
  readonly named: readonly NamedArgument[];
  readonly tailstrict: boolean;
}

export interface IndexNode extends At {
  readonly kind: 'index';
  readonly target: Node;
  /** A string for `.f`. */
  readonly key: Node | string;
}

export interface SliceNode extends At {
  readonly kind: 'slice';
  readonly target: Node;
  readonly from: Node | undefined;
  readonly to: Node | undefined;
  readonly step: Node | undefined;
}

export interface IfNode extends At {
  readonly kind: 'if';
  readonly condition: Node;
  readonly then: Node;
  readonly else: Node | undefined;
}

export interface ErrorNode extends At {
  readonly kind: 'error';
  readonly message: Node;
}

export interface AssertClause extends At {
  readonly condition: Node;
  readonly message: Node | undefined;
}

export interface AssertNode extends At {
  readonly kind: 'assert';
  readonly clause: AssertClause;
  readonly body: Node;
}

export type ImportKind = 'import' | 'importstr' | 'importbin';

export interface ImportNode extends At {
  readonly kind: ImportKind;
  readonly target: string;
}

export interface UnaryNode extends At {
  readonly kind: 'unary';
  readonly operator: string;
  readonly operand: Node;
}

export interface BinaryNode extends At {
  readonly kind: 'binary';
  /** The text of the operator; that of `a {..}` is `+`. */
  readonly operator: string;
  readonly left: Node;
  readonly right: Node;
}

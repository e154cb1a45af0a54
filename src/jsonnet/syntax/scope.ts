/** What a frame is made for: each file, call, object layer, and element of a comprehension has one. */
export type ScopeKind = 'file' | 'function' | 'object' | 'element';

/**
 * The layout of a frame, known before anything runs. What is evaluated at most once per frame keeps its locals in it.
 * Slot 0 holds the frame around it. An `object` frame holds `self` in slot 1 and the number of its layer in slot 2.
 */
export class Scope {
  readonly kind: ScopeKind;
  readonly parent: Scope | undefined;
  /** The name that the function or object is bound to. */
  readonly label: string | undefined;
  /** The number of slots, slot 0 included. */
  size: number;
  /**
   * False for an object that uses no locals, asserts, `self` or `super`. No frame is made for it: its fields run in the
   * frame around it.
   */
  framed: boolean;

  constructor(kind: ScopeKind, parent: Scope | undefined, label?: string) {
    this.kind = kind;
    this.parent = parent;
    this.label = label;
    this.size = kind === 'object' ? 3 : 1;
    this.framed = kind !== 'object';
  }

  /** The name of this scope's code in traces: `function <f>`, `object <anonymous>`, `$`. */
  get what(): string {
    if (this.kind === 'element') return (this.parent as Scope).what;
    return this.kind === 'file' ? '$' : `${this.kind} <${this.label ?? 'anonymous'}>`;
  }

  /** Reserves a slot. */
  add(): number {
    this.framed = true;
    return this.size++;
  }
}

/** The slots of `self` and of the layer's number in an object frame. */
export const selfSlot = 1;
export const layerSlot = 2;

/** A name and the slot that holds its cell. */
export class Binding {
  readonly scope: Scope;
  readonly slot: number;
  readonly name: string;
  /** Resolver only: the binding of the same name outside. */
  readonly outer: Binding | undefined;

  constructor(name: string, scope: Scope, outer: Binding | undefined) {
    this.name = name;
    this.scope = scope;
    this.slot = scope.add();
    this.outer = outer;
  }
}

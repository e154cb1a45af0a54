/** What a frame is made for. One is made for each file, call, object layer, and element of a comprehension. */
export type ScopeKind = 'file' | 'function' | 'object' | 'element';

/**
 * The static picture of a frame. Everything that is evaluated at most once per frame keeps its locals in it; slot 0 is the
 * frame around it. `object` frames keep `self` in slot 1 and the number of the layer in slot 2.
 */
export class Scope {
  readonly kind: ScopeKind;
  readonly parent: Scope | undefined;
  /** Name the function or object is bound to. */
  readonly label: string | undefined;
  /** Slots of a frame, slot 0 included. */
  size: number;
  /**
   * False for an object without locals, asserts, `self` and `super`: its fields then run in the frame around it, and
   * no frame is made.
   */
  framed: boolean;

  constructor(kind: ScopeKind, parent: Scope | undefined, label?: string) {
    this.kind = kind;
    this.parent = parent;
    this.label = label;
    this.size = kind === 'object' ? 3 : 1;
    this.framed = kind !== 'object';
  }

  /** What stands in traces for code of this scope: `function <f>`, `object <anonymous>`, `$`. */
  get what(): string {
    if (this.kind === 'element') return (this.parent as Scope).what;
    return this.kind === 'file' ? '$' : `${this.kind} <${this.label ?? 'anonymous'}>`;
  }

  /** Takes a new slot. */
  add(): number {
    this.framed = true;
    return this.size++;
  }
}

/** Slot of `self` in an object frame, and of the layer's number. */
export const selfSlot = 1;
export const layerSlot = 2;

/** A name: the slot that holds its cell. */
export class Binding {
  readonly scope: Scope;
  readonly slot: number;
  readonly name: string;
  /** Resolver only: what the name stood for outside. */
  readonly outer: Binding | undefined;

  constructor(name: string, scope: Scope, outer: Binding | undefined) {
    this.name = name;
    this.scope = scope;
    this.slot = scope.add();
    this.outer = outer;
  }
}

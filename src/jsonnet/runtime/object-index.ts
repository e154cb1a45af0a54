import { sortText } from '../../json/code-points.js';
import type { Visibility } from '../syntax/ast.js';
import { layerSlot, type Scope, selfSlot } from '../syntax/scope.js';
import type { Delay, Frame } from './code.js';
import { newFrame, Unit } from './code.js';
import type { Cell, JsonnetObject, Value } from './value.js';
import { Thunk } from './value.js';

/** One field of one layer. */
export class Field {
  readonly name: string;
  readonly visibility: Visibility;
  readonly plus: boolean;
  /** The expression, or a cell that does not depend on `self`. */
  readonly body: Unit | Cell;
  /** The frame around the object, if it differs from field to field: the element of a comprehension. */
  readonly env: Frame | undefined;

  constructor(name: string, visibility: Visibility, plus: boolean, body: Unit | Cell, env?: Frame) {
    this.name = name;
    this.visibility = visibility;
    this.plus = plus;
    this.body = body;
    this.env = env;
  }
}

/** A layer of an object: what one object expression, or one object of a built-in, adds to it. */
export interface Layer {
  /** What all objects of the expression have in common; undefined for an object of a built-in. */
  readonly shape: ObjectShape | undefined;
  /** The frame around the expression. */
  readonly env: Frame | undefined;
  /** True if the fields are those of the shape. */
  readonly isStatic: boolean;
  /** The index of an object that has only this layer, kept with it. */
  readonly ownIndex: ObjectIndex;
  /** What `std.objectRemoveKey` took from it, the innermost call first. */
  readonly removals?: readonly Removal[];
  fields(): ReadonlyMap<string, Field>;
  field(name: string): Field | undefined;
}

/**
 * A name that one call of `std.objectRemoveKey` took from a layer. Nothing outside of the call's argument sees such a
 * field any more, but `super` inside of it still does.
 */
export interface Removal {
  readonly name: string;
  /** The layers of the call's argument, to tell calls apart. */
  readonly unit: readonly Layer[];
  /** The place of the layer among them. */
  readonly place: number;
  readonly field: Field | undefined;
}

/** An object in whose layers `super` can be looked up. */
export interface Layered {
  findSuper(name: string, layer: number): Member | undefined;
}

/** A field of an object, with the layer it comes from and the field it covers. */
export class Member {
  readonly field: Field;
  readonly layer: number;
  /** The place of the value, the same for all members of one name; -1 if it is a constant or the object has no index. */
  readonly slot: number;
  /** The value, if it is a constant that is not added to what is below. */
  readonly fixed: Value | undefined;
  /** The layer itself; undefined if it is found in the list of the object's layers. */
  readonly owner: Layer | undefined;
  private lower: Member | undefined;
  private source: Layered | undefined;

  /** @param below the field it covers, or the object in which to look for it when it is needed */
  constructor(field: Field, layer: number, below: Member | Layered | undefined, slot: number, owner?: Layer) {
    this.field = field;
    this.layer = layer;
    this.owner = owner;
    this.lower = below instanceof Member ? below : undefined;
    this.source = below instanceof Member ? undefined : below;
    const { body } = field;
    this.fixed =
      body instanceof Unit || body instanceof Thunk || (field.plus && below !== undefined) ? undefined : body;
    this.slot = this.fixed === undefined ? slot : -1;
  }

  get below(): Member | undefined {
    if (this.source !== undefined) {
      this.lower = this.source.findSuper(this.field.name, this.layer);
      this.source = undefined;
    }
    return this.lower;
  }

  /** This is a loop, since a fold can pile up thousands of the same name. */
  get hidden(): boolean {
    let member: Member | undefined = this;
    while (member !== undefined && member.field.visibility === ':') member = member.below;
    return member !== undefined && member.field.visibility === '::';
  }
}

/** Indices of objects with more layers are not shared, and of an index at most this many successors are kept. */
export const mostKept = 64;

/** The topmost member of each name in a list of layers. All objects of the same static layers share one index. */
export class ObjectIndex {
  readonly members: Map<string, Member>;
  /** How many places for values an object of this index needs. */
  slots: number;
  private layers: number;
  private visible: readonly string[] | undefined = undefined;
  private all: readonly string[] | undefined = undefined;
  private printed: readonly Member[] | undefined = undefined;
  private next: Map<ObjectShape, ObjectIndex> | undefined = undefined;

  private constructor(members: Map<string, Member>, slots: number, layers: number) {
    this.members = members;
    this.slots = slots;
    this.layers = layers;
  }

  /** The index of one or more layers. Static layers on top of the first one share their indices. */
  static ofLayers(layers: readonly Layer[]): ObjectIndex {
    let index = (layers[0] as Layer).ownIndex;
    let at = 1;
    while (at < layers.length && layers.length <= mostKept) {
      const { isStatic, shape } = layers[at] as Layer;
      if (!isStatic || shape === undefined) break;
      index = index.with(shape);
      at++;
    }
    if (at === layers.length) return index;
    const own = new ObjectIndex(new Map(index.members), index.slots, at);
    for (; at < layers.length; at++) own.add((layers[at] as Layer).fields());
    return own;
  }

  /** The index of a single layer with these fields. */
  static ofFields(fields: ReadonlyMap<string, Field>): ObjectIndex {
    const index = new ObjectIndex(new Map(), 0, 0);
    index.add(fields);
    return index;
  }

  /** Adds a layer to this index, which must not be shared yet. */
  private add(fields: ReadonlyMap<string, Field>): void {
    const layer = this.layers++;
    for (const [name, field] of fields) {
      const below = this.members.get(name);
      const member = new Member(field, layer, below, below === undefined || below.slot < 0 ? this.slots : below.slot);
      if (member.slot === this.slots) this.slots++;
      this.members.set(name, member);
    }
  }

  /** The index of the same layers and one more. It is kept for the next time, up to a limit: programs can make many. */
  private with(shape: ObjectShape): ObjectIndex {
    let next = this.next?.get(shape);
    if (next === undefined) {
      next = new ObjectIndex(new Map(this.members), this.slots, this.layers);
      next.add(shape.fields);
      this.next ??= new Map();
      if (this.next.size < mostKept) this.next.set(shape, next);
    }
    return next;
  }

  keys(includeHidden: boolean): readonly string[] {
    if (includeHidden) {
      this.all ??= sortText([...this.members.keys()]);
      return this.all;
    }
    this.visible ??= this.visibleKeys();
    return this.visible;
  }

  /** The visible members, in the order of their names. */
  get output(): readonly Member[] {
    this.printed ??= this.keys(false).map((name) => this.members.get(name) as Member);
    return this.printed;
  }

  private visibleKeys(): readonly string[] {
    const visible: string[] = [];
    for (const [name, member] of this.members) if (!member.hidden) visible.push(name);
    return visible.length === this.members.size ? this.keys(true) : sortText(visible);
  }
}

/** A local of an object. */
export interface ObjectLocal {
  readonly slot: number;
  readonly delay: Delay;
}

/** What all objects of one object expression have in common. */
export class ObjectShape {
  /** The fields with literal names. */
  readonly fields: ReadonlyMap<string, Field>;
  readonly locals: readonly ObjectLocal[];
  /** Each throws if it does not hold. It runs in the frame of the layer. */
  readonly asserts: readonly ((frame: Frame) => void)[];
  readonly scope: Scope;
  private own: ObjectIndex | undefined = undefined;

  constructor(
    scope: Scope,
    fields: ReadonlyMap<string, Field>,
    locals: readonly ObjectLocal[],
    asserts: readonly ((frame: Frame) => void)[],
  ) {
    this.scope = scope;
    this.fields = fields;
    this.locals = locals;
    this.asserts = asserts;
  }

  /** The index of an object that has only this shape. */
  get index(): ObjectIndex {
    this.own ??= ObjectIndex.ofFields(this.fields);
    return this.own;
  }

  /** Makes the frame of one layer of one object. */
  open(env: Frame, self: JsonnetObject, layer: number): Frame {
    const { locals, scope } = this;
    if (!scope.framed) return env;
    const frame = newFrame(env, scope.size);
    frame[selfSlot] = self;
    frame[layerSlot] = layer;
    for (const { slot, delay } of locals) frame[slot] = delay(frame);
    return frame;
  }
}

/** The layer without a field. */
export function withoutField(layer: Layer, removal: Removal): Layer {
  const fields = new Map(layer.fields());
  fields.delete(removal.name);
  const { shape } = layer;
  return {
    shape: shape && new ObjectShape(shape.scope, fields, shape.locals, shape.asserts),
    env: layer.env,
    isStatic: false,
    ownIndex: ObjectIndex.ofFields(fields),
    removals: [...(layer.removals ?? []), removal],
    fields: () => fields,
    field: (name) => fields.get(name),
  };
}

/**
 * Looks for a field that was removed, but that `super` in the text of a layer still finds.
 * @returns the field and its layer, or without one the layer below which fields are left to be found
 */
export function findRemoved(
  layers: readonly Layer[],
  name: string,
  layer: number,
): { readonly field: Field | undefined; readonly at: number } {
  let lowest = layer;
  for (const { name: removed, unit, place } of layers[layer]?.removals ?? []) {
    if (removed !== name) continue;
    lowest = layer - place;
    for (let at = layer - 1; at >= lowest; at--) {
      const field = layers[at]?.removals?.find((other) => other.unit === unit)?.field;
      if (field !== undefined) return { field, at };
    }
  }
  return { field: undefined, at: lowest };
}

import type { Delay, Frame } from './code.js';
import { Unit } from './code.js';
import type { Json } from './engine.js';
import { fail } from './error.js';
import { setField } from './json.js';
import { machine } from './machine.js';
import type { Scope } from './scope.js';
import { sortText } from './text.js';
import type { Cell, Value } from './value.js';
import { force, JsonnetObject, lazy, Thunk } from './value.js';

/** How a field shows: `:` as below, `::` hidden, `:::` visible. */
export type Visibility = ':' | '::' | ':::';

/** One field of one layer. */
export class Field {
  readonly name: string;
  readonly visibility: Visibility;
  readonly plus: boolean;
  /** The expression, or a cell that does not depend on `self`. */
  readonly body: Unit | Cell;
  /** The frame around the object, where it differs from field to field: the element of a comprehension. */
  readonly env: Frame | undefined;

  constructor(name: string, visibility: Visibility, plus: boolean, body: Unit | Cell, env?: Frame) {
    this.name = name;
    this.visibility = visibility;
    this.plus = plus;
    this.body = body;
    this.env = env;
  }
}

/** A field in an index: what layer it comes from, and the field it covers. */
class Member {
  readonly name: string;
  readonly field: Field;
  readonly layer: number;
  readonly below: Member | undefined;
  readonly hidden: boolean;
  /** Place of the value; the same for all members of one name. */
  readonly slot: number;
  /** The value, where it is a constant that adds to nothing. */
  readonly fixed: Value | undefined;

  constructor(field: Field, layer: number, below: Member | undefined, slot: number) {
    this.name = field.name;
    this.field = field;
    this.layer = layer;
    this.below = below;
    this.slot = slot;
    const { body } = field;
    this.fixed =
      body instanceof Unit || body instanceof Thunk || (field.plus && below !== undefined) ? undefined : body;
    this.hidden = field.visibility === ':' ? below?.hidden === true : field.visibility === '::';
  }
}

const mostTransitions = 64;

/** The topmost member of each name of a list of layers. Of static layers there is one index for all their objects. */
class ObjectIndex {
  readonly members: Map<string, Member>;
  #layers: number;
  #visible: readonly string[] | undefined;
  #all: readonly string[] | undefined;
  #output: readonly Member[] | undefined;
  #next: Map<ObjectShape, ObjectIndex> | undefined;

  constructor(members: Map<string, Member>, layers: number) {
    this.members = members;
    this.#layers = layers;
  }

  /** Adds a layer to this index, which must not be shared. */
  add(fields: ReadonlyMap<string, Field>): void {
    const layer = this.#layers++;
    for (const [name, field] of fields) {
      const below = this.members.get(name);
      this.members.set(name, new Member(field, layer, below, below === undefined ? this.members.size : below.slot));
    }
  }

  /** The index of the same layers and one more, kept for the next time; only so many, since programs can make more. */
  with(shape: ObjectShape): ObjectIndex {
    let next = this.#next?.get(shape);
    if (next === undefined) {
      next = new ObjectIndex(new Map(this.members), this.#layers);
      next.add(shape.fields);
      this.#next ??= new Map();
      if (this.#next.size < mostTransitions) this.#next.set(shape, next);
    }
    return next;
  }

  keys(includeHidden: boolean): readonly string[] {
    if (includeHidden) {
      this.#all ??= sortText([...this.members.keys()]);
      return this.#all;
    }
    this.#visible ??= this.#visibleKeys();
    return this.#visible;
  }

  /** The visible members in the order of their names. */
  get output(): readonly Member[] {
    this.#output ??= this.keys(false).map((name) => this.members.get(name) as Member);
    return this.#output;
  }

  #visibleKeys(): readonly string[] {
    const visible: string[] = [];
    for (const [name, member] of this.members) if (!member.hidden) visible.push(name);
    return visible.length === this.members.size ? this.keys(true) : sortText(visible);
  }
}

const emptyIndex = new ObjectIndex(new Map(), 0);

/** A local of an object. */
export interface ObjectLocal {
  readonly slot: number;
  readonly delay: Delay;
}

/** What all objects made by one object expression have in common. */
export class ObjectShape {
  /** Its fields without the computed ones. */
  readonly fields: ReadonlyMap<string, Field>;
  readonly locals: readonly ObjectLocal[];
  /** Each throws where it does not hold; the frame is that of the layer. */
  readonly asserts: readonly ((frame: Frame) => void)[];
  readonly scope: Scope;
  #index: ObjectIndex | undefined;

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

  get index(): ObjectIndex {
    this.#index ??= emptyIndex.with(this);
    return this.#index;
  }

  /** The frame of one layer of one object. */
  open(env: Frame, self: JsonnetObject, layer: number): Frame {
    const { locals, scope } = this;
    if (!scope.framed) return env;
    const frame: Frame = [env, self, layer];
    for (let i = 3; i < scope.size; i++) frame.push(undefined);
    for (const local of locals) frame[local.slot] = local.delay(frame);
    return frame;
  }
}

/** Adds `super.f` and the field's own value where a field says `+:`; given by the compiler, which knows the operator. */
export type Plus = (left: Value, right: Value) => Value;

const passed = -1;

/** An object of layers, the lowest first; a layer is an object itself. Values are kept per object. */
abstract class LayeredObject extends JsonnetObject {
  /** Whether any layer has asserts. */
  readonly assertive: boolean;
  private values: (Value | undefined)[] | undefined = undefined;
  /** The frames of the layers; that of the only layer apart, since most objects have one. */
  private frame: Frame | undefined = undefined;
  private frames: (Frame | undefined)[] | undefined = undefined;
  private superValues: Map<Member, Value> | undefined = undefined;
  /** 0 for not run yet, the epoch while they run, `passed` afterwards. */
  private asserts: number;

  constructor(assertive: boolean) {
    super();
    this.assertive = assertive;
    this.asserts = assertive ? 0 : passed;
  }

  protected abstract index(): ObjectIndex;
  abstract layers(): readonly Layer[];

  override get(key: string): Value | undefined {
    if (this.asserts !== passed) this.check();
    const member = this.index().members.get(key);
    return member === undefined ? undefined : this.value(member);
  }

  override cell(key: string): Cell {
    const member = this.index().members.get(key) as Member;
    // Before the asserts have passed no value may leave, not even one that needs no evaluation.
    const value = this.asserts === passed ? (member.fixed ?? this.values?.[member.slot]) : undefined;
    return value !== undefined ? value : lazy(() => this.get(key) as Value);
  }

  /** The value of `super.key` in the text of a layer, or undefined where no layer below has it. */
  getSuper(key: string, layer: number): Value | undefined {
    if (this.asserts !== passed) this.check();
    const member = this.below(key, layer);
    if (member === undefined) return undefined;
    this.superValues ??= new Map();
    let value = this.superValues.get(member);
    if (value === undefined) {
      value = this.sum(member);
      this.superValues.set(member, value);
    }
    return value;
  }

  /** `key in super`. */
  hasSuper(key: string, layer: number): boolean {
    return this.below(key, layer) !== undefined;
  }

  override has(key: string, includeHidden: boolean): boolean {
    const member = this.index().members.get(key);
    return member !== undefined && (includeHidden || !member.hidden);
  }

  override keys(includeHidden: boolean): readonly string[] {
    return this.index().keys(includeHidden);
  }

  override check(): void {
    if (this.asserts === passed || this.asserts === machine.epoch) return;
    this.asserts = machine.epoch;
    const layers = this.layers();
    for (let i = layers.length - 1; i >= 0; i--) {
      const { shape } = layers[i] as Layer;
      if (shape === undefined || shape.asserts.length === 0) continue;
      const frame = this.frameOf(i);
      for (const assert of shape.asserts) assert(frame);
    }
    this.asserts = passed;
  }

  override toJson(convert: (value: Value) => Json): { [key: string]: Json } {
    this.check();
    const { output } = this.index();
    const json: { [key: string]: Json } = {};
    for (let i = 0; i < output.length; i++) {
      const member = output[i] as Member;
      setField(json, member.name, convert(this.value(member)));
    }
    return json;
  }

  private value(member: Member): Value {
    if (member.fixed !== undefined) return member.fixed;
    const value = this.values === undefined ? undefined : this.values[member.slot];
    return value !== undefined ? value : this.compute(member);
  }

  private below(key: string, layer: number): Member | undefined {
    let member = this.index().members.get(key);
    while (member !== undefined && member.layer >= layer) member = member.below;
    return member;
  }

  private compute(member: Member): Value {
    const value = this.sum(member);
    this.values ??= new Array(this.index().members.size);
    this.values[member.slot] = value;
    return value;
  }

  /** The value of a member with all the `+:` below it, in a loop, since a fold can pile up thousands. */
  private sum(top: Member): Value {
    if (!top.field.plus || top.below === undefined) return this.own(top);
    const members = [top];
    let lowest = top;
    while (lowest.field.plus && lowest.below !== undefined) {
      lowest = lowest.below;
      members.push(lowest);
    }
    let value = this.own(lowest);
    for (let i = members.length - 2; i >= 0; i--) value = plus(value, this.own(members[i] as Member));
    return value;
  }

  private own({ field, layer }: Member): Value {
    const { body, env } = field;
    if (!(body instanceof Unit)) return force(body);
    if (env === undefined) return body.run(this.frameOf(layer));
    const { shape } = this.layers()[layer] as Layer;
    return body.run((shape as ObjectShape).open(env, this, layer));
  }

  private frameOf(layer: number): Frame {
    const known = layer === 0 ? this.frame : this.frames?.[layer];
    if (known !== undefined) return known;
    const { shape, env } = this.layers()[layer] as Layer;
    const frame = (shape as ObjectShape).open(env as Frame, this, layer);
    if (layer === 0) {
      this.frame = frame;
    } else {
      this.frames ??= [];
      this.frames[layer] = frame;
    }
    return frame;
  }
}

/** What the layers of a sum offer. */
export interface Layer {
  readonly shape: ObjectShape | undefined;
  readonly env: Frame | undefined;
  /** True where the fields are those of the shape. */
  readonly isStatic: boolean;
  fields(): ReadonlyMap<string, Field>;
}

let plus: Plus = () => fail('no operator');

/** Tells this file the operator `+`, which itself needs objects. */
export function setPlus(operator: Plus): void {
  plus = operator;
}

/** An object expression without computed names. */
export class LiteralObject extends LayeredObject implements Layer {
  readonly shape: ObjectShape;
  readonly env: Frame;
  readonly isStatic = true;

  constructor(shape: ObjectShape, env: Frame) {
    super(shape.asserts.length > 0);
    this.shape = shape;
    this.env = env;
  }

  fields(): ReadonlyMap<string, Field> {
    return this.shape.fields;
  }

  override layers(): readonly Layer[] {
    return [this];
  }

  protected override index(): ObjectIndex {
    return this.shape.index;
  }
}

/** An object expression with computed names, or an object comprehension. */
export class ComputedObject extends LayeredObject implements Layer {
  readonly shape: ObjectShape;
  readonly env: Frame;
  readonly isStatic = false;
  readonly #fields: ReadonlyMap<string, Field>;
  #index: ObjectIndex | undefined;

  constructor(shape: ObjectShape, env: Frame, fields: ReadonlyMap<string, Field>) {
    super(shape.asserts.length > 0);
    this.shape = shape;
    this.env = env;
    this.#fields = fields;
  }

  fields(): ReadonlyMap<string, Field> {
    return this.#fields;
  }

  override layers(): readonly Layer[] {
    return [this];
  }

  protected override index(): ObjectIndex {
    if (this.#index === undefined) {
      this.#index = new ObjectIndex(new Map(), 0);
      this.#index.add(this.#fields);
    }
    return this.#index;
  }
}

/** `left + right`; the layers and the index are only made when they are needed, in time linear in the fields. */
class SumObject extends LayeredObject {
  private left: JsonnetObject | undefined;
  private right: JsonnetObject | undefined;
  private flat: readonly Layer[] | undefined;
  private members: ObjectIndex | undefined = undefined;

  constructor(
    assertive: boolean,
    left: JsonnetObject | undefined,
    right: JsonnetObject | undefined,
    layers: readonly Layer[] | undefined,
  ) {
    super(assertive);
    this.left = left;
    this.right = right;
    this.flat = layers;
  }

  override layers(): readonly Layer[] {
    if (this.flat !== undefined) return this.flat;
    // Right to left without recursion: folds make sums thousands of objects deep.
    const reversed: Layer[] = [];
    const pending: JsonnetObject[] = [this];
    for (let object = pending.pop(); object !== undefined; object = pending.pop()) {
      if (!(object instanceof SumObject)) {
        reversed.push(object as unknown as Layer);
      } else if (object.flat !== undefined) {
        for (let i = object.flat.length - 1; i >= 0; i--) reversed.push(object.flat[i] as Layer);
      } else {
        pending.push(object.left as JsonnetObject, object.right as JsonnetObject);
      }
    }
    this.flat = reversed.reverse();
    this.left = undefined;
    this.right = undefined;
    return this.flat;
  }

  protected override index(): ObjectIndex {
    if (this.members !== undefined) return this.members;
    const layers = this.layers();
    let index = emptyIndex;
    let at = 0;
    while (at < layers.length && layers.length <= mostTransitions) {
      const layer = layers[at] as Layer;
      if (!layer.isStatic) break;
      index = index.with(layer.shape as ObjectShape);
      at++;
    }
    if (at < layers.length) {
      index = new ObjectIndex(new Map(index.members), at);
      for (; at < layers.length; at++) index.add((layers[at] as Layer).fields());
    }
    this.members = index;
    return index;
  }
}

function isAssertive(object: JsonnetObject): boolean {
  return object instanceof LayeredObject && object.assertive;
}

/** `left + right` for objects. */
export function addObjects(left: JsonnetObject, right: JsonnetObject): JsonnetObject {
  return new SumObject(isAssertive(left) || isAssertive(right), left, right, undefined);
}

/** The object without a field: as if no layer of it had the name. Its asserts are gone too, as in go-jsonnet. */
export function removeField(object: JsonnetObject, name: string): JsonnetObject {
  const layers = object instanceof LayeredObject ? object.layers() : [object as unknown as Layer];
  return new SumObject(
    false,
    undefined,
    undefined,
    layers.map((layer) => withoutField(layer, name)),
  );
}

function withoutField(layer: Layer, name: string): Layer {
  const fields = new Map(layer.fields());
  fields.delete(name);
  const shape = layer.shape && new ObjectShape(layer.shape.scope, fields, layer.shape.locals, []);
  return { shape, env: layer.env, isStatic: false, fields: () => fields };
}

/** `super.key` in the text of the layer of `self`; undefined where there is none. */
export function superField(self: JsonnetObject, layer: number, key: string): Value | undefined {
  return (self as LayeredObject).getSuper(key, layer);
}

/** `key in super` in the text of the layer of `self`. */
export function hasSuperField(self: JsonnetObject, layer: number, key: string): boolean {
  return (self as LayeredObject).hasSuper(key, layer);
}

/** An object without `self`: what built-ins return, and `std` itself, whose fields are hidden. */
export class PlainObject extends JsonnetObject implements Layer {
  readonly shape = undefined;
  readonly env = undefined;
  readonly isStatic = false;
  private readonly cells: Map<string, Cell>;
  private readonly hidden: boolean;
  private sorted: readonly string[] | undefined = undefined;

  constructor(cells: Map<string, Cell>, hidden = false) {
    super();
    this.cells = cells;
    this.hidden = hidden;
  }

  override get(key: string): Value | undefined {
    const cell = this.cells.get(key);
    if (!(cell instanceof Thunk)) return cell;
    const value = cell.force();
    this.cells.set(key, value);
    return value;
  }

  override cell(key: string): Cell {
    return this.cells.get(key) as Cell;
  }

  override has(key: string, includeHidden: boolean): boolean {
    return (includeHidden || !this.hidden) && this.cells.has(key);
  }

  override keys(includeHidden: boolean): readonly string[] {
    if (this.hidden && !includeHidden) return [];
    this.sorted ??= sortText([...this.cells.keys()]);
    return this.sorted;
  }

  override check(): void {}

  override toJson(convert: (value: Value) => Json): { [key: string]: Json } {
    const json: { [key: string]: Json } = {};
    for (const key of this.keys(false)) setField(json, key, convert(this.get(key) as Value));
    return json;
  }

  fields(): ReadonlyMap<string, Field> {
    const visibility = this.hidden ? '::' : ':';
    const fields = new Map<string, Field>();
    for (const [name, cell] of this.cells) fields.set(name, new Field(name, visibility, false, cell));
    return fields;
  }
}

/** An object of visible fields, for the results of built-ins. A key that comes twice keeps its last value. */
export function objectOf(entries: Iterable<readonly [string, Cell]>): JsonnetObject {
  return new PlainObject(new Map(entries));
}

/** A parsed JSON object, whose fields are wrapped when they are first looked at. */
export class JsonObject extends JsonnetObject implements Layer {
  readonly shape = undefined;
  readonly env = undefined;
  readonly isStatic = false;
  /** The object as it was given; never changed. */
  readonly raw: { [key: string]: Json };
  private wrapped: Map<string, Value> | undefined = undefined;
  private sorted: readonly string[] | undefined = undefined;

  constructor(raw: { [key: string]: Json }) {
    super();
    this.raw = raw;
  }

  override get(key: string): Value | undefined {
    const json = this.raw[key];
    // What is inherited is a function, or the prototype behind `__proto__`.
    if (typeof json !== 'object' || json === null) return typeof json === 'function' ? undefined : json;
    let value = this.wrapped?.get(key);
    if (value === undefined) {
      if (!Object.hasOwn(this.raw, key)) return undefined;
      value = fromJson(json);
      this.wrapped ??= new Map();
      this.wrapped.set(key, value);
    }
    return value;
  }

  override cell(key: string): Cell {
    return this.get(key) as Value;
  }

  override has(key: string): boolean {
    return Object.hasOwn(this.raw, key);
  }

  override keys(): readonly string[] {
    this.sorted ??= sortText(Object.keys(this.raw));
    return this.sorted;
  }

  override check(): void {}

  override toJson(): { [key: string]: Json } {
    return this.raw;
  }

  fields(): ReadonlyMap<string, Field> {
    const fields = new Map<string, Field>();
    for (const name of Object.keys(this.raw)) fields.set(name, new Field(name, ':', false, this.cell(name)));
    return fields;
  }
}

class JsonThunk extends Thunk {
  private json: Json;
  private value: Value | undefined = undefined;

  constructor(json: Json) {
    super();
    this.json = json;
  }

  override force(): Value {
    this.value ??= fromJson(this.json);
    return this.value;
  }
}

/** A Jsonnet value over parsed JSON. Objects are wrapped lazily and not copied: the caller must not change them any more. */
export function fromJson(json: Json): Value {
  if (typeof json !== 'object' || json === null) return json;
  if (!Array.isArray(json)) return new JsonObject(json);
  const cells: Cell[] = new Array(json.length);
  for (let i = 0; i < json.length; i++) {
    const element = json[i] as Json;
    cells[i] = typeof element === 'object' && element !== null ? new JsonThunk(element) : element;
  }
  return cells;
}

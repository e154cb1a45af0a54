import { type Json, setField } from '../../json/json.js';
import { fail } from '../error.js';
import { checkNumber, checkText, typeName } from './builtin.js';
import type { Frame } from './code.js';
import { Unit } from './code.js';
import { machine } from './machine.js';
import type { Field, Layer, Layered } from './object-index.js';
import { findRemoved, Member, mostKept, ObjectIndex, type ObjectShape, withoutField } from './object-index.js';
import { concatenate, joinText } from './operations.js';
import type { Cell, Value } from './value.js';
import { force, JsonnetObject, lazy } from './value.js';

/** States of an object's asserts. The others are 0 if they have not run, and the epoch while they run. */
const passed = -1;
const noAsserts = -2;

/** An object made of layers, the lowest first. Each object keeps the values of its fields. */
export abstract class LayeredObject extends JsonnetObject implements Layered {
  /** The values, by the slots of the index. */
  protected values: (Value | undefined)[] | undefined = undefined;
  /** The frames of the layers. That of the lowest is held apart, since most objects have only one. */
  private frame: Frame | undefined = undefined;
  private frames: (Frame | undefined)[] | undefined = undefined;
  /** The values of `super.f`, by layer and name. */
  private superValues: Map<string, Value> | undefined = undefined;
  private asserts: number;

  constructor(assertive: boolean) {
    super();
    this.asserts = assertive ? 0 : noAsserts;
  }

  /** Whether any layer has asserts. */
  get assertive(): boolean {
    return this.asserts !== noAsserts;
  }

  /** Whether `std.objectRemoveKey` took a field from any layer. */
  get isStripped(): boolean {
    return false;
  }

  abstract layers(): readonly Layer[];
  protected abstract index(): ObjectIndex;

  protected find(name: string): Member | undefined {
    return this.index().members.get(name);
  }

  findBelow(name: string, layer: number): Member | undefined {
    let member = this.index().members.get(name);
    while (member !== undefined && member.layer >= layer) member = member.below;
    return member;
  }

  /** The field that `super.name` in the text of a layer stands for. It may be one that was removed. */
  findSuper(name: string, layer: number): Member | undefined {
    if (!this.isStripped) return this.findBelow(name, layer);
    const layers = this.layers();
    const { field, at } = findRemoved(layers, name, layer);
    return field === undefined ? this.findBelow(name, at) : new Member(field, at, this, -1, layers[at]);
  }

  override get(key: string): Value | undefined {
    if (this.asserts >= 0) this.check();
    const member = this.find(key);
    return member === undefined ? undefined : this.value(member);
  }

  override cell(key: string): Cell {
    const member = this.find(key) as Member;
    // Before the asserts have passed, no value may leave, not even one that needs no evaluation.
    const value = this.asserts < 0 ? (member.fixed ?? this.known(member)) : undefined;
    return value !== undefined ? value : lazy(() => this.get(key) as Value);
  }

  /** The value of `super.key` in the text of a layer; undefined if no layer below has the field. */
  getSuper(key: string, layer: number): Value | undefined {
    if (this.asserts >= 0) this.check();
    const member = this.findSuper(key, layer);
    if (member === undefined || member.fixed !== undefined) return member?.fixed;
    const place = `${member.layer}/${key}`;
    this.superValues ??= new Map();
    let value = this.superValues.get(place);
    if (value === undefined) {
      value = this.sum(member);
      this.superValues.set(place, value);
    }
    return value;
  }

  override has(key: string, includeHidden: boolean): boolean {
    const member = this.find(key);
    return member !== undefined && (includeHidden || !member.hidden);
  }

  override keys(includeHidden: boolean): readonly string[] {
    return this.index().keys(includeHidden);
  }

  override check(): void {
    if (this.asserts < 0 || this.asserts === machine.epoch) return;
    this.asserts = machine.epoch;
    const layers = this.layers();
    for (let i = layers.length - 1; i >= 0; i--) {
      const layer = layers[i] as Layer;
      for (const assert of layer.shape?.asserts ?? []) assert(this.frameOf(i, layer));
    }
    this.asserts = passed;
  }

  override toJson(convert: (value: Value) => Json): { [key: string]: Json } {
    this.check();
    const { output } = this.index();
    const json: { [key: string]: Json } = {};
    for (const member of output) setField(json, member.field.name, convert(this.value(member)));
    return json;
  }

  protected value(member: Member): Value {
    if (member.fixed !== undefined) return member.fixed;
    const known = this.known(member);
    if (known !== undefined) return known;
    const value = this.sum(member);
    this.keep(member, value);
    return value;
  }

  protected known(member: Member): Value | undefined {
    return this.values === undefined ? undefined : this.values[member.slot];
  }

  protected keep(member: Member, value: Value): void {
    this.values ??= new Array(this.index().slots);
    this.values[member.slot] = value;
  }

  /** The value of a member with all the `+:` below it. This is a loop, since a fold can pile up thousands. */
  private sum(top: Member): Value {
    if (!top.field.plus || top.below === undefined) return this.own(top);
    const members = [top];
    let lowest = top;
    while (lowest.field.plus && lowest.below !== undefined) {
      lowest = lowest.below;
      members.push(lowest);
    }
    let value = this.own(lowest);
    for (let i = members.length - 2; i >= 0; i--) value = add(value, this.own(members[i] as Member));
    return value;
  }

  private own({ field, layer, owner }: Member): Value {
    const { body, env } = field;
    if (!(body instanceof Unit)) return force(body);
    if (env === undefined) return body.run(this.frameOf(layer, owner));
    const { shape } = owner ?? (this.layers()[layer] as Layer);
    return body.run((shape as ObjectShape).open(env, this, layer));
  }

  private frameOf(layer: number, owner: Layer | undefined): Frame {
    const known = layer === 0 ? this.frame : this.frames?.[layer];
    if (known !== undefined) return known;
    const { shape, env } = owner ?? (this.layers()[layer] as Layer);
    const frame = (shape as ObjectShape).open(env as Frame, this, layer);
    if (layer === 0) {
      this.frame = frame;
    } else {
      this.frames ??= new Array(Math.min(this.layers().length, mostKept));
      this.frames[layer] = frame;
    }
    return frame;
  }
}

/** An object expression without computed names. */
export class LiteralObject extends LayeredObject implements Layer {
  readonly shape: ObjectShape;
  readonly env: Frame;

  constructor(shape: ObjectShape, env: Frame) {
    super(shape.asserts.length > 0);
    this.shape = shape;
    this.env = env;
  }

  get isStatic(): boolean {
    return true;
  }

  get ownIndex(): ObjectIndex {
    return this.shape.index;
  }

  fields(): ReadonlyMap<string, Field> {
    return this.shape.fields;
  }

  field(name: string): Field | undefined {
    return this.shape.fields.get(name);
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
  private readonly byName: ReadonlyMap<string, Field>;
  private members: ObjectIndex | undefined = undefined;

  constructor(shape: ObjectShape, env: Frame, fields: ReadonlyMap<string, Field>) {
    super(shape.asserts.length > 0);
    this.shape = shape;
    this.env = env;
    this.byName = fields;
  }

  get isStatic(): boolean {
    return false;
  }

  get ownIndex(): ObjectIndex {
    this.members ??= ObjectIndex.ofFields(this.byName);
    return this.members;
  }

  fields(): ReadonlyMap<string, Field> {
    return this.byName;
  }

  field(name: string): Field | undefined {
    return this.byName.get(name);
  }

  override layers(): readonly Layer[] {
    return [this];
  }

  protected override index(): ObjectIndex {
    return this.ownIndex;
  }
}

/** An index pays off after this many looks at layers, for each layer it has. */
const indexCost = 8;

/**
 * `left + right`. The list of layers and the index are made only when they are needed, in time linear in the fields.
 * Folds make thousands of objects, each with one layer more, and read a field or two of each. So an object of many layers
 * first looks through the objects it was made of, and makes its index when it has looked often enough.
 */
class SumObject extends LayeredObject {
  private readonly left: JsonnetObject;
  private readonly right: JsonnetObject;
  readonly count: number;
  private readonly stripped: boolean;
  private flat: readonly Layer[] | undefined = undefined;
  private members: ObjectIndex | undefined = undefined;
  /** How many layers were looked at without an index, and the values found that way. */
  private looks = 0;
  private byName: Map<string, Value> | undefined = undefined;

  constructor(left: JsonnetObject, right: JsonnetObject) {
    super(isAssertive(left) || isAssertive(right));
    this.left = left;
    this.right = right;
    this.count = countLayers(left) + countLayers(right);
    this.stripped = isStripped(left) || isStripped(right);
  }

  override get isStripped(): boolean {
    return this.stripped;
  }

  override layers(): readonly Layer[] {
    if (this.flat !== undefined) return this.flat;
    if (this.count === 2) {
      this.flat = [onlyLayer(this.left), onlyLayer(this.right)];
      return this.flat;
    }
    const reversed: Layer[] = [];
    const pending: JsonnetObject[] = [this];
    for (let object = pending.pop(); object !== undefined; object = pending.pop()) {
      if (object instanceof SumObject && object.flat === undefined) {
        pending.push(object.left, object.right);
      } else if (object instanceof SumObject || object instanceof StrippedObject) {
        const layers = object.layers();
        for (let i = layers.length - 1; i >= 0; i--) reversed.push(layers[i] as Layer);
      } else {
        reversed.push(object as unknown as Layer);
      }
    }
    this.flat = reversed.reverse();
    return this.flat;
  }

  protected override index(): ObjectIndex {
    if (this.members === undefined) {
      this.members = ObjectIndex.ofLayers(this.layers());
      if (this.byName !== undefined) {
        for (const [name, value] of this.byName) this.keep(super.find(name) as Member, value);
        this.byName = undefined;
      }
    }
    return this.members;
  }

  private get isIndexed(): boolean {
    return this.members !== undefined || this.count <= mostKept || this.looks > this.count * indexCost;
  }

  protected override find(name: string): Member | undefined {
    return this.isIndexed ? super.find(name) : this.look(name, this.count);
  }

  override findBelow(name: string, layer: number): Member | undefined {
    return this.isIndexed ? super.findBelow(name, layer) : this.look(name, layer);
  }

  /** The topmost field of this name below a layer, found without an index of this object. */
  private look(name: string, limit: number): Member | undefined {
    const objects: JsonnetObject[] = [this];
    const bases = [0];
    for (let object = objects.pop(); object !== undefined; object = objects.pop()) {
      const base = bases.pop() as number;
      if (base >= limit) continue;
      if (object instanceof SumObject && object.members === undefined) {
        objects.push(object.left, object.right);
        bases.push(base, base + countLayers(object.left));
        continue;
      }
      this.looks++;
      const found = topmost(object, name, limit - base);
      if (found !== undefined) return new Member(found.field, base + found.layer, this, -1, found.owner);
    }
    return undefined;
  }

  protected override known(member: Member): Value | undefined {
    return member.slot < 0 ? this.byName?.get(member.field.name) : super.known(member);
  }

  protected override keep(member: Member, value: Value): void {
    if (member.slot >= 0) {
      super.keep(member, value);
    } else if (this.members !== undefined) {
      super.keep(super.find(member.field.name) as Member, value);
    } else {
      this.byName ??= new Map();
      this.byName.set(member.field.name, value);
    }
  }
}

type Found = Pick<Member, 'field' | 'layer' | 'owner'>;

/** The topmost field of this name below a layer of an object that is not a sum or has an index. */
function topmost(object: JsonnetObject, name: string, limit: number): Found | undefined {
  const layers = layersOf(object);
  if (object instanceof SumObject) {
    const member = object.findBelow(name, limit);
    return member && { field: member.field, layer: member.layer, owner: layers[member.layer] };
  }
  for (let layer = Math.min(layers.length, limit) - 1; layer >= 0; layer--) {
    const owner = layers[layer] as Layer;
    const field = owner.field(name);
    if (field !== undefined) return { field, layer, owner };
  }
  return undefined;
}

/** An object without one of the fields of another object. */
class StrippedObject extends LayeredObject {
  private readonly kept: readonly Layer[];
  private members: ObjectIndex | undefined = undefined;

  constructor(layers: readonly Layer[], assertive: boolean) {
    super(assertive);
    this.kept = layers;
  }

  override get isStripped(): boolean {
    return true;
  }

  override layers(): readonly Layer[] {
    return this.kept;
  }

  protected override index(): ObjectIndex {
    this.members ??= ObjectIndex.ofLayers(this.kept);
    return this.members;
  }
}

function isAssertive(object: JsonnetObject): boolean {
  return object instanceof LayeredObject && object.assertive;
}

function isStripped(object: JsonnetObject): boolean {
  return object instanceof LayeredObject && object.isStripped;
}

function countLayers(object: JsonnetObject): number {
  if (object instanceof SumObject) return object.count;
  return object instanceof StrippedObject ? object.layers().length : 1;
}

/** The layer of an object that has only one. */
function onlyLayer(object: JsonnetObject): Layer {
  return object instanceof StrippedObject ? (object.layers()[0] as Layer) : (object as unknown as Layer);
}

/** The layers of an object. An object that is not layered is a layer itself. */
function layersOf(object: JsonnetObject): readonly Layer[] {
  return object instanceof LayeredObject ? object.layers() : [object as unknown as Layer];
}

/** `left + right` for objects. */
export function addObjects(left: JsonnetObject, right: JsonnetObject): JsonnetObject {
  return new SumObject(left, right);
}

/** `a + b` for all types. @throws JsonnetError if they do not go together */
export function add(left: Value, right: Value): Value {
  if (typeof left === 'number' && typeof right === 'number') return checkNumber(left + right);
  if (typeof left === 'string' && typeof right === 'string') return checkText(left + right);
  if (left instanceof JsonnetObject && right instanceof JsonnetObject) return addObjects(left, right);
  if (typeof left === 'string' || typeof right === 'string') return joinText(left, right);
  if (Array.isArray(left) && Array.isArray(right)) return concatenate(left, right);
  const type = typeName(left);
  const isAddable = type === 'number' || type === 'array' || type === 'object';
  return fail(isAddable ? `Unexpected type ${typeName(right)}, expected ${type}` : `Unexpected type ${type}`);
}

/** The object without a field. Its asserts stay, and its own `super` still finds the field, as in go-jsonnet. */
export function removeField(object: JsonnetObject, name: string): JsonnetObject {
  const unit = layersOf(object);
  const layers = unit.map((layer, place) => withoutField(layer, { name, unit, place, field: layer.field(name) }));
  return new StrippedObject(layers, isAssertive(object));
}

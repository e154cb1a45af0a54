import { sortText } from '../../json/code-points.js';
import { type Json, type JsonObject as JsonFields, setField } from '../../json/json.js';
import type { Layer } from './object-index.js';
import { Field, ObjectIndex } from './object-index.js';
import type { Cell, Value } from './value.js';
import { JsonnetObject, Thunk } from './value.js';

/**
 * An object of parsed JSON. Its fields become values when they are first read. What it has in common with PlainObject is
 * written in both: requests make thousands of these, and a base class costs 1 to 2 % of a small hook.
 */
export class JsonObject extends JsonnetObject implements Layer {
  /** The object as it was given; it is never changed. */
  private readonly raw: JsonFields;
  /** Whether the caller gave it and may get it back as it is. What is kept for the next call must be copied. */
  private readonly ownedByCaller: boolean;
  /** The values made so far. The first two are held apart from the map, since few programs read more of one object. */
  private name1: string | undefined = undefined;
  private value1: Value = null;
  private name2: string | undefined = undefined;
  private value2: Value = null;
  private others: Map<string, Value> | undefined = undefined;
  private sorted: readonly string[] | undefined = undefined;
  private index: ObjectIndex | undefined = undefined;

  constructor(raw: JsonFields, ownedByCaller: boolean) {
    super();
    this.raw = raw;
    this.ownedByCaller = ownedByCaller;
  }

  get shape(): undefined {
    return undefined;
  }

  get env(): undefined {
    return undefined;
  }

  get isStatic(): boolean {
    return false;
  }

  get ownIndex(): ObjectIndex {
    this.index ??= ObjectIndex.ofFields(this.fields());
    return this.index;
  }

  override get(key: string): Value | undefined {
    const json = this.raw[key];
    // What is inherited is a function, or the prototype behind `__proto__`.
    if (typeof json !== 'object' || json === null) return typeof json === 'function' ? undefined : json;
    if (key === this.name1) return this.value1;
    if (key === this.name2) return this.value2;
    return this.others?.get(key) ?? this.wrap(key, json);
  }

  private wrap(key: string, json: Json): Value | undefined {
    if (!Object.hasOwn(this.raw, key)) return undefined;
    const value = fromJson(json, this.ownedByCaller);
    if (this.name1 === undefined) {
      this.name1 = key;
      this.value1 = value;
    } else if (this.name2 === undefined) {
      this.name2 = key;
      this.value2 = value;
    } else {
      this.others ??= new Map();
      this.others.set(key, value);
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

  override toJson(convert: (value: Value) => Json): JsonFields {
    if (this.ownedByCaller) return this.raw;
    const json: JsonFields = {};
    for (const key of this.keys()) setField(json, key, convert(this.get(key) as Value));
    return json;
  }

  fields(): ReadonlyMap<string, Field> {
    const fields = new Map<string, Field>();
    for (const name of Object.keys(this.raw)) fields.set(name, this.field(name) as Field);
    return fields;
  }

  field(name: string): Field | undefined {
    const value = this.get(name);
    return value === undefined ? undefined : new Field(name, ':', false, value);
  }
}

/** An array inside an array. It is copied only when it is read. */
class JsonThunk extends Thunk {
  private readonly json: Json;
  private readonly ownedByCaller: boolean;
  private value: Value | undefined = undefined;

  constructor(json: Json, ownedByCaller: boolean) {
    super();
    this.json = json;
    this.ownedByCaller = ownedByCaller;
  }

  override force(): Value {
    this.value ??= fromJson(this.json, this.ownedByCaller);
    return this.value;
  }
}

/**
 * A Jsonnet value over parsed JSON. Objects are wrapped lazily and not copied, so nobody may change them any more.
 * @param ownedByCaller whether objects that pass through untouched may come out as they are; not for what is kept for
 * the next call
 */
export function fromJson(json: Json, ownedByCaller = false): Value {
  if (typeof json !== 'object' || json === null) return json;
  if (!Array.isArray(json)) return new JsonObject(json, ownedByCaller);
  const cells: Cell[] = new Array(json.length);
  for (let i = 0; i < json.length; i++) {
    const element = json[i] as Json;
    if (typeof element !== 'object' || element === null) cells[i] = element;
    else
      cells[i] = Array.isArray(element)
        ? new JsonThunk(element, ownedByCaller)
        : new JsonObject(element, ownedByCaller);
  }
  return cells;
}

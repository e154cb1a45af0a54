import type { Json } from './engine.js';
import type { Layer } from './object-index.js';
import { Field } from './object-index.js';
import { sortText } from './text.js';
import type { Cell, Value } from './value.js';
import { JsonnetObject, Thunk } from './value.js';

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
    for (const name of Object.keys(this.raw)) fields.set(name, this.field(name) as Field);
    return fields;
  }

  field(name: string): Field | undefined {
    const value = this.get(name);
    return value === undefined ? undefined : new Field(name, ':', false, value);
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

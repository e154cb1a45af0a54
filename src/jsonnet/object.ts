import type { Json } from './engine.js';
import { sortText } from './text.js';
import type { Cell, Value } from './value.js';
import { JsonnetObject, lazy, Thunk } from './value.js';

/** An object of visible fields without `self`: what built-ins return. */
class PlainObject extends JsonnetObject {
  readonly #fields: Map<string, Cell>;
  #keys: string[] | undefined;

  constructor(fields: Map<string, Cell>) {
    super();
    this.#fields = fields;
  }

  override get(key: string): Value | undefined {
    const cell = this.#fields.get(key);
    if (!(cell instanceof Thunk)) return cell;
    const value = cell.force();
    this.#fields.set(key, value);
    return value;
  }

  override cell(key: string): Cell {
    return this.#fields.get(key) as Cell;
  }

  override has(key: string): boolean {
    return this.#fields.has(key);
  }

  override keys(): readonly string[] {
    this.#keys ??= sortText([...this.#fields.keys()]);
    return this.#keys;
  }

  override check(): void {}
}

/** An object of visible fields, for the results of built-ins. A key that comes twice keeps its last value. */
export function objectOf(entries: Iterable<readonly [string, Cell]>): JsonnetObject {
  return new PlainObject(new Map(entries));
}

/** A parsed JSON object, whose fields are wrapped when they are first looked at. */
export class JsonObject extends JsonnetObject {
  /** The object as it was given; never changed. */
  readonly raw: { readonly [key: string]: Json };
  readonly #wrapped = new Map<string, Value>();
  #keys: string[] | undefined;

  constructor(raw: { readonly [key: string]: Json }) {
    super();
    this.raw = raw;
  }

  override get(key: string): Value | undefined {
    if (!Object.hasOwn(this.raw, key)) return undefined;
    let value = this.#wrapped.get(key);
    if (value === undefined) {
      value = fromJson(this.raw[key] as Json);
      if (typeof value === 'object') this.#wrapped.set(key, value);
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
    this.#keys ??= sortText(Object.keys(this.raw));
    return this.#keys;
  }

  override check(): void {}
}

/** A Jsonnet value over parsed JSON. Objects are wrapped lazily and not copied: the caller must not change them any more. */
export function fromJson(json: Json): Value {
  if (typeof json !== 'object' || json === null) return json;
  if (!Array.isArray(json)) return new JsonObject(json);
  return json.map((element) =>
    typeof element === 'object' && element !== null ? lazy(() => fromJson(element)) : element,
  );
}

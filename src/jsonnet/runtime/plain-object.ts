import { sortText } from '../../json/code-points.js';
import { type Json, type JsonObject as JsonFields, setField } from '../../json/json.js';
import type { Layer } from './object-index.js';
import { Field, ObjectIndex } from './object-index.js';
import type { Cell, Value } from './value.js';
import { JsonnetObject, Thunk } from './value.js';

/** An object whose fields do not use `self`: what built-ins return, and `std` itself, whose fields are hidden. */
export class PlainObject extends JsonnetObject implements Layer {
  private readonly cells: Map<string, Cell>;
  private readonly hidden: boolean;
  private sorted: readonly string[] | undefined = undefined;
  private index: ObjectIndex | undefined = undefined;

  constructor(cells: Map<string, Cell>, hidden = false) {
    super();
    this.cells = cells;
    this.hidden = hidden;
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

  override toJson(convert: (value: Value) => Json): JsonFields {
    const json: JsonFields = {};
    for (const key of this.keys(false)) setField(json, key, convert(this.get(key) as Value));
    return json;
  }

  fields(): ReadonlyMap<string, Field> {
    const fields = new Map<string, Field>();
    for (const name of this.cells.keys()) fields.set(name, this.field(name) as Field);
    return fields;
  }

  field(name: string): Field | undefined {
    const cell = this.cells.get(name);
    return cell === undefined ? undefined : new Field(name, this.hidden ? '::' : ':', false, cell);
  }
}

/** An object of visible fields, for the results of built-ins. If a key comes twice, its last value counts. */
export function objectOf(entries: Iterable<readonly [string, Cell]>): JsonnetObject {
  return new PlainObject(new Map(entries));
}

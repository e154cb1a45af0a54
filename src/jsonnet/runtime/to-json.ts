import type { Json } from '../../json/json.js';
import { enterLevel, leaveLevel } from './machine.js';
import { notManifestable } from './manifest.js';
import type { Value } from './value.js';
import { at, JsonnetObject } from './value.js';

/**
 * A value as plain JSON: everything evaluated, hidden fields left out. An object of the request that passed through
 * untouched comes out as it is, not as a copy.
 * @throws JsonnetError for a function, and whatever evaluation throws
 */
export function toJson(value: Value): Json {
  if (typeof value !== 'object' || value === null) return value;
  enterLevel();
  let json: Json;
  if (Array.isArray(value)) {
    json = new Array<Json>(value.length);
    for (let i = 0; i < value.length; i++) json[i] = toJson(at(value, i));
  } else if (value instanceof JsonnetObject) {
    json = value.toJson(toJson);
  } else {
    notManifestable();
  }
  leaveLevel();
  return json;
}

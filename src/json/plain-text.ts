/** Taken before any hook is loaded, so that a hook which replaces them changes nothing here. */
const { stringify } = JSON;
const { defineProperty, deleteProperty, getOwnPropertyDescriptor } = Reflect;
const { prototype: arrays } = Array;
const { prototype: objects } = Object;

/**
 * The JSON text of plain data. Unlike `JSON.stringify` it does not call a `toJSON` that a script gave to all objects or to
 * all arrays: what is plain data was judged already as it is.
 * @throws TypeError if such a `toJSON` cannot be removed for the time of the call
 */
export function plainText(value: unknown): string {
  if (!('toJSON' in arrays)) return stringify(value);
  const removed = [arrays, objects].map((owner) => [owner, getOwnPropertyDescriptor(owner, 'toJSON')] as const);
  try {
    for (const [owner] of removed) {
      if (!deleteProperty(owner, 'toJSON')) throw new TypeError('toJSON of all objects cannot be removed');
    }
    return stringify(value);
  } finally {
    for (const [owner, descriptor] of removed)
      if (descriptor !== undefined) defineProperty(owner, 'toJSON', descriptor);
  }
}

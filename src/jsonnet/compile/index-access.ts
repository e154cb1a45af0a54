import { fail, JsonnetError } from '../error.js';
import { typeName } from '../runtime/builtin.js';
import type { Code, Frame } from '../runtime/code.js';
import type { LayeredObject } from '../runtime/layered-object.js';
import { atSite, machine, push, type Site } from '../runtime/machine.js';
import { slice } from '../runtime/operations.js';
import type { JsonnetArray, Value } from '../runtime/value.js';
import { JsonnetObject, Thunk } from '../runtime/value.js';
import type { IndexNode, InSuperNode, Node, SliceNode, SuperNode } from '../syntax/ast.js';
import { layerSlot, type Scope, selfSlot } from '../syntax/scope.js';
import { suggestion } from '../syntax/suggestion.js';
import type { Compiler, Context } from './compiler.js';
import { framesTo, outwards } from './variable.js';

/** `a.f` and `a[e]` */
export function compileIndex(compiler: Compiler, { target, key, ...at }: IndexNode, context: Context): Code {
  const site = compiler.site(at, context);
  const object = compiler.code(target, context);
  const name = typeof key === 'string' ? key : key.kind === 'literal' ? key.value : undefined;
  if (typeof name === 'string') {
    return (frame) => {
      const value = object(frame);
      return value instanceof JsonnetObject ? fieldOf(value, name, site) : indexOf(value, name, site);
    };
  }
  const index = compiler.code(key as Node, context);
  return (frame) => indexOf(object(frame), index(frame), site);
}

/** The field of an object. @throws JsonnetError if there is none; it names the field that may be meant */
function fieldOf(object: JsonnetObject, name: string, site: Site): Value {
  const depth = push(site);
  const value = object.get(name);
  machine.depth = depth;
  return value === undefined ? noField(name, object.keys(true), site) : value;
}

function noField(name: string, known: readonly string[], site: Site): never {
  throw new JsonnetError('runtime', `Field does not exist: ${name}${suggestion(name, known)}`, site);
}

function indexOf(target: Value, index: Value, site: Site): Value {
  if (target instanceof JsonnetObject) {
    return typeof index === 'string' ? fieldOf(target, index, site) : wrongType(index, 'string', site);
  }
  if (Array.isArray(target)) {
    return typeof index === 'number' ? elementOf(target, index, site) : wrongType(index, 'number', site);
  }
  if (typeof target === 'string') {
    return typeof index === 'number' ? characterOf(target, index, site) : wrongType(index, 'number', site);
  }
  throw new JsonnetError('runtime', `Value non indexable: ${typeName(target)}`, site);
}

function wrongType(found: Value, expected: string, site: Site): never {
  throw new JsonnetError('runtime', `Unexpected type ${typeName(found)}, expected ${expected}`, site);
}

/** Fractions are cut off, as go-jsonnet does. */
function elementOf(array: JsonnetArray, position: number, site: Site): Value {
  const index = Math.trunc(position);
  const cell = array[index];
  if (cell === undefined) return outOfBounds(index, array.length, site);
  if (!(cell instanceof Thunk)) return cell;
  const depth = push(site);
  const value = cell.force();
  machine.depth = depth;
  array[index] = value;
  return value;
}

function outOfBounds(index: number, length: number, site: Site): never {
  throw new JsonnetError('runtime', `Index ${index} out of bounds, not within [0, ${length})`, site);
}

const pair = /[\ud800-\udbff][\udc00-\udfff]/;
/** The last string found to have one unit per code point: programs walk through a string one index at a time. */
let simple = '';

function characterOf(text: string, position: number, site: Site): string {
  const index = Math.trunc(position);
  if (text !== simple) {
    if (pair.test(text)) {
      const characters = Array.from(text);
      return characters[index] ?? outOfBounds(index, characters.length, site);
    }
    simple = text;
  }
  return text[index] ?? outOfBounds(index, text.length, site);
}

/** `a[from:to:step]` */
export function compileSlice(compiler: Compiler, node: SliceNode, context: Context): Code {
  const site = compiler.site(node, context);
  const target = compiler.code(node.target, context);
  const from = position(compiler, node.from, context);
  const to = position(compiler, node.to, context);
  const step = position(compiler, node.step, context);
  return (frame) => {
    const value = target(frame);
    const positions = [from(frame), to(frame), step(frame)] as const;
    return atSite(site, () => {
      if (typeof value !== 'string' && !Array.isArray(value)) {
        return fail(`Unexpected type ${typeName(value)}, expected array or string`);
      }
      return slice(value, ...positions);
    });
  };
}

/** A part of a slice: a number, or null if it is left out. */
function position(compiler: Compiler, node: Node | undefined, context: Context): (frame: Frame) => number | null {
  if (node === undefined) return () => null;
  const code = compiler.code(node, context);
  const site = compiler.site(node, context);
  return (frame) => {
    const value = code(frame);
    return value === null || typeof value === 'number' ? value : wrongType(value, 'number', site);
  };
}

/** `super.f` and `super[e]` */
export function compileSuper(compiler: Compiler, node: SuperNode, context: Context): Code {
  const site = compiler.site(node, context);
  const { key: keyNode } = node;
  const key = typeof keyNode === 'string' ? () => keyNode : compiler.code(keyNode, context);
  const frames = framesTo(context.scope, node.scope as Scope);
  return (frame) => {
    const name = key(frame);
    if (typeof name !== 'string') return wrongType(name, 'string', site);
    const holder = outwards(frame, frames);
    const self: LayeredObject = holder[selfSlot];
    const layer: number = holder[layerSlot];
    if (layer === 0) throw new JsonnetError('runtime', 'Attempt to use super when there is no super class.', site);
    const depth = push(site);
    const value = self.getSuper(name, layer);
    machine.depth = depth;
    return value === undefined ? noField(name, [], site) : value;
  };
}

/** `e in super` */
export function compileInSuper(compiler: Compiler, node: InSuperNode, context: Context): Code {
  const site = compiler.site(node, context);
  const key = compiler.code(node.key, context);
  const frames = framesTo(context.scope, node.scope as Scope);
  return (frame) => {
    const name = key(frame);
    if (typeof name !== 'string') return wrongType(name, 'string', site);
    const holder = outwards(frame, frames);
    const self: LayeredObject = holder[selfSlot];
    return self.findSuper(name, holder[layerSlot]) !== undefined;
  };
}

import { JsonnetError } from '../error.js';
import { typeName } from '../runtime/builtin.js';
import type { Code, Frame } from '../runtime/code.js';
import { ComputedObject, LiteralObject } from '../runtime/layered-object.js';
import type { Site } from '../runtime/machine.js';
import { Field, ObjectShape } from '../runtime/object-index.js';
import type { Value } from '../runtime/value.js';
import type { FieldNode, Node, ObjectNode } from '../syntax/ast.js';
import type { Binding, Scope } from '../syntax/scope.js';
import type { Compiler, Context } from './compiler.js';

/** `{ .. }` */
export function compileObject(compiler: Compiler, node: ObjectNode, context: Context): Code {
  let shape: ObjectShape | undefined;
  const computed = node.fields.flatMap((field) =>
    typeof field.name === 'string' ? [] : computedField(compiler, field.name, field, node, context),
  );
  if (computed.length === 0) {
    return (frame) => {
      shape ??= objectShape(compiler, node);
      return new LiteralObject(shape, frame);
    };
  }
  const [only] = computed;
  if (computed.length === 1 && only !== undefined && node.fields.length === 1) {
    return (frame) => {
      shape ??= objectShape(compiler, node);
      const fields = new Map<string, Field>();
      only(frame, fields);
      return new ComputedObject(shape, frame, fields);
    };
  }
  return (frame) => {
    shape ??= objectShape(compiler, node);
    const fields = new Map(shape.fields);
    for (const add of computed) add(frame, fields);
    return new ComputedObject(shape, frame, fields);
  };
}

/** What all objects of one expression have in common. */
export function objectShape(compiler: Compiler, node: ObjectNode): ObjectShape {
  const scope = node.scope as Scope;
  const context = { scope, what: scope.what };
  const fields = new Map<string, Field>();
  for (const field of node.fields) {
    const { name, value } = field;
    if (typeof name !== 'string') continue;
    const body = value.kind === 'literal' ? value.value : compiler.unit(value, context);
    fields.set(name, new Field(name, field.visibility, field.plus, body));
  }
  return new ObjectShape(
    scope,
    fields,
    node.locals.map((bind) => ({ slot: (bind.binding as Binding).slot, delay: compiler.bindDelay(bind, context) })),
    node.asserts.map((clause) => compiler.assertion(clause, clause, context, 'Object assertion failed.')),
  );
}

/** Code that evaluates the name of a computed field and adds the field, unless the name is null. */
function computedField(
  compiler: Compiler,
  nameNode: Node,
  field: FieldNode,
  { scope }: ObjectNode,
  context: Context,
): (frame: Frame, fields: Map<string, Field>) => void {
  const name = compiler.code(nameNode, context);
  const site = compiler.site(nameNode, context);
  const inside = { scope: scope as Scope, what: (scope as Scope).what };
  const body = field.value.kind === 'literal' ? field.value.value : compiler.unit(field.value, inside);
  return (frame, fields) => {
    const key = fieldName(name(frame), fields, site);
    if (key !== undefined) fields.set(key, new Field(key, field.visibility, field.plus, body));
  };
}

/** The computed name, or undefined for null. @throws JsonnetError for another type, and for a name that is taken */
export function fieldName(name: Value, fields: ReadonlyMap<string, Field>, site: Site): string | undefined {
  if (name === null) return undefined;
  if (typeof name !== 'string') {
    throw new JsonnetError('runtime', `Field name must be string, got ${typeName(name)}`, site);
  }
  if (fields.has(name)) throw new JsonnetError('runtime', `Duplicate field name: "${name}"`, site);
  return name;
}

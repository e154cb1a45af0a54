import { JsonnetError } from '../error.js';
import { typeName } from '../runtime/builtin.js';
import type { Code } from '../runtime/code.js';
import { type Frame, newFrame } from '../runtime/code.js';
import { ComputedObject } from '../runtime/layered-object.js';
import { Field, ObjectShape } from '../runtime/object-index.js';
import type { Cell } from '../runtime/value.js';
import type { ArrayComprehensionNode, Clause, Node, ObjectComprehensionNode } from '../syntax/ast.js';
import type { Binding, Scope } from '../syntax/scope.js';
import type { Compiler, Context } from './compiler.js';
import { fieldName } from './object.js';

/** Runs the remaining clauses for one frame and passes each innermost frame on, together with what is being filled. */
type Step<T> = (frame: Frame, into: T) => void;

/** `[body for x in xs if c]` */
export function compileArrayComprehension(compiler: Compiler, node: ArrayComprehensionNode, context: Context): Code {
  const inside = innermost(node.clauses, context);
  const element = compiler.delay(node.body, inside);
  const step = compileClauses<Cell[]>(compiler, node.clauses, context, (frame, into) => {
    into.push(element(frame));
  });
  return (frame) => {
    const cells: Cell[] = [];
    step(frame, cells);
    // A copy has no spare room, which would be most of a short array.
    return cells.length < 16 ? cells.slice() : cells;
  };
}

/** `{ [name]: value for x in xs if c }` */
export function compileObjectComprehension(compiler: Compiler, node: ObjectComprehensionNode, context: Context): Code {
  const { field } = node;
  const inside = innermost(node.clauses, context);
  // The parser accepts only computed names here.
  const nameNode = field.name as Node;
  const name = compiler.code(nameNode, inside);
  const site = compiler.site(nameNode, inside);
  const scope = node.scope as Scope;
  const fieldContext = { scope, what: scope.what };
  const body = field.value.kind === 'literal' ? field.value.value : compiler.unit(field.value, fieldContext);
  const locals = node.locals.map((bind) => ({
    slot: (bind.binding as Binding).slot,
    delay: compiler.bindDelay(bind, fieldContext),
  }));
  const shape = new ObjectShape(scope, new Map(), locals, []);
  const step = compileClauses<Map<string, Field>>(compiler, node.clauses, context, (frame, into) => {
    const key = fieldName(name(frame), into, site);
    if (key !== undefined) into.set(key, new Field(key, field.visibility, field.plus, body, frame));
  });
  return (frame) => {
    const fields = new Map<string, Field>();
    step(frame, fields);
    return new ComputedObject(shape, frame, fields);
  };
}

/** The context of code that runs once per element. */
function innermost(clauses: readonly Clause[], { what, scope }: Context): Context {
  const last = clauses.findLast((clause) => clause.kind === 'for');
  return { what, scope: last?.kind === 'for' ? (last.scope as Scope) : scope };
}

function compileClauses<T>(compiler: Compiler, clauses: readonly Clause[], context: Context, body: Step<T>): Step<T> {
  const [clause, ...rest] = clauses;
  if (clause === undefined) return body;
  if (clause.kind === 'if') {
    const condition = compiler.boolean(clause.condition, context);
    const next = compileClauses(compiler, rest, context, body);
    return (frame, into) => {
      if (condition(frame)) next(frame, into);
    };
  }
  const source = compiler.code(clause.source, context);
  const site = compiler.site(clause.source, context);
  const scope = clause.scope as Scope;
  const next = compileClauses(compiler, rest, { scope, what: context.what }, body);
  return (frame, into) => {
    const array = source(frame);
    if (!Array.isArray(array)) {
      throw new JsonnetError('runtime', `Unexpected type ${typeName(array)}, expected array`, site);
    }
    for (let i = 0; i < array.length; i++) {
      const inner = newFrame(frame, scope.size);
      inner[1] = array[i];
      next(inner, into);
    }
  };
}

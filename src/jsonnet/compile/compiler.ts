import { JsonnetError, type SourceFile } from '../error.js';
import type { Runtime } from '../runtime/builtin.js';
import { typeName } from '../runtime/builtin.js';
import { Closure, type Lambda } from '../runtime/closure.js';
import { type Code, CodeThunk, type Delay, type Frame, Unit } from '../runtime/code.js';
import { LiteralObject } from '../runtime/layered-object.js';
import { atSite, machine, push, type Site } from '../runtime/machine.js';
import { toText } from '../runtime/operations.js';
import type { Cell, JsonnetObject, Value } from '../runtime/value.js';
import type { AssertClause, Bind, FunctionNode, IfNode, LocalNode, Node, ObjectNode } from '../syntax/ast.js';
import type { Binding, Scope } from '../syntax/scope.js';
import { selfSlot } from '../syntax/scope.js';
import { compileCall } from './call.js';
import { compileArrayComprehension, compileObjectComprehension } from './comprehension.js';
import { compileIndex, compileInSuper, compileSlice, compileSuper } from './index-access.js';
import { compileObject, objectShape } from './object.js';
import { compileBinary, compileUnary } from './operators.js';
import { compileSlot, compileVariable, delayVariable, framesTo, outwards } from './variable.js';

/** Where an expression stands: the scope whose frame it runs in, and the name of its code in traces. */
export interface Context {
  readonly scope: Scope;
  readonly what: string;
}

/** What compiled code asks of the engine. */
export interface Host {
  /** The `std` of the file. */
  readonly std: JsonnetObject;
  readonly runtime: Runtime;
  /** The value of an import. The file is looked for when it is first evaluated. */
  import(kind: 'import' | 'importstr' | 'importbin', target: string): () => Value;
}

/** Turns resolved trees into closures. Each part is compiled when it first runs. */
export class Compiler {
  readonly file: SourceFile;
  readonly host: Host;

  constructor(file: SourceFile, host: Host) {
    this.file = file;
    this.host = host;
  }

  /** The place of a node, for the stack and for errors. */
  site({ start, end }: { readonly start: number; readonly end: number }, { what }: Context): Site {
    return { span: { file: this.file, start, end }, what };
  }

  /** @param tail whether the result is that of the function around it, so that a last call may be left to the caller */
  code(node: Node, context: Context, tail = false): Code {
    switch (node.kind) {
      case 'literal': {
        const { value } = node;
        return () => value;
      }
      case 'variable':
        if (node.binding === undefined) return () => this.host.std;
        return compileVariable(node.binding, context, this.site(node, context));
      case 'self':
      case 'dollar':
        return compileSlot(node.scope as Scope, selfSlot, context);
      case 'super':
        return compileSuper(this, node, context);
      case 'in-super':
        return compileInSuper(this, node, context);
      case 'array': {
        const fixed = constant(this, node);
        if (fixed !== undefined) return () => fixed;
        return this.array(node.elements, context);
      }
      case 'array-comprehension':
        return compileArrayComprehension(this, node, context);
      case 'object': {
        const fixed = constant(this, node);
        if (fixed !== undefined) return () => fixed;
        return compileObject(this, node, context);
      }
      case 'object-comprehension':
        return compileObjectComprehension(this, node, context);
      case 'local':
        return this.local(node, context, tail);
      case 'function':
        return this.function(node);
      case 'call':
        return compileCall(this, node, context, tail);
      case 'index':
        return compileIndex(this, node, context);
      case 'slice':
        return compileSlice(this, node, context);
      case 'if':
        return this.if(node, context, tail);
      case 'error': {
        const message = this.code(node.message, context);
        const site = this.site(node, context);
        return (frame) => {
          const text = atSite(site, () => toText(message(frame)));
          throw new JsonnetError('runtime', text, site);
        };
      }
      case 'assert': {
        const check = this.assertion(node.clause, node, context, 'Assertion failed');
        const body = this.code(node.body, context, tail);
        return (frame) => {
          check(frame);
          return body(frame);
        };
      }
      case 'import':
      case 'importstr':
      case 'importbin': {
        const get = this.host.import(node.kind, node.target);
        const site = this.site(node, context);
        return () => {
          const depth = push(site);
          const value = get();
          machine.depth = depth;
          return value;
        };
      }
      case 'unary':
        return compileUnary(this, node, context);
      case 'binary':
        return compileBinary(this, node, context);
    }
  }

  /** Code for something that is not evaluated yet: it makes a thunk, or nothing at all if the value is at hand. */
  delay(node: Node, context: Context, what = thunkName(context)): Delay {
    switch (node.kind) {
      case 'literal': {
        const { value } = node;
        return () => value;
      }
      case 'variable':
        if (node.binding === undefined) return () => this.host.std;
        return delayVariable(node.binding, context, this.unit(node, context));
      case 'self':
      case 'dollar':
      case 'function':
        return this.code(node, context);
      case 'array':
      case 'object': {
        const fixed = constant(this, node);
        if (fixed !== undefined) return () => fixed;
        if (node.kind === 'object' && node.fields.every((field) => typeof field.name === 'string'))
          return compileObject(this, node, context);
        break;
      }
      default:
    }
    const unit = this.unit(node, { scope: context.scope, what });
    return sumDelay(node, unit, context) ?? ((frame) => new CodeThunk(unit, frame));
  }

  unit(node: Node, context: Context, tail = false): Unit {
    return new Unit(() => this.code(node, context, tail));
  }

  /** Code that checks the condition of an assert. @param otherwise the message if the assert has none */
  assertion(
    clause: AssertClause,
    at: { start: number; end: number },
    context: Context,
    otherwise: string,
  ): (frame: Frame) => void {
    const condition = this.boolean(clause.condition, context);
    const message = clause.message === undefined ? undefined : this.code(clause.message, context);
    const site = this.site(at, context);
    return (frame) => {
      if (condition(frame)) return;
      const text = message === undefined ? otherwise : atSite(site, () => toText(message(frame)));
      throw new JsonnetError('runtime', text, site);
    };
  }

  /** Code whose value must be a boolean. */
  boolean(node: Node, context: Context): (frame: Frame) => boolean {
    const code = this.code(node, context);
    const site = this.site(node, context);
    return (frame) => {
      const value = code(frame);
      if (typeof value === 'boolean') return value;
      throw new JsonnetError('runtime', `Unexpected type ${typeName(value)}, expected boolean`, site);
    };
  }

  private array(elements: readonly Node[], context: Context): Code {
    const delays = elements.map((element) => this.delay(element, context));
    if (delays.length === 1) {
      const [only] = delays as [Delay];
      return (frame) => [only(frame)];
    }
    return (frame) => {
      const cells: Cell[] = new Array(delays.length);
      for (let i = 0; i < delays.length; i++) cells[i] = (delays[i] as Delay)(frame);
      return cells;
    };
  }

  /** The delayed value of a bind, with its name for traces. */
  bindDelay({ name, value }: Bind, context: Context): Delay {
    return this.delay(value, context, `thunk <${name}> from <${context.what}>`);
  }

  /** Locals in a row are one step: each has a slot of its own, so all are set before the body runs. */
  private local(node: LocalNode, context: Context, tail: boolean): Code {
    const slots: number[] = [];
    const delays: Delay[] = [];
    let body: Node = node;
    for (; body.kind === 'local'; body = body.body) {
      for (const bind of body.binds) {
        slots.push((bind.binding as Binding).slot);
        delays.push(this.bindDelay(bind, context));
      }
    }
    const code = this.code(body, context, tail);
    if (slots.length === 1) {
      const [slot] = slots as [number];
      const [delay] = delays as [Delay];
      return (frame) => {
        frame[slot] = delay(frame);
        return code(frame);
      };
    }
    return (frame) => {
      for (let i = 0; i < slots.length; i++) frame[slots[i] as number] = (delays[i] as Delay)(frame);
      return code(frame);
    };
  }

  private function(node: FunctionNode): Code {
    let lambda: Lambda | undefined;
    return (frame) => {
      lambda ??= this.lambda(node);
      return new Closure(lambda, frame);
    };
  }

  private lambda(node: FunctionNode): Lambda {
    const scope = node.scope as Scope;
    const context = { scope, what: scope.what };
    return {
      params: node.params.map((param) => ({ name: param.name, hasDefault: param.default !== undefined })),
      defaults: node.params.map((param) =>
        param.default === undefined
          ? undefined
          : this.unit(param.default, { scope, what: `thunk <${param.name}> from <${scope.what}>` }),
      ),
      label: node.label,
      body: this.unit(node.body, context, true),
      size: scope.size,
    };
  }

  private if(node: IfNode, context: Context, tail: boolean): Code {
    const condition = this.code(node.condition, context);
    const then = this.code(node.then, context, tail);
    const otherwise = node.else === undefined ? () => null : this.code(node.else, context, tail);
    const site = this.site(node.condition, context);
    return (frame) => {
      const value = condition(frame);
      if (value === true) return then(frame);
      if (value === false) return otherwise(frame);
      throw new JsonnetError('runtime', `Unexpected type ${typeName(value)}, expected boolean`, site);
    };
  }
}

/**
 * `n + 1`, `n - 1` and the like, the usual argument of a recursion. If `n` is a number already, computing the sum now
 * costs less than a thunk, and no program can tell the difference. Undefined for all other expressions.
 */
function sumDelay(node: Node, unit: Unit, { scope }: Context): Delay | undefined {
  if (node.kind !== 'binary' || (node.operator !== '+' && node.operator !== '-')) return undefined;
  const { left, right } = node;
  if (left.kind !== 'variable' || left.binding === undefined) return undefined;
  if (right.kind !== 'literal' || typeof right.value !== 'number') return undefined;
  const { slot } = left.binding;
  const frames = framesTo(scope, left.binding.scope);
  const step = node.operator === '+' ? right.value : -right.value;
  return (frame) => {
    const cell: Cell = outwards(frame, frames)[slot];
    if (typeof cell === 'number') {
      const sum = cell + step;
      if (sum - sum === 0) return sum;
    }
    return new CodeThunk(unit, frame);
  };
}

function thunkName({ what }: Context): string {
  return what.startsWith('thunk') ? what : `thunk from <${what}>`;
}

/** The value of an expression that is the same each time; undefined for all other expressions. */
export function constant(compiler: Compiler, node: Node): Value | undefined {
  if (node.kind === 'literal') return node.value;
  if (node.kind === 'array') {
    const values: Value[] = [];
    for (const element of node.elements) {
      const value = constant(compiler, element);
      if (value === undefined) return undefined;
      values.push(value);
    }
    return values;
  }
  if (node.kind === 'object' && isConstant(node)) {
    return new LiteralObject(objectShape(compiler, node), []);
  }
  return undefined;
}

function isConstant(node: Node): boolean {
  if (node.kind === 'literal') return true;
  if (node.kind === 'array') return node.elements.every(isConstant);
  return node.kind === 'object' && isConstantObject(node);
}

function isConstantObject({ scope, fields }: ObjectNode): boolean {
  return (
    scope?.framed === false &&
    fields.every((field) => typeof field.name === 'string' && !field.plus && isConstant(field.value))
  );
}

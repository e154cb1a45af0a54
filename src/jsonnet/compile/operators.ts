import { fail, JsonnetError } from '../error.js';
import type { Builtin } from '../runtime/builtin.js';
import { checkNumber, longestText, typeName } from '../runtime/builtin.js';
import type { Code, Frame } from '../runtime/code.js';
import { add, addObjects } from '../runtime/layered-object.js';
import { atSite, type Site } from '../runtime/machine.js';
import { compare, equals } from '../runtime/operations.js';
import type { Value } from '../runtime/value.js';
import { JsonnetObject } from '../runtime/value.js';
import { builtinNamed } from '../std/standard-library.js';
import type { BinaryNode, Node, UnaryNode } from '../syntax/ast.js';
import type { Compiler, Context } from './compiler.js';

/** What an operator does with operands for which `binary` has no fast path. */
type Operation = (left: Value, right: Value) => Value;

function unexpected(value: Value, expected: string): never {
  return fail(`Unexpected type ${typeName(value)}, expected ${expected}`);
}

function numeric(operate: (left: number, right: number) => number): Operation {
  return (left, right) => {
    if (typeof left !== 'number') return unexpected(left, 'number');
    if (typeof right !== 'number') return unexpected(right, 'number');
    return checkNumber(operate(left, right));
  };
}

function divide(left: number, right: number): number {
  return right === 0 ? fail('Division by zero.') : left / right;
}

/** An operand as an integer. Fractions are cut off. @throws JsonnetError beyond `most` */
function integer(x: number, most: number): bigint {
  if (Math.abs(x) <= most) return BigInt(Math.trunc(x));
  return fail(`Bitwise operator argument ${x} outside of range [${BigInt(-most)}, ${BigInt(most)}]`);
}

/** Since 0.22 the operands must be integers that a double holds exactly. */
function bitwise(operate: (left: bigint, right: bigint) => bigint): Operation {
  const most = Number.MAX_SAFE_INTEGER;
  return numeric((left, right) => Number(operate(integer(left, most), integer(right, most))));
}

/** Only the last six bits count, as usual for integers of 64 bits. */
function shiftDistance(by: bigint): bigint {
  return by < 0n ? fail('Shift by negative exponent.') : by % 64n;
}

function inObject(left: Value, right: Value): boolean {
  if (typeof left !== 'string') return unexpected(left, 'string');
  return right instanceof JsonnetObject ? right.has(left, true) : unexpected(right, 'object');
}

const operations: Readonly<Record<string, Operation>> = {
  '+': add,
  '-': numeric((left, right) => left - right),
  '*': numeric((left, right) => left * right),
  '/': numeric(divide),
  '%': (builtinNamed('mod') as Builtin).body,
  '<<': bitwise((left, right) => BigInt.asIntN(64, left << shiftDistance(right))),
  '>>': bitwise((left, right) => left >> shiftDistance(right)),
  '&': bitwise((left, right) => left & right),
  '|': bitwise((left, right) => left | right),
  '^': bitwise((left, right) => left ^ right),
  '==': equals,
  '!=': (left, right) => !equals(left, right),
  '<': (left, right) => compare(left, right) < 0,
  '<=': (left, right) => compare(left, right) <= 0,
  '>': (left, right) => compare(left, right) > 0,
  '>=': (left, right) => compare(left, right) >= 0,
  in: inObject,
};

/** Runs an operator with its place on the stack, since it may fail and may evaluate parts of its operands. */
function operate(operation: Operation, left: Value, right: Value, site: Site): Value {
  return atSite(site, () => operation(left, right));
}

/** Up to this many operators in a row are compiled into each other, each using host stack. Longer rows run in a loop. */
const longestNest = 100;

/** `a + b` and all other operators between two operands. */
export function compileBinary(compiler: Compiler, node: BinaryNode, context: Context): Code {
  // Sums nest to the left, thousands deep in generated programs, so this goes down in a loop.
  const nodes: BinaryNode[] = [];
  let leftmost: Node = node;
  for (; leftmost.kind === 'binary'; leftmost = leftmost.left) nodes.push(leftmost);
  nodes.reverse();
  const first = compiler.code(leftmost, context);
  if (nodes.length <= longestNest) {
    return nodes.reduce((left, each) => binary(compiler, each, left, context), first);
  }
  const steps = nodes.map((each) => step(compiler, each, context));
  return (frame) => steps.reduce((value, apply) => apply(value, frame), first(frame));
}

/** An operator whose left operand has been evaluated. */
function step(compiler: Compiler, node: BinaryNode, context: Context): (left: Value, frame: Frame) => Value {
  let value: Value = null;
  const code = binary(compiler, node, () => value, context);
  return (left, frame) => {
    value = left;
    return code(frame);
  };
}

/** The common operators try numbers and strings first, which need no call. All else goes through the table. */
function binary(compiler: Compiler, node: BinaryNode, left: Code, context: Context): Code {
  const { operator } = node;
  if (operator === '&&' || operator === '||') return shortcut(compiler, node, left, context);
  const right = compiler.code(node.right, context);
  const operation = operations[operator] as Operation;
  const site = compiler.site(node, context);
  switch (operator) {
    case '+':
      return (frame) => {
        const a = left(frame);
        const b = right(frame);
        if (typeof a === 'number') {
          if (typeof b === 'number') {
            const sum = a + b;
            if (sum - sum === 0) return sum;
          }
        } else if (typeof a === 'string') {
          if (typeof b === 'string') {
            const text = a + b;
            if (text.length <= longestText) return text;
          }
        } else if (a instanceof JsonnetObject && b instanceof JsonnetObject) {
          return addObjects(a, b);
        }
        return operate(operation, a, b, site);
      };
    case '-':
      return (frame) => {
        const a = left(frame);
        const b = right(frame);
        if (typeof a === 'number' && typeof b === 'number') {
          const difference = a - b;
          if (difference - difference === 0) return difference;
        }
        return operate(operation, a, b, site);
      };
    case '*':
      return (frame) => {
        const a = left(frame);
        const b = right(frame);
        if (typeof a === 'number' && typeof b === 'number') {
          const product = a * b;
          if (product - product === 0) return product;
        }
        return operate(operation, a, b, site);
      };
    case '==':
      return (frame) => {
        const a = left(frame);
        const b = right(frame);
        if (typeof a === 'string' || typeof a === 'number' || a === null) return a === b;
        return operate(operation, a, b, site);
      };
    case '!=':
      return (frame) => {
        const a = left(frame);
        const b = right(frame);
        if (typeof a === 'string' || typeof a === 'number' || a === null) return a !== b;
        return operate(operation, a, b, site);
      };
    case '<':
      return (frame) => {
        const a = left(frame);
        const b = right(frame);
        return typeof a === 'number' && typeof b === 'number' ? a < b : operate(operation, a, b, site);
      };
    case '<=':
      return (frame) => {
        const a = left(frame);
        const b = right(frame);
        return typeof a === 'number' && typeof b === 'number' ? a <= b : operate(operation, a, b, site);
      };
    case '>':
      return (frame) => {
        const a = left(frame);
        const b = right(frame);
        return typeof a === 'number' && typeof b === 'number' ? a > b : operate(operation, a, b, site);
      };
    case '>=':
      return (frame) => {
        const a = left(frame);
        const b = right(frame);
        return typeof a === 'number' && typeof b === 'number' ? a >= b : operate(operation, a, b, site);
      };
    default:
      return (frame) => operate(operation, left(frame), right(frame), site);
  }
}

/** `&&` and `||` evaluate the right side only if they must. */
function shortcut(compiler: Compiler, node: BinaryNode, left: Code, context: Context): Code {
  const right = compiler.boolean(node.right, context);
  const site = compiler.site(node.left, context);
  const decided = node.operator === '||';
  return (frame) => {
    const value = left(frame);
    if (value === decided) return decided;
    if (typeof value === 'boolean') return right(frame);
    throw new JsonnetError('runtime', `Unexpected type ${typeName(value)}, expected boolean`, site);
  };
}

export function compileUnary(compiler: Compiler, node: UnaryNode, context: Context): Code {
  const operand = compiler.code(node.operand, context);
  const site = compiler.site(node, context);
  const wrong = (value: Value, expected: string): never => {
    throw new JsonnetError('runtime', `Unexpected type ${typeName(value)}, expected ${expected}`, site);
  };
  switch (node.operator) {
    case '!':
      return (frame) => {
        const value = operand(frame);
        return typeof value === 'boolean' ? !value : wrong(value, 'boolean');
      };
    case '-':
      return (frame) => {
        const value = operand(frame);
        return typeof value === 'number' ? -value : wrong(value, 'number');
      };
    case '+':
      return (frame) => {
        const value = operand(frame);
        return typeof value === 'number' ? value : wrong(value, 'number');
      };
    default:
      return (frame) => {
        const value = operand(frame);
        if (typeof value !== 'number') return wrong(value, 'number');
        return atSite(site, () => Number(BigInt.asIntN(64, ~integer(value, 2 ** 63))));
      };
  }
}

import { JsonnetError } from '../error.js';
import type { Builtin, BuiltinParam } from '../runtime/builtin.js';
import { callBuiltin, checkArgument, checkResult, namedPlaces, typeName } from '../runtime/builtin.js';
import { Closure, finish, leaveCall, run, tailMark } from '../runtime/closure.js';
import { type Code, type Delay, type Frame, newFrame } from '../runtime/code.js';
import { atSite, machine, push, type Site } from '../runtime/machine.js';
import type { Cell, Parameter, Value } from '../runtime/value.js';
import { force, JsonnetFunction } from '../runtime/value.js';
import { builtinNamed } from '../std/standard-library.js';
import type { CallNode, Node } from '../syntax/ast.js';
import { suggestion } from '../syntax/suggestion.js';
import type { Compiler, Context } from './compiler.js';

/** `f(..)`. @param tail whether its result is the result of the function around it */
export function compileCall(compiler: Compiler, node: CallNode, context: Context, tail: boolean): Code {
  const builtin = standardFunction(node.callee);
  if (builtin !== undefined) {
    const code = compileBuiltinCall(compiler, node, builtin, context);
    if (code !== undefined) return code;
  }
  const site = compiler.site(node, context);
  const callee = compileCallee(compiler, node.callee, site, context);
  if (node.tailstrict) return compileStrict(compiler, node, callee, site, context, tail);
  const delays = node.positional.map((argument) => compiler.delay(argument, context));
  if (node.named.length > 0) return compileNamed(compiler, node, callee, delays, site, context);
  switch (delays.length) {
    case 1: {
      const [first] = delays as [Delay];
      return (frame) => {
        const target = callee(frame);
        if (target instanceof Closure) {
          const { params, size } = target.lambda;
          if (params.length === 1) {
            const inner = newFrame(target.env, size);
            inner[1] = first(frame);
            return enter(target, inner, site);
          }
        }
        return callWith(target, [first(frame)], site);
      };
    }
    case 2: {
      const [first, second] = delays as [Delay, Delay];
      return (frame) => {
        const target = callee(frame);
        if (target instanceof Closure) {
          const { params, size } = target.lambda;
          if (params.length === 2) {
            const inner = newFrame(target.env, size);
            inner[1] = first(frame);
            inner[2] = second(frame);
            return enter(target, inner, site);
          }
        }
        return callWith(target, [first(frame), second(frame)], site);
      };
    }
    default:
      return (frame) => {
        const target = callee(frame);
        const args: Cell[] = [];
        for (const delay of delays) args.push(delay(frame));
        return callWith(target, args, site);
      };
  }
}

/** The code of a callee. If it is `std.native('name')` and there is no such function, the error names it. */
function compileCallee(compiler: Compiler, node: Node, site: Site, context: Context): Code {
  const code = compiler.code(node, context);
  if (node.kind !== 'call' || standardFunction(node.callee)?.name !== 'native') return code;
  const [argument] = [...node.positional, ...node.named.map(({ value }) => value)];
  if (argument?.kind !== 'literal') return code;
  const name = String(argument.value);
  return (frame) => {
    const value = code(frame);
    if (value !== null) return value;
    const names = compiler.host.runtime.nativeNames().toSorted();
    const known = names.length === 0 ? 'none' : names.join(', ');
    throw new JsonnetError(
      'runtime',
      `There is no native function ${name}${suggestion(name, names)}; there are: ${known}`,
      site,
    );
  };
}

/** Runs a closure one level deeper. */
function enter(closure: Closure, frame: Frame, site: Site): Value {
  const depth = push(site);
  const value = closure.lambda.body.run(frame);
  const result = value === tailMark ? finish() : value;
  machine.depth = depth;
  return result;
}

/** Calls a callee of any kind with positional arguments. */
function callWith(target: Value, args: Cell[], site: Site): Value {
  if (target instanceof Closure) {
    const depth = push(site);
    const result = run(target, target.frame(args));
    machine.depth = depth;
    return result;
  }
  const callee = callable(target, site);
  return atSite(site, () => callee.call(...args));
}

function callable(target: Value, site: Site): JsonnetFunction {
  if (target instanceof JsonnetFunction) return target;
  throw new JsonnetError('runtime', `Unexpected type ${typeName(target)}, expected function`, site);
}

/** A call with named arguments. The places of the arguments are kept for the function that was called last. */
function compileNamed(
  compiler: Compiler,
  node: CallNode,
  callee: Code,
  positional: readonly Delay[],
  site: Site,
  context: Context,
): Code {
  const named = node.named.map(({ value }) => compiler.delay(value, context));
  const placesOf = placesCache(node, site);
  return (frame) => {
    const target = callable(callee(frame), site);
    const places = placesOf(target);
    const args: (Cell | undefined)[] = new Array(target.params.length).fill(undefined);
    for (let i = 0; i < positional.length; i++) args[i] = (positional[i] as Delay)(frame);
    for (let i = 0; i < named.length; i++) args[places[i] as number] = (named[i] as Delay)(frame);
    return callWith(target, args as Cell[], site);
  };
}

/** Gives the places of the named arguments of a call among the parameters of the callee. */
function placesCache(node: CallNode, site: Site): (target: JsonnetFunction) => readonly number[] {
  const names = node.named.map(({ name }) => name);
  let known: readonly Parameter[] | undefined;
  let places: readonly number[] = [];
  return ({ params }) => {
    if (params !== known) {
      places = atSite(site, () => namedPlaces(params, node.positional.length, names));
      known = params;
    }
    return places;
  };
}

/** A `tailstrict` call: all arguments, defaults included, are evaluated first. A call in tail position uses no stack. */
function compileStrict(
  compiler: Compiler,
  node: CallNode,
  callee: Code,
  site: Site,
  context: Context,
  tail: boolean,
): Code {
  const positional = node.positional.map((argument) => compiler.code(argument, context));
  const named = node.named.map(({ value }) => compiler.code(value, context));
  const placesOf = placesCache(node, site);
  return (frame) => {
    const target = callable(callee(frame), site);
    const places = placesOf(target);
    const args: Value[] = new Array(Math.max(target.params.length, positional.length)).fill(undefined);
    for (let i = 0; i < positional.length; i++) args[i] = (positional[i] as Code)(frame);
    for (let i = 0; i < named.length; i++) args[places[i] as number] = (named[i] as Code)(frame);
    if (!(target instanceof Closure)) return callWith(target, args, site);
    const inner = atSite(site, () => {
      const opened = target.frame(args);
      for (let i = 1; i <= target.params.length; i++) opened[i] = force(opened[i]);
      return opened;
    });
    // As in go-jsonnet, such calls do not count towards the limit of the stack, wherever they stand.
    return tail ? leaveCall(target, inner) : atSite(site, () => run(target, inner));
  };
}

/** The built-in of `std.f`, if `std` is the library and not a name of the program. */
function standardFunction(callee: Node): Builtin | undefined {
  if (callee.kind !== 'index' || callee.target.kind !== 'variable' || callee.target.binding !== undefined)
    return undefined;
  return typeof callee.key === 'string' ? builtinNamed(callee.key) : undefined;
}

/** A direct call of a built-in. Undefined if the arguments do not fit: the ordinary call then fails when it runs. */
function compileBuiltinCall(compiler: Compiler, node: CallNode, builtin: Builtin, context: Context): Code | undefined {
  const { params, body } = builtin;
  const { runtime } = compiler.host;
  const nodes: (Node | undefined)[] = [...node.positional];
  if (nodes.length > params.length) return undefined;
  for (const { name, value } of node.named) {
    const place = params.findIndex((param) => param.name === name);
    if (place < 0 || nodes[place] !== undefined) return undefined;
    nodes[place] = value;
  }
  if (params.some((param, i) => nodes[i] === undefined && param.default === undefined)) return undefined;
  const site = compiler.site(node, context);
  const delays = params.map((param, i): Delay => {
    const argument = nodes[i];
    if (argument === undefined) return () => param.default as Value;
    return param.type === 'lazy' && !node.tailstrict
      ? compiler.delay(argument, context)
      : compiler.code(argument, context);
  });
  if (delays.length === 1 && nodes.length === 1) {
    const [first] = delays as [Delay];
    const [param] = params as [BuiltinParam];
    return (frame) => {
      const a = first(frame);
      const depth = hold(site);
      const result = body(checkArgument(param, a), runtime);
      checkResult(result);
      release(depth);
      return result;
    };
  }
  if (delays.length === 2 && nodes.length === 2) {
    const [first, second] = delays as [Delay, Delay];
    const [param1, param2] = params as [BuiltinParam, BuiltinParam];
    return (frame) => {
      const a = first(frame);
      const b = second(frame);
      const depth = hold(site);
      const result = body(checkArgument(param1, a), checkArgument(param2, b), runtime);
      checkResult(result);
      release(depth);
      return result;
    };
  }
  return (frame) => {
    const args = delays.map((delay, i) => (nodes[i] === undefined ? undefined : delay(frame)));
    const depth = hold(site);
    const result = callBuiltin(builtin, runtime, args);
    release(depth);
    return result;
  };
}

/** `hold` and `release` do what `atSite` does without a closure: host code runs between the two. */
function hold(site: Site): number {
  const { depth } = machine;
  machine.stack[depth] = site;
  machine.depth = depth + 1;
  machine.limit++;
  return depth;
}

function release(depth: number): void {
  machine.depth = depth;
  machine.limit--;
}

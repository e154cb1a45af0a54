import type { Bind, Clause, FieldNode, Node, ParameterNode } from '../../../src/jsonnet/syntax/ast.js';
import { parse } from '../../../src/jsonnet/syntax/parser.js';

/** The tree of a program on one line, with parentheses around every operator. */
export function tree(text: string): string {
  return show(parse({ path: 't', text }).body);
}

function show(node: Node | string | undefined): string {
  if (node === undefined) return '_';
  if (typeof node === 'string') return JSON.stringify(node);
  switch (node.kind) {
    case 'literal':
      return JSON.stringify(node.value);
    case 'variable':
      return node.name;
    case 'self':
      return 'self';
    case 'dollar':
      return '$';
    case 'super':
      return `super[${show(node.key)}]`;
    case 'in-super':
      return `(${show(node.key)} in super)`;
    case 'array':
      return `[${node.elements.map(show).join(', ')}]`;
    case 'array-comprehension':
      return `[${show(node.body)}${node.clauses.map(clause).join('')}]`;
    case 'object':
      return `{${[
        ...node.locals.map((each) => `local ${bind(each)}`),
        ...node.asserts.map(({ condition, message }) => `assert ${show(condition)}:${show(message)}`),
        ...node.fields.map(field),
      ].join(', ')}}`;
    case 'object-comprehension':
      return `{${[...node.locals.map((each) => `local ${bind(each)}`), field(node.field)].join(', ')}${node.clauses.map(clause).join('')}}`;
    case 'local':
      return `(local ${node.binds.map(bind).join(', ')}; ${show(node.body)})`;
    case 'function':
      return `(function(${node.params.map(param).join(', ')}) ${show(node.body)})`;
    case 'call': {
      const args = [...node.positional.map(show), ...node.named.map(({ name, value }) => `${name}=${show(value)}`)];
      return `${show(node.callee)}(${args.join(', ')})${node.tailstrict ? ' tailstrict' : ''}`;
    }
    case 'index':
      return `${show(node.target)}[${show(node.key)}]`;
    case 'slice':
      return `${show(node.target)}[${[node.from, node.to, node.step].map(show).join(':')}]`;
    case 'if':
      return `(if ${show(node.condition)} then ${show(node.then)} else ${show(node.else)})`;
    case 'error':
      return `(error ${show(node.message)})`;
    case 'assert':
      return `(assert ${show(node.clause.condition)}:${show(node.clause.message)}; ${show(node.body)})`;
    case 'import':
    case 'importstr':
    case 'importbin':
      return `(${node.kind} ${node.target})`;
    case 'unary':
      return `(${node.operator}${show(node.operand)})`;
    case 'binary':
      return `(${show(node.left)} ${node.operator} ${show(node.right)})`;
  }
}

function bind({ name, value }: Bind): string {
  return `${name}=${show(value)}`;
}

function param({ name, default: value }: ParameterNode): string {
  return value === undefined ? name : `${name}=${show(value)}`;
}

function field({ name, plus, visibility, value }: FieldNode): string {
  return `${typeof name === 'string' ? name : `[${show(name)}]`}${plus ? '+' : ''}${visibility} ${show(value)}`;
}

function clause(each: Clause): string {
  return each.kind === 'if' ? ` if ${show(each.condition)}` : ` for ${each.name} in ${show(each.source)}`;
}

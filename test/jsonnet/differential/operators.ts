import { type Writer, writeArgument } from './arguments.js';
import { concrete, type Kind, numbers } from './literals.js';

/** Arithmetic, and other expressions of numbers. */
export function writeNumber(writer: Writer): string {
  const { tape } = writer;
  switch (tape.byte() % 8) {
    case 1:
      return `${tape.pick(['-', '+', '-'])}${writer.atom('number')}`;
    case 2:
      return bitwise(writer);
    case 3:
      return `${writer.atom('numbers')}[${tape.pick(['0', '1', '2', '3', '-1'])}]`;
    case 4:
      return `std.length(${writeArgument(writer, 'lengthy')})`;
    case 0:
      return tape.pick(numbers);
    default: {
      // There are no parentheses between the operators, so that precedence and associativity are compared too.
      const parts = [writer.atom('number')];
      for (let i = tape.byte() % 3; i >= 0; i--)
        parts.push(tape.pick(['+', '-', '*', '+', '/', '%']), writer.atom('number'));
      return parts.join(' ');
    }
  }
}

/** Bitwise operators on whole numbers well inside 2^53: beyond it libjsonnet 0.20 wraps and 0.21 reports. */
function bitwise(writer: Writer): string {
  const { tape } = writer;
  const operand = () => `(std.floor(${writer.atom('number')} % 1000))`;
  switch (tape.byte() % 5) {
    case 0:
      return `${operand()} & ${operand()} | ${operand()} ^ ${operand()}`;
    case 1:
      return `~${operand()}`;
    case 2:
      return `${operand()} << ${tape.pick(['1', '0', '3', '20', '-1'])}`;
    case 3:
      return `${operand()} >> ${tape.pick(['1', '0', '3', '20', '-1'])}`;
    default:
      return `${tape.pick(['5', '6', '255'])} ^ ${operand()} & ${tape.pick(['1', '7', '12'])}`;
  }
}

/** Comparisons and logic. */
export function writeBoolean(writer: Writer): string {
  const { tape } = writer;
  switch (tape.byte() % 8) {
    case 0:
      return tape.pick(['true', 'false']);
    case 1:
      return `!${writer.atom('boolean')}`;
    case 2:
      return `${writer.atom('number')} ${comparison(writer)} ${writer.atom('number')} ${tape.pick(['&&', '||'])} ${writer.atom('string')} ${comparison(writer)} ${writer.atom('string')}`;
    case 3: {
      const kind = tape.pick<Kind>(['numbers', 'strings', 'numbers', 'array']);
      return `${writer.atom(kind)} ${comparison(writer)} ${writer.atom(kind)}`;
    }
    case 4:
      return `${writer.atom('any')} ${tape.pick(['==', '!='])} ${writer.atom('any')}`;
    case 5: {
      const kind = tape.pick(concrete);
      return `${writer.atom(kind)} ${tape.pick(['==', '!='])} ${writer.atom(kind)}`;
    }
    case 6:
      // Go takes `in super.e` for `in super`.
      return `${writeArgument(writer, 'field')} in ${writer.atom('object').replace(/^super.*/s, '($&)')}`;
    default:
      return `${writer.atom('boolean')} ${tape.pick(['||', '&&', '=='])} ${writer.atom('boolean')}`;
  }
}

function comparison({ tape }: Writer): string {
  return tape.pick(['<', '<=', '>', '>=', '==', '!=']);
}

import { fail } from '../error.js';
import type { Builtin } from '../runtime/builtin.js';
import { typeName } from '../runtime/builtin.js';
import { compare } from '../runtime/operations.js';
import { type Cell, force, type Value } from '../runtime/value.js';
import { define } from './define.js';
import { format } from './format.js';

/** A function of one number. If it gives infinity or NaN, its caller throws. */
function unary(name: string, param: string, body: (x: number) => Value): Builtin {
  return define(name, [`${param}: number`], body);
}

/** A function of two numbers. */
function binary(name: string, first: string, second: string, body: (a: number, b: number) => Value): Builtin {
  // Math.max and its like take any number of arguments, so the runtime must not be one of them.
  return define(name, [`${first}: number`, `${second}: number`], (a, b) => body(a, b));
}

/** Mathematical utilities; `std.pi` is a constant of the library object. */
export const mathBuiltins: readonly Builtin[] = [
  // Both reference implementations give -0 for 0.
  unary('abs', 'n', (n) => (n > 0 ? n : -n)),
  unary('sign', 'n', (n) => (n > 0 ? 1 : n < 0 ? -1 : 0)),
  binary('max', 'a', 'b', Math.max),
  binary('min', 'a', 'b', Math.min),
  define('clamp', ['x: any', 'minVal: any', 'maxVal: lazy'], clamp),
  binary('pow', 'x', 'n', power),
  unary('exp', 'x|n', Math.exp),
  unary('log', 'x|n', Math.log),
  unary('log2', 'x', Math.log2),
  unary('log10', 'x', Math.log10),
  unary('exponent', 'x|n', exponent),
  unary('mantissa', 'x|n', mantissa),
  unary('floor', 'x', Math.floor),
  unary('ceil', 'x', Math.ceil),
  unary('round', 'x', round),
  unary('sqrt', 'x', Math.sqrt),
  unary('sin', 'x', Math.sin),
  unary('cos', 'x', Math.cos),
  unary('tan', 'x', Math.tan),
  unary('asin', 'x', Math.asin),
  unary('acos', 'x', Math.acos),
  unary('atan', 'x', Math.atan),
  binary('atan2', 'y', 'x', Math.atan2),
  binary('hypot', 'a|x', 'b|y', Math.hypot),
  unary('deg2rad', 'x', (x) => (x * Math.PI) / 180),
  unary('rad2deg', 'x', (x) => (x * 180) / Math.PI),
  unary('isEven', 'x', (x) => Math.trunc(x) % 2 === 0),
  unary('isOdd', 'x', (x) => Math.trunc(x) % 2 !== 0),
  unary('isInteger', 'x', Number.isInteger),
  unary('isDecimal', 'x', (x) => !Number.isInteger(x)),
  binary('modulo', 'x|a', 'y|b', modulo),
  define('mod', ['a: any', 'b: any'], mod),
];

/** Halves are rounded away from zero, as go-jsonnet does. */
function round(x: number): number {
  const whole = Math.trunc(x);
  return Math.abs(x - whole) >= 0.5 ? whole + Math.sign(x) : whole;
}

/** Works on everything that can be compared. `maxVal` is not evaluated if `x` is below `minVal`. */
function clamp(x: Value, minVal: Value, maxVal: Cell): Value {
  if (compare(x, minVal) < 0) return minVal;
  const max = force(maxVal);
  return compare(x, max) > 0 ? max : x;
}

/** `a % b` for numbers: the remainder has the sign of `a`. */
function modulo(a: number, b: number): number {
  return b === 0 ? fail('Division by zero.') : a % b;
}

/** The `%` operator: the remainder of numbers, or `std.format` if the left side is a string. */
function mod(a: Value, b: Value): Value {
  if (typeof a === 'number' && typeof b === 'number') return modulo(a, b);
  if (typeof a === 'string') return format(a, b);
  return fail(`Operator % cannot be used on types ${typeName(a)} and ${typeName(b)}.`);
}

/**
 * `x` to the power of `n` in the steps of Go's library, since the last digits depend on them: the whole part of `n` by
 * squaring the mantissa of `x`, with the exponents of two counted apart, and the rest by logarithm.
 */
function power(x: number, n: number): number {
  if (n === 0 || x === 1) return 1;
  if (n === 1) return x;
  if (Math.abs(n) === 0.5) return n > 0 ? Math.sqrt(x) : 1 / Math.sqrt(x);
  // The host is exact about zeros and about numbers so large that the squares would only overflow.
  if (x === 0 || Math.abs(n) >= 2 ** 31) return x ** n;
  let whole = Math.trunc(Math.abs(n));
  let rest = Math.abs(n) - whole;
  if (rest !== 0 && x < 0) return Number.NaN;
  if (rest > 0.5) {
    rest--;
    whole++;
  }
  let result = rest === 0 ? 1 : Math.exp(rest * Math.log(x));
  let resultExponent = 0;
  let [square, squareExponent] = split(x);
  for (; whole > 0; whole = Math.floor(whole / 2)) {
    if (Math.abs(squareExponent) > 4096) {
      resultExponent += squareExponent;
      break;
    }
    if (whole % 2 === 1) {
      result *= square;
      resultExponent += squareExponent;
    }
    square *= square;
    squareExponent *= 2;
    if (Math.abs(square) < 0.5) {
      square *= 2;
      squareExponent--;
    }
  }
  return n < 0 ? scale(1 / result, -resultExponent) : scale(result, resultExponent);
}

/** `x * 2^exponent`, rounded once. */
function scale(x: number, exponent: number): number {
  const [m, e] = split(x);
  const sum = e + exponent;
  if (sum > 1024) return m * Number.POSITIVE_INFINITY;
  // Only the last of the factors may leave the range in which powers of two are exact.
  return sum < -1021 ? m * 2 ** -1021 * 2 ** Math.max(sum + 1021, -1000) : m * 2 * 2 ** (sum - 1);
}

/** The `e` of `x = m * 2^e` with `0.5 <= |m| < 1`; 0 for zero. C's `frexp`. */
function exponent(x: number): number {
  return split(x)[1];
}

/** The `m` of `x = m * 2^e` with `0.5 <= |m| < 1`; 0 for zero. */
function mantissa(x: number): number {
  return split(x)[0];
}

const bits = new DataView(new ArrayBuffer(8));

function split(x: number): [mantissa: number, exponent: number] {
  if (x === 0) return [x, 0];
  bits.setFloat64(0, x);
  const biased = (bits.getUint16(0) >> 4) & 0x7ff;
  if (biased === 0) {
    // The number is subnormal, so it is scaled into the normal range first.
    const [m, e] = split(x * 2 ** 64);
    return [m, e - 64];
  }
  bits.setUint16(0, (bits.getUint16(0) & 0x800f) | (1022 << 4));
  return [bits.getFloat64(0), biased - 1022];
}

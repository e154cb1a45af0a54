import { checkRows } from './rows.js';

checkRows('math', [
  {
    name: 'sign and size',
    code: '[std.abs(-33), std.abs(2.5), std.sign(-3), std.sign(0.5), std.sign(0), std.max(1, 2), std.min(a=1, b=2)]',
    value: [33, 2.5, -1, 1, 0, 2, 1],
  },
  { name: 'abs of a string', code: 'std.abs("a")', error: 'Unexpected type string, expected number' },
  { name: 'max of strings', code: 'std.max("a", "b")', error: 'Unexpected type string, expected number' },
  {
    name: 'clamp',
    code: '[std.clamp(-3, 0, 5), std.clamp(4, 0, 5), std.clamp(7, 0, 5), std.clamp("b", "a", "c"), std.clamp(1, 2, 3), std.clamp(x=[9], minVal=[1], maxVal=[2])]',
    value: [0, 4, 5, 'b', 2, [2]],
  },
  { name: 'clamp does not look at an upper bound it does not need', code: 'std.clamp(1, 2, error "no")', value: 2 },
  {
    name: 'clamp of mixed types',
    code: 'std.clamp(1, "a", 2)',
    error: 'Comparison requires matching types. Got number and string',
  },
  {
    name: 'powers and logarithms',
    code: '[std.pow(2, 10), std.pow(x=4, n=0.5), std.pow(2, -1), std.exp(0), std.log(1), std.log2(8), std.log10(1000), std.sqrt(16)]',
    value: [1024, 2, 0.5, 1, 0, 3, 3, 4],
  },
  { name: 'pow overflows', code: 'std.pow(10, 400)', error: 'Overflow' },
  { name: 'pow of a negative base', code: 'std.pow(-1, 0.5)', error: 'Not a number' },
  { name: 'exp overflows', code: 'std.exp(1000)', error: 'Overflow' },
  { name: 'log of zero', code: 'std.log(0)', error: 'Overflow' },
  { name: 'log of a negative number', code: 'std.log(-1)', error: 'Not a number' },
  { name: 'sqrt of a negative number', code: 'std.sqrt(-1)', error: 'Not a number' },
  {
    name: 'mantissa and exponent',
    code: '[[std.mantissa(x), std.exponent(x)] for x in [0, 1, 128, -8.5, 5e-324, 1.7976931348623157e308]]',
    value: [
      [0, 0],
      [0.5, 1],
      [0.5, 8],
      [-0.53125, 4],
      [0.5, -1073],
      [0.9999999999999999, 1024],
    ],
  },
  {
    name: 'rounding',
    code: '[std.floor(-1.5), std.ceil(-1.5), std.floor(10.99999), std.ceil(10.00001), std.round(1.2), std.round(1.5), std.round(2.5), std.round(0.49999999999999994), std.round(9007199254740991)]',
    value: [-2, -1, 10, 11, 1, 2, 3, 0, 9007199254740991],
  },
  {
    name: 'round takes halves away from zero, as go-jsonnet',
    code: '[std.round(-0.5), std.round(-1.5)]',
    value: [-1, -2],
  },
  {
    name: 'minus zero, as the references have it',
    code: 'std.toString([std.ceil(-0.5), std.round(-0.0), std.abs(0), std.abs(-0.0)])',
    value: '[-0, -0, -0, 0]',
  },
  {
    name: 'trigonometry',
    code: `std.map(function(x) std.round(x * 1e6) / 1e6, [
      std.sin(std.pi / 2), std.cos(std.pi), std.tan(std.pi / 4), std.asin(1), std.acos(0), std.atan(1),
      std.atan2(1, -1), std.atan2(y=-1, x=0), std.hypot(3, 4), std.rad2deg(std.pi), std.deg2rad(90),
    ])`,
    value: [1, -1, 1, 1.570796, 1.570796, 0.785398, 2.356194, -1.570796, 5, 180, 1.570796],
  },
  { name: 'pi', code: 'std.pi', value: Math.PI },
  { name: 'asin outside of its range', code: 'std.asin(2)', error: 'Not a number' },
  {
    name: 'even, odd, integer, decimal look at the whole part',
    code: '[[std.isEven(x), std.isOdd(x), std.isInteger(x), std.isDecimal(x)] for x in [0, 1, 2.7, -3.5, 1e20]]',
    value: [
      [true, false, true, false],
      [false, true, true, false],
      [true, false, false, true],
      [false, true, false, true],
      [true, false, true, false],
    ],
  },
  {
    name: 'remainders have the sign of the left side',
    code: '[std.modulo(5, 3), std.modulo(-5, 3), std.modulo(5.5, -2), std.mod(7, 4), -7 % 4, 5 % 3.5]',
    value: [2, -2, 1.5, 3, -3, 1.5],
  },
  { name: 'mod of a string formats', code: 'std.mod("%d!", 3)', value: '3!' },
  { name: 'modulo by zero', code: 'std.modulo(1, 0)', error: 'Division by zero.' },
  { name: 'mod of an array', code: 'std.mod([], 1)', error: 'Operator % cannot be used on types array and number.' },
]);

interface Shape {
  readonly sides: number;
}

export default function sync(): Shape {
  throw new RangeError('too many sides');
}

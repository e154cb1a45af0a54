export enum Color {
  Red = 'red',
}

export function paint(color: Color): string {
  if (color === undefined) throw new TypeError('there is no color');
  return color;
}

import { paint } from './colors.ts';

export default async (_request: unknown) => {
  await Promise.resolve();
  return paint(undefined as never);
};

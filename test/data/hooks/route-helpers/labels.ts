export const labels = { app: 'x' };

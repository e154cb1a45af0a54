export const sync = 1;

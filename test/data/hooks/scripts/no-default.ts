export const sync = () => ({});
export const finalize = () => ({});

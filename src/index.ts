export type { ErrorCode } from './errors.js';
export { errorTable, HookdError, UsageError } from './errors.js';
// For programs that serve hooks.
export { createHookServer, type HookServerSettings } from './hook-server.js';
// For authors of hooks; the values are those that a hook gets when hookd runs it.
export * from './hooks/script/author.js';
export type * from './protocol/author/types.js';
export type { DrainOptions, HookServer } from './server/server.js';

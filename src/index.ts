export type { ErrorCode } from './errors.js';
export { errorTable, HookdError, UsageError } from './errors.js';
export { RetryLater } from './retry-later.js';

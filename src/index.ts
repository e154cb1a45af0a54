export type { ErrorCode } from './errors.js';
export { errorTable, HookdError, UsageError } from './errors.js';
export { attachment, attachmentsOf, child, childrenOf, relatedObject, relatedOf } from './protocol/accessors.js';
export type * from './protocol/types.js';

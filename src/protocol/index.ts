export { attachment, attachmentsOf, child, childrenOf, relatedObject, relatedOf } from './accessors.js';
export { type CheckOptions, checkAnswer } from './answer.js';
export type { CallKind, Finding, RequestFacts, Verdict } from './contract.js';
export { defaultTimeoutSeconds } from './hook-terms.js';
export { type ReadRequest, RequestError, readRequest } from './request.js';
export type { RequestTerms } from './request-terms.js';
export { type Rule, type RuleRow, ruleTable } from './rules.js';
export type * from './types.js';

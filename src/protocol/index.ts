export { type CheckOptions, checkAnswer } from './answer.js';
export type { CallKind, Finding, RequestFacts, Verdict } from './contract.js';
export { type ReadRequest, RequestError, readRequest } from './request.js';

export { type CheckOptions, checkAnswer } from './answer/answer.js';
export { levelsFor, parseRuleSetting, type RuleLevel, type RuleSettings, ruleLevels } from './answer/rule-levels.js';
export { type Rule, type RuleRow, ruleTable } from './answer/rules.js';
export { attachment, attachmentsOf, child, childrenOf, relatedObject, relatedOf } from './author/accessors.js';
export type * from './author/types.js';
export { type CallKind, defaultTimeoutSeconds, type Finding, type RequestFacts, type Verdict } from './contract.js';
export { type ReadRequest, RequestError, readRequest } from './request/request.js';
export type { RequestTerms } from './request/request-terms.js';

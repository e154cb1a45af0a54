import type { RequestFacts, Verdict } from './contract.js';

/** How an answer is judged. */
export interface CheckOptions {
  /** Warnings become errors. */
  readonly strict: boolean;
}

/**
 * Judges an answer as Metacontroller would act on it. Never throws, whatever the answer holds.
 * @param request the parsed body that `readRequest` accepted
 * @param facts what `readRequest` gave for it
 * @param answer what the hook returned, before it is serialised
 */
export function checkAnswer(
  _request: Readonly<Record<string, unknown>>,
  _facts: RequestFacts,
  _answer: unknown,
  _options: CheckOptions,
): Verdict {
  return { errors: [], warnings: [], desired: 0 };
}

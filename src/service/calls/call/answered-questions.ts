/** The facts of an answer for the audit log and for observers. Neither gets its content. */
import { isInputKey } from '../../../core/contract/input-request.js';
import type { AnswerResults } from '../../../core/question/answer-results.js';

/** Maximum number of questions in one record or report. */
export const MAX_QUESTIONS = 20;

/** The keys of the answered questions. Texts that no question can have as a key are left out. */
export function toQuestionKeys(responses: Readonly<Record<string, unknown>>): readonly string[] {
  return Object.keys(responses).filter(isInputKey).slice(0, MAX_QUESTIONS);
}

/** The reason why an answer had no effect; `undefined` if it had one. */
export function toAnswerNote({
  tooLate,
  forOthers = [],
}: AnswerResults): 'forOthers' | 'tooLate' | undefined {
  if (forOthers.length > 0) return 'forOthers';
  return tooLate.length > 0 ? 'tooLate' : undefined;
}

/** Answers a question: every page of the inbox that sends an answer does so here. */
import { type InputResponse, isForPeople } from '../../core/contract/input-request.js';
import { isTaskGone } from '../../core/errors.js';
import { toQuestionVersion } from '../../core/question/question-version.js';
import type { Question } from '../../core/question/question.js';
import { type AnswerVerdict, verdictOfAnswer } from '../../core/question/verdict.js';

import type { InboxContext, InboxRequest } from './inbox-context.js';
import { answerableQuestions, type AskingTask } from './inbox-questions.js';
import { findAskingOrNone } from './show-one-question.js';

/**
 * Time for which a page waits until the Workflow has taken an answer, in milliseconds. After that, no process shows
 * the question.
 */
const TAKEN_MS = 1_000;

/** An open question, with its task. */
export interface Asked {
  readonly task: AskingTask;
  readonly question: Question;
}

/** A question, in the version that the person has seen. */
export interface SeenVersion {
  readonly taskId: string;
  readonly key: string;
  /** `undefined`: no page of this session has shown it. */
  readonly version: string | undefined;
}

/** The answer that a person has given, or why it is none. */
export type FormReply<Refusal> =
  { readonly response: InputResponse } | { readonly refusal: Refusal };

export type Answered<Refusal> =
  | (Asked & { readonly kind: 'sent'; readonly verdict: AnswerVerdict })
  /** The person has not seen this version of the question. */
  | (Asked & { readonly kind: 'changed' })
  | (Asked & { readonly kind: 'failed'; readonly error: unknown })
  | (Asked & { readonly kind: 'refused'; readonly refusal: Refusal })
  /** The owner sent it, but only other people may answer. */
  | { readonly kind: 'forOthers'; readonly task: AskingTask }
  /** The question is not for people. */
  | { readonly kind: 'forModels' }
  /** The question is not open, or the visitor sees no such task. */
  | { readonly kind: 'closed' };

/**
 * Looks at the question again, and answers it if it is still the one that the person has seen.
 *
 * @param toReply Makes the answer for the question as it is now.
 * @throws The error of the look.
 */
export async function answerQuestion<Refusal>(
  context: InboxContext,
  visit: InboxRequest,
  { taskId, key, version }: SeenVersion,
  toReply: (question: Question) => FormReply<Refusal>,
): Promise<Answered<Refusal>> {
  const task = await findAskingOrNone(context, visit, taskId);
  const question = task && answerableQuestions(task).find((each) => each.key === key);
  if (!question) {
    const isForOthers = task?.questions.some((each) => each.key === key);
    return task && isForOthers ? { kind: 'forOthers', task } : { kind: 'closed' };
  }
  if (!isForPeople(question)) return { kind: 'forModels' };
  const asked: Asked = { task, question };
  if ((await toQuestionVersion(question)) !== version) return { kind: 'changed', ...asked };
  const reply = toReply(question);
  if ('refusal' in reply) return { kind: 'refused', ...asked, ...reply };
  const options = {
    asked: task.shown,
    untilTakenMs: TAKEN_MS,
    answeredIn: { kind: 'inbox' },
  } as const;
  const answers = { [key]: reply.response };
  try {
    const { tooLate, forOthers } = await context.tasks.answer(task.by, taskId, answers, options);
    if (forOthers?.includes(key)) return { kind: 'forOthers', task };
    if (tooLate.includes(key)) return { kind: 'closed' };
    return { kind: 'sent', ...asked, verdict: verdictOfAnswer(question, reply.response) };
  } catch (error) {
    return isTaskGone(error) ? { kind: 'closed' } : { kind: 'failed', ...asked, error };
  }
}

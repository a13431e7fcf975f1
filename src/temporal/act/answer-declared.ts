import {
  ANSWER_HEADER,
  ANSWERED_BY_HEADER,
  ANSWERED_STATE_HEADER,
} from '../../core/contract/contract.js';
import type { InputResponse } from '../../core/contract/input-request.js';
import { hasCode, TaskError, TaskErrorCode } from '../../core/errors.js';
import type { Caller } from '../../core/person/caller.js';
import { toPrincipal } from '../../core/person/to-principal.js';
import { toAnswerRecord } from '../../core/question/answer-record.js';
import { parseAnswerPlace, parseAnswerSource } from '../../core/question/answered-by.js';
import { toAnswerMessage } from '../../core/question/declared-question.js';
import type { MessageRefusal } from '../../core/task/task-message.js';
import { quote, quoteName } from '../../core/value/quote.js';
import type { FoundQuestion } from '../declared/find-questions.js';
import { signalWorkflow } from '../link/signal-workflow.js';
import type { TemporalCalls } from '../link/temporal-calls.js';
import { updateWorkflow } from '../link/update-workflow.js';

/** Time for a Worker to accept an answer that is an Update, in milliseconds. */
const TAKEN_WITHIN_MS = 8_000;
/** Time to wait for a refusal of the Workflow, in milliseconds. A later result is not read. */
const REFUSED_WITHIN_MS = 1_000;

export interface DeclaredAnswer {
  readonly taskId: string;
  readonly key: string;
  readonly question: FoundQuestion;
  readonly response: InputResponse;
  readonly by: Caller;
}

/** The effect of an answer: the Workflow gets it, and the history records this response; the Workflow had ended, or it decides nothing and is not sent. */
export type AnswerEffect =
  { readonly kind: 'sent'; readonly response: InputResponse } | { readonly kind: 'ended' | 'none' };

/** The error of an answer that Temporal refuses in the state of its Workflow. */
export function notAccepted(key: string, { why, mend }: MessageRefusal): TaskError {
  const message = `The answer to ${key} was not accepted. ${why}. ${mend}`;
  return new TaskError(TaskErrorCode.unavailable, message);
}

async function sendUpdate(
  calls: TemporalCalls,
  update: Parameters<typeof updateWorkflow>[1],
  key: string,
): Promise<void> {
  const outcome = await updateWorkflow(calls, update);
  if (outcome.kind === 'failed') {
    const violation = { path: '', message: outcome.reason };
    const message = `The answer to ${quoteName(key)} was refused: ${quote(outcome.reason)}. The question stays open.`;
    throw new TaskError(TaskErrorCode.invalidInput, message, { violations: [violation] });
  }
  if (outcome.kind === 'refused') throw notAccepted(key, outcome.refusal);
  if (outcome.kind === 'noWorker') {
    const message = `The answer to ${key} was not accepted: no worker is available at the moment. Answer again later.`;
    throw new TaskError(TaskErrorCode.unavailable, message, { retryAfterMs: TAKEN_WITHIN_MS });
  }
}

/**
 * Sends an answer as the message that its question declares. All answers to one key have one ID, so Temporal accepts
 * the first and drops the others, from any process.
 *
 * @throws {TaskError} `invalidInput` if the Workflow refuses it; `unavailable` if no Worker accepts an Update; else
 * the translated error of the Temporal call.
 */
export async function answerDeclared(
  calls: TemporalCalls,
  { taskId, key, question, response, by }: DeclaredAnswer,
): Promise<AnswerEffect> {
  const message = await toAnswerMessage(question.declaration, response, {
    scope: question.scope,
    by,
  });
  if (!message) return { kind: 'none' };
  const { name, arguments: values } = message;
  // The manifest chooses whether arguments name the person; the history always does.
  const answeredBy = toPrincipal(by);
  const { answeredAt = new Date().toISOString() } = parseAnswerSource(response);
  const stamp = { answeredAt, answeredIn: parseAnswerPlace(response['answeredIn']) };
  const record = toAnswerRecord(key, question.open, response, stamp);
  const headers = {
    [ANSWERED_BY_HEADER]: answeredBy,
    [ANSWERED_STATE_HEADER]: question.state,
    [ANSWER_HEADER]: record,
  };
  const target = { workflowId: taskId, runId: question.runId, name, arguments: values, headers };
  const id = `mcp-answer.${key}`;
  try {
    if (message.kind === 'signal') {
      await signalWorkflow(calls, { ...target, requestId: id });
    } else {
      const limits = { limitMs: TAKEN_WITHIN_MS, resultWithinMs: REFUSED_WITHIN_MS };
      await sendUpdate(calls, { ...target, ...limits, updateId: id }, key);
    }
  } catch (error) {
    // The run that asked has ended in the meantime.
    if (!hasCode(error, TaskErrorCode.taskNotFound)) throw error;
    return { kind: 'ended' };
  }
  return { kind: 'sent', response: record.response };
}

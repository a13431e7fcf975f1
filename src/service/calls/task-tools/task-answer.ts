import { isInputKey } from '../../../core/contract/input-request.js';
import { isTaskError } from '../../../core/errors.js';
import { mayAnswer } from '../../../core/question/approvers.js';
import { describeOver, isOver } from '../../../core/question/deadline.js';
import type { Question } from '../../../core/question/question.js';
import type { Tasks } from '../../../core/task/tasks.js';
import type { Owner } from '../../../core/task/viewer.js';
import { BuiltInTool } from '../../../core/tool/built-in-tools.js';
import { toErrorResult, toTextResult } from '../../../core/tool/tool-result.js';
import { quote, quoteName } from '../../../core/value/quote.js';
import { messageOf } from '../answer/describe-task.js';
import { endedCall, type Tool } from '../call/tool.js';

import { createTaskTool, readTaskId, TASK_ID_PROPERTY } from './task-tool.js';
import { mayModelAnswer, type TaskToolsOptions } from './task-tools-options.js';

const ACTIONS: readonly unknown[] = ['accept', 'decline', 'cancel'];

/** Says that an answer had no effect, and whether its time was over. */
function describeLate({ key, answerBy }: Question, shownId: string): string {
  const late = `Not answered: another answer to ${quoteName(key)} of task ${shownId} came first, or it is no longer asked.`;
  const nowMs = Date.now();
  if (answerBy === undefined || !isOver({ answerBy }, nowMs)) return late;
  return `${late} ${describeOver(answerBy, nowMs)}.`;
}

/** Says that the time for a closed question was over, if the history shows that; else empty. */
async function findOver(
  tasks: Tasks,
  by: Owner,
  { taskId, key }: { readonly taskId: string; readonly key: unknown },
): Promise<string> {
  if (typeof key !== 'string' || !isInputKey(key)) return '';
  try {
    const { decision } = await tasks.readDecision(by, taskId, key);
    const end = decision?.end;
    return end?.kind === 'timeOver' ? `${describeOver(end.at, Date.now())}. ` : '';
  } catch (error) {
    // The rest of the message is true without it.
    if (!isTaskError(error)) throw error;
    return '';
  }
}

/** Answers a question of a task, if the task's tool lets a model answer. */
export function createTaskAnswerTool({
  tasks,
  catalog,
  prefix,
  toolPrefix,
}: TaskToolsOptions): Tool {
  return createTaskTool({
    name: `${prefix}${BuiltInTool.answer}`,
    title: 'Answer a question of a task',
    description: `Answers an open question of a task, which ${toolPrefix}${prefix}${BuiltInTool.status} shows. It takes only questions that a model may answer, and refuses those that a person has to decide.`,
    inputSchema: {
      type: 'object',
      required: ['task_id', 'question'],
      properties: {
        ...TASK_ID_PROPERTY,
        question: { type: 'string', description: 'The key of the question.' },
        action: { type: 'string', enum: ['accept', 'decline', 'cancel'], default: 'accept' },
        content: {
          type: 'object',
          description: 'The values of the form, by the names of its fields. Required to accept.',
        },
      },
    },
    annotations: { readOnlyHint: false, idempotentHint: true, openWorldHint: false },
    act: async (exchange, input) => {
      const taskId = readTaskId(input) ?? '';
      const shownId = quoteName(taskId);
      const { question: key, content } = input;
      const action = input['action'] ?? 'accept';
      const task = await tasks.get(exchange, taskId);
      const { questions } = task;
      const question = questions.find((open) => open.key === key);
      if (!question) {
        const own = questions.filter((open) => mayAnswer(open, 'owner'));
        const keys = own.map((open) => quoteName(open.key)).join(', ');
        const hint = keys === '' ? 'It asks nothing now.' : `Its open questions: ${keys}.`;
        const over = await findOver(tasks, exchange, { taskId, key });
        const message = `Not answered: task ${shownId} has no open question ${quote(String(key))}. ${over}${hint}`;
        return endedCall(toErrorResult(message));
      }
      const shownKey = quoteName(question.key);
      const isForOthers = `Not answered: ${quote(messageOf(question))} is for somebody else to decide.`;
      if (!mayAnswer(question, 'owner')) return endedCall(toErrorResult(isForOthers));
      if (!mayModelAnswer(catalog, task.toolName)) {
        const message = `Not answered: ${quote(messageOf(question))} is for a person to decide, in a client that shows questions. Tell the user.`;
        return endedCall(toErrorResult(message));
      }
      if (!ACTIONS.includes(action)) {
        return endedCall(toErrorResult('"action" must be "accept", "decline" or "cancel".'));
      }
      const answer = { action, content: action === 'accept' ? (content ?? {}) : undefined };
      const responses = { [question.key]: answer };
      const results = await tasks.answer(exchange, taskId, responses, { asked: task });
      if (results.forOthers?.includes(question.key)) return endedCall(toErrorResult(isForOthers));
      if (results.tooLate.includes(question.key)) {
        return endedCall(toErrorResult(describeLate(question, shownId)));
      }
      return endedCall(
        toTextResult(`The answer to ${shownKey} of task ${shownId} has been given.`),
      );
    },
  });
}

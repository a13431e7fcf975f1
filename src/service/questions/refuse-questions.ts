import {
  type InputRequest,
  InputMethod,
  type InputResponse,
} from '../../core/contract/input-request.js';
import { type Askable, describeLacking, lackingCapability } from '../../core/question/askable.js';
import { isForClients, isUnaskable, type Question } from '../../core/question/question.js';
import { CANNOT_BE_ASKED } from '../../core/question/unasked-note.js';
import { type Task, withoutQuestions } from '../../core/task/task.js';
import type { Tasks } from '../../core/task/tasks.js';
import type { Owner } from '../../core/task/viewer.js';

/** JSON-RPC "Invalid params": a client answers this to a question that breaks MCP's rules. */
const BREAKS_RULES = -32602;

export interface RefuseOptions {
  /**
   * The client's capabilities, if no other client will be asked: questions beyond them are refused, too. Absent: only
   * requests to a model that break MCP's rules are refused.
   */
  readonly askable?: Askable | undefined;
}

function toRefusal({ method }: InputRequest, code: number, message: string): InputResponse {
  const error = { code, message };
  return method === InputMethod.elicit ? { action: 'cancel', error } : { error };
}

function refuse(question: Question, askable: Askable | undefined): InputResponse | undefined {
  const { method, fault } = question;
  if (fault !== undefined) {
    // Nobody answers for the user. The status says what is wrong.
    if (isUnaskable(question)) return undefined;
    return toRefusal(question, BREAKS_RULES, `MCP cannot ask this with ${method}: ${fault}.`);
  }
  // In the second case, a client was asked, and answers by its own task.
  if (!isForClients(question) || question.heldBy) return undefined;
  // A question that people answer elsewhere needs no client.
  if (!askable || question.isOpenElsewhere) return undefined;
  const lacking = lackingCapability(question, askable);
  if (lacking === undefined) return undefined;
  return toRefusal(
    question,
    CANNOT_BE_ASKED,
    `The client cannot be asked: ${describeLacking(lacking)}.`,
  );
}

/**
 * Answers questions that the client cannot be asked, so that the Workflow learns the reason instead of waiting
 * forever.
 *
 * @returns The task without these questions.
 */
export async function refuseQuestions(
  by: Owner,
  task: Task,
  tasks: Tasks,
  { askable }: RefuseOptions = {},
): Promise<Task> {
  const refusals = task.questions.flatMap((question) => {
    const refusal = refuse(question, askable);
    return refusal ? [{ question, refusal }] : [];
  });
  if (refusals.length === 0) return task;
  const refused = new Map(refusals.map(({ question, refusal }) => [question.key, refusal]));
  await tasks.answer(by, task.taskId, Object.fromEntries(refused));
  return withoutQuestions(task, ({ key }) => refused.has(key));
}

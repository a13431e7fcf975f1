import {
  checkInputRequest,
  type InputRequest,
  InputMethod,
  type InputResponse,
} from '../../core/contract/input-request.js';
import { type Askable, lackingCapability } from '../../core/question/askable.js';
import { isForClients, type Question } from '../../core/question/question.js';
import { type Task, withoutQuestions } from '../../core/task/task.js';
import type { Tasks } from '../../core/task/tasks.js';
import type { Owner } from '../../core/task/viewer.js';

/** JSON-RPC "Method not found": a client without the capability answers this. */
const CANNOT_BE_ASKED = -32601;
/** JSON-RPC "Invalid params": a client answers this to a question that breaks MCP's rules. */
const BREAKS_RULES = -32602;

export interface RefuseOptions {
  /**
   * The client's capabilities, if no other client will be asked: questions beyond them are refused, too. Absent: only
   * questions that break MCP's rules are refused.
   */
  readonly askable?: Askable | undefined;
  /** Called for each question that is refused since the client cannot be asked. */
  readonly onRefused?: ((request: InputRequest) => void) | undefined;
}

function toRefusal({ method }: InputRequest, code: number, message: string): InputResponse {
  const error = { code, message };
  return method === InputMethod.elicit ? { action: 'cancel', error } : { error };
}

/** The answer to a question that breaks MCP's rules; `undefined` for a valid question. */
export function refuseInvalid(request: InputRequest): InputResponse | undefined {
  const [violation] = checkInputRequest(request);
  if (!violation) return undefined;
  return toRefusal(
    request,
    BREAKS_RULES,
    `MCP cannot ask this with ${request.method}: ${violation.path} ${violation.message}.`,
  );
}

function refuse(question: Question, askable: Askable | undefined): InputResponse | undefined {
  // In the second case, a client was asked, and answers by its own task.
  if (!isForClients(question) || question.heldBy) return undefined;
  const invalid = refuseInvalid(question);
  // A question that people answer elsewhere needs no client.
  if (invalid || !askable || question.isOpenElsewhere) return invalid;
  const lacking = lackingCapability(question, askable);
  if (lacking === undefined) return undefined;
  return toRefusal(
    question,
    CANNOT_BE_ASKED,
    `The client cannot be asked: it has not declared "${lacking}".`,
  );
}

/**
 * Answers questions that the client cannot be asked, so that the Workflow learns the reason instead of waiting for
 * ever.
 *
 * @param askable The client's capabilities, if no other client will be asked: questions beyond them are refused, too.
 * Absent: only questions that break MCP's rules are refused.
 * @returns The task without these questions.
 */
export async function refuseQuestions(
  by: Owner,
  task: Task,
  tasks: Tasks,
  { askable, onRefused }: RefuseOptions = {},
): Promise<Task> {
  const refusals = task.questions.flatMap((question) => {
    const refusal = refuse(question, askable);
    return refusal ? [{ question, refusal }] : [];
  });
  if (refusals.length === 0) return task;
  const refused = new Map(refusals.map(({ question, refusal }) => [question.key, refusal]));
  await tasks.answer(by, task.taskId, Object.fromEntries(refused));
  for (const { question } of refusals) {
    if (!refuseInvalid(question)) onRefused?.(question);
  }
  return withoutQuestions(task, ({ key }) => refused.has(key));
}

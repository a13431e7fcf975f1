import { type Askable, lackingCapability } from '../../core/question/askable.js';
import type { InputResponse } from '../../core/question/input-request.js';
import type { Task } from '../../core/task/task.js';
import type { Tasks } from '../../core/task/tasks.js';
import { asOwner } from '../../core/task/viewer.js';

import { refuseInvalid, refuseLacking } from './refusals.js';

export interface RefuseOptions {
  readonly tasks: Tasks;
  readonly owner: string;
  /**
   * The client's capabilities, if no other client will be asked: questions beyond them are refused, too. Absent: only
   * questions that break MCP's rules are refused.
   */
  readonly askable?: Askable;
}

function withoutQuestions(task: Task, refused: Readonly<Record<string, unknown>>): Task {
  const { inputRequests = {}, ...rest } = task;
  const open = Object.entries(inputRequests).filter(([key]) => !Object.hasOwn(refused, key));
  return open.length === 0
    ? { ...rest, phase: 'working' }
    : { ...rest, inputRequests: Object.fromEntries(open) };
}

/**
 * Answers questions that the client cannot be asked, so that the Workflow learns the reason instead of waiting for
 * ever.
 *
 * @returns The task without these questions.
 */
export async function refuseQuestions(
  task: Task,
  { tasks, owner, askable }: RefuseOptions,
): Promise<Task> {
  const refused: Record<string, InputResponse> = {};
  for (const [key, request] of Object.entries(task.inputRequests ?? {})) {
    // A client was asked, and answers by its own task.
    if (request.heldBy) continue;
    // A question that people answer elsewhere needs no client.
    const lacking = askable && !request.elsewhere && lackingCapability(request, askable);
    const refusal = refuseInvalid(request) ?? (lacking && refuseLacking(request, lacking));
    if (refusal) refused[key] = refusal;
  }
  if (Object.keys(refused).length === 0) return task;
  await tasks.answer(asOwner({ owner }), task.taskId, refused);
  return withoutQuestions(task, refused);
}

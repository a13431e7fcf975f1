import { uniteAskable } from '../../../core/question/askable.js';
import type { Task } from '../../../core/task/task.js';
import type { Tasks } from '../../../core/task/tasks.js';
import { refuseQuestions } from '../../../service/questions/refuse-questions.js';

import type { RequestContext } from './request-context.js';

/**
 * A task without the questions that nobody will answer: those that no client may be asked; and, where only its creator is
 * meant to be asked, those that neither that client nor this one can be. The Workflow learns of it, and goes on.
 */
export async function refuseUnaskable(
  task: Task,
  { caller: { owner }, client: { askable } }: Pick<RequestContext, 'caller' | 'client'>,
  tasks: Tasks,
): Promise<Task> {
  const ofCreator = task.origin?.askable;
  return refuseQuestions(task, {
    tasks,
    owner,
    ...(ofCreator && { askable: uniteAskable(ofCreator, askable) }),
  });
}

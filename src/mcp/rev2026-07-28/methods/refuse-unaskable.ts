import type { Exchange } from '../../../core/exchange.js';
import { uniteAskable } from '../../../core/question/askable.js';
import type { Task } from '../../../core/task/task.js';
import type { Tasks } from '../../../core/task/tasks.js';
import { refuseQuestions } from '../../../service/questions/refuse-questions.js';

/**
 * Refuses questions that no client will answer, and returns the task without them. These are invalid questions. If only
 * the creator may be asked, they are also questions that neither the creator nor this client can show. The Workflow
 * receives the refusal and continues.
 */
export async function refuseUnaskable(exchange: Exchange, task: Task, tasks: Tasks): Promise<Task> {
  const ofCreator = task.origin?.askable;
  const askable = ofCreator && uniteAskable(ofCreator, exchange.client.askable);
  return refuseQuestions(exchange, task, tasks, { askable });
}

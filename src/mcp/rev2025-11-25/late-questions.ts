import { isTaskError } from '../../core/errors.js';
import type { OpenInputRequest } from '../../core/open-input-request.js';
import { refuseInvalid } from '../../core/refusals.js';
import type { Task } from '../../core/task.js';
import type { Tasks } from '../../core/tasks.js';

import { canMakeTask, lackingCapability } from './client-capabilities.js';
import type { ClientStream } from './courier.js';
import { type Deliveries, deliveriesOf, toQuestion } from './deliveries.js';
import type { Session } from './session.js';

/** A question is late when it has been open for so many poll intervals: a client that opens streams has done so by then. */
const LATE_AFTER_POLLS = 3;

/** What of a stream's client decides whether a question can go to it. */
type Recipient = Pick<ClientStream, 'capabilities' | 'session'>;

/** In which form a question goes out: a client's task of it is another thing to ask for, once more. */
function formOf({ inputRequests }: Task, key: string): string {
  return inputRequests?.[key]?.heldBy?.taskId ?? 'question';
}

/** Remembers that the questions of a task have gone out ahead of the reply to a poll. */
export function rememberLate(task: Task, session: string, deliveries: Deliveries): void {
  for (const key of Object.keys(task.inputRequests ?? {})) {
    deliveries.rememberPolled(toQuestion(task.taskId, key), session, formOf(task, key));
  }
}

/**
 * What can go out ahead of the reply to a poll: questions that have waited long enough, that no stream of this process
 * carries, and that this session has not been asked so before. Waiting is judged by the task alone, so any replica
 * finds the same.
 *
 * @returns The task with these questions only, or `undefined` when there is none.
 */
export function findLateQuestions(
  task: Task,
  { capabilities, session }: Recipient,
  deliveries: Deliveries,
): Task | undefined {
  const { taskId, inputRequests = {} } = task;
  const canTake = (request: OpenInputRequest): boolean => {
    if (request.heldBy) return canMakeTask(request, capabilities);
    // One that no client may be asked goes to none, but is answered on this occasion.
    if (refuseInvalid(request)) return true;
    return lackingCapability(request, capabilities) === undefined;
  };
  const openMs = Date.now() - Date.parse(task.lastUpdatedAt);
  if (openMs < LATE_AFTER_POLLS * task.pollIntervalMs) return undefined;
  const late = Object.entries(inputRequests).filter(
    ([key, request]) =>
      canTake(request) &&
      !deliveries.isCarried(toQuestion(taskId, key)) &&
      deliveries.polledAs(toQuestion(taskId, key), session) !== formOf(task, key),
  );
  return late.length === 0 ? undefined : { ...task, inputRequests: Object.fromEntries(late) };
}

/** Whether a message is a `tasks/get` whose reply late questions have to precede, so that it takes a stream. */
export async function hasLateQuestions(
  message: unknown,
  { id, owner, clientCapabilities: capabilities }: Session,
  tasks: Tasks,
): Promise<boolean> {
  const { method, params } = (message ?? {}) as { method?: unknown; params?: { taskId?: unknown } };
  if (method !== 'tasks/get' || typeof params?.taskId !== 'string') return false;
  try {
    const task = await tasks.get(params.taskId, owner);
    return (
      findLateQuestions(task, { capabilities, session: id }, deliveriesOf(tasks)) !== undefined
    );
  } catch (error) {
    // The method itself reads the task again, and says what is wrong.
    if (!isTaskError(error)) throw error;
    return false;
  }
}

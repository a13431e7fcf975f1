/** Where a person continues after an answer. */
import { toQuestionLinkId } from '../../core/question/inbox-link.js';
import type { Queued } from '../../core/question/queue-order.js';
import { LIST } from '../html/inbox-paths.js';
import { redirect } from '../html/page.js';

import { type AnsweredQuestion, toDoneQuery } from './done-note.js';
import type { InboxContext, InboxRequest } from './inbox-context.js';
import type { AskingTask } from './inbox-questions.js';

/** The parameter with the place of the question that was answered. */
export const AT = 'at';

/** What decides the place of a question in the list. */
export interface Placed extends Queued {
  /** The last segment of the question's address. */
  readonly id: string;
  readonly toolName: string;
}

/**
 * Leads to the next question of the list from which the answered one was opened. Without a list, an owner gets the task,
 * and an approver the inbox.
 */
export async function afterAnswer(
  context: InboxContext,
  visit: InboxRequest,
  { task, ...answer }: Omit<AnsweredQuestion, 'taskId'> & { readonly task: AskingTask },
): Promise<Response> {
  const { paths } = context;
  const { taskId, toolName, by } = task;
  const { question } = answer;
  const query = await toDoneQuery(context, visit, { taskId, ...answer });
  const list = visit.url.searchParams.get(LIST);
  if (list === null) {
    const to = by.role === 'owner' ? paths.task(taskId) : paths.home();
    return redirect(paths, `${to}?${query.toString()}`);
  }
  const place: Placed = {
    answerBy: question.answerBy,
    askedAt: question.askedAt ?? task.askedAt,
    id: toQuestionLinkId({ taskId, key: question.key }),
    toolName,
  };
  query.set(LIST, list);
  query.set(AT, JSON.stringify(place));
  return redirect(paths, `${paths.next}?${query.toString()}`);
}

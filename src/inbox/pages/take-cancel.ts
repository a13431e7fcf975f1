import { hasCode, TaskErrorCode } from '../../core/errors.js';
import { asOwner } from '../../core/task/viewer.js';
import { type Page, redirect } from '../html/page.js';

import { toCancelledQuery } from './done-note.js';
import type { InboxContext, InboxRequest } from './inbox-context.js';
import { aboutCancel, showCancel } from './show-task.js';

/** Cancels a task, if the form comes from the page that asks about this cancellation. */
export async function takeCancel(
  context: InboxContext,
  visit: InboxRequest,
  taskId: string,
): Promise<Page | Response> {
  const { tasks, paths, guard, protocol } = context;
  const { form, caller, session } = visit;
  const use = { session: session.id, owner: caller.owner, about: aboutCancel(taskId) };
  const [token, ...others] = form.getAll('token');
  if (others.length > 0 || !(await guard.holds(token ?? null, use))) {
    return { ...(await showCancel(context, visit, taskId)), status: 403 };
  }
  try {
    await tasks.cancel(asOwner(caller), taskId, { protocol });
  } catch (error) {
    if (!hasCode(error, TaskErrorCode.taskTerminal)) throw error;
    return showCancel(context, visit, taskId);
  }
  const query = await toCancelledQuery(context, visit);
  return redirect(paths, `${paths.task(taskId)}?${query.toString()}`);
}

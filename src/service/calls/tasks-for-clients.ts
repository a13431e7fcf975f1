import { TaskError, TaskErrorCode } from '../../core/errors.js';
import { interceptTasks } from '../../core/task/intercept-tasks.js';
import type { Tasks } from '../../core/task/tasks.js';
import { isApprover } from '../../core/task/viewer.js';

/**
 * Restricts the task port to owners and approvers, so that a bug in a generation cannot show the tasks of all owners.
 */
export function forClients(tasks: Tasks): Tasks {
  return interceptTasks(async ({ viewer }, ask) => {
    if (typeof viewer === 'string' || isApprover(viewer)) return ask(tasks);
    throw new TaskError(TaskErrorCode.taskNotFound, 'Task not found.');
  });
}

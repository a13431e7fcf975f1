import { endingOf } from '../../tasks/desk/desk-task.js';
import type { DeskFlags } from '../../tasks/desk/open-desk.js';

import { printJson, printLines } from './print.js';
import { withDesk } from './with-desk.js';

export interface CancelFlags extends DeskFlags {
  readonly reason?: string;
  readonly json?: true;
}

/**
 * Asks a task to stop. The Workflow may take a while to stop, or complete anyway: `tasks watch` shows it.
 *
 * @throws {Error} When the task has ended already.
 */
export async function cancelTask(taskId: string, flags: CancelFlags): Promise<void> {
  const task = await withDesk(flags, async (desk) => {
    const before = await desk.get(taskId);
    if (endingOf(before)) {
      throw new Error(
        `Task ${taskId} has ended already (${before.status}): there is nothing to cancel.`,
      );
    }
    await desk.cancel(taskId, flags.reason);
    return desk.get(taskId);
  });
  if (flags.json) printJson(task);
  else printLines([`Task ${taskId} has been asked to stop. It is ${task.status} now.`]);
}

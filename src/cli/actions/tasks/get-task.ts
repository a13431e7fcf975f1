import type { DeskFlags } from '../../tasks/desk/open-desk.js';
import { describeTask } from '../../tasks/show/describe-task.js';
import { screenOf } from '../../tasks/show/style.js';

import { printJson, printLines } from './print.js';
import { withDesk } from './with-desk.js';

export interface GetFlags extends DeskFlags {
  readonly json?: true;
}

/** Shows a task: state, questions, outcome. */
export async function getTask(taskId: string, flags: GetFlags): Promise<void> {
  const task = await withDesk(flags, async (desk) => desk.get(taskId));
  if (flags.json) printJson(task);
  else printLines(describeTask(task, screenOf(process.stdout)));
}

import type { DeskFlags } from '../../tasks/desk/open-desk.js';
import { screenOf } from '../../tasks/show/style.js';
import { toTaskTable } from '../../tasks/show/task-table.js';

import { printJson, printLines } from './print.js';
import { withDesk } from './with-desk.js';

export interface ListFlags extends DeskFlags {
  readonly limit: number;
  readonly json?: true;
}

/** Lists tasks: running ones first, then those that have ended. */
export async function listTasks(flags: ListFlags): Promise<void> {
  const { tasks, hasMore } = await withDesk(flags, async (desk) => desk.list(flags.limit));
  if (flags.json) {
    printJson({ tasks, hasMore });
    return;
  }
  if (tasks.length === 0) {
    const whose = flags.manifest ? 'of this owner (another one: --as)' : 'of yours';
    process.stderr.write(`There are no tasks ${whose}.\n`);
    return;
  }
  printLines(toTaskTable(tasks, screenOf(process.stdout)));
  if (hasMore) process.stderr.write('There are more: see --limit.\n');
}

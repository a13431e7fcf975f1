import { forwardTasks } from '../core/forward-tasks.js';
import type { Tasks } from '../core/tasks.js';

/** Tasks that are made when they are first needed: the Temporal Client takes longer to load than all else together. */
export function createLazyTasks(create: () => Promise<Tasks>): Tasks {
  let creating: Promise<Tasks> | undefined;
  return forwardTasks(async () => {
    creating ??= create();
    return creating;
  });
}

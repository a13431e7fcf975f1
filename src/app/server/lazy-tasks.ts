import { interceptTasks } from '../../core/task/intercept-tasks.js';
import type { Tasks } from '../../core/task/tasks.js';

/** A task port that is created at first use, or sooner by `load`. */
export interface LazyTasks {
  readonly tasks: Tasks;
  /** Creates the task port now, while no client waits. */
  readonly load: () => Promise<void>;
}

/** Creates the task port at first use: the Temporal Client takes longer to load than the rest of the start. */
export function createLazyTasks(create: () => Promise<Tasks>): LazyTasks {
  let creating: Promise<Tasks> | undefined;
  const get = async (): Promise<Tasks> => (creating ??= create());
  return {
    tasks: interceptTasks(async (_call, ask) => ask(await get())),
    load: async () => {
      await get();
    },
  };
}

import { interceptTasks } from '../../core/task/intercept-tasks.js';
import type { Tasks } from '../../core/task/tasks.js';

/** Tasks that are made when they are first needed, or sooner. */
export interface LazyTasks {
  readonly tasks: Tasks;
  /** Makes them now, for a server that nobody waits for yet. */
  readonly load: () => Promise<void>;
}

/** Tasks that are made when they are first needed: the Temporal Client takes longer to load than all else together. */
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

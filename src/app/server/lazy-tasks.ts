import { type Approvals, forwardApprovals } from '../../core/question/approvals.js';
import { forwardTasks } from '../../core/task/forward-tasks.js';
import type { Tasks } from '../../core/task/tasks.js';

type Made = Tasks & { readonly approvals: Approvals };

/** Tasks that are made when they are first needed, or sooner. */
export interface LazyTasks {
  readonly tasks: Tasks;
  /** What of them somebody else may answer. */
  readonly approvals: Approvals;
  /** Makes them now, for a server that nobody waits for yet. */
  readonly load: () => Promise<void>;
}

/** Tasks that are made when they are first needed: the Temporal Client takes longer to load than all else together. */
export function createLazyTasks(create: () => Promise<Made>): LazyTasks {
  let creating: Promise<Made> | undefined;
  const get = async (): Promise<Made> => {
    creating ??= create();
    return creating;
  };
  return {
    tasks: forwardTasks(get),
    approvals: forwardApprovals(async () => (await get()).approvals),
    load: async () => {
      await get();
    },
  };
}

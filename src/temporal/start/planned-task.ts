import type { TaskMeta } from '../../core/contract.js';
import type { Task } from '../../core/task/task.js';

/** A task as it is about to be started. */
export interface PlannedTask {
  readonly task: Task;
  readonly meta: TaskMeta;
}

/** A start, and its result. */
export interface StartedTask extends PlannedTask {
  /**
   * - `started`: a new execution
   * - `repeated`: this idempotency key has started it before, with what arguments is not known yet
   * - `found`: the same call has started it before
   * - `shared`: another call of the same owner has started it, and this one has its share in it
   */
  readonly kind: 'started' | 'repeated' | 'found' | 'shared';
}

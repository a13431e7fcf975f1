import type { TaskMeta } from '../../core/contract/contract.js';
import type { Caller } from '../../core/person/caller.js';
import type { Task } from '../../core/task/task.js';
import type { CreateTaskRequest } from '../../core/task/tasks.js';

/** A task to create, and its owner. */
export interface StartRequest extends CreateTaskRequest {
  readonly caller: Caller;
}

export interface PlannedTask {
  readonly task: Task;
  readonly meta: TaskMeta;
}

export interface StartedTask extends PlannedTask {
  /**
   * - `started`: a new execution
   * - `repeated`: an earlier call with this idempotency key has started it; its arguments are not compared yet
   * - `found`: an earlier call with the same arguments has started it
   * - `shared`: another call of the same owner has started it, and this call joins it
   */
  readonly kind: 'started' | 'repeated' | 'found' | 'shared';
}

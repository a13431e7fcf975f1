import type { TaskMeta } from '../../core/contract.js';
import { isOwnWorkflowId } from '../../core/task/own-workflow-id.js';
import { parseTaskId } from '../../core/task/task-id.js';
import type { TaskIdRing } from '../start/task-id-ring.js';

/** The access checks that a reader of tasks needs. */
export type Access = Pick<TaskAccess, 'mayLook' | 'mayBeOwned' | 'isOwned'>;

/**
 * Lets the operator's configuration read the tasks of all owners.
 *
 * @param isOurs Returns true for a tool of these servers.
 */
export function createAccessToAll(isOurs: (toolName: string) => boolean): Access {
  return {
    mayLook: (taskId) => parseTaskId(taskId) !== undefined || isOwnWorkflowId(taskId),
    mayBeOwned: () => true,
    isOwned: (taskId, meta): meta is TaskMeta => {
      if (meta === undefined || !isOurs(meta.toolName)) return false;
      const parsed = parseTaskId(taskId);
      return parsed === undefined || parsed.ownerTag === meta.ownerTag;
    },
  };
}

/**
 * Decides who may see an execution. No other file does.
 *
 * A generated task ID has its owner's tag, so a foreign ID is refused without a call. For a tool-chosen ID, the memo of
 * the start names the owner. An execution without that memo belongs to no owner.
 */
export class TaskAccess {
  readonly #ids: TaskIdRing;

  constructor(ids: TaskIdRing) {
    this.#ids = ids;
  }

  /** Returns false if the ID shows another owner. */
  mayLook(taskId: string, owner: string): boolean {
    const parsed = parseTaskId(taskId);
    return parsed ? this.#ids.isOwnerTag(parsed.ownerTag, owner) : isOwnWorkflowId(taskId);
  }

  /**
   * Returns true if a later run without the memo may be the owner's task, so that its first run is worth a read. Only
   * the owner's own reads make that second call.
   */
  mayBeOwned(taskId: string, ownerTag: string | undefined, owner: string): boolean {
    return this.#ids.isOwnerTag(parseTaskId(taskId)?.ownerTag ?? ownerTag, owner);
  }

  /** Returns true if the found execution is a task of the owner's. */
  isOwned(taskId: string, meta: TaskMeta | undefined, owner: string): meta is TaskMeta {
    if (meta === undefined) return false;
    const parsed = parseTaskId(taskId);
    return parsed ? parsed.ownerTag === meta.ownerTag : this.#ids.isOwnerTag(meta.ownerTag, owner);
  }
}

import type { TaskMeta } from '../../core/contract.js';
import { isOwnWorkflowId } from '../../core/task/own-workflow-id.js';
import { parseTaskId } from '../../core/task/task-id.js';
import type { TaskIdRing } from '../start/task-id-ring.js';

/** Who may see which execution, as a reader of tasks asks it. */
export type Access = Pick<TaskAccess, 'mayLook' | 'mayBeOwned' | 'isOwned'>;

/**
 * Lets whoever runs the servers read the tasks of all owners.
 *
 * @param isOurs Whether a tool of that name is one of these servers'.
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
 * Who may see which execution: the one place that says so.
 *
 * A task ID of this server's making marks its owner, so a foreign one is known without a look. One of a tool's own says
 * nothing: there the memo that the start wrote says whose the task is, and an execution without it is nobody's.
 */
export class TaskAccess {
  readonly #ids: TaskIdRing;

  constructor(ids: TaskIdRing) {
    this.#ids = ids;
  }

  /** Whether there is any need to look. */
  mayLook(taskId: string, owner: string): boolean {
    const parsed = parseTaskId(taskId);
    return parsed ? this.#ids.isOwnerTag(parsed.ownerTag, owner) : isOwnWorkflowId(taskId);
  }

  /**
   * Whether a later run of a chain may be a task of the owner's although it has dropped the memo, so that its first run is
   * worth a look: only the owner's own reads take that second one.
   */
  mayBeOwned(taskId: string, ownerTag: string | undefined, owner: string): boolean {
    return this.#ids.isOwnerTag(parseTaskId(taskId)?.ownerTag ?? ownerTag, owner);
  }

  /** Whether the execution that was found is a task of the owner's. */
  isOwned(taskId: string, meta: TaskMeta | undefined, owner: string): meta is TaskMeta {
    if (meta === undefined) return false;
    const parsed = parseTaskId(taskId);
    return parsed ? parsed.ownerTag === meta.ownerTag : this.#ids.isOwnerTag(meta.ownerTag, owner);
  }
}

import type { TaskMeta } from '../../core/contract/contract.js';
import { isOwnWorkflowId } from '../../core/task/own-workflow-id.js';
import { parseTaskId } from '../../core/task/task-id.js';
import type { DescribedExecution } from '../describe/describe-execution.js';
import type { TaskIdRing } from '../start/task-id-ring.js';

export type Access = Pick<TaskAccess, 'mayLook' | 'mayBeOwned' | 'isOwned'>;

/** Shows the tasks of all owners, for webhooks. Executions without the memo of a start aren't tasks. */
export const ACCESS_TO_ALL: Access = {
  mayLook: () => true,
  mayBeOwned: () => true,
  isOwned: (_taskId, meta): meta is TaskMeta => meta !== undefined,
};

/**
 * Decides who may see an execution. No other file does.
 *
 * A generated task ID has its owner's tag, so a foreign ID is refused without a call. For a tool-chosen ID, the memo of
 * the chain's start names the owner. An execution without that memo belongs to no owner.
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

  /** Returns true if a run shows that it may be of the owner's task, so that the start of its chain is worth a read. */
  mayBeOwned(
    taskId: string,
    { meta, ownerTag }: Pick<DescribedExecution, 'meta' | 'ownerTag'>,
    owner: string,
  ): boolean {
    const ownerTags = [parseTaskId(taskId)?.ownerTag ?? [meta?.ownerTag, ownerTag]].flat();
    return ownerTags.some((tag) => this.#ids.isOwnerTag(tag, owner));
  }

  isOwned(taskId: string, meta: TaskMeta | undefined, owner: string): meta is TaskMeta {
    if (meta === undefined) return false;
    const parsed = parseTaskId(taskId);
    return parsed ? parsed.ownerTag === meta.ownerTag : this.#ids.isOwnerTag(meta.ownerTag, owner);
  }
}

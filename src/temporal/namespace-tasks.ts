import { parseTaskId } from '../core/task/task-id.js';
import type { Tasks } from '../core/task/tasks.js';
import type { ToolCatalog } from '../core/tool/tool-definition.js';

import type { TaskIdRing } from './start/task-id-ring.js';

/** The tasks of one namespace among several. */
export interface NamespaceTasks extends Tasks {
  /** Returns true if a task ID may belong to the owner in this namespace. Needs no call. */
  readonly mayHave: (taskId: string, owner: string) => boolean;
  /** Counts the owner's open tasks in this namespace by visibility, without adopted ones. */
  readonly countOpen: (owner: string) => Promise<number>;
}

/** Implements {@link NamespaceTasks.mayHave}. */
export function mayHave(
  taskId: string,
  owner: string,
  { ids, tools }: { readonly ids: TaskIdRing; readonly tools: ToolCatalog },
): boolean {
  const parsed = parseTaskId(taskId);
  if (parsed) return ids.isOwnerTag(parsed.ownerTag, owner);
  return [...tools.values()].some(
    ({ start }) => start?.workflowId !== undefined || start?.adopts !== undefined,
  );
}

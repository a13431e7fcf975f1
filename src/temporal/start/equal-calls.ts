/** Starts equal calls: a call joins the one that runs, or gets the ID after the one that has ended. */
import { isTaskError } from '../../core/errors.js';
import { toEqualCallPrefix } from '../../core/task/task-id.js';
import type { EqualCall } from '../../core/task/tasks.js';
import type { DescribedExecution } from '../describe/describe-execution.js';
import { findExecution } from '../describe/find-execution.js';
import type { FirstRuns } from '../describe/first-runs.js';
import { sleep } from '../link/sleep.js';
import { readCancelRequested } from '../read/read-cancel-requested.js';

import type { StartedTask, StartRequest } from './plan-task.js';
import { type StartDependencies, startTask } from './start-task.js';

/** Maximum number of IDs that a call tries. Then it starts work that other processes do not join. */
const MAX_ATTEMPTS = 5;
/** Maximum wait for the search, in milliseconds: visibility calls of a process take turns. */
const SEARCH_WITHIN_MS = 1_000;

/** Finds the task under a prefix of IDs that runs or, as visibility lists it, has ended last. */
export type FindLast = (
  request: StartRequest,
  prefix: string,
) => Promise<{ readonly taskId: string; readonly isOpen: boolean } | undefined>;

/**
 * Starts the work of a call, or joins an equal call that runs and was not stopped, in any process. The ID of the first equal call follows
 * from the call, and each further one from the ID before. If thousands have ended, one search finds the last.
 * Visibility trails, so the IDs after it are tried, too.
 */
export async function startEqual(
  dependencies: StartDependencies,
  request: StartRequest,
  { key, after }: EqualCall,
  findLast: FindLast,
): Promise<StartedTask> {
  const { calls, ids, firstRuns } = dependencies;
  const {
    name: tool,
    start: { kind },
  } = request.tool;
  const idOwner = { ownerTag: ids.current.ownerTag(request.caller.owner), tool, kind };
  const idAfter = (earlier?: string): string => ids.current.equalCallTaskId(idOwner, key, earlier);
  // A process that knows the last task is at most a few tasks of other processes behind.
  const searchAt = after === undefined ? 0 : 1;
  let id = idAfter(after);
  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt += 1) {
    const started = await startTask(dependencies, request, id);
    if (started.kind !== 'repeated' && started.kind !== 'found') return started;
    const { taskId } = started.task;
    const execution = await findExecution(calls, taskId);
    const isShared = execution && (await canBeShared(taskId, execution, request, firstRuns));
    if (isShared) return { ...started, kind: 'found' };
    const isSearched = attempt === searchAt && !request.start?.ownId;
    const last = isSearched ? await findOrSkip(findLast, request, id) : undefined;
    id = last?.isOpen ? last.taskId : idAfter(last?.taskId ?? id);
  }
  return startTask(dependencies, request);
}

/**
 * Returns true if a call may join an execution. After a stop, the same call is a new wish, and has another ID. A tool's
 * own ID is one for both.
 */
async function canBeShared(
  taskId: string,
  execution: DescribedExecution,
  { start }: StartRequest,
  firstRuns: FirstRuns,
): Promise<boolean> {
  if (!execution.isOpen || execution.unreadableMeta) return false;
  if (start?.ownId) return true;
  return !(await readCancelRequested(taskId, execution, firstRuns));
}

/** A failed or slow search delays no start: the next IDs are tried without it. */
async function findOrSkip(
  findLast: FindLast,
  request: StartRequest,
  id: string,
): ReturnType<FindLast> {
  try {
    const search = findLast(request, toEqualCallPrefix(id));
    return await Promise.race([search, sleep(SEARCH_WITHIN_MS).then(() => undefined)]);
  } catch (error) {
    if (isTaskError(error)) return undefined;
    throw error;
  }
}

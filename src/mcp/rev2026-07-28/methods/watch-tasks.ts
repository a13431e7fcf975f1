import { isTaskError, isTaskGone, TaskError, TaskErrorCode } from '../../../core/errors.js';
import { JsonRpcError } from '../../../core/json-rpc-error.js';
import type { Exchange } from '../../../core/request/exchange.js';
import { isClosed } from '../../../core/task/task-status.js';
import type { Task } from '../../../core/task/task.js';
import type { Tasks } from '../../../core/task/tasks.js';
import type { Owner } from '../../../core/task/viewer.js';
import { toJson } from '../../../core/value/exact-json.js';
import { linkSignal, splitSignal } from '../../../core/value/linked-signal.js';
import type { WireDetailedTask } from '../wire/to-wire.js';

import { showTask } from './show-task.js';

/** Maximum number of concurrent reads when a subscription opens. */
const LOOKUPS_AT_ONCE = 16;

/**
 * Returns those of the tasks that the owner may watch. Other IDs are left out silently, so that another owner's ID
 * looks like an unknown one.
 *
 * @throws {TaskError} `unavailable` if the tasks cannot be read now.
 */
export async function findWatchable(
  tasks: Tasks,
  by: Owner,
  taskIds: readonly string[],
): Promise<string[]> {
  const watchable: string[] = [];
  for (let start = 0; start < taskIds.length; start += LOOKUPS_AT_ONCE) {
    const some = taskIds.slice(start, start + LOOKUPS_AT_ONCE);
    const readings = await Promise.allSettled(some.map(async (id) => tasks.get(by, id)));
    readings.forEach((reading, index) => {
      if (reading.status === 'fulfilled') watchable.push(some[index] ?? '');
      else if (!isTaskGone(reading.reason)) throw reading.reason as Error;
    });
  }
  return watchable;
}

type ShownTasks = Parameters<typeof showTask>[2];

/** Sends a state. Resolves when the client can take more. Meanwhile, states are skipped; only the last one is sent. */
type Push = (task: WireDetailedTask) => Promise<void>;

async function watchTask(
  exchange: Exchange,
  taskId: string,
  shown: ShownTasks,
  push: Push,
): Promise<void> {
  const { signal } = exchange;
  let pushed: string | undefined;
  try {
    await shown.tasks.waitFor(exchange, taskId, {
      signal,
      until: ({ phase }) => isClosed(phase),
      onReading: async (task) => {
        const wire = await showIfAnswerable(exchange, task, shown);
        const text = toJson(wire);
        if (wire === undefined || text === pushed) return;
        pushed = text;
        await push(wire);
      },
    });
  } catch (error) {
    if (!signal.aborted && !isTaskGone(error)) throw error;
  }
}

/** Returns the client's view of a task; `undefined` if the task has a question that this client cannot show. */
async function showIfAnswerable(
  exchange: Exchange,
  task: Task,
  shown: ShownTasks,
): Promise<WireDetailedTask | undefined> {
  try {
    return await showTask(exchange, task, shown);
  } catch (error) {
    if (error instanceof JsonRpcError) return undefined;
    throw error;
  }
}

/**
 * Sends each task now, and at each change until its end. Any number of watches of one task share one long poll.
 * Resolves when all tasks have ended or the signal has fired.
 *
 * @throws {TaskError} After a long outage of Temporal.
 */
export async function watchTasks(
  exchange: Exchange,
  taskIds: readonly string[],
  shown: ShownTasks,
  push: Push,
): Promise<void> {
  const { signal: all, end, release } = linkSignal(exchange.signal);
  const signals = splitSignal(all, taskIds.length);
  try {
    await Promise.all(
      taskIds.map(async (taskId, index) =>
        watchTask({ ...exchange, signal: signals[index] ?? all }, taskId, shown, push),
      ),
    );
  } catch (error) {
    end();
    throw isTaskError(error)
      ? error
      : new TaskError(TaskErrorCode.internal, 'Internal error.', { cause: error });
  } finally {
    release();
  }
}

import { setTimeout as sleep } from 'node:timers/promises';

import { hasCode, TaskError, TaskErrorCode } from '../../core/errors.js';
import type { WaitOptions } from '../../core/task/tasks.js';
import type { ReadActivity } from '../activity/read-activity.js';
import type { TemporalTask } from '../read/to-task.js';
import type { TaskWatcher } from '../watch/task-watcher.js';

import type { TaskReader } from './task-reader.js';

/** Maximum outage during a wait, in milliseconds. A restart or failover of the Temporal Service fits into it. */
const OUTAGE_TOLERANCE_MS = 60_000;
const OUTAGE_PAUSE_MS = 500;

type AwaitedReader = Pick<TaskReader, 'read' | 'readEnd'>;

interface AwaitedTask {
  readonly taskId: string;
  readonly owner: string;
  /** The first reading. The history shows what has happened since. Absent: the task is read. */
  readonly started?: TemporalTask | undefined;
}

/** Reads a task whenever it may have changed, until it has the wanted state. */
export async function waitForTask(
  {
    reader,
    watcher,
  }: {
    readonly reader: AwaitedReader;
    readonly watcher: Pick<TaskWatcher, 'subscribe'>;
  },
  task: AwaitedTask,
  { signal, until, onReading, refreshMs }: WaitOptions<TemporalTask>,
): Promise<TemporalTask> {
  const subscription = watcher.subscribe(task.taskId, task.owner);
  let reachableAtMs = Date.now();
  let { started } = task;
  let activity: ReadActivity | undefined;
  let last: TemporalTask | undefined;
  try {
    for (;;) {
      signal.throwIfAborted();
      try {
        const current: TemporalTask =
          started ?? (await readAwaited(reader, task, { last, activity }));
        started = undefined;
        activity = undefined;
        last = current;
        await onReading?.(current);
        if (until(current)) return current;
        const { watch } = current;
        const waitMs = Math.min(refreshMs?.(current) ?? Infinity, watch?.refreshMs ?? Infinity);
        activity = await subscription.next(signal, {
          refreshMs: waitMs < Infinity ? waitMs : undefined,
          isPaced: waitMs < Infinity,
          onMoves: watch !== undefined,
        });
        reachableAtMs = Date.now();
      } catch (error) {
        const isOutage = hasCode(error, TaskErrorCode.unavailable);
        if (!isOutage || Date.now() - reachableAtMs > OUTAGE_TOLERANCE_MS) throw error;
        await sleep(OUTAGE_PAUSE_MS, undefined, { signal });
      }
    }
  } catch (error) {
    if (!signal.aborted) throw error;
    throw new TaskError(TaskErrorCode.aborted, 'The wait was given up. The task continues.', {
      cause: error,
    });
  } finally {
    subscription.close();
  }
}

/**
 * Reads the awaited task. Its tool-chosen ID may belong to another task by now. A client that waited for the end gets
 * it, even if the task has expired for other clients.
 */
async function readAwaited(
  reader: AwaitedReader,
  { taskId, owner }: AwaitedTask,
  {
    last,
    activity,
  }: { readonly last: TemporalTask | undefined; readonly activity: ReadActivity | undefined },
): Promise<TemporalTask> {
  try {
    const current = await reader.read(taskId, owner, {
      evenExpired: last !== undefined,
      activity,
    });
    if (last === undefined || current.createdAt === last.createdAt) return current;
  } catch (error) {
    const isGone = hasCode(error, TaskErrorCode.taskNotFound);
    if (!isGone || last?.runId === undefined) throw error;
  }
  return reader.readEnd(last, owner);
}

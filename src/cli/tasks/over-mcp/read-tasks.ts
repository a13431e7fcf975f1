/** Reads tasks at a server: a single task, a task until it has ended, or a list. */
import { setTimeout as sleep } from 'node:timers/promises';

import { isTerminal, TaskStatus } from '../../../core/task/task-status.js';
import type { DeskTask } from '../desk/desk-task.js';
import type { SeenTasks, WatchTaskOptions } from '../desk/task-desk.js';

import type { Peer, Peers } from './connect-clients.js';
import { isPassing, rpcCodeOf } from './explain-failure.js';
import { type ReadTask, readPage, readTask, toOutcome } from './read-wire.js';
import { createReadFigures } from './status-tool.js';

/** Default time between two readings of a task, in milliseconds, if the server names none. */
const POLL_MS = 1_000;
const MIN_POLL_MS = 200;
const MAX_POLL_MS = 60_000;
/** Time limit of failed readings, in milliseconds: a restarted server answers again by then. */
const OUTAGE_MS = 60_000;
/** Limit of pages, for a server whose list never ends. */
const MAX_PAGES = 100;

export type ReadOne = (taskId: string) => Promise<ReadTask>;

/** Reads the result of an ended task, if the task itself does not contain it. */
async function readOutcome(peer: Peer, { task }: ReadTask): Promise<DeskTask> {
  const isElsewhere = !peer.isModern && isTerminal(task.status);
  if (!isElsewhere || task.status === TaskStatus.cancelled) return task;
  try {
    const result = await peer.request('tasks/result', { taskId: task.taskId });
    return { ...task, outcome: toOutcome(result) };
  } catch (error) {
    const code = rpcCodeOf(error);
    if (code === undefined) throw error;
    const { message } = error as Error;
    return { ...task, outcome: { kind: 'error', error: { code, message } } };
  }
}

/** Creates a function that reads a task with its progress and its result. */
export function createReadOne(peers: Peers): ReadOne {
  const readFigures = createReadFigures(peers);
  return async (taskId) => {
    const peer = await peers.forTasks();
    const found = readTask(await peer.request('tasks/get', { taskId }));
    const figures = await readFigures(taskId);
    const task = await readOutcome(peer, found);
    return { ...found, task: { ...figures, ...task } };
  };
}

/** Reads a task. After failures that may pass, it tries again for up to 60 s. */
async function readAgain(read: ReadOne, taskId: string, signal: AbortSignal): Promise<ReadTask> {
  const giveUpAtMs = Date.now() + OUTAGE_MS;
  for (;;) {
    try {
      return await read(taskId);
    } catch (error) {
      if (signal.aborted || !isPassing(error) || Date.now() > giveUpAtMs) throw error;
      await sleep(POLL_MS, undefined, { signal });
    }
  }
}

/** Reads a task as often as the server says, until it has ended or the signal fires. */
export async function watchOne(
  read: ReadOne,
  taskId: string,
  { signal, onReading }: WatchTaskOptions,
): Promise<DeskTask | undefined> {
  let last: DeskTask | undefined;
  try {
    for (;;) {
      const reading = last ? readAgain(read, taskId, signal) : read(taskId);
      const { task, pollIntervalMs = POLL_MS } = await reading;
      if (signal.aborted) return last;
      last = task;
      onReading(task);
      if (isTerminal(task.status)) return task;
      const pauseMs = Math.min(Math.max(pollIntervalMs, MIN_POLL_MS), MAX_POLL_MS);
      await sleep(pauseMs, undefined, { signal });
    }
  } catch (error) {
    if (signal.aborted) return last;
    throw error;
  }
}

/** Reads a list, page by page, up to a number of tasks. */
export async function readList(peer: Peer, limit: number): Promise<SeenTasks> {
  const found: DeskTask[] = [];
  let cursor: string | undefined;
  for (let page = 0; page < MAX_PAGES; page += 1) {
    const params = cursor === undefined ? {} : { cursor };
    const { tasks, nextCursor } = readPage(await peer.request('tasks/list', params));
    found.push(...tasks);
    cursor = nextCursor;
    if (cursor === undefined || found.length >= limit) break;
  }
  return { tasks: found.slice(0, limit), hasMore: cursor !== undefined || found.length > limit };
}

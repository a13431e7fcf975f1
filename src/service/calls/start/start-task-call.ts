/** Starts a call that is answered with a task, or gives it the task of an earlier equal call whose client has gone. */
import { isTaskGone } from '../../../core/errors.js';
import type { ClientFacts } from '../../../core/person/caller.js';
import { isClosed } from '../../../core/task/task-status.js';
import type { Task } from '../../../core/task/task.js';
import { toDigest } from '../../../core/value/json-digest.js';
import type { OpenCall, StartedCall, WorkflowToolOptions } from '../answer/open-call.js';

import type { StartDecision } from './ask-before-start.js';
import type { KnownTask } from './repeated-tasks.js';
import { hasKeyOfItsOwn, startCall, toStarted } from './start-call.js';
import type { TaskReads } from './task-reads.js';

/** Maximum number of tasks of equal calls that are skipped. Then a call starts that other processes do not join. */
const MAX_ATTEMPTS = 8;
/** Maximum time for which a call waits to see whether a client still polls, in milliseconds. */
const MAX_DOUBT_MS = 5_000;
const LOOK_EVERY_MS = 100;

/** Time without a read until a task's client counts as gone, in milliseconds. */
function untilGoneMs(task: KnownTask, { session, program }: ClientFacts, reads: TaskReads): number {
  const { session: madeIn, program: madeBy } = task.origin ?? {};
  if (madeBy !== undefined && madeBy !== program?.id) {
    // A server over stdio serves one client and ends with it.
    return program?.hasEnded(madeBy) === true ? 0 : Infinity;
  }
  // Another process serves that client's reads, so a server over stdio cannot see them.
  if (program && madeBy === undefined) return Infinity;
  const isCallersOwn = madeBy !== undefined || (madeIn !== undefined && madeIn === session);
  return reads.untilGoneMs(task, isCallersOwn);
}

/** Resolves after a time or when the signal fires. */
async function pause(ms: number, signal: AbortSignal): Promise<void> {
  await new Promise<void>((resolve) => {
    const timer = setTimeout(done, ms);
    function done(): void {
      clearTimeout(timer);
      signal.removeEventListener('abort', done);
      resolve();
    }
    signal.addEventListener('abort', done);
  });
}

/**
 * Gives a task to a call if the task's client has gone. If that client may still be about to read the task, the call
 * waits to see, unless that takes more than 5 s.
 */
async function takeOver(
  task: KnownTask,
  { context: { client, signal } }: OpenCall,
  reads: TaskReads,
): Promise<boolean> {
  const goneAtMs = Date.now() + untilGoneMs(task, client, reads);
  if (goneAtMs > Date.now() + MAX_DOUBT_MS) return false;
  for (;;) {
    const leftMs = untilGoneMs(task, client, reads);
    if (leftMs <= 0) {
      // Before any `await`, so that only one call takes the task.
      reads.begunAnew(task.taskId);
      return true;
    }
    const hasBeenRead = Date.now() + leftMs > goneAtMs + LOOK_EVERY_MS;
    if (hasBeenRead || signal.aborted) return false;
    await pause(Math.min(leftMs, LOOK_EVERY_MS), signal);
  }
}

/** The task of the latest equal call, if it still runs and its client has gone. */
async function findLeft(
  { tasks, repeats: { ofTasks } }: WorkflowToolOptions,
  callDigest: string,
  call: OpenCall,
): Promise<Task | undefined> {
  const latest = ofTasks.latest(callDigest);
  if (!latest || !(await takeOver(latest, call, ofTasks.reads))) return undefined;
  try {
    const task = await tasks.get(latest.taskId, call.context.caller.owner);
    return isClosed(task.phase) ? undefined : task;
  } catch (error) {
    if (isTaskGone(error)) return undefined;
    throw error;
  }
}

/**
 * Starts the work of a call that is answered with a task, or finds the task of an equal call whose client has gone.
 * Equal calls of two active clients get a task each.
 */
export async function startTaskCall(
  options: WorkflowToolOptions,
  decision: Extract<StartDecision, { kind: 'start' }>,
  call: OpenCall,
): Promise<StartedCall> {
  const { tool, repeats } = options;
  const { ofTasks } = repeats;
  const hasOwnId = tool.start?.workflowId !== undefined;
  if (!tool.joinRepeats || hasOwnId || hasKeyOfItsOwn(options, decision, call)) {
    return toStarted(options, await startCall(options, decision, call));
  }
  const { owner } = call.context.caller;
  const callDigest = await toDigest([owner, tool.name, decision.input]);
  const left = await findLeft(options, callDigest, call);
  if (left) return { task: left, hasJoined: true, isShared: false, isRepeat: true };
  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt += 1) {
    const callId = await ofTasks.nextKey(callDigest);
    try {
      const task = await startCall(options, { ...decision, callId, isNumbered: true }, call);
      const isFree = task.isRepeat === undefined;
      const isLeft =
        !isFree && !isClosed(task.phase) && (await takeOver(task, call, ofTasks.reads));
      if (!isFree && !isLeft) continue;
      ofTasks.remember(callDigest, task);
      return { task, hasJoined: isLeft, isShared: false, isRepeat: isLeft };
    } catch (error) {
      if (!isTaskGone(error)) throw error;
    }
  }
  return toStarted(options, await startCall(options, decision, call));
}

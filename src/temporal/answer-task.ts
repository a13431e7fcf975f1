import { INPUT_SIGNAL, type InputSignalPayload } from '../core/contract.js';
import { startDeadline } from '../core/deadline.js';
import { isTaskError, TaskError, TaskErrorCode } from '../core/errors.js';
import {
  checkInputRequest,
  checkInputResponse,
  type InputResponse,
} from '../core/input-request.js';
import type { Owner, AnswersTakenOptions } from '../core/tasks.js';

import type { TaskReader } from './task-reader.js';
import type { TaskWatcher } from './task-watcher.js';
import type { TemporalCalls } from './temporal-calls.js';

/** Answers of one call together, in bytes of JSON: room for what a model writes, far from Temporal's 2 MiB. */
const MAX_RESPONSE_BYTES = 256 * 1024;
/** A Workflow takes an answer within some 50 ms, which is about the time that it takes to set up a long poll. */
const TAKEN_REFRESH_MS = 50;

/** What answering needs. */
export interface AnswerDependencies {
  readonly calls: TemporalCalls;
  readonly reader: TaskReader;
  readonly watcher: TaskWatcher;
}

function checkSize(responses: object): void {
  const bytes = Buffer.byteLength(JSON.stringify(responses));
  if (bytes <= MAX_RESPONSE_BYTES) return;
  throw new TaskError(
    TaskErrorCode.invalidInput,
    `The answer has ${bytes} bytes; at most ${MAX_RESPONSE_BYTES} are taken. The question stays open.`,
  );
}

/** Whether a response says why there is no answer. It has no content to check, and the Workflow gets it as it is. */
function isFailure(response: unknown): boolean {
  return typeof response === 'object' && response !== null && 'error' in response;
}

/**
 * Checks answers against their questions and signals those that are open to the Workflow. A Signal and not an
 * Update: it is taken within milliseconds with no Worker there, and any number may be under way.
 */
export async function answerTask(
  { calls, reader, watcher }: AnswerDependencies,
  { taskId, owner }: { readonly taskId: string; readonly owner: Owner },
  responses: Readonly<Record<string, unknown>>,
): Promise<void> {
  // Also of an expired task: a plain call may outlast it, and whoever answers learns nothing of the task.
  const reading = await reader.read(taskId, owner, { outlastsTtl: true });
  const { inputRequests = {}, checksContent = false } = reading;
  const accepted: Record<string, InputResponse> = {};
  for (const [key, request] of Object.entries(inputRequests)) {
    const response = responses[key];
    if (response === undefined) continue;
    // A question that breaks the rules can only be refused.
    if (!isFailure(response) && checkInputRequest(request).length > 0) continue;
    const [violation] = isFailure(response)
      ? []
      : checkInputResponse(request, response, { content: !checksContent });
    if (violation) {
      const { path, message } = violation;
      throw new TaskError(
        TaskErrorCode.invalidInput,
        `The answer to ${key} does not fit: ${path === '' ? 'it' : path} ${message}. The question stays open.`,
        { violations: [violation] },
      );
    }
    accepted[key] = response as InputResponse;
  }
  const keys = Object.keys(accepted);
  if (keys.length === 0) return;
  checkSize(accepted);
  try {
    await calls.run(async (client) =>
      client.workflow.getHandle(taskId).signal(INPUT_SIGNAL, accepted satisfies InputSignalPayload),
    );
  } catch (error) {
    // The task has ended in the meantime, so its questions are not open any more.
    if (!(isTaskError(error) && error.code === TaskErrorCode.taskNotFound)) throw error;
  }
  reader.rememberAnswered(taskId, keys);
  watcher.notify(taskId);
}

/**
 * Waits until the Workflow has taken the answers, so that other processes do not show the questions either.
 * Gives up quietly: Temporal has the answers, and perhaps there is no Worker to take them.
 */
export async function untilAnswersTaken(
  { reader, watcher }: AnswerDependencies,
  { taskId, owner }: { readonly taskId: string; readonly owner: Owner },
  { keys, timeoutMs, signal: given }: AnswersTakenOptions,
): Promise<void> {
  const { signal, release } = startDeadline(timeoutMs, given);
  const subscription = watcher.subscribe(taskId);
  try {
    for (;;) {
      const open = await reader.readOpenKeys(taskId, owner);
      if (!keys.some((key) => open.has(key))) return;
      await subscription.next(signal, TAKEN_REFRESH_MS);
    }
  } catch (error) {
    if (!signal.aborted && !isTaskError(error)) throw error;
  } finally {
    release();
    subscription.close();
  }
}

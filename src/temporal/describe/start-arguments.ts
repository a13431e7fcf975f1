import type { Payload } from '@temporalio/common';

import { isTaskError, TaskErrorCode } from '../../core/errors.js';
import { kindOfTaskId } from '../../core/task/own-workflow-id.js';
import { toJsonBytes } from '../../core/value/json-bounds.js';
import { readActivityInput } from '../activity/read-activity.js';
import { fetchHistoryPage, type HistoryEvent } from '../link/history-page.js';
import type { TemporalCalls } from '../link/temporal-calls.js';

import type { DescribedExecution } from './describe-execution.js';

/** Maximum size of shown arguments, in bytes of JSON, since people read them. */
const MAX_BYTES = 64 * 1024;

/** Reads the arguments in the first event of a run. `undefined`: they are too large, or cannot be decoded. */
export async function readArgumentsIn(
  calls: TemporalCalls,
  workflowId: string,
  first: HistoryEvent | undefined,
): Promise<readonly unknown[] | undefined> {
  const payloads = first?.workflowExecutionStartedEventAttributes?.input?.payloads ?? [];
  return readAll(calls, workflowId, payloads);
}

async function readAll(
  calls: TemporalCalls,
  taskId: string,
  payloads: readonly Payload[],
): Promise<readonly unknown[] | undefined> {
  const place = { workflowId: taskId, what: `the arguments of the ${kindOfTaskId(taskId)}` };
  const { values } = await calls.payloads.readAll(payloads, place);
  return values && toJsonBytes(values) <= MAX_BYTES ? values : undefined;
}

/**
 * Reads the arguments that the first run of a chain was started with. `undefined`: they are too large, cannot be
 * decoded, or their history is gone.
 *
 * @throws {TaskError} With the code of the Temporal error, if Temporal fails to answer.
 */
export async function fetchStartArguments(
  calls: TemporalCalls,
  workflowId: string,
  { firstRunId }: Pick<DescribedExecution, 'firstRunId'>,
): Promise<readonly unknown[] | undefined> {
  try {
    return await (kindOfTaskId(workflowId) === 'activity'
      ? readAll(calls, workflowId, await readActivityInput(calls, workflowId, firstRunId))
      : readArgumentsIn(calls, workflowId, await readFirstEvent(calls, workflowId, firstRunId)));
  } catch (error) {
    // Retention may have removed the first run of a long chain.
    if (!isTaskError(error) || error.code === TaskErrorCode.taskNotFound) return undefined;
    throw error;
  }
}

/** @throws {TaskError} `taskNotFound` if the run is gone. */
export async function readFirstEvent(
  calls: TemporalCalls,
  taskId: string,
  runId: string,
): Promise<HistoryEvent | undefined> {
  const { events } = await fetchHistoryPage(calls, { taskId, runId }, { pageSize: 1 });
  return events[0];
}

/**
 * Reads the start's arguments as {@link fetchStartArguments} does; `undefined` also if Temporal does not answer now.
 */
export async function readStartArguments(
  ...execution: Parameters<typeof fetchStartArguments>
): Promise<readonly unknown[] | undefined> {
  // People can answer the question without the arguments.
  return fetchStartArguments(...execution).catch(() => undefined);
}

import { CancelledFailure, TerminatedFailure } from '@temporalio/common';

import { kindOfTaskId } from '../../core/task/own-workflow-id.js';
import { readActivityEnding } from '../activity/read-activity-ending.js';
import { type ReadActivity, readActivity } from '../activity/read-activity.js';
import { WorkflowTimeout } from '../link/failure-outcome.js';
import { taskNotFound } from '../link/from-temporal-error.js';
import { fetchHistoryPage, type HistoryEvent } from '../link/history-page.js';
import { toFailureError } from '../link/open-failure.js';
import type { PayloadReading } from '../link/payload-reader.js';
import { RetryState } from '../link/proto-enums.js';
import type { TemporalCalls } from '../link/temporal-calls.js';
import type { UnreadablePayload } from '../link/unreadable-payload.js';

export type ExecutionEnd =
  | { readonly kind: 'value'; readonly value: unknown }
  | { readonly kind: 'failure'; readonly failure: Error | undefined }
  /** The Workflow returned a value, which this server cannot read. */
  | { readonly kind: 'unreadable'; readonly unreadable: UnreadablePayload };

export interface EndedExecution {
  readonly taskId: string;
  /** Absent: the latest run. */
  readonly runId?: string | undefined;
  /** The Standalone Activity, if it was read already. */
  readonly activity?: ReadActivity | undefined;
}

/** The result of a task in words. */
export function toResultWords(taskId: string): string {
  return `the result of the ${kindOfTaskId(taskId)}`;
}

async function toFailure(
  calls: TemporalCalls,
  event: HistoryEvent,
  taskId: string,
): Promise<Error | undefined> {
  const terminated = event.workflowExecutionTerminatedEventAttributes;
  if (terminated) return new TerminatedFailure(terminated.reason ?? undefined);
  if (event.workflowExecutionCanceledEventAttributes) return new CancelledFailure(undefined);
  const timedOut = event.workflowExecutionTimedOutEventAttributes;
  if (timedOut) {
    const isExecution = timedOut.retryState === RetryState.RETRY_STATE_TIMEOUT;
    return new WorkflowTimeout(isExecution ? 'execution' : 'run');
  }
  const failure = event.workflowExecutionFailedEventAttributes?.failure;
  return failure ? toFailureError(calls, failure, taskId) : undefined;
}

/**
 * Reads the end of a closed execution: one Temporal request, for its close event. The raw call, since the Client gives
 * up an end with a payload that it cannot decode.
 *
 * @throws {TaskError} `taskNotFound` if the run has not closed, or has continued as another one.
 */
export async function readEnding(
  calls: TemporalCalls,
  ended: EndedExecution,
): Promise<ExecutionEnd> {
  const { taskId } = ended;
  if (kindOfTaskId(taskId) === 'activity') return readEndOfActivity(calls, ended);
  const {
    events: [event],
  } = await fetchHistoryPage(calls, ended, { pageSize: 1, isCloseOnly: true });
  if (!event || event.workflowExecutionContinuedAsNewEventAttributes) throw taskNotFound();
  const completed = event.workflowExecutionCompletedEventAttributes;
  if (!completed) return { kind: 'failure', failure: await toFailure(calls, event, taskId) };
  const [payload] = completed.result?.payloads ?? [];
  if (!payload) return { kind: 'value', value: undefined };
  const place = { workflowId: taskId, what: toResultWords(taskId) };
  return toEnding(await calls.payloads.read(payload, place));
}

async function readEndOfActivity(
  calls: TemporalCalls,
  { taskId, runId, activity }: EndedExecution,
): Promise<ExecutionEnd> {
  const read = activity ?? (await readActivity(calls, taskId, runId));
  const ending = await readActivityEnding(calls, taskId, read, toResultWords(taskId));
  return ending.kind === 'failure' ? ending : toEnding(ending.reading);
}

function toEnding({ value, unreadable }: PayloadReading): ExecutionEnd {
  return unreadable ? { kind: 'unreadable', unreadable } : { kind: 'value', value };
}

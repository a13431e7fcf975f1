import { parseProgress, PROGRESS_HEARTBEAT_KEY, type TaskProgress } from '../../core/contract.js';
import { cutText } from '../../core/value/cut-text.js';
import { isRecord } from '../../core/value/is-record.js';
import { joinSentences } from '../../core/value/sentence.js';
import type { DeclaredReading } from '../declared/read-declared-status.js';
import { PendingActivityState, PendingWorkflowTaskState } from '../link/proto-enums.js';
import type { TemporalCalls } from '../link/temporal-calls.js';

import { type DescribedExecution, toMs } from './describe-execution.js';
import { openFailure } from './open-failure.js';

const STATES: ReadonlyMap<unknown, string> = new Map([
  [PendingActivityState.PENDING_ACTIVITY_STATE_STARTED, 'running'],
  [PendingActivityState.PENDING_ACTIVITY_STATE_CANCEL_REQUESTED, 'being cancelled'],
  [PendingActivityState.PENDING_ACTIVITY_STATE_PAUSED, 'paused by an operator'],
  [PendingActivityState.PENDING_ACTIVITY_STATE_PAUSE_REQUESTED, 'being paused by an operator'],
]);

/** Time that a Workflow Task waits before the status message says that a Worker is missing, in milliseconds. */
const NO_WORKER_AFTER_MS = 5_000;
/** A status message names at most this many pending Activities. */
const MAX_ACTIVITIES_SHOWN = 3;
/** Maximum length of a quoted Activity failure, in characters. */
const MAX_FAILURE_LENGTH = 200;

type PendingActivity = NonNullable<DescribedExecution['raw']['pendingActivities']>[number];

export interface OpenStatus {
  readonly statusMessage: string | undefined;
  readonly progress: TaskProgress | undefined;
  /** Present if something stops the Workflow, as the message says. Absent: no known obstacle. */
  readonly isStuck?: true;
}

export interface OpenStatusOptions {
  readonly showActivityFailures: boolean;
  readonly calls: TemporalCalls;
  readonly taskId: string;
  /** Milliseconds since the epoch. */
  readonly nowMs: number;
  /** The status that its tool declares. Absent: none. */
  readonly declared?: DeclaredReading;
  /** Describes the reason of a wait without a status. Absent: unknown. */
  readonly describeWaiting?: () => Promise<string | undefined>;
}

function toName({ activityType }: PendingActivity): string {
  return activityType?.name ?? 'activity';
}

/**
 * Reads progress from an Activity's last heartbeat. Any Worker can report it there, without a change to its Workflow.
 */
async function readHeartbeat(
  activity: PendingActivity,
  { calls, taskId }: OpenStatusOptions,
): Promise<TaskProgress | undefined> {
  const payload = activity.heartbeatDetails?.payloads?.[0];
  if (!payload) return undefined;
  // Heartbeat details belong to the Activity. Unreadable ones do not matter to the task.
  const place = { workflowId: taskId, what: `the heartbeat of ${toName(activity)}` };
  const { value } = await calls.payloads.read(payload, place);
  return isRecord(value) ? parseProgress(value[PROGRESS_HEARTBEAT_KEY]) : undefined;
}

async function quoteFailure(
  { lastFailure }: PendingActivity,
  { showActivityFailures, calls, taskId }: OpenStatusOptions,
): Promise<string> {
  if (!showActivityFailures || !lastFailure) return '';
  const { message } = await openFailure(calls, lastFailure, taskId);
  return message ? ` (last failure: ${cutText(message, MAX_FAILURE_LENGTH)})` : '';
}

async function describeRetry(
  activity: PendingActivity,
  options: OpenStatusOptions,
): Promise<string> {
  const attempt = activity.attempt ?? 1;
  if (attempt <= 1) return '';
  const nextMs = toMs(activity.nextAttemptScheduleTime);
  const waits =
    activity.state === PendingActivityState.PENDING_ACTIVITY_STATE_SCHEDULED &&
    nextMs !== undefined;
  const seconds = waits ? Math.ceil((nextMs - options.nowMs) / 1000) : 0;
  const next = seconds > 0 ? `, next try in ${seconds} s` : '';
  return `attempt ${attempt}${next}${await quoteFailure(activity, options)}`;
}

async function describeActivity(
  activity: PendingActivity,
  progress: TaskProgress | undefined,
  options: OpenStatusOptions,
): Promise<string> {
  const done =
    progress?.message ??
    (progress &&
      `${progress.progress}${progress.total === undefined ? '' : ` of ${progress.total}`}`);
  const state = STATES.get(activity.state) ?? 'waiting for a worker';
  const details = [done, await describeRetry(activity, options)].filter(Boolean).join(', ');
  return `${toName(activity)}: ${details === '' ? state : details}`;
}

async function readActivities(
  execution: DescribedExecution,
  options: OpenStatusOptions,
): Promise<OpenStatus> {
  const activities = (execution.raw.pendingActivities ?? []).slice(0, MAX_ACTIVITIES_SHOWN);
  const progress = await Promise.all(
    activities.map(async (activity) => readHeartbeat(activity, options)),
  );
  const texts = await Promise.all(
    activities.map(async (activity, index) => describeActivity(activity, progress[index], options)),
  );
  return {
    statusMessage: texts.length === 0 ? undefined : texts.join('; '),
    progress: progress.find((value) => value !== undefined),
  };
}

/** Describes the obstacle that stops an execution until a person acts. */
function describeObstacle(execution: DescribedExecution, nowMs: number): string | undefined {
  if (execution.isPaused) return 'The workflow is paused.';
  const workflowTask = execution.raw.pendingWorkflowTask;
  const attempt = workflowTask?.attempt ?? 0;
  if (attempt > 1) {
    return `The workflow cannot go on: its code is failing or is not registered on the worker (attempt ${attempt}).`;
  }
  const scheduledMs = toMs(workflowTask?.scheduledTime);
  const waits =
    workflowTask?.state === PendingWorkflowTaskState.PENDING_WORKFLOW_TASK_STATE_SCHEDULED &&
    scheduledMs !== undefined;
  return waits && nowMs - scheduledMs > NO_WORKER_AFTER_MS ? 'Waiting for a worker.' : undefined;
}

/**
 * Finds the status message and progress of an open execution. Sources in this order: an obstacle, the Workflow's own
 * status, its tool's declared status, its pending Activities, and the reason of its wait.
 */
export async function readOpenStatus(
  execution: DescribedExecution,
  options: OpenStatusOptions,
): Promise<OpenStatus> {
  const { state } = execution;
  const activities = await readActivities(execution, options);
  const obstacle = describeObstacle(execution, options.nowMs);
  const message =
    obstacle ??
    state?.statusMessage ??
    options.declared?.statusMessage ??
    state?.progress?.message ??
    activities.statusMessage ??
    (await options.describeWaiting?.());
  const cancelling = execution.cancelRequested ? 'Cancellation requested.' : undefined;
  return {
    statusMessage: joinSentences([cancelling, message]),
    progress: state?.progress ?? options.declared?.progress ?? activities.progress,
    ...(obstacle !== undefined && { isStuck: true }),
  };
}
